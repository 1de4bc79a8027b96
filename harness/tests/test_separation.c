/* SPDX-License-Identifier: Apache-2.0 */
/* test_separation.c: answers put into groups, and how grave a difference is. */
#include "base/util.h"
#include "diff/separation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static answer says(const char *text, const char *name, bool complete, const char *value)
{
    const fp_arg arg = { FP_STR("k"), { .text = fp_str_of(value) } };
    const fp_call call = {
        .name = fp_str_of(name), .args = &arg, .arg_count = 1, .complete = complete
    };
    answer a = { .asked = true, .kind = REPLY_OUTCOME, .outcome = fp_outcome_new() };

    assert_non_null(a.outcome);
    assert_true(fp_outcome_add_text(a.outcome, fp_str_of(text)));
    assert_true(!*name || fp_outcome_add_call(a.outcome, &call));
    return a;
}

static answer fails(reply_kind kind)
{
    return (answer){ .asked = true, .kind = kind, .sentence = xstrdup("why") };
}

static void expect_pair(answer left, answer right, severity grave, const char *kind)
{
    answers a = { .of = { left, right } };
    const separation s = separate(&a, 2);

    assert_int_equal(s.severity, grave);
    assert_string_equal(s.kind, kind);
    assert_int_equal(s.groups, grave ? 2 : 1);
    answers_free(&a);
}

static void severities(void **state)
{
    (void)state;
    expect_pair(says("t", "a", true, "v"), says("t", "a", true, "v"), SEVERITY_NONE, "");
    expect_pair(says("t", "a", true, "v"), says("t", "", true, ""), SEVERITY_CALL, "fewer-calls");
    expect_pair(says("t", "", true, ""), says("t", "a", true, "v"), SEVERITY_CALL, "more-calls");
    expect_pair(says("t", "a", true, "v"), says("t", "a", false, "v"), SEVERITY_CALL, "complete");
    expect_pair(says("t", "a", true, "v"), says("t", "b", true, "v"), SEVERITY_ARGUMENTS, "name");
    expect_pair(says("t", "a", true, "v"), says("t", "a", true, "w"), SEVERITY_ARGUMENTS, "value");
    expect_pair(says("t", "a", false, "v"), says("t", "a", false, "w"), SEVERITY_NONE, "");
    expect_pair(says("t", "a", false, "v"), says("t", "", true, ""), SEVERITY_INCOMPLETE,
                "fewer-calls");
    expect_pair(says("tu", "a", true, "v"), says("t", "a", true, "v"), SEVERITY_TEXT, "text-lost");
    expect_pair(says("t", "", true, ""), says(" t\n", "", true, ""), SEVERITY_WHITESPACE,
                "text-extra");
    expect_pair(says("tu", "", true, ""), says("t u v", "", true, ""), SEVERITY_TEXT, "text-extra");
}

/* Who answers nothing executes nothing. */
static void failures(void **state)
{
    (void)state;
    expect_pair(says("t", "a", true, "v"), fails(REPLY_CRASH), SEVERITY_CALL, "crash");
    expect_pair(fails(REPLY_TIMEOUT), says("t", "", true, ""), SEVERITY_TEXT, "timeout");
    expect_pair(fails(REPLY_REFUSED), fails(REPLY_REFUSED), SEVERITY_NONE, "");
    expect_pair(fails(REPLY_REFUSED), fails(REPLY_CRASH), SEVERITY_TEXT, "crash");
}

/* The gravest pair is said, whichever it is; who was not asked is in no group. */
static void groups(void **state)
{
    answers a = { .of = { says("t", "a", true, "v"),
                          says("t ", "a", true, "v"),
                          { .asked = false },
                          says("t", "a", true, "v"),
                          says("t", "", true, "") } };
    const separation s = separate(&a, 5);

    (void)state;
    assert_int_equal(s.groups, 3);
    assert_int_equal(s.group[0], 0);
    assert_int_equal(s.group[1], 1);
    assert_int_equal(s.group[2], NOT_ASKED);
    assert_int_equal(s.group[3], 0);
    assert_int_equal(s.group[4], 2);
    assert_int_equal(s.severity, SEVERITY_CALL);
    assert_int_equal(s.left, 0);
    assert_int_equal(s.right, 4);
    answers_free(&a);
}

static void graver_ones_go_first(void **state)
{
    const separation call = { .severity = SEVERITY_CALL, .kind = "name" };
    const separation text = { .severity = SEVERITY_TEXT, .kind = "name" };
    const separation other = { .severity = SEVERITY_TEXT, .kind = "name", .group = { 0, 1 } };

    (void)state;
    assert_true(separation_compare(&call, &text) < 0);
    assert_true(separation_compare(&text, &call) > 0);
    assert_true(separation_same(&text, &text));
    assert_false(separation_same(&text, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(severities),
        cmocka_unit_test(failures),
        cmocka_unit_test(groups),
        cmocka_unit_test(graver_ones_go_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
