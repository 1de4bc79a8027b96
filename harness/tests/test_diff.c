/* SPDX-License-Identifier: Apache-2.0 */
/* test_diff.c: calls through several syntaxes: what is lost is found and shrunk, and a refusal that
 * the expressibility table does not know is said. */
#include "base/util.h"
#include "base/values.h"
#include "diff/diff_syntaxes.h"
#include "generate/carry.h"
#include "generate/express.h"
#include "generate/generate.h"
#include "generate/shrink_call.h"

#include <fencepost/render.h>

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const fp_syntax *caret(void)
{
    return fp_syntax_find(FP_STR("caret"));
}

/* -- shrinking ------------------------------------------------------------------------------- */

static bool has_bang(void *context, const fp_call *call)
{
    size_t *asked = context;

    ++*asked;
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_str text = call->args[i].value.text;

        if (text.len && memchr(text.ptr, '!', text.len))
            return true;
    }
    return false;
}

static void shrinks_to_the_least(void **state)
{
    const fp_arg args[] = {
        { FP_STR("first"), { .text = FP_STR("of no interest") } },
        { FP_STR("second"), { .text = FP_STR("a long text! with one byte") } },
    };
    const fp_call call = { .name = FP_STR("name"), .args = args, .arg_count = 2, .complete = true };
    fp_call least = call_copy(&call);
    size_t asked = 0;

    (void)state;
    shrink_call(&least, has_bang, &asked, 1000);
    assert_true(fp_str_equal(least.name, FP_STR("")));
    assert_int_equal(least.arg_count, 1);
    assert_true(fp_str_equal(least.args[0].key, FP_STR("")));
    assert_true(fp_str_equal(least.args[0].value.text, FP_STR("!")));
    assert_true(asked < 200);
    call_free(&least);
}

static void keeps_to_its_budget(void **state)
{
    const fp_arg arg = { FP_STR("k"), { .text = FP_STR("a long text! with one byte") } };
    const fp_call call = { .name = FP_STR("f"), .args = &arg, .arg_count = 1, .complete = true };
    fp_call least = call_copy(&call);
    size_t asked = 0;

    (void)state;
    shrink_call(&least, has_bang, &asked, 3);
    assert_int_equal(asked, 3);
    assert_true(has_bang(&asked, &least));
    call_free(&least);
}

/* -- broken syntaxes ------------------------------------------------------------------------- */

/* Loses the last byte of the first value. */
static bool lossy_render(fp_rendering *r, const fp_call *call)
{
    fp_arg arg;
    fp_call shorter = *call;

    if (call->arg_count != 1 || call->args[0].value.kind != FP_VALUE_STRING ||
        call->args[0].value.text.len < 2)
        return caret()->render(r, call);
    arg = call->args[0];
    arg.value.text.len--;
    shorter.args = &arg;
    return caret()->render(r, &shorter);
}

/* Refuses a word, under a clause that no feature of the table is refused by. */
static bool moody_render(fp_rendering *r, const fp_call *call)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (fp_str_equal(call->args[i].key, FP_STR("query")))
            return fp_render_refuse(r, FP_PART_KEY, i, 0, "CARET-99.9", "not today");
    return caret()->render(r, call);
}

static size_t differences_with(const fp_syntax *syntax)
{
    const fp_syntax *const syntaxes[] = { caret(), syntax, NULL };
    problems p = { 0 };
    fp_catalogue *catalogue = express_catalogue(&p);
    const diff_config config = { .syntaxes = syntaxes,
                                 .catalogue = catalogue,
                                 .calls = 3000,
                                 .seed = 1,
                                 .longest = 300,
                                 .quiet = true };
    size_t count;

    assert_non_null(catalogue);
    count = diff_syntaxes(&config);
    fp_catalogue_free(catalogue);
    return count;
}

static void losses_are_found(void **state)
{
    fp_syntax lossy = *caret();

    (void)state;
    lossy.render = lossy_render;
    assert_true(differences_with(&lossy) > 0);
}

static void unknown_refusals_are_found(void **state)
{
    fp_syntax moody = *caret();

    (void)state;
    moody.render = moody_render;
    assert_int_equal(differences_with(&moody), 2); /* once by each policy */
}

static void the_built_in_ones_agree(void **state)
{
    (void)state;
    assert_int_equal(differences_with(fp_syntax_find(FP_STR("xml"))), 0);
}

static void the_table_shows_losses(void **state)
{
    fp_syntax lossy = *caret();
    problems p = { 0 };
    fp_catalogue *catalogue = express_catalogue(&p);
    size_t lost = 0;

    (void)state;
    assert_non_null(catalogue);
    lossy.render = lossy_render;
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        expressed e;

        express(&FEATURES[f], &lossy, catalogue, &e);
        lost += e.lost;
        assert_true(e.tried > 0);
        assert_true(e.carried + e.lost <= e.tried);
        expressed_free(&e);
    }
    assert_true(lost > 0);
    fp_catalogue_free(catalogue);
}

/* -- memory ---------------------------------------------------------------------------------- */

/* Of the sanitizers' own allocator; not there without them. */
__attribute__((weak)) size_t
__sanitizer_get_current_allocated_bytes(void); /* NOLINT(bugprone-reserved-identifier) */

static size_t live_bytes(void)
{
    return __sanitizer_get_current_allocated_bytes ? __sanitizer_get_current_allocated_bytes()
                                                   : mallinfo2().uordblks;
}

static void carry_some(carrier *carriers, generator *g)
{
    enum { SOME = 2000 };

    for (size_t n = 0; n < SOME; n++) {
        const fp_call *call = generator_call(g);

        for (size_t i = 0; FP_SYNTAXES[i]; i++)
            carry(&carriers[i], call);
    }
}

/* Once buffers are as long as they get, no call leaves a byte after: so a run of millions takes
 * what a short one takes. */
static void memory_is_flat(void **state)
{
    enum { LONGEST = 100, SLACK = 16384 };
    carrier carriers[FP_SYNTAXES_MAX];
    generator *g = generator_new(1, LONGEST);
    size_t before;

    (void)state;
    for (size_t i = 0; FP_SYNTAXES[i]; i++) {
        const fp_options options = fp_options_default(FP_SYNTAXES[i]);

        carrier_open(&carriers[i], FP_SYNTAXES[i], &options);
    }
    carry_some(carriers, g);
    before = live_bytes();
    assert_true(before > 0);
    carry_some(carriers, g);
    assert_in_range(live_bytes(), 0, before + SLACK);
    for (size_t i = 0; FP_SYNTAXES[i]; i++)
        carrier_free(&carriers[i]);
    generator_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_flat),
        cmocka_unit_test(shrinks_to_the_least),
        cmocka_unit_test(keeps_to_its_budget),
        cmocka_unit_test(losses_are_found),
        cmocka_unit_test(unknown_refusals_are_found),
        cmocka_unit_test(the_built_in_ones_agree),
        cmocka_unit_test(the_table_shows_losses),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
