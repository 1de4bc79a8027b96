/* SPDX-License-Identifier: Apache-2.0 */
/* test_cause.c: which failures are one cause and which are not, the order of causes, and how they
 * are put into words.
 */
#include "result/cause.h"

#include "judge/judge.h"
#include "law/laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define A_CALL "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"
#define SAYS_MARK \
    "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": \"</tool_call>\"}}\n</tool_call>"
#define BARE_NAME "<tool_call>\n{name: \"f\"}\n</tool_call>"
#define OPEN_BLOCK "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}"

#define BROKEN_BLOCK OPEN_BLOCK "\n" A_CALL

/* A failure; with MANY cuts, one, or none: 0. */
enum { MANY = 1000 };

typedef struct failure {
    const char *input, *check;
    difference_kind kind;
    harm harm;
    size_t cut;
    bool tokens;
    const char *clause, *expected, *actual, *sentence;
    verdict verdict;
} failure;

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
                        .syntax = fp_syntax_find(FP_STR("hermes")),
                        .file = "corpus/hermes/made.json",
                        .input = fp_str_of(f->input) };
}

static void take(causes *c, const failure *f, const test_case *t)
{
    static const size_t CUTS[] = { 2, 5, 30 };
    const char *kind = difference_name(f->kind);
    const verdict v = f->verdict ? f->verdict : VERDICT_WRONG;
    char *class = failure_class(v, kind);
    const result r = { .test = t,
                       .check = f->check,
                       .clause = f->clause ? f->clause : "HERMES-1.1",
                       .verdict = v,
                       .kind = kind,
                       .failure = class,
                       .harm = f->harm,
                       .sentence = f->sentence ? f->sentence : "it differs",
                       .cuts = f->cut == MANY ? CUTS : &f->cut,
                       .cut_count = f->cut == MANY ? COUNT(CUTS) : f->cut != 0,
                       .tokens = f->tokens,
                       .expected = f->expected,
                       .actual = f->actual };

    causes_take(c, &r, true);
    free(class);
}

/* -- what is one cause ------------------------------------------------------------------------- */

/* Two failures, of two cases or of one. */
static const struct {
    const char *name;
    bool same_case, one_cause;
    failure a, b;
} PAIRS[] = {
    { "two cuts inside one mark",
      false,
      true,
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      { "x" A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 9 } },
    { "cuts inside two marks",
      false,
      false,
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = sizeof A_CALL - 4 } },
    { "a mark that is missed loses a call, and lets text through",
      false,
      true,
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      { A_CALL, "CHUNK", DIFFERS_TEXT_EXTRA, .harm = HARM_TEXT, .cut = 3 } },
    { "a mark that is missed loses a call, and another cut changes a value",
      false,
      false,
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      { A_CALL, "CHUNK", DIFFERS_VALUE, .harm = HARM_ARGUMENTS, .cut = 3 } },
    { "WHOLE of the case whose CHUNK fails at a known cut",
      true,
      true,
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      { A_CALL, "WHOLE", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = MANY } },
    { "WHOLE of another case fails in many chunks as a cut does elsewhere",
      false,
      true,
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      { "y" A_CALL, "WHOLE", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = MANY } },
    { "WHOLE where the input in one piece is wrong, as the golden outcome is",
      true,
      true,
      { SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      { SAYS_MARK, "WHOLE", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = MANY,
        .sentence = "in one piece, and not a unit at a time: a call is lost" } },
    { "no answer to a cut, and a call that a cut loses",
      false,
      false,
      { A_CALL, "CHUNK", DIFFERS_NOT, .harm = HARM_NO_ANSWER, .cut = 3,
        .verdict = VERDICT_TIMEOUT },
      { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 } },
    { "two clauses, and one mark in an argument",
      false,
      true,
      { SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .clause = "HERMES-1.1" },
      { "y" SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL,
        .clause = "HERMES-2.1" } },
    { "one mark in an argument, in a law that carries calls",
      false,
      true,
      { SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      { "y" SAYS_MARK, "ROUND-TRIP", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL } },
    { "a mark in an argument, and a broken object",
      false,
      false,
      { SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      { BARE_NAME, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL } },
    { "two harms of the same clause",
      false,
      false,
      { A_CALL, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      { A_CALL, "golden", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL } },
    { "two clauses, and nothing else is known",
      false,
      false,
      { A_CALL, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .clause = "HERMES-1.1" },
      { A_CALL, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .clause = "HERMES-2.1" } },
    { "a cut block whose call runs, as a case and by the law",
      false,
      true,
      { OPEN_BLOCK, "golden", DIFFERS_COMPLETE, .harm = HARM_UNWRITTEN_CALL },
      { A_CALL, "TRUNCATION", DIFFERS_MORE_CALLS, .harm = HARM_ARGUMENTS } },
    { "a broken block whose call runs, under a policy that leaves it out, and under another",
      false,
      true,
      { BROKEN_BLOCK, "golden", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL,
        .clause = "HERMES-1.1" },
      { BROKEN_BLOCK, "golden", DIFFERS_COMPLETE, .harm = HARM_UNWRITTEN_CALL,
        .clause = "HERMES-2.1" } },
    { "a block that another one ends, and one that the input ends",
      false,
      false,
      { BROKEN_BLOCK, "golden", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL },
      { OPEN_BLOCK, "golden", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL } },
    { "a law that fails where the golden outcome does",
      true,
      true,
      { A_CALL, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      { A_CALL, "SURROUNDING", DIFFERS_TEXT, .harm = HARM_TEXT } },
    { "a law that fails alone",
      false,
      false,
      { A_CALL, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      { "y" A_CALL, "SURROUNDING", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL } },
    { "a call that changes among words, and where the input is repeated",
      false,
      true,
      { A_CALL, "SURROUNDING", DIFFERS_VALUE, .harm = HARM_ARGUMENTS, .sentence = "around" },
      { "y" A_CALL, "CONCATENATION", DIFFERS_VALUE, .harm = HARM_ARGUMENTS,
        .sentence = "repeated" } },
    { "a number, and a value of another type",
      false,
      false,
      { A_CALL, "golden", DIFFERS_VALUE, .harm = HARM_ARGUMENTS,
        .expected = "call \"f\"\n  \"a\": JSON \"1\"\n",
        .actual = "call \"f\"\n  \"a\": JSON \"2\"\n" },
      { A_CALL, "golden", DIFFERS_VALUE, .harm = HARM_ARGUMENTS,
        .expected = "call \"f\"\n  \"a\": JSON \"1\"\n",
        .actual = "call \"f\"\n  \"a\": \"1\"\n" } },
    { "two numbers, of two clauses",
      false,
      true,
      { A_CALL, "golden", DIFFERS_VALUE, .harm = HARM_ARGUMENTS, .clause = "HERMES-1.1",
        .expected = "call \"f\"\n  \"a\": JSON \"1\"\n",
        .actual = "call \"f\"\n  \"a\": JSON \"2\"\n" },
      { A_CALL, "golden", DIFFERS_VALUE, .harm = HARM_ARGUMENTS, .clause = "HERMES-2.1",
        .expected = "call \"f\"\n  \"a\": JSON \"7\"\n",
        .actual = "call \"f\"\n  \"a\": JSON \"8\"\n" } },
    { "arguments that are not JSON, of two clauses",
      false,
      true,
      { A_CALL, "golden", DIFFERS_ARGUMENTS_NOT_JSON, .harm = HARM_LOST_CALL,
        .clause = "HERMES-1.1" },
      { "y" A_CALL, "golden", DIFFERS_ARGUMENTS_NOT_JSON, .harm = HARM_LOST_CALL,
        .clause = "HERMES-2.1" } },
    { "arguments that are not JSON, and such with more after them",
      false,
      false,
      { A_CALL, "golden", DIFFERS_ARGUMENTS_NOT_JSON, .harm = HARM_LOST_CALL },
      { "y" A_CALL, "golden", DIFFERS_ARGUMENTS_TWO_OBJECTS, .harm = HARM_LOST_CALL } },
    { "two paths, of which one is right or none",
      false,
      true,
      { A_CALL, "PARITY", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL,
        .sentence = "the streaming path answers differently than the one-shot path, which is "
                    "right" },
      { "y" A_CALL, "PARITY", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL,
        .sentence = "the streaming path answers differently than the one-shot path, and neither "
                    "is right" } },
    { "two errors of one kind, of two clauses",
      false,
      true,
      { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-1.1",
        .sentence = "\"failed to parse JSON: invalid character 'x'\"" },
      { "y" A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-2.1",
        .sentence = "\"failed to parse JSON: unexpected end\"" } },
    { "an error, and one of its kind that is too long for its end to be shown",
      false,
      true,
      { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .sentence = "\"no tag: a\"" },
      { "y" A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .sentence = "\"no tag: bb" } },
    { "two errors at lines",
      false,
      false,
      { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-1.1",
        .sentence = "\"XML syntax error on line 4: unexpected EOF\"" },
      { "y" A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-2.1",
        .sentence = "\"XML syntax error on line 4: illegal character\"" } },
    { "one error at two lines",
      false,
      true,
      { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-1.1",
        .sentence = "\"XML syntax error on line 4: unexpected EOF\"" },
      { "y" A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-2.1",
        .sentence = "\"XML syntax error on line 5: unexpected EOF\"" } },
    { "two errors of one type",
      false,
      false,
      { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-1.1",
        .sentence = "\"Error: this is not an object: 12\"" },
      { "y" A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL, .clause = "HERMES-2.1",
        .sentence = "\"Error: that is not an object: 12\"" } },
    { "text that is lost after a call, of two clauses",
      false,
      true,
      { A_CALL "x", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .clause = "HERMES-1.1",
        .expected = "text \"x\"\ncall \"f\"\n", .actual = "text \"\"\ncall \"f\"\n" },
      { A_CALL "yy", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .clause = "HERMES-2.1",
        .expected = "text \"yy\"\ncall \"f\"\n", .actual = "text \"y\"\ncall \"f\"\n" } },
    { "text that is lost after a call, and before it",
      false,
      false,
      { A_CALL "x", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .clause = "HERMES-1.1",
        .expected = "text \"x\"\ncall \"f\"\n", .actual = "text \"\"\ncall \"f\"\n" },
      { "abc" A_CALL, "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .clause = "HERMES-2.1",
        .expected = "text \"abc\"\ncall \"f\"\n", .actual = "text \"bc\"\ncall \"f\"\n" } },
    { "the end of a text that is lost, and of one that is too long to be shown",
      false,
      true,
      { "x <", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .clause = "HERMES-1.1",
        .expected = "text \"x <\"\n", .actual = "text \"x \"\n" },
      { "yy<", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .clause = "HERMES-2.1",
        .expected = "text \"y‹… 900 bytes …›y\"\n", .actual = "text \"y‹… 899 bytes …›y\"\n",
        .sentence = "the text differs at its byte 2: expected …\"yy<\", got …\"yy\"" } },
    { "the end of a text that is lost, and blanks at the end of one",
      false,
      false,
      { "x <", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .expected = "text \"x <\"\n",
        .actual = "text \"x \"\n" },
      { "yy\v", "golden", DIFFERS_TEXT_LOST, .harm = HARM_TEXT, .expected = "text \"yy\\u000b\"\n",
        .actual = "text \"yy\"\n" } },
    { "two calls that a prefix ends, with other arguments and escapes in what is quoted",
      false,
      true,
      { A_CALL, "PREFIX", DIFFERS_EVENTS, .clause = "LAW-4.1",
        .sentence = "events[2]: expected call_end, got call_cut {\"name\":\"a\",\"arguments\":"
                    "\"{\\\"a\\\": \\\"}\\\"\"}" },
      { A_CALL, "PREFIX", DIFFERS_EVENTS, .clause = "LAW-4.1",
        .sentence = "events[7]: expected call_end, got call_cut {\"name\":\"b\"}" } },
    { "two events that a prefix takes back",
      false,
      false,
      { A_CALL, "PREFIX", DIFFERS_EVENTS, .clause = "LAW-4.1",
        .sentence = "events[0]: expected text \"a\\\"\", got call_begin \"f\"" },
      { A_CALL, "PREFIX", DIFFERS_EVENTS, .clause = "LAW-4.1",
        .sentence = "events[0]: expected call_end, got call_cut {}" } },
    { "a broken protocol, and a lost call",
      false,
      false,
      { A_CALL, "golden", DIFFERS_NOT, .harm = HARM_NONE, .verdict = VERDICT_PROTOCOL },
      { A_CALL, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL } },
};

static void failures_of_one_mechanism_are_one_cause(void **state)
{
    const run_info info = { .subject = "s", .policies = "", .spec = *state };

    for (size_t i = 0; i < COUNT(PAIRS); i++) {
        const test_case a = case_of(&PAIRS[i].a, "hermes/made/a");
        const test_case b = case_of(&PAIRS[i].b, "hermes/made/b");
        causes *c = causes_new(&info);
        size_t count;

        take(c, &PAIRS[i].a, &a);
        take(c, &PAIRS[i].b, PAIRS[i].same_case ? &a : &b);
        causes_make(c, NULL);
        count = causes_count(c);
        if (count != (PAIRS[i].one_cause ? 1 : 2))
            fail_msg("%s: %zu causes", PAIRS[i].name, count);
        assert_int_equal(causes_of(c, 0) == causes_of(c, 1), PAIRS[i].one_cause);
        assert_int_equal(causes_of(c, 2), SIZE_MAX);
        causes_free(c);
    }
}

static void a_parser_that_reads_no_call_has_one_cause(void **state)
{
    static const failure LOST = { A_CALL,
                                  "golden",
                                  DIFFERS_FEWER_CALLS,
                                  .harm = HARM_LOST_CALL,
                                  .expected = "text \"\"\ncall \"f\"\n",
                                  .actual = "text \"\"\n" };
    static const char *const CLAUSES[] = { "HERMES-1.1", "HERMES-2.1", "HERMES-3.1" };
    static const char *const SAYS[] = {
        "Calls are lost wherever one is written: 3 of 3 inputs", NULL,
        "Calls are lost in most inputs that have one: 3 of 6 inputs"
    };
    const run_info info = { .subject = "s", .policies = "", .spec = *state };
    expected_call whole = { .call.complete = true };

    /* Of as many other inputs with calls none is lost: then the clauses tell the causes apart. */
    for (size_t i = 0; i < 3; i++) {
        const size_t good = i ? COUNT(CLAUSES) : 0, calls = i == 1 ? 2 * good : COUNT(CLAUSES);
        causes *c = causes_new(&info);
        test_case cases[2 * COUNT(CLAUSES)];

        for (size_t k = 0; k < COUNT(CLAUSES) + good; k++) {
            failure f = LOST;

            f.clause = CLAUSES[k % COUNT(CLAUSES)];
            cases[k] = case_of(&f, "hermes/made/a");
            cases[k].expect = (expectation){ .calls = &whole, .call_count = k < calls };
            if (k < COUNT(CLAUSES))
                take(c, &f, &cases[k]);
            else
                causes_take(c, &(const result){ .test = &cases[k], .check = "golden" }, false);
        }
        causes_make(c, NULL);
        assert_int_equal(causes_count(c), i == 1 ? COUNT(CLAUSES) : 1);
        if (SAYS[i])
            assert_string_equal(causes_at(c, 0)->sentence, SAYS[i]);
        causes_free(c);
    }
}

/* -- words ------------------------------------------------------------------------------------- */

static const struct {
    failure f;
    const char *sentence;
    cause_trigger trigger;
} WORDS[] = {
    { { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
      "Calls are lost when a chunk ends inside <tool_call>: 1 of 1 inputs",
      TRIGGER_INSIDE },
    { { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3, .tokens = true },
      "Calls are lost when a chunk ends inside <tool_call>: 1 of 1 inputs",
      TRIGGER_TOKEN },
    { { "a " A_CALL, "CHUNK", DIFFERS_TEXT_EXTRA, .harm = HARM_TEXT, .cut = 2 },
      "Text leaks when a chunk ends before <tool_call>: 1 of 1 inputs",
      TRIGGER_TOKEN },
    { { A_CALL, "WHOLE", DIFFERS_VALUE, .harm = HARM_ARGUMENTS, .cut = MANY },
      "Arguments change when the input comes in many chunks: 1 of 1 inputs",
      TRIGGER_INSIDE },
    { { SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
      "Calls are lost when an argument holds </tool_call>: 1 of 1 inputs",
      TRIGGER_ANY },
    { { A_CALL, "TRUNCATION", DIFFERS_MORE_CALLS, .harm = HARM_TEXT },
      "A call runs that was not written when the input ends inside a block: 1 of 1 inputs",
      TRIGGER_ANY },
    { { A_CALL, "golden", DIFFERS_NOT, .harm = HARM_NO_ANSWER, .verdict = VERDICT_CRASH },
      "The parser crashes: 1 of 1 inputs",
      TRIGGER_ANY },
    { { A_CALL, "LINEAR", DIFFERS_NOT, .harm = HARM_NONE, .clause = "LAW-12.1" },
      "Time or memory grows faster than the input",
      TRIGGER_ANY },
    { { A_CALL, "PREFIX", DIFFERS_EVENTS, .clause = "LAW-4.1",
        .sentence = "events[0]: expected text \"a\\\"b\", got call_begin \"f\"" },
      "Events take back, or contradict, what came before (call_begin in place of text): 1 of 1",
      TRIGGER_ANY },
    { { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_LOST_CALL,
        .sentence = "\"TypeError: x is not a function: f\"" },
      "Calls are lost with the error \"x is not a function\": 1 of 1 inputs",
      TRIGGER_ANY },
    { { A_CALL, "golden", DIFFERS_ERROR, .harm = HARM_TEXT,
        .sentence = "\"xééééééééééééééééééééééééééééééééééééééééééééé\"" },
      "The answer is lost with the error \"xééééééééééééééééééééééééééééééééééééééé…\": 1 of 1 "
      "inputs",
      TRIGGER_ANY },
    { { A_CALL, "PREFIX", DIFFERS_EVENTS, .clause = "LAW-4.1",
        .sentence = "events[0]: expected text \"a\", got text \"b\"" },
      "Events take back, or contradict, what came before (another text): 1 of 1",
      TRIGGER_ANY },
    { { A_CALL, "DELTA", DIFFERS_NOT, .clause = "LAW-16.1",
        .sentence = "deltas[0]: the call with index 0 begins without a name" },
      "Deltas are not as clients of an engine read them (the call with index 0 begins without a "
      "name): 1 of 1 inputs",
      TRIGGER_ANY },
    { { A_CALL, "PROMPT", DIFFERS_NOT, .clause = "LAW-5.1",
        .sentence = "lag 10 bytes: arg_data that is decided after 42 bytes comes later" },
      "Events come later than they are decided (arg_data): 1 of 1",
      TRIGGER_ANY },
    { { A_CALL, "PARITY", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .clause = "LAW-15.1",
        .sentence = "the streaming path answers differently than the one-shot path" },
      "Calls are lost on its streaming path, which differs from the one-shot path: 1 of 1",
      TRIGGER_ANY },
};

static void causes_are_put_into_words(void **state)
{
    const run_info info = { .subject = "s", .policies = "", .spec = *state };

    for (size_t i = 0; i < COUNT(WORDS); i++) {
        const test_case t = case_of(&WORDS[i].f, "hermes/made/a");
        causes *c = causes_new(&info);
        const cause *one;

        take(c, &WORDS[i].f, &t);
        causes_make(c, NULL);
        assert_int_equal(causes_count(c), 1);
        one = causes_at(c, 0);
        if (strncmp(one->sentence, WORDS[i].sentence, strlen(WORDS[i].sentence)) != 0)
            fail_msg("row %zu: %s", i, one->sentence);
        assert_int_equal(one->trigger, WORDS[i].trigger);
        causes_free(c);
    }
}

/* -- order ------------------------------------------------------------------------------------- */

/* A hang is graver than any number of lost calls, and a call that nobody wrote than a lost one; of
 * one harm the most frequent cause is first. */
static void the_gravest_cause_is_first(void **state)
{
    static const failure ROWS[] = {
        { BARE_NAME, "golden", DIFFERS_TEXT, .harm = HARM_TEXT },
        { SAYS_MARK, "golden", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL },
        { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
        { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 4 },
        { A_CALL, "golden", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL },
        { A_CALL, "golden", DIFFERS_NOT, .harm = HARM_NO_ANSWER, .verdict = VERDICT_TIMEOUT },
        { A_CALL, "golden", DIFFERS_NOT, .harm = HARM_NONE, .verdict = VERDICT_PROTOCOL },
    };
    static const size_t ORDER[] = { 5, 4, 2, 1, 0, 6 }, COUNTS[] = { 1, 1, 2, 1, 1, 1 };
    const run_info info = { .subject = "s", .policies = "", .spec = *state };
    causes *c = causes_new(&info);
    test_case cases[COUNT(ROWS)];

    for (size_t i = 0; i < COUNT(ROWS); i++) {
        cases[i] = case_of(&ROWS[i], "hermes/made/a");
        take(c, &ROWS[i], &cases[i]);
    }
    causes_make(c, NULL);
    assert_int_equal(causes_count(c), COUNT(ORDER));
    for (size_t i = 0; i < COUNT(ORDER); i++) {
        assert_int_equal(causes_at(c, i)->results[0], ORDER[i]);
        assert_int_equal(causes_at(c, i)->count, COUNTS[i]);
        assert_int_equal(causes_of(c, ORDER[i]), i);
    }
    causes_free(c);
}

/* WHOLE sees a lost call from the other side, as one that was not written. */
static void what_follows_makes_no_cause_graver(void **state)
{
    static const failure LOST = { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL,
                                  .cut = 3 };
    static const failure SEEN = { A_CALL, "WHOLE", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL,
                                  .cut = MANY };
    const run_info info = { .subject = "s", .policies = "", .spec = *state };
    const test_case a = case_of(&LOST, "hermes/made/a");
    causes *c = causes_new(&info);

    take(c, &LOST, &a);
    take(c, &SEEN, &a);
    causes_make(c, NULL);
    assert_int_equal(causes_count(c), 1);
    assert_int_equal(causes_at(c, 0)->harm, HARM_LOST_CALL);
    assert_int_equal(causes_at(c, 0)->count, 2);
    assert_string_equal(causes_at(c, 0)->sentence,
                        "Calls are lost when a chunk ends inside <tool_call>: 1 of 1 inputs");
    assert_int_equal(causes_at(c, 0)->key_count, 1);
    assert_string_equal(causes_at(c, 0)->keys[0], "hermes/fed-inside-<tool_call>");
    causes_free(c);
}

/* What does not count has no cause; its case is counted among the inputs unless it was skipped. */
static void what_does_not_count_has_no_cause(void **state)
{
    static const failure LOST = { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL,
                                  .cut = 3 };
    const run_info info = { .subject = "s", .policies = "", .spec = *state };
    const test_case a = case_of(&LOST, "hermes/made/a"), b = case_of(&LOST, "hermes/made/b"),
                    d = case_of(&LOST, "hermes/made/d");
    causes *c = causes_new(&info);

    causes_take(c, &(result){ .test = &a, .check = "golden", .clause = "HERMES-1.1" }, false);
    causes_take(
        c,
        &(result){
            .test = &b, .check = "golden", .clause = "HERMES-1.1", .verdict = VERDICT_SKIPPED },
        false);
    take(c, &LOST, &d);
    causes_make(c, NULL);
    assert_int_equal(causes_count(c), 1);
    assert_int_equal(causes_of(c, 0), SIZE_MAX);
    assert_int_equal(causes_of(c, 1), SIZE_MAX);
    assert_int_equal(causes_of(c, 2), 0);
    assert_string_equal(causes_at(c, 0)->sentence,
                        "Calls are lost when a chunk ends inside <tool_call>: 1 of 2 inputs");
    causes_free(c);
}

/* -- smallest forms ---------------------------------------------------------------------------- */

static failing fails_as_it_did(void *context, const finding *f, const candidate *c)
{
    (void)context;
    (void)c;
    return (failing){
        .verdict = f->verdict, .kind = f->kind, .harm = f->harm, .sentence = xstrdup("it differs")
    };
}

/* The order in which failures are reduced: one of each cause first, the gravest cause first. */
static void each_cause_is_reduced_before_any_a_second_time(void **state)
{
    static const failure ROWS[] = {
        { A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 3 },
        { "y" A_CALL, "CHUNK", DIFFERS_FEWER_CALLS, .harm = HARM_LOST_CALL, .cut = 4 },
        { BARE_NAME, "golden", DIFFERS_MORE_CALLS, .harm = HARM_UNWRITTEN_CALL },
    };
    const run_info info = { .subject = "s", .policies = "", .spec = *state };
    causes *c = causes_new(&info);
    findings *f = findings_new();
    test_case cases[COUNT(ROWS)];

    for (size_t i = 0; i < COUNT(ROWS); i++) {
        cases[i] = case_of(&ROWS[i], "hermes/made/a");
        take(c, &ROWS[i], &cases[i]);
    }
    causes_order(c, f);
    findings_reduce(f, fails_as_it_did, NULL, 4);
    causes_make(c, f);
    assert_int_equal(causes_count(c), 2);
    assert_true(causes_at(c, 0)->reduced);
    assert_int_equal(causes_at(c, 0)->harm, HARM_UNWRITTEN_CALL);
    assert_int_equal(findings_count(f) + findings_left(f), COUNT(ROWS));
    causes_free(c);
    findings_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_of_one_mechanism_are_one_cause),
        cmocka_unit_test(a_parser_that_reads_no_call_has_one_cause),
        cmocka_unit_test(causes_are_put_into_words),
        cmocka_unit_test(the_gravest_cause_is_first),
        cmocka_unit_test(what_follows_makes_no_cause_graver),
        cmocka_unit_test(what_does_not_count_has_no_cause),
        cmocka_unit_test(each_cause_is_reduced_before_any_a_second_time),
    };

    return cmocka_run_group_tests(tests, load_spec, free_spec);
}
