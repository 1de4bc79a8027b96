/* SPDX-License-Identifier: Apache-2.0 */
/* test_marks.c: which mark of a syntax is around a byte of a text, and which marks tell something
 * where they are found.
 */
#include "base/marks.h"

#include "base/util.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const MARKS[] = { "<tool_call>", "</tool_call>", "<tool", "{", "a b", NULL };

static const struct {
    const char *text;
    size_t at;
    bool edge;
    const char *mark; /* NULL: none */
} AROUND[] = {
    { "<tool_call>", 0, false, NULL },
    { "<tool_call>", 0, true, "<tool_call>" },
    { "<tool_call>", 1, false, "<tool_call>" }, /* the longest of those that begin there */
    { "<tool_call>", 10, false, "<tool_call>" },
    { "<tool_call>x", 11, false, NULL },
    { "<tool_call>x", 11, true, NULL },
    { "<tool_cal", 3, false, "<tool" },
    { "<tool_cal", 5, false, NULL }, /* after the short one */
    { "x</tool_call>", 1, true, "</tool_call>" },
    { "x</tool_call>", 2, false, "</tool_call>" },
    { "x</tool_call>", 2, true, "</tool_call>" },
    { "<too", 2, false, NULL }, /* no whole mark is there */
    { "{", 0, true, NULL },     /* it is one of many */
    { "a b", 1, false, NULL },
    { "", 0, true, NULL },
};

static void finds_the_mark_around_a_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof AROUND / sizeof *AROUND; i++) {
        const char *mark =
            mark_around(MARKS, fp_str_of(AROUND[i].text), AROUND[i].at, AROUND[i].edge);

        if ((mark == NULL) != (AROUND[i].mark == NULL) ||
            (mark && strcmp(mark, AROUND[i].mark) != 0))
            fail_msg("row %zu: %s", i, mark ? mark : "none");
    }
}

static const char *const SHAPELESS[] = { "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[", "\xF0\x9F\x9B\xA0",
                                         "=\"x", NULL };

static const struct {
    const char *quoted, *mark; /* NULL: none */
} QUOTED[] = {
    { "\xF0\x9F\x9B\xA0\\ufe0f[t]", "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[" }, /* not its first piece */
    { "\xF0\x9F\x9B\xA0 t", "\xF0\x9F\x9B\xA0" },
    { "=\\\"x", "=\"x" },
    { "=\\\"", NULL },
    { "a=\\\"x", NULL },
    { "", NULL },
};

static void finds_marks_as_reports_quote_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof QUOTED / sizeof *QUOTED; i++) {
        const char *mark = mark_in_quotes(SHAPELESS, fp_str_of(QUOTED[i].quoted));

        if ((mark == NULL) != (QUOTED[i].mark == NULL) ||
            (mark && strcmp(mark, QUOTED[i].mark) != 0))
            fail_msg("row %zu: %s", i, mark ? mark : "none");
    }
}

static void brackets_and_blanks_tell_nothing(void **state)
{
    (void)state;
    assert_true(mark_tells("<tool_call>"));
    assert_true(mark_tells("--"));
    assert_false(mark_tells("{"));
    assert_false(mark_tells("\n"));
    assert_false(mark_tells(""));
    assert_false(mark_tells("^^^\n"));
    assert_false(mark_tells("a b"));
    assert_false(mark_tells("\xEF\xB8\x8F"));
    assert_false(mark_tells("\xFF\xFE"));
    assert_true(mark_tells("\xF0\x9F\x9B\xA0\xEF\xB8\x8F"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_mark_around_a_byte),
        cmocka_unit_test(finds_marks_as_reports_quote_them),
        cmocka_unit_test(brackets_and_blanks_tell_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
