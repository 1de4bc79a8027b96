/* SPDX-License-Identifier: Apache-2.0 */
/* test_template_make.c: texts that are made of a template's delimiters are what their kind says,
 * the same for the same numbers. */
#include <fencepost/template_make.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char TEMPLATE[] =
    "{\"start_anchor\":\"<A>\",\"fields\":{\"a\":{\"open\":\"«\",\"close\":\"»\"},"
    "\"b\":{\"open_pattern\":\"<b(?P<n> [a-z]{1,3})?>\",\"close\":[\"</b>\",\"</b>\\n\"],"
    "\"repeats\":true,\"content\":\"json\",\"transform\":{\"n\":\"{content.arguments}\"}},\"c\":{}}"
    "}";

enum { TEXTS = 1200 };

static fp_template_maker *maker(void)
{
    fp_template_error error;
    fp_template_maker *m = fp_template_maker_new(fp_str_of(TEMPLATE), &error);

    assert_non_null(m);
    return m;
}

static bool has(fp_str text, const char *word)
{
    const size_t len = strlen(word);

    for (size_t at = 0; at + len <= text.len; at++)
        if (memcmp(text.ptr + at, word, len) == 0)
            return true;
    return false;
}

/* How many texts of each kind have this in them. */
static void count(const char *word, bool in_prefix, size_t with[FP_TEMPLATE_MADE_KINDS])
{
    fp_template_maker *m = maker();
    fp_template_made made;

    memset(with, 0, FP_TEMPLATE_MADE_KINDS * sizeof *with);
    for (uint64_t i = 0; i < TEXTS; i++) {
        assert_true(fp_template_make(m, 7, i, &made));
        with[made.kind] += has(in_prefix ? made.prefix : made.text, word);
    }
    fp_template_maker_free(m);
}

static void test_kinds(void **state)
{
    size_t with[FP_TEMPLATE_MADE_KINDS];

    (void)state;
    count("«x»", false, with); /* a region with a plain word */
    assert_true(with[FP_TEMPLATE_MADE_WHOLE] > 10);
    count("<b ", false, with); /* a sample of the pattern */
    assert_true(with[FP_TEMPLATE_MADE_WHOLE] > 10);
    count("</b>\\n", false, with); /* a delimiter in a string of JSON */
    assert_true(with[FP_TEMPLATE_MADE_PAYLOAD] > 3);
    count("</x", false, with); /* the beginning of one */
    assert_true(with[FP_TEMPLATE_MADE_LOOKALIKE] + with[FP_TEMPLATE_MADE_PAYLOAD] > 0);
    count("<A>", true, with);
    assert_true(with[FP_TEMPLATE_MADE_PREFIX] > 50);
    assert_int_equal(with[FP_TEMPLATE_MADE_WHOLE], 0);
    count("<A>", false, with); /* the anchor is in prompts alone */
    assert_int_equal(with[FP_TEMPLATE_MADE_PREFIX], 0);
}

/* Whether a text is the beginning of what it was before it was cut cannot be seen from it: that
 * some end within a region can. */
static void test_cut(void **state)
{
    fp_template_maker *m = maker();
    fp_template_made made;
    size_t early = 0;

    (void)state;
    for (uint64_t i = 0; i < TEXTS; i++) {
        assert_true(fp_template_make(m, 3, i, &made));
        if (made.kind == FP_TEMPLATE_MADE_CUT)
            early += has(made.text, "{\"name\"") && !has(made.text, "}");
    }
    assert_true(early > 10);
    fp_template_maker_free(m);
}

static void test_same(void **state)
{
    fp_template_maker *one = maker(), *other = maker();
    size_t differ = 0;

    (void)state;
    for (uint64_t i = TEXTS; i--;) { /* the order changes nothing */
        fp_template_made a, b;
        bool same;

        assert_true(fp_template_make(one, 5, i, &a));
        assert_true(fp_template_make(other, 5, TEXTS - 1 - i, &b));
        assert_true(fp_template_make(other, 5, i, &b));
        assert_true(fp_str_equal(a.text, b.text) && fp_str_equal(a.prefix, b.prefix));
        assert_true(fp_template_make(other, 6, i, &b));
        same = fp_str_equal(a.text, b.text) && fp_str_equal(a.prefix, b.prefix);
        differ += !same;
    }
    assert_true(differ > TEXTS / 2);
    fp_template_maker_free(one);
    fp_template_maker_free(other);
}

static void test_refused(void **state)
{
    fp_template_error error;

    (void)state;
    assert_null(fp_template_maker_new(FP_STR("{\"fields\":{}}"), &error));
    assert_int_equal(error.fault, FP_TEMPLATE_REFUSED);
    assert_true(error.reason[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_kinds), cmocka_unit_test(test_cut),
                                        cmocka_unit_test(test_same),
                                        cmocka_unit_test(test_refused) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
