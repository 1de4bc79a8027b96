/* SPDX-License-Identifier: Apache-2.0 */
#include "base/util.h"
#include "fuzz/fuzz_pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MANY = 300 };

static fuzz_pool *pool_of_caret(uint64_t seed)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(caret);

    return fuzz_pool_new(caret, &options, seed);
}

static void only_what_is_new_is_kept(void **state)
{
    static const struct {
        const char *text;
        size_t kept; /* after it */
    } ROWS[] = {
        { "text", 1 },
        { "more text", 1 },         /* does the same */
        { "^^^a\n^^^", 2 },         /* a call */
        { "^^^b\n^^^", 2 },         /* the same, of another name */
        { "^^^a\nk: v\n^^^", 3 },   /* an argument */
        { "^^^a\nkk: vv\n^^^", 3 }, /* the same, longer */
        { "^^^a\nk: v", 4 },        /* the input ends in the block */
        { "^^^a\n!\n^^^", 5 },      /* a line that is not one */
    };
    fuzz_pool *p = pool_of_caret(1);

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fuzz_pool_begin(p, fp_str_of(ROWS[i].text));
        assert_int_equal(fuzz_pool_count(p), ROWS[i].kept);
    }
    fuzz_pool_free(p);
}

static void what_is_too_long_is_not_kept(void **state)
{
    char text[FUZZ_INPUT_MAX + 1];
    fuzz_pool *p = pool_of_caret(1);

    (void)state;
    memset(text, 'x', sizeof text);
    fuzz_pool_begin(p, (fp_str){ text, sizeof text });
    assert_int_equal(fuzz_pool_count(p), 0);
    fuzz_pool_begin(p, (fp_str){ text, sizeof text - 1 });
    assert_int_equal(fuzz_pool_count(p), 1);
    fuzz_pool_free(p);
}

/* Of one seed; they are no longer than an input may be, and not all alike. */
static void a_seed_gives_the_same_inputs(void **state)
{
    fuzz_pool *a = pool_of_caret(7), *b = pool_of_caret(7), *other = pool_of_caret(8);
    size_t different = 0, learnt = 0;

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        const decoded *x = fuzz_pool_next(a), *y = fuzz_pool_next(b), *z = fuzz_pool_next(other);
        const bool is_new = fuzz_pool_learn(a);

        assert_int_equal(x->len, y->len);
        assert_memory_equal(x->text, y->text, x->len);
        assert_int_equal(is_new, fuzz_pool_learn(b));
        assert_true(x->len <= FUZZ_INPUT_MAX);
        different += x->len != z->len || memcmp(x->text, z->text, x->len) != 0;
        learnt += is_new;
        fuzz_pool_learn(other);
    }
    assert_true(different > MANY / 2);
    assert_true(learnt > 20);
    assert_int_equal(fuzz_pool_count(a), learnt);
    fuzz_pool_free(a);
    fuzz_pool_free(b);
    fuzz_pool_free(other);
}

/* It is not new a second time. */
static void what_is_learnt_is_known(void **state)
{
    fuzz_pool *p = pool_of_caret(5);
    size_t kept;

    (void)state;
    fuzz_pool_next(p);
    assert_true(fuzz_pool_learn(p));
    kept = fuzz_pool_count(p);
    assert_false(fuzz_pool_learn(p));
    assert_int_equal(fuzz_pool_count(p), kept);
    fuzz_pool_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_new_is_kept),
        cmocka_unit_test(what_is_too_long_is_not_kept),
        cmocka_unit_test(a_seed_gives_the_same_inputs),
        cmocka_unit_test(what_is_learnt_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
