/* SPDX-License-Identifier: Apache-2.0 */
/* test_cause_pairs.c: which golden failures, laws that fail with them, and smallest forms are one
 * cause.
 */
#include "result/cause.h"

#include "judge/judge.h"
#include "result/finding.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TAGS(value) \
    "<tool_call>\n<function=f>\n<parameter=k>\n" value "\n</parameter>\n</function>\n</tool_call>"
#define ONE(value) "text \"\"\ncall \"f\"\n  \"k\": \"" value "\"\n"

/* A failure of qwen3-coder. */
typedef struct failure {
    const char *input, *check, *clause;
    difference_kind kind;
    harm harm;
    const char *expected, *actual;
    bool many; /* of many cuts, and not of one that is between marks */
} failure;

static const struct {
    const char *name;
    bool same_case, one_cause;
    failure a, b;
} PAIRS[] = {
    { "a line that ends at a CR changes a value, or runs a call",
      false,
      true,
      { TAGS("a\rb"), "golden", "TAGS-4.1", DIFFERS_VALUE, HARM_ARGUMENTS, ONE("a\\rb"), ONE("a"),
        0 },
      { TAGS("a\rb"), "golden", "TAGS-4.3", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, ONE("a\\rb"),
        ONE("a") "call \"g\"\n", 0 } },
    { "the same where the outcome has no CR, and the input has it before the text",
      false,
      true,
      { "\r" TAGS("a"), "golden", "TAGS-4.1", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL,
        "text \"<tool_call>\"\n", "text \"\"\ncall \"f\"\n", 0 },
      { TAGS("a\rb"), "golden", "TAGS-4.3", DIFFERS_VALUE, HARM_ARGUMENTS, ONE("a\\rb"), ONE("a"),
        0 } },
    { "blanks are lost, or a CR is",
      false,
      false,
      { TAGS("a "), "golden", "TAGS-4.1", DIFFERS_VALUE, HARM_ARGUMENTS, ONE("a "), ONE("a"), 0 },
      { TAGS("a\r"), "golden", "TAGS-4.1", DIFFERS_VALUE, HARM_ARGUMENTS, ONE("a\\r"), ONE("a"),
        0 } },
    { "whichever mark it is in a value that runs",
      false,
      true,
      { TAGS("<tool_call>"), "golden", "TAGS-4.3", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, NULL,
        NULL, 0 },
      { TAGS("<function=g>"), "golden", "TAGS-4.3", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, NULL,
        NULL, 0 } },
    { "the mark in a value that is lost",
      false,
      false,
      { TAGS("<tool_call>"), "golden", "TAGS-4.3", DIFFERS_FEWER_CALLS, HARM_LOST_CALL, NULL, NULL,
        0 },
      { TAGS("<function=g>"), "golden", "TAGS-4.3", DIFFERS_FEWER_CALLS, HARM_LOST_CALL, NULL, NULL,
        0 } },
    { "a truncated call whose value a mark ends",
      true,
      true,
      { TAGS("a<function=g>"), "golden", "TAGS-4.3", DIFFERS_VALUE, HARM_ARGUMENTS,
        ONE("a<function=g>"), ONE("a"), 0 },
      { TAGS("a<function=g>"), "TRUNCATION", "LAW-7.1", DIFFERS_NOT, HARM_ARGUMENTS, NULL, NULL,
        0 } },
    { "a truncated call, and a value that differs otherwise",
      true,
      false,
      { TAGS("ab"), "golden", "TAGS-4.1", DIFFERS_VALUE, HARM_ARGUMENTS, ONE("ab"), ONE("b"), 0 },
      { TAGS("ab"), "TRUNCATION", "LAW-7.1", DIFFERS_NOT, HARM_ARGUMENTS, NULL, NULL, 0 } },
    { "a value that a law carries to another input",
      false,
      true,
      { TAGS("a<b"), "golden", "TAGS-4.3", DIFFERS_VALUE, HARM_ARGUMENTS, ONE("a<b"), ONE("a"), 0 },
      { TAGS("c"), "RENAMING", "LAW-12.1", DIFFERS_NOT, HARM_ARGUMENTS, ONE("c<d"), ONE("c"), 0 } },
    { "what our parser finds wrong otherwise, where both cases are about one clause",
      false,
      true,
      { "<tool_call>x", "golden", "QWEN3-CODER-1.1", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, NULL,
        NULL, 0 },
      { "<TOOL_CALL>", "golden", "QWEN3-CODER-1.1", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, NULL,
        NULL, 0 } },
    { "what our parser finds wrong otherwise, where the cases are about two clauses",
      false,
      false,
      { "<tool_call>x", "golden", "TAGS-2.3", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, NULL, NULL,
        0 },
      { "<TOOL_CALL>", "golden", "QWEN3-CODER-1.1", DIFFERS_MORE_CALLS, HARM_UNWRITTEN_CALL, NULL,
        NULL, 0 } },
    { "a cut between marks changes blanks, and many cuts lose a call",
      false,
      false,
      { "a b", "CHUNK", "LAW-2.1", DIFFERS_TEXT, HARM_WHITE_SPACE, NULL, NULL, 0 },
      { "a b" TAGS("a"), "CHUNK", "LAW-2.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL, NULL, NULL,
        true } },
    { "a cut between marks changes blanks, and many cuts change text",
      false,
      true,
      { "a b", "CHUNK", "LAW-2.1", DIFFERS_TEXT, HARM_WHITE_SPACE, NULL, NULL, 0 },
      { "a b" TAGS("a"), "CHUNK", "LAW-2.1", DIFFERS_TEXT, HARM_TEXT, NULL, NULL, true } },
    { "twice the input loses blanks of its text, and another input a call",
      false,
      false,
      { "a", "CONCATENATION", "LAW-10.1", DIFFERS_TEXT, HARM_WHITE_SPACE, NULL, NULL, 0 },
      { "b" TAGS("a"), "CONCATENATION", "LAW-10.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL, NULL, NULL,
        0 } },
    { "twice the input loses text, and another input a call",
      false,
      true,
      { "a", "CONCATENATION", "LAW-10.1", DIFFERS_TEXT, HARM_TEXT, NULL, NULL, 0 },
      { "b" TAGS("a"), "SURROUNDING", "LAW-11.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL, NULL, NULL,
        0 } },
    { "text at the end that is too much, a tag or blanks, as two clauses have it",
      false,
      true,
      { "x" TAGS("a"), "golden", "TAGS-4.1", DIFFERS_TEXT_EXTRA, HARM_TEXT, "text \"x\"\n",
        "text \"x</b>\"\n", 0 },
      { "y" TAGS("a"), "golden", "TAGS-4.3", DIFFERS_TEXT_EXTRA, HARM_TEXT, "text \"\"\n",
        "text \"\\n.\"\n", 0 } },
    { "calls that are lost beside others, as two clauses have it",
      false,
      true,
      { TAGS("a") TAGS("b"), "golden", "TAGS-4.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        ONE("a") "call \"f\"\n", "text \"\"\n", 0 },
      { TAGS("a") "x" TAGS("b"), "golden", "TAGS-4.3", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        "text \"x\"\ncall \"f\"\ncall \"f\"\n", "text \"x\"\ncall \"f\"\n", 0 } },
    { "calls that are lost beside another one, and one before text",
      false,
      true,
      { TAGS("a") TAGS("b"), "golden", "TAGS-4.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        ONE("a") "call \"f\"\n", "text \"\"\ncall \"f\"\n", 0 },
      { TAGS("a") "\nx", "golden", "TAGS-4.3", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        "text \"\\nx\"\ncall \"f\"\n", "text \"\\nx\"\n", 0 } },
    { "a call that is lost beside another one, and one before blanks",
      false,
      false,
      { TAGS("a") TAGS("b"), "golden", "TAGS-4.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        ONE("a") "call \"f\"\n", "text \"\"\ncall \"f\"\n", 0 },
      { TAGS("a") "\n", "golden", "TAGS-4.3", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        "text \"\\n\"\ncall \"f\"\n", "text \"\\n\"\n", 0 } },
    { "a call that is lost beside another one, and one with a list",
      false,
      false,
      { TAGS("a") TAGS("b"), "golden", "TAGS-4.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        ONE("a") "call \"f\"\n", "text \"\"\ncall \"f\"\n", 0 },
      { TAGS("a"), "golden", "TAGS-4.1", DIFFERS_FEWER_CALLS, HARM_LOST_CALL,
        "text \"\"\ncall \"f\"\n  \"k\": [\"a\", \"b\"]\n", "text \"\"\n", 0 } },
    { "text that is too much at the end, and before it",
      false,
      false,
      { "x" TAGS("a"), "golden", "TAGS-4.1", DIFFERS_TEXT_EXTRA, HARM_TEXT, "text \"x\"\n",
        "text \"x.\"\n", 0 },
      { "xy" TAGS("a"), "golden", "TAGS-4.3", DIFFERS_TEXT_EXTRA, HARM_TEXT, "text \"xy\"\n",
        "text \"x.y\"\n", 0 } },
    { "text that is too much at the end, and a mark there",
      false,
      false,
      { "x" TAGS("a"), "golden", "TAGS-4.1", DIFFERS_TEXT_EXTRA, HARM_TEXT, "text \"x\"\n",
        "text \"x.\"\n", 0 },
      { "xy" TAGS("a"), "golden", "TAGS-4.3", DIFFERS_TEXT_EXTRA, HARM_TEXT, "text \"x\"\n",
        "text \"x\\n</parameter>\"\n", 0 } },
};

static int load_spec(void **state)
{
    problems p = { 0 };

    *state = spec_load(FP_SOURCE_DIR, &p);
    return *state ? 0 : -1;
}

static int free_spec(void **state)
{
    spec_free(*state);
    return 0;
}

static test_case case_of(const failure *f, const char *id)
{
    return (test_case){ .id = id,
                        .syntax = fp_syntax_find(FP_STR("qwen3-coder")),
                        .file = "corpus/qwen3-coder/made.json",
                        .input = fp_str_of(f->input) };
}

static void take(causes *c, const failure *f, const test_case *t)
{
    static const size_t CUTS[] = { 2, 5, 9 };
    const bool fed = strcmp(f->check, "CHUNK") == 0;
    const char *kind = difference_name(f->kind);
    char *class = failure_class(VERDICT_WRONG, kind);
    const result r = { .test = t,
                       .check = f->check,
                       .clause = f->clause,
                       .verdict = VERDICT_WRONG,
                       .kind = kind,
                       .failure = class,
                       .harm = f->harm,
                       .sentence = "it differs",
                       .cuts = CUTS,
                       .cut_count = f->many ? COUNT(CUTS) : fed,
                       .expected = f->expected,
                       .actual = f->actual };

    causes_take(c, &r, true);
    free(class);
}

static void failures_of_one_mechanism_are_one_cause(void **state)
{
    const run_info info = { .subject = "s", .policies = "", .spec = *state };

    for (size_t i = 0; i < COUNT(PAIRS); i++) {
        const test_case a = case_of(&PAIRS[i].a, "qwen3-coder/made/a");
        const test_case b = case_of(&PAIRS[i].b, "qwen3-coder/made/b");
        causes *c = causes_new(&info);

        take(c, &PAIRS[i].a, &a);
        take(c, &PAIRS[i].b, PAIRS[i].same_case ? &a : &b);
        causes_make(c, NULL);
        if (causes_count(c) != (PAIRS[i].one_cause ? 1 : 2))
            fail_msg("%s: %zu causes: %s", PAIRS[i].name, causes_count(c),
                     causes_at(c, 0)->sentence);
        causes_free(c);
    }
}

/* PROMPT fails with the golden outcome of some cases, and alone of others. */
static void a_law_that_often_fails_alone_is_a_cause(void **state)
{
    static const struct {
        size_t alone, with, results; /* of the first cause */
    } ROWS[] = { { 9, 10, 20 }, { 10, 30, 30 }, { 10, 31, 62 } };
    static const failure GOLDEN = { TAGS("a"),      "golden",     "TAGS-4.1", DIFFERS_VALUE,
                                    HARM_ARGUMENTS, ONE("a\\rb"), ONE("a"),   0 };
    static const failure LATE = { TAGS("a"), "PROMPT", "LAW-5.1", DIFFERS_NOT,
                                  HARM_NONE, NULL,     NULL,      0 };
    const run_info info = { .subject = "s", .policies = "", .spec = *state };
    test_case t[41];

    for (size_t i = 0; i < COUNT(t); i++)
        t[i] = case_of(&LATE, "qwen3-coder/made/a");
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        causes *c = causes_new(&info);

        for (size_t k = 0; k < ROWS[i].alone + ROWS[i].with; k++) {
            if (k >= ROWS[i].alone)
                take(c, &GOLDEN, &t[k]);
            take(c, &LATE, &t[k]);
        }
        causes_make(c, NULL);
        assert_int_equal(causes_count(c), 2);
        assert_int_equal(causes_at(c, 0)->count, ROWS[i].results);
        causes_free(c);
    }
}

/* Letters and digits of any kind are the same in two smallest forms, except those of a mark. */
static void forms_that_name_another_mark_are_not_alike(void **state)
{
    static const struct {
        const char *syntax, *a, *b; /* NULL: it has no marks */
        bool alike;
    } ROWS[] = {
        { "deepseek-v31", "<｜tool▁calls▁begin｜>", "<｜tool▁call▁end｜>", false },
        { "deepseek-v31", "<｜tool▁call▁begin｜>f", "<｜tool▁call▁begin｜>write", true },
        { "deepseek-v31", "<｜tool▁fool▁begin｜>", "<｜tool▁pool▁end｜>", true },
        { "kimi-k2", "<|tool_call_begin|>", "<|tool_call_end|>", false },
        { "hermes", "x<tool_call>7", "name<tool_call>8", true },
        { "hermes", "<tool_call>", "<tool_cal>", false },
        { "hermes", "<tool_call>\n", "<tool_call>", false },
        { NULL, "<tool_call>", "<name_other>", true },
        { NULL, "ab", "a1", false },
    };

    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const fp_syntax *syntax = ROWS[i].syntax ? fp_syntax_find(fp_str_of(ROWS[i].syntax)) : NULL;
        char *a = candidate_shape(&(candidate){ .input = fp_str_of(ROWS[i].a) }, syntax);
        char *b = candidate_shape(&(candidate){ .input = fp_str_of(ROWS[i].b) }, syntax);

        if ((strcmp(a, b) == 0) != ROWS[i].alike)
            fail_msg("%s and %s: %s and %s", ROWS[i].a, ROWS[i].b, a, b);
        free(a);
        free(b);
    }
}

/* A finding_judge: a candidate fails as long as nothing is taken from it. */
static failing fails_if_whole(void *context, const finding *f, const candidate *c)
{
    const bool whole = fp_str_equal(c->input, f->test->input);

    (void)context;
    return (failing){ .verdict = whole ? f->verdict : VERDICT_PASS,
                      .kind = f->kind,
                      .harm = f->harm,
                      .sentence = xstrdup("it differs") };
}

static void forms_of_another_mark_are_two_findings(void **state)
{
    static const struct {
        const char *a, *b;
        size_t findings;
    } ROWS[] = {
        { "<｜tool▁calls▁begin｜>", "<｜tool▁call▁end｜>", 2 },
        { "<｜tool▁call▁end｜>f", "<｜tool▁call▁end｜>write", 1 },
    };
    const fp_syntax *syntax = fp_syntax_find(FP_STR("deepseek-v31"));

    (void)state;
    for (size_t i = 0; i < COUNT(ROWS); i++) {
        const test_case cases[] = {
            { .id = "deepseek-v31/made/a", .syntax = syntax, .input = fp_str_of(ROWS[i].a) },
            { .id = "deepseek-v31/made/b", .syntax = syntax, .input = fp_str_of(ROWS[i].b) },
        };
        findings *f = findings_new();

        for (size_t k = 0; k < COUNT(cases); k++)
            findings_take(f, &(result){ .test = &cases[k],
                                        .check = "PARITY",
                                        .clause = "LAW-15.1",
                                        .verdict = VERDICT_WRONG,
                                        .harm = HARM_TEXT });
        findings_reduce(f, fails_if_whole, NULL, REDUCE_LEAST);
        assert_int_equal(findings_count(f), ROWS[i].findings);
        findings_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_law_that_often_fails_alone_is_a_cause),
        cmocka_unit_test(failures_of_one_mechanism_are_one_cause),
        cmocka_unit_test(forms_that_name_another_mark_are_not_alike),
        cmocka_unit_test(forms_of_another_mark_are_two_findings),
    };

    return cmocka_run_group_tests(tests, load_spec, free_spec);
}
