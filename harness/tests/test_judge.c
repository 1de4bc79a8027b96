/* SPDX-License-Identifier: Apache-2.0 */
/* test_judge.c: each kind of difference between an outcome and an expectation, and its sentence. */
#include "judge/judge.h"

#include "base/values.h"
#include "suite/expect_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- outcomes from JSON ------------------------------------------------------------------------ */

/* What is judged. */
#define CALLS_ONLY     \
    {                  \
        .spans = false \
    }
#define SPANS         \
    {                 \
        .spans = true \
    }
#define DIAGNOSTICS         \
    {                       \
        .diagnostics = true \
    }
#define ALL                                                 \
    {                                                       \
        .spans = true, .diagnostics = true, .clauses = true \
    }

typedef struct judgement {
    json_t *expected_json, *actual_json; /* own the strings of the two below */
    expectation expected, actual;
    fp_outcome *outcome;
} judgement;

static void read_expectation(const char *text, json_t **json, expectation *e)
{
    problems p = { 0 };
    const place at = { "row", NULL, &p };

    *json = json_loads(text, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    assert_non_null(*json);
    assert_true(expectation_read(*json, &at, e));
}

static void judgement_begin(judgement *j, const char *expected, const char *actual)
{
    read_expectation(expected, &j->expected_json, &j->expected);
    read_expectation(actual, &j->actual_json, &j->actual);
    j->outcome = fp_outcome_new();
    assert_non_null(j->outcome);
    assert_true(fp_outcome_add_text(j->outcome, j->actual.text));
    for (size_t i = 0; i < j->actual.call_count; i++)
        assert_true(fp_outcome_add_call(j->outcome, &j->actual.calls[i].call));
    for (size_t i = 0; i < j->actual.diagnostic_count; i++) {
        const expected_diagnostic *d = &j->actual.diagnostics[i];

        assert_true(fp_outcome_add_diagnostic(j->outcome,
                                              &(fp_diagnostic){ d->code, d->offset, d->clause }));
    }
}

static void judgement_end(judgement *j)
{
    expectation_free(&j->expected);
    expectation_free(&j->actual);
    fp_outcome_free(j->outcome);
    json_decref(j->expected_json);
    json_decref(j->actual_json);
}

/* -- the rows -------------------------------------------------------------------------------- */

typedef struct row {
    const char *name;
    const char *expected;
    const char *actual;
    judged what;
    const char *sentence; /* NULL: no difference */
    bool fewer, more;
} row;

#define TEXT(text) "{\"text\": \"" text "\", \"calls\": []}"
#define CALL(call) "{\"text\": \"\", \"calls\": [" call "]}"
#define INPUT(input) CALL("{\"name\": \"a\", \"input\": {" input "}}")
#define SPAN(span) CALL("{\"name\": \"a\", \"input\": {}, \"span\": " span "}")
#define SAID(diagnostics) "{\"text\": \"\", \"calls\": [], \"diagnostics\": [" diagnostics "]}"
#define A "{\"name\": \"a\", \"input\": {}}"
#define B "{\"name\": \"b\", \"input\": {}}"

/* U+0085: 30 of them, and six as they are shown. */
#define NELS3 "\\u0085\\u0085\\u0085"
#define NELS NELS3 NELS3 NELS3 NELS3 NELS3 NELS3 NELS3 NELS3 NELS3 NELS3
#define SIX_NELS "\\u0085\\u0085\\u0085\\u0085\\u0085\\u0085"

static const row ROWS[] = {
    /* text */
    { "nothing at all", TEXT(""), TEXT(""), ALL, NULL, false, false },
    { "the same text", TEXT("a\\u0000b"), TEXT("a\\u0000b"), ALL, NULL, false, false },
    { "another text", TEXT("abc"), TEXT("abd"), CALLS_ONLY,
      "the text differs at its byte 2: expected \"abc\", got \"abd\"", false, false },
    { "text cut short", TEXT("abc"), TEXT("ab"), CALLS_ONLY,
      "the text differs at its byte 2: expected \"abc\", got \"ab\"", false, false },
    { "text instead of none", TEXT(""), TEXT("\\n"), CALLS_ONLY,
      "the text differs at its byte 0: expected \"\", got \"\\n\"", false, false },
    { "after a NUL", TEXT("a\\u0000b"), TEXT("a\\u0000c"), CALLS_ONLY,
      "the text differs at its byte 2: expected \"a\\u0000b\", got \"a\\u0000c\"", false, false },
    { "late in a long text", TEXT("0123456789012345678901234567890123456789ab012345678901234567"),
      TEXT("0123456789012345678901234567890123456789aX012345678901234567"), CALLS_ONLY,
      "the text differs at its byte 41: expected …\"90123456789ab012345678901234567\", "
      "got …\"90123456789aX012345678901234567\"",
      false, false },
    { "early in a long text", TEXT("a1234567890123456789012345678901234567890"), TEXT("b"),
      CALLS_ONLY,
      "the text differs at its byte 0: expected \"a1234567890123456789012345678901\"…, got \"b\"",
      false, false },

    /* calls */
    { "a call is missing", CALL(A ", " B), CALL(A), CALLS_ONLY, "1 call, expected 2", true, false },
    { "all calls are missing", CALL(A ", " B), CALL(""), CALLS_ONLY, "0 calls, expected 2", true,
      false },
    { "a call too many", CALL(A), CALL(A ", " B), CALLS_ONLY, "2 calls, expected 1", false, true },
    { "a call missing and another wrong", CALL(A ", " A), CALL(B), CALLS_ONLY,
      "call 1: the name differs at its byte 0: expected \"a\", got \"b\"", true, false },
    { "a call too many and another wrong", CALL(A), CALL(B ", " A), CALLS_ONLY,
      "call 1: the name differs at its byte 0: expected \"a\", got \"b\"", false, true },
    { "calls in another order", CALL(A ", " B), CALL(B ", " A), CALLS_ONLY,
      "call 1: the name differs at its byte 0: expected \"a\", got \"b\"", false, false },
    { "calls come before text", "{\"text\": \"x\", \"calls\": [" A "]}", TEXT("y"), CALLS_ONLY,
      "0 calls, expected 1", true, false },
    { "the second call", CALL(A ", " A), CALL(A ", " B), CALLS_ONLY,
      "call 2: the name differs at its byte 0: expected \"a\", got \"b\"", false, false },
    { "a longer name", CALL("{\"name\": \"ab\", \"input\": {}}"), CALL(A), CALLS_ONLY,
      "call 1: the name differs at its byte 1: expected \"ab\", got \"a\"", false, false },

    /* completeness */
    { "cut", CALL(A), CALL("{\"name\": \"a\", \"complete\": false}"), CALLS_ONLY,
      "call 1 is incomplete, expected it complete", false, false },
    { "not cut", CALL("{\"name\": \"a\", \"complete\": false}"), CALL(A), CALLS_ONLY,
      "call 1 is complete, expected it incomplete", false, false },
    { "of a cut call nothing is said", CALL("{\"name\": \"a\", \"complete\": false}"),
      CALL("{\"name\": \"a\", \"input\": {\"k\": \"v\"}, \"complete\": false}"), ALL, NULL, false,
      false },
    { "of a cut call something is said",
      CALL("{\"name\": \"a\", \"input\": {}, \"complete\": false}"),
      CALL("{\"name\": \"a\", \"input\": {\"k\": \"v\"}, \"complete\": false}"), CALLS_ONLY,
      "call 1: the input is {\"k\":\"v\"}, expected {}", false, false },

    /* inputs */
    { "the order of members", INPUT("\"k\": \"v\", \"l\": \"w\""),
      INPUT("\"l\": \"w\", \"k\": \"v\""), ALL, NULL, false, false },
    { "another value", INPUT("\"k\": \"v\", \"l\": \"w\""), INPUT("\"l\": \"x\", \"k\": \"v\""),
      CALLS_ONLY, "call 1: the value of \"l\" differs at its byte 0: expected \"w\", got \"x\"",
      false, false },
    { "a member is missing", INPUT("\"k\": \"v\", \"l\": \"w\""), INPUT("\"k\": \"v\""), CALLS_ONLY,
      "call 1: the input is {\"k\":\"v\"}, expected {\"k\":\"v\",\"l\":\"w\"}", false, false },
    { "a member too many", INPUT(""), INPUT("\"k\": \"\""), CALLS_ONLY,
      "call 1: the input is {\"k\":\"\"}, expected {}", false, false },
    { "another key", INPUT("\"k\": \"v\""), INPUT("\"K\": \"v\""), CALLS_ONLY,
      "call 1: the input is {\"K\":\"v\"}, expected {\"k\":\"v\"}", false, false },
    { "empty is not absent", INPUT("\"k\": \"\""), INPUT(""), CALLS_ONLY,
      "call 1: the input is {}, expected {\"k\":\"\"}", false, false },
    { "bytes", CALL("{\"name\": \"a\", \"input_base64\": {\"k\": \"/w==\"}}"),
      CALL("{\"name\": \"a\", \"input_base64\": {\"k\": \"/g==\"}}"), CALLS_ONLY,
      "call 1: the value of \"k\" differs at its byte 0: expected \"\\xFF\", "
      "got \"\\xFE\"",
      false, false },
    { "blanks that look alike", INPUT("\"k\": \" \""), INPUT("\"k\": \"\\u0085\""), ALL,
      "call 1: the value of \"k\" differs at its byte 0: expected \" \", got \"\\u0085\"", false,
      false },
    { "a long run of what is not seen", INPUT("\"k\": \"" NELS "\""),
      INPUT("\"k\": \"" NELS "\\u0084\""), ALL,
      "call 1: the value of \"k\" differs at its byte 60: expected …\"" SIX_NELS
      "\", got …\"" SIX_NELS "\\u0084\"",
      false, false },
    { "a key with a line end", INPUT("\"a\\nb\": \" \""), INPUT("\"a\\nb\": \"x\""), ALL,
      "call 1: the value of \"a\\nb\" differs at its byte 0: expected \" \", got \"x\"", false,
      false },
    { "a text in another direction", INPUT("\"k\": [\"a\"]"),
      INPUT("\"k\": [\"\\u202e\\u00a0\", \"b\"]"), ALL,
      "call 1: the input is {\"k\":[\"\\u202e\\u00a0\",\"b\"]}, expected {\"k\":[\"a\"]}", false,
      false },
    { "an input cut off", INPUT("\"k\": 1"),
      INPUT(
          "\"k\": "
          "[\"0123456789012345678901234567890123456789012345678901234567890123456789012\\u0085\"]"),
      ALL,
      "call 1: the input is "
      "{\"k\":[\"0123456789012345678901234567890123456789012345678901234567890123456789012…, "
      "expected {\"k\":1}",
      false, false },
    { "the same bytes in a list",
      CALL("{\"name\": \"a\", \"input_base64\": {\"k\": [\"/w==\", \"\"]}}"),
      CALL("{\"name\": \"a\", \"input_base64\": {\"k\": [\"/w==\", \"\"]}}"), ALL, NULL, false,
      false },
    { "other bytes in a list", CALL("{\"name\": \"a\", \"input_base64\": {\"k\": [\"/w==\"]}}"),
      CALL("{\"name\": \"a\", \"input_base64\": {\"k\": [\"/g==\"]}}"), CALLS_ONLY,
      "call 1: the input is {\"k\":[\"\\xFE\"]}, expected {\"k\":[\"\\xFF\"]}", false, false },
    { "the same list", INPUT("\"k\": [\"a\", \"b\"]"), INPUT("\"k\": [\"a\", \"b\"]"), ALL, NULL,
      false, false },
    { "a list in another order", INPUT("\"k\": [\"a\", \"b\"]"), INPUT("\"k\": [\"b\", \"a\"]"),
      CALLS_ONLY, "call 1: the input is {\"k\":[\"b\",\"a\"]}, expected {\"k\":[\"a\",\"b\"]}",
      false, false },
    { "a list divided in another way", INPUT("\"k\": [\"ab\", \"c\"]"),
      INPUT("\"k\": [\"a\", \"bc\"]"), CALLS_ONLY,
      "call 1: the input is {\"k\":[\"a\",\"bc\"]}, expected {\"k\":[\"ab\",\"c\"]}", false,
      false },
    { "a string for a list", INPUT("\"k\": [\"a\"]"), INPUT("\"k\": \"a\""), CALLS_ONLY,
      "call 1: the input is {\"k\":\"a\"}, expected {\"k\":[\"a\"]}", false, false },
    { "a list for a string", INPUT("\"k\": \"a\""), INPUT("\"k\": [\"a\"]"), CALLS_ONLY,
      "call 1: the input is {\"k\":[\"a\"]}, expected {\"k\":\"a\"}", false, false },
    { "an empty list is not an empty string", INPUT("\"k\": []"), INPUT("\"k\": \"\""), CALLS_ONLY,
      "call 1: the input is {\"k\":\"\"}, expected {\"k\":[]}", false, false },
    { "a number is not a string", INPUT("\"k\": \"1\""), INPUT("\"k\": 1"), CALLS_ONLY,
      "call 1: the input is {\"k\":1}, expected {\"k\":\"1\"}", false, false },
    { "true is not a string", INPUT("\"k\": true"), INPUT("\"k\": \"true\""), CALLS_ONLY,
      "call 1: the input is {\"k\":\"true\"}, expected {\"k\":true}", false, false },
    { "a nested object in another order", INPUT("\"k\": {\"a\": 1, \"b\": 2}"),
      INPUT("\"k\": {\"b\": 2, \"a\": 1}"), ALL, NULL, false, false },

    /* spans */
    { "the same span", SPAN("[0, 5]"), SPAN("[0, 5]"), ALL, NULL, false, false },
    { "another start", SPAN("[0, 5]"), SPAN("[1, 5]"), SPANS,
      "call 1: the span is [1, 5), expected [0, 5)", false, false },
    { "another end", SPAN("[0, 5]"), SPAN("[0, 6]"), SPANS,
      "call 1: the span is [0, 6), expected [0, 5)", false, false },
    { "spans are not judged", SPAN("[0, 5]"), SPAN("[1, 6]"), DIAGNOSTICS, NULL, false, false },
    { "no span is expected", CALL(A), SPAN("[1, 6]"), ALL, NULL, false, false },
    { "the input before the span", SPAN("[0, 5]"),
      CALL("{\"name\": \"a\", \"input\": {\"k\": \"v\"}, \"span\": [1, 5]}"), SPANS,
      "call 1: the input is {\"k\":\"v\"}, expected {}", false, false },

    /* diagnostics */
    { "the same diagnostic", SAID("{\"code\": \"bad-name\", \"offset\": 3, \"clause\": \"X-1.1\"}"),
      SAID("{\"code\": \"bad-name\", \"offset\": 3, \"clause\": \"X-1.1\"}"), ALL, NULL, false,
      false },
    { "a diagnostic is missing", SAID("{\"code\": \"bad-name\", \"offset\": 3}"), SAID(""),
      DIAGNOSTICS, "a diagnostic is missing: bad-name", false, false },
    { "a diagnostic too many", SAID(""), SAID("{\"code\": \"bad-line\", \"offset\": 3}"),
      DIAGNOSTICS, "a diagnostic too many: bad-line", false, false },
    { "another code", SAID("{\"code\": \"bad-name\", \"offset\": 3}"),
      SAID("{\"code\": \"bad-line\", \"offset\": 3}"), DIAGNOSTICS,
      "diagnostic 1 is bad-line, expected bad-name", false, false },
    { "another offset", SAID("{\"code\": \"bad-name\", \"offset\": 3}"),
      SAID("{\"code\": \"bad-name\", \"offset\": 4}"), DIAGNOSTICS,
      "diagnostic 1 (bad-name) is at byte 4, expected at 3", false, false },
    { "no offset is expected", SAID("{\"code\": \"bad-name\"}"),
      SAID("{\"code\": \"bad-name\", \"offset\": 4}"), ALL, NULL, false, false },
    { "without offsets, the order as written",
      SAID("{\"code\": \"mismatched-end\"}, {\"code\": \"bad-name\"}"),
      SAID(
          "{\"code\": \"mismatched-end\", \"offset\": 1}, {\"code\": \"bad-name\", \"offset\": 2}"),
      ALL, NULL, false, false },
    { "with offsets, by offset",
      SAID("{\"code\": \"bad-name\", \"offset\": 9}, {\"code\": \"bad-line\", \"offset\": 1}"),
      SAID("{\"code\": \"bad-line\", \"offset\": 1}, {\"code\": \"bad-name\", \"offset\": 9}"), ALL,
      NULL, false, false },
    { "at one offset, by code",
      SAID(
          "{\"code\": \"limit-exceeded\", \"offset\": 1}, {\"code\": \"bad-name\", \"offset\": 1}"),
      SAID(
          "{\"code\": \"bad-name\", \"offset\": 1}, {\"code\": \"limit-exceeded\", \"offset\": 1}"),
      ALL, NULL, false, false },
    { "another clause", SAID("{\"code\": \"bad-name\", \"offset\": 3, \"clause\": \"X-1.1\"}"),
      SAID("{\"code\": \"bad-name\", \"offset\": 3, \"clause\": \"X-1.2\"}"), ALL,
      "diagnostic 1 (bad-name) follows from X-1.2, expected X-1.1", false, false },
    { "no clause", SAID("{\"code\": \"bad-name\", \"offset\": 3, \"clause\": \"X-1.1\"}"),
      SAID("{\"code\": \"bad-name\", \"offset\": 3}"), ALL,
      "diagnostic 1 (bad-name) follows from no clause, expected X-1.1", false, false },
    { "clauses are not judged", SAID("{\"code\": \"bad-name\", \"clause\": \"X-1.1\"}"),
      SAID("{\"code\": \"bad-name\", \"offset\": 3, \"clause\": \"X-1.2\"}"), DIAGNOSTICS, NULL,
      false, false },
    { "diagnostics are not judged", SAID("{\"code\": \"bad-name\"}"), SAID(""), SPANS, NULL, false,
      false },
    { "text before diagnostics",
      "{\"text\": \"a\", \"calls\": [], \"diagnostics\": [{\"code\": \"bad-name\"}]}", TEXT("b"),
      ALL, "the text differs at its byte 0: expected \"a\", got \"b\"", false, false },
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static void judges(void **state)
{
    const row *r = *state;
    difference d;
    judgement j;
    bool same;

    judgement_begin(&j, r->expected, r->actual);
    same = judge_outcome(&j.expected, j.outcome, &r->what, &d);
    assert_string_equal(d.sentence, r->sentence ? r->sentence : "");
    assert_int_equal(same, r->sentence == NULL);
    assert_int_equal(d.fewer_calls, r->fewer);
    assert_int_equal(d.more_calls, r->more);
    judgement_end(&j);
}

/* -- two outcomes ---------------------------------------------------------------------------- */

static void an_outcome_is_its_own(void **state)
{
    const judged all = ALL;

    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        difference d;
        judgement j;

        judgement_begin(&j, ROWS[i].expected, ROWS[i].actual);
        assert_true(judge_same(j.outcome, j.outcome, &all, &d));
        assert_string_equal(d.sentence, "");
        judgement_end(&j);
    }
}

/* Of two outcomes everything is judged: what an expectation may leave open as well. */
static void two_outcomes_differ(void **state)
{
    static const struct {
        const char *a, *b, *sentence;
    } PAIRS[] = {
        { CALL(A), SPAN("[0, 5]"), "call 1: the span is [0, 5), expected [0, 0)" },
        { CALL("{\"name\": \"a\", \"complete\": false}"),
          CALL("{\"name\": \"a\", \"input\": {\"k\": \"v\"}, \"complete\": false}"),
          "call 1: the input is {\"k\":\"v\"}, expected {}" },
        { SAID("{\"code\": \"bad-name\"}"), SAID("{\"code\": \"bad-name\", \"offset\": 4}"),
          "diagnostic 1 (bad-name) is at byte 4, expected at 0" },
    };
    const judged all = ALL;

    (void)state;
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        judgement a, b;
        difference d;

        judgement_begin(&a, PAIRS[i].a, PAIRS[i].a);
        judgement_begin(&b, PAIRS[i].b, PAIRS[i].b);
        assert_false(judge_same(a.outcome, b.outcome, &all, &d));
        assert_string_equal(d.sentence, PAIRS[i].sentence);
        assert_false(judge_same(b.outcome, a.outcome, &all, &d));
        judgement_end(&a);
        judgement_end(&b);
    }
}

/* -- the parts of a case --------------------------------------------------------------------- */

/* Everything differs; the levels of calls, text and diagnostics say what is told. */
static const struct {
    level levels[PART_COUNT];
    judged what;
    case_part part;
    difference_kind kind;
} WEIGHED[] = {
    { { LEVEL_MUST, LEVEL_MUST, LEVEL_MUST }, ALL, PART_CALLS, DIFFERS_NAME },
    { { LEVEL_SHOULD, LEVEL_MUST, LEVEL_MUST }, ALL, PART_TEXT, DIFFERS_TEXT },
    { { LEVEL_SHOULD, LEVEL_SHOULD, LEVEL_MUST }, ALL, PART_DIAGNOSTICS, DIFFERS_DIAGNOSTICS },
    { { LEVEL_MAY, LEVEL_SHOULD, LEVEL_SHOULD }, ALL, PART_TEXT, DIFFERS_TEXT },
    { { LEVEL_SHOULD, LEVEL_MAY, LEVEL_MUST }, SPANS, PART_CALLS, DIFFERS_NAME },
};

static const char ALL_PARTS[] = "{\"text\": \"a\", \"calls\": [{\"name\": \"a\", \"input\": {}}], "
                                "\"diagnostics\": [{\"code\": \"bad-name\"}]}";
static const char OTHERWISE[] = "{\"text\": \"b\", \"calls\": [{\"name\": \"b\", \"input\": {}}], "
                                "\"diagnostics\": [{\"code\": \"bad-line\"}]}";

static void no_part_hides_a_graver_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof WEIGHED / sizeof *WEIGHED; i++) {
        test_case t = { .id = "x/y/z" };
        judgement j;
        difference d;

        for (unsigned k = 0; k < PART_COUNT; k++)
            t.parts[k].level = WEIGHED[i].levels[k];
        judgement_begin(&j, ALL_PARTS, OTHERWISE);
        assert_false(judge_gravest(&t, &j.expected, j.outcome, &WEIGHED[i].what, &d));
        assert_int_equal(d.part, WEIGHED[i].part);
        assert_int_equal(d.kind, WEIGHED[i].kind);
        judgement_end(&j);
    }
}

/* A part that is right weighs nothing, and a case whose parts are all right has no difference. */
static void a_part_that_is_right_does_not_count(void **state)
{
    test_case t = { .parts = { [PART_CALLS] = { .level = LEVEL_MUST },
                               [PART_TEXT] = { .level = LEVEL_SHOULD },
                               [PART_DIAGNOSTICS] = { .level = LEVEL_SHOULD } } };
    const judged all = ALL;
    difference d;
    judgement j;

    (void)state;
    judgement_begin(&j, TEXT("a"), TEXT("b"));
    assert_false(judge_gravest(&t, &j.expected, j.outcome, &all, &d));
    assert_int_equal(d.part, PART_TEXT);
    judgement_end(&j);
    judgement_begin(&j, ALL_PARTS, ALL_PARTS);
    assert_true(judge_gravest(&t, &j.expected, j.outcome, &all, &d));
    assert_int_equal(d.kind, DIFFERS_NOT);
    judgement_end(&j);
}

/* -- for people ------------------------------------------------------------------------------ */

/* Room for the sentence is limited, for what differs it is not. */
static void sentences_fit(void **state)
{
    char *name = xcalloc(1000, 1), *expected, *actual;
    const judged all = ALL;
    difference d;
    judgement j;

    (void)state;
    memset(name, 'n', 999);
    expected = xformat(
        "{\"text\": \"\", \"calls\": [{\"name\": \"a\", \"input\": {\"%s\": \"v\"}}]}", name);
    actual = xformat("{\"text\": \"\", \"calls\": [{\"name\": \"a\", \"input\": {\"%s\": \"w\"}}]}",
                     name);
    judgement_begin(&j, expected, actual);
    assert_false(judge_outcome(&j.expected, j.outcome, &all, &d));
    assert_non_null(strstr(d.sentence, "differs at its byte 0: expected \"v\", got \"w\""));
    assert_true(strlen(d.sentence) < sizeof d.sentence);
    judgement_end(&j);
    free(expected);
    free(actual);
    free(name);
}

static const char EVERYTHING[] =
    "{\"text\": \"a\\nb\", \"calls\": ["
    "{\"name\": \"one\", \"input\": {\"k\": \"v\", \"l\": [\"w\"]}, \"span\": [1, 9]},"
    "{\"name\": \"two\", \"input\": {}, \"complete\": false}],"
    "\"diagnostics\": [{\"code\": \"bad-line\", \"offset\": 2, \"clause\": \"X-1.1\"}]}";

static void lines_say_everything(void **state)
{
    static const struct {
        judged what;
        const char *expected, *actual;
    } LINES[] = {
        { ALL,
          "text \"a\\nb\"\ncall \"one\" [1, 9)\n  \"k\": \"v\"\n  \"l\": [\"w\"]\n"
          "call \"two\" incomplete\nbad-line at 2 by X-1.1\n",
          "text \"a\\nb\"\ncall \"one\" [1, 9)\n  \"k\": \"v\"\n  \"l\": [\"w\"]\n"
          "call \"two\" incomplete [0, 0)\nbad-line at 2 by X-1.1\n" },
        { DIAGNOSTICS,
          "text \"a\\nb\"\ncall \"one\"\n  \"k\": \"v\"\n  \"l\": [\"w\"]\n"
          "call \"two\" incomplete\nbad-line at 2\n",
          NULL },
        { CALLS_ONLY,
          "text \"a\\nb\"\ncall \"one\"\n  \"k\": \"v\"\n  \"l\": [\"w\"]\n"
          "call \"two\" incomplete\n",
          NULL },
    };
    judgement j;

    (void)state;
    judgement_begin(&j, EVERYTHING, EVERYTHING);
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        char *expected = expectation_lines(&j.expected, &LINES[i].what);
        char *actual = outcome_lines(j.outcome, &LINES[i].what);

        assert_string_equal(expected, LINES[i].expected);
        assert_string_equal(actual, LINES[i].actual ? LINES[i].actual : LINES[i].expected);
        free(expected);
        free(actual);
    }
    judgement_end(&j);
}

/* A recovered call may be complete or not; all else of it is judged. */
static void either_is_complete_or_not(void **state)
{
    static const struct {
        const char *actual;
        bool same;
    } CALLS[] = {
        { CALL(A), true },
        { CALL("{\"name\": \"a\", \"input\": {}, \"complete\": false}"), true },
        { CALL(B), false },
    };
    const judged all = ALL;

    (void)state;
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        difference d;
        judgement j;

        judgement_begin(&j, CALL(A), CALLS[i].actual);
        j.expected.calls[0].either = true;
        assert_int_equal(judge_outcome(&j.expected, j.outcome, &all, &d), CALLS[i].same);
        judgement_end(&j);
    }
}

/* What is long is shortened, and says how long it is. */
static void lines_stay_short(void **state)
{
    char *text = xcalloc(5001, 1), *json, *lines;
    const judged all = ALL;
    judgement j;

    (void)state;
    memset(text, 'x', 5000);
    text[0] = 'A';
    text[4999] = 'Z';
    json = xformat("{\"text\": \"%s\", \"calls\": []}", text);
    judgement_begin(&j, json, json);
    lines = outcome_lines(j.outcome, &all);
    assert_true(strlen(lines) < 1000);
    assert_int_equal(strncmp(lines, "text \"Ax", strlen("text \"Ax")), 0);
    assert_non_null(strstr(lines, " … 5000 bytes … "));
    assert_string_equal(lines + strlen(lines) - 4, "xZ\"\n");
    judgement_end(&j);
    free(lines);
    free(json);
    free(text);
}

/* MODEL-1.6: what is answered as JSON has U+FFFD for each byte that is not UTF-8; strings have not.
 */
static void bytes_that_json_cannot_carry(void **state)
{
    const fp_str item = FP_STR("\x96");
    const fp_arg list = { .key = FP_STR("a"),
                          .value = { .kind = FP_VALUE_LIST, .items = &item, .item_count = 1 } };
    const fp_arg json = { .key = FP_STR("a"),
                          .value = { .kind = FP_VALUE_JSON, .text = FP_STR("[\"\x96\"]") } };
    const fp_arg string = { .key = FP_STR("a"),
                            .value = { .kind = FP_VALUE_STRING, .text = item } };
    const fp_arg *const ARGS[] = { &list, &json };
    fp_call answered = { .name = xcopy(FP_STR("t")) }, other = { .name = xcopy(FP_STR("t")) };

    (void)state;
    call_add(&answered, FP_STR("a"), value_from_text(FP_STR("[\"\xEF\xBF\xBD\"]")));
    call_add(&other, FP_STR("a"), value_from_text(FP_STR("[\"?\"]")));
    for (size_t i = 0; i < 2; i++) {
        const fp_call want = { .name = FP_STR("t"), .args = ARGS[i], .arg_count = 1 };

        assert_false(fp_call_equal(&want, &answered));
        assert_true(call_equal_written(&want, &answered));
        assert_false(call_equal_written(&answered, &want));
        assert_false(call_equal_written(&want, &other));
    }
    assert_false(call_equal_written(
        &(fp_call){ .name = FP_STR("t"), .args = &string, .arg_count = 1 }, &answered));
    call_free(&answered);
    call_free(&other);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(an_outcome_is_its_own),
        cmocka_unit_test(two_outcomes_differ),
        cmocka_unit_test(no_part_hides_a_graver_one),
        cmocka_unit_test(a_part_that_is_right_does_not_count),
        cmocka_unit_test(sentences_fit),
        cmocka_unit_test(lines_say_everything),
        cmocka_unit_test(lines_stay_short),
        cmocka_unit_test(either_is_complete_or_not),
        cmocka_unit_test(bytes_that_json_cannot_carry),
    };
    struct CMUnitTest rows[ROW_COUNT];

    for (size_t i = 0; i < ROW_COUNT; i++)
        rows[i] = (struct CMUnitTest){ .name = ROWS[i].name,
                                       .test_func = judges,
                                       .initial_state = (void *)(uintptr_t)&ROWS[i] };
    return cmocka_run_group_tests_name("rows", rows, NULL, NULL) +
           cmocka_run_group_tests(TESTS, NULL, NULL);
}
