/* SPDX-License-Identifier: Apache-2.0 */
/* test_harm.c: what a difference between an expectation and an outcome does to those who run the
 * calls, and whether it is a choice in any case. */
#include "judge/harm.h"

#include "judge/judge.h"
#include "suite/expect_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define F "{'name': 'f', 'input': {'a': '1'}, 'complete': true}"
#define F2 "{'name': 'f', 'input': {'a': '2'}, 'complete': true}"
#define G "{'name': 'g', 'input': {'a': '1'}, 'complete': true}"
#define CUT_F "{'name': 'f', 'input': {'a': '1'}, 'complete': false}"
#define CUT_F2 "{'name': 'f', 'input': {'a': '2'}, 'complete': false}"
#define CUT_G "{'name': 'g', 'input': {'a': '1'}, 'complete': false}"

static const struct {
    const char *name, *expected_text, *expected_calls, *text, *calls;
    harm harm;
    const char *choice; /* the clause by which it only differs; NULL: it is a fault */
} ROWS[] = {
    { "nothing differs", "ab", F, "ab", F, HARM_NONE, NULL },

    { "a line end more", "ab", F, "ab\\n", F, HARM_WHITE_SPACE, "MODEL-1.13" },
    { "no blank between words", "a b", "", "ab", "", HARM_WHITE_SPACE, NULL },
    { "nothing but blanks is lost", " \\t\\r\\n", "", "", "", HARM_WHITE_SPACE, "MODEL-1.13" },
    { "no blank beside a call", "a b", F, "ab", F, HARM_WHITE_SPACE, "MODEL-1.13" },
    { "blanks at the end, and a word", "ab\\n", "", "a", "", HARM_TEXT, NULL },
    { "a byte that only looks blank", "a\\u00a0b", "", "ab", "", HARM_TEXT, NULL },

    { "text is lost", "ab", F, "a", F, HARM_TEXT, NULL },
    { "a marker leaks", "ab", F, "ab</f>", F, HARM_TEXT, NULL },
    { "a broken block is not shown", "", CUT_F, "", "", HARM_TEXT, NULL },
    { "a broken block is shown otherwise", "", CUT_F, "", CUT_F2, HARM_TEXT, "MODEL-1.12" },
    { "a broken block otherwise, and another lost", "", CUT_F "," CUT_G, "", CUT_F2, HARM_TEXT,
      NULL },
    { "a broken block otherwise, and text", "a", CUT_F, "b", CUT_F2, HARM_TEXT, NULL },
    { "a broken block too many", "", "", "", CUT_G, HARM_TEXT, NULL },

    { "another argument", "ab", F, "ab", F2, HARM_ARGUMENTS, NULL },
    { "another argument, and text", "ab", F, "", F2, HARM_ARGUMENTS, NULL },
    { "of two calls one has another argument", "", F "," G, "", F2 "," G, HARM_ARGUMENTS, NULL },
    { "calls in another order", "", F "," G, "", G "," F, HARM_ARGUMENTS, NULL },

    { "a call is lost", "", F, "", "", HARM_LOST_CALL, NULL },
    { "one of two equal calls is lost", "", F "," F, "", F, HARM_LOST_CALL, NULL },
    { "a call is lost, and becomes text", "", F, "^^^f", "", HARM_LOST_CALL, NULL },
    { "a whole call is taken for a cut one", "", F, "", CUT_F, HARM_LOST_CALL, NULL },
    { "the first of three is lost", "", F2 "," F "," G, "", F "," G, HARM_LOST_CALL, NULL },

    { "quoted text runs", "^^^f", "", "", F, HARM_UNWRITTEN_CALL, NULL },
    { "a call runs twice", "", F, "", F "," F, HARM_UNWRITTEN_CALL, NULL },
    { "a broken block otherwise, and another tool", "", CUT_F "," F, "", CUT_F2 "," G,
      HARM_UNWRITTEN_CALL, NULL },
    { "what was cut runs with other arguments", "", CUT_F, "", F2, HARM_UNWRITTEN_CALL, NULL },
    { "a call that was cut runs", "", CUT_F, "", F, HARM_UNWRITTEN_CALL, NULL },
    { "another tool runs", "", F, "", G, HARM_UNWRITTEN_CALL, NULL },
    { "one call of two", "", CUT_F "," G, "", F, HARM_UNWRITTEN_CALL, NULL },
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* An expectation of a row, in ' for "; the JSON owns its strings. */
static void read_side(const char *text, const char *calls, json_t **json, expectation *e)
{
    char *whole = xformat("{'text': '%s', 'calls': [%s], 'diagnostics': []}", text, calls);
    problems p = { 0 };
    const place at = { "row", NULL, &p };

    for (char *quote = whole; (quote = strchr(quote, '\''));)
        *quote = '"';
    *json = json_loads(whole, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(*json);
    assert_true(expectation_read(*json, &at, e));
    free(whole);
}

static fp_outcome *outcome_of(const expectation *e)
{
    fp_outcome *o = fp_outcome_new();

    assert_non_null(o);
    assert_true(fp_outcome_add_text(o, e->text));
    for (size_t i = 0; i < e->call_count; i++)
        assert_true(fp_outcome_add_call(o, &e->calls[i].call));
    return o;
}

static void has_the_harm(void **state)
{
    static const judged CALLS = { false, false, false };
    static const test_case FROM_THE_SOURCE = { .id = "x/y/z" };
    const size_t at = (size_t)(uintptr_t)*state;
    json_t *expected_json, *actual_json;
    expectation expected, actual;
    fp_outcome *o;
    difference d;

    read_side(ROWS[at].expected_text, ROWS[at].expected_calls, &expected_json, &expected);
    read_side(ROWS[at].text, ROWS[at].calls, &actual_json, &actual);
    o = outcome_of(&actual);
    assert_string_equal(harm_name(harm_of(&expected, o, true)), harm_name(ROWS[at].harm));
    assert_string_equal(harm_name(harm_of(&expected, o, false)), harm_name(ROWS[at].harm));
    assert_int_equal(judge_outcome(&expected, o, &CALLS, &d), ROWS[at].harm == HARM_NONE);
    assert_int_equal(d.harm, ROWS[at].harm); /* judging gives it as well */
    judge_gravest(&FROM_THE_SOURCE, &expected, o, &CALLS, &d);
    assert_int_equal(judge_is_reading(&FROM_THE_SOURCE, &d), ROWS[at].choice != NULL);
    if (ROWS[at].choice)
        assert_string_equal(d.choice, ROWS[at].choice);
    fp_outcome_free(o);
    expectation_free(&expected);
    expectation_free(&actual);
    json_decref(expected_json);
    json_decref(actual_json);
}

/* A call that was recovered may run and need not (MODEL-3.1). */
static void what_was_recovered_is_no_harm(void **state)
{
    static const char *const CALLS[] = { F, CUT_F };
    json_t *expected_json, *actual_json;
    expectation expected, actual;

    (void)state;
    read_side("", CUT_F, &expected_json, &expected);
    expected.calls[0].either = true;
    for (size_t i = 0; i < 2; i++) {
        fp_outcome *o;

        read_side("", CALLS[i], &actual_json, &actual);
        o = outcome_of(&actual);
        assert_int_equal(harm_of(&expected, o, true), HARM_NONE);
        fp_outcome_free(o);
        expectation_free(&actual);
        json_decref(actual_json);
    }
    expectation_free(&expected);
    json_decref(expected_json);
}

/* A call of which the input is not judged, because it was cut. */
static void what_is_not_judged_is_no_harm(void **state)
{
    json_t *expected_json, *actual_json;
    expectation expected, actual;
    fp_outcome *o;

    (void)state;
    read_side("", CUT_F, &expected_json, &expected);
    read_side("", CUT_F2, &actual_json, &actual);
    expected.calls[0].judge_input = false;
    o = outcome_of(&actual);
    assert_int_equal(harm_of(&expected, o, true), HARM_NONE);
    fp_outcome_free(o);
    expectation_free(&expected);
    expectation_free(&actual);
    json_decref(expected_json);
    json_decref(actual_json);
}

static void names_are_read_again(void **state)
{
    harm h;

    (void)state;
    for (unsigned i = 0; i < HARM_COUNT; i++) {
        assert_true(harm_read(harm_name((harm)i), &h));
        assert_int_equal(h, i);
        assert_true(*harm_title((harm)i));
    }
    assert_false(harm_read("taste", &h));
    assert_false(harm_read(NULL, &h));
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(what_was_recovered_is_no_harm),
        cmocka_unit_test(what_is_not_judged_is_no_harm),
        cmocka_unit_test(names_are_read_again),
    };
    struct CMUnitTest rows[ROW_COUNT];

    for (size_t i = 0; i < ROW_COUNT; i++)
        rows[i] = (struct CMUnitTest){ .name = ROWS[i].name,
                                       .test_func = has_the_harm,
                                       .initial_state = (void *)(uintptr_t)i };
    return cmocka_run_group_tests_name("rows", rows, NULL, NULL) +
           cmocka_run_group_tests(TESTS, NULL, NULL);
}
