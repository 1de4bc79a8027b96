/* SPDX-License-Identifier: Apache-2.0 */
/* test_row_check.c: a row that cannot be used is refused with the reason; those that there are can
 * be. */
#include "bad_tables.h"

#include <fencepost/outcome.h>
#include <fencepost/plugin.h>
#include <fencepost/tags.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 200 };

/* The reason, as a string, until the next one. */
static const char *fault_of(const void *row)
{
    static char sentence[LONGEST];
    fp_json why = { 0 };
    const bool good = fp_syntax_check(row, &why);

    assert_true(!good == !!why.len && why.len < sizeof sentence && !why.failed);
    if (why.len)
        memcpy(sentence, why.ptr, why.len);
    sentence[why.len] = '\0';
    fp_json_free(&why);
    return good ? NULL : sentence;
}

static void step(void *state, fp_out *out, unsigned char byte)
{
    (void)state;
    fp_out_payload(out, byte);
}

static void finish(void *state, fp_out *out)
{
    (void)state;
    (void)out;
}

static unsigned at_ease(const void *state)
{
    (void)state;
    return 1;
}

static const char *const WORDS[] = { "!", NULL };
static const char *const NO_WORDS[] = { NULL };
static const char *const EMPTY_WORD[] = { "!", "", NULL };

static const fp_speed FAST = { .at_ease = at_ease, .leads = { WORDS } };
static const fp_speed NO_LEADS = { .at_ease = at_ease };
static const fp_speed NO_EASE = { .leads = { WORDS } };
static const fp_speed GAP = { .at_ease = at_ease, .leads = { WORDS, NULL, WORDS } };
static const fp_speed EMPTY_LEAD = { .at_ease = at_ease, .leads = { WORDS, EMPTY_WORD } };

static const fp_reasoning_marks NO_OPEN = { .close = "!" };
static const fp_reasoning_marks NO_CLOSE = { .open = { "?" } };
static const fp_reasoning_marks UNLIKE = { .open = { "?" }, .close = "!", .closes_first = true };
static const fp_reasoning_marks EMPTY_MARK = { .open = { "" }, .close = "!" };
static const fp_reasoning_marks LONG_MARK = { .open = { TOO_LONG }, .close = "!" };
static const fp_reasoning_marks TWO_MARKS = { .open = { "?", "??" }, .close = "!" };

#define CLAUSED(policy, value) [policy] = { value, "X-1" }

/* A row without fault, which knows no calls. */
static const fp_syntax GOOD = {
    .id = "x",
    .title = "only text",
    .policies = { CLAUSED(FP_UNTERMINATED, FP_UNTERMINATED_REPORT),
                  CLAUSED(FP_EXTRA_CALLS, FP_EXTRA_ACCEPT),
                  CLAUSED(FP_TEXT_AFTER, FP_TEXT_AFTER_KEEP),
                  CLAUSED(FP_TEXT_SPACE, FP_TEXT_SPACE_EXACT),
                  CLAUSED(FP_VALUE_FRAMING, FP_FRAMING_EXACT),
                  CLAUSED(FP_UNKNOWN_TOOLS, FP_UNKNOWN_REPORT),
                  CLAUSED(FP_CODE_FENCE, FP_CODE_FENCE_TEXT), CLAUSED(FP_TYPES, FP_TYPES_STRING),
                  CLAUSED(FP_RECOVERY, FP_RECOVERY_STRICT),
                  CLAUSED(FP_REASONING, FP_REASONING_CHANNEL) },
    .reasoning = &FP_MARKS_THINK,
    .state_size = 1,
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .completions = NO_WORDS,
    .markers = WORDS,
};

typedef void (*steps)(void *state, fp_out *out, unsigned char byte);
typedef void (*finishes)(void *state, fp_out *out);
typedef bool (*renders)(fp_rendering *r, const fp_call *call);
typedef const char *const *words;
typedef const fp_speed *speed;
typedef const fp_reasoning_marks *marks;

#define ROW(member, type, value, fault) BAD_VALUE(fp_syntax, member, type, value, fault)
#define HAS_NO(what) "its row has no " what ": fencepost/syntax.h says what it is"
#define NO_LIST(what) \
    "its row has no " what ", nor a derive that has them: fencepost/syntax.h says what they are"

static const char ONE_OF_TWO[] = "at_ease and leads come together, and it has only one of them: "
                                 "give the other, or leave both out";
static const char BAD_MARK[] = "its reasoning has no mark open or close, or one that is too long, "
                               "or more than one of them";

static const bad_table REFUSED[] = {
    ROW(id, const char *, NULL, HAS_NO("id")),
    ROW(title, const char *, NULL, HAS_NO("title")),
    ROW(step, steps, NULL, HAS_NO("step()")),
    ROW(finish, finishes, NULL, HAS_NO("finish()")),
    ROW(state_size, size_t, 0, HAS_NO("state_size")),
    ROW(completions, words, NULL, NO_LIST("completions")),
    ROW(completions, words, EMPTY_WORD, "there is an empty string in completions: take it out"),
    ROW(markers, words, NULL, NO_LIST("markers")),
    ROW(markers, words, NO_WORDS, HAS_NO("markers")),
    ROW(markers, words, EMPTY_WORD, "there is an empty string in markers: take it out"),
    ROW(tokens, words, EMPTY_WORD, "there is an empty string in tokens: take it out"),
    ROW(tokens, words, WORDS, "its policy markers has no clause, which diagnostics name"),
    ROW(fast, speed, &NO_LEADS, ONE_OF_TWO),
    ROW(fast, speed, &NO_EASE, ONE_OF_TWO),
    ROW(fast, speed, &GAP, "leads[1] is NULL and the next is not: those in use come first"),
    ROW(fast, speed, &EMPTY_LEAD, "leads[1] holds an empty string: take it out"),
    ROW(reasoning, marks, NULL,
        "its policy reasoning cannot be channel: the row lacks what this needs, reasoning or "
        "tokens, "
        "or is in a list"),
    ROW(reasoning, marks, &NO_OPEN, BAD_MARK),
    ROW(reasoning, marks, &NO_CLOSE, BAD_MARK),
    ROW(reasoning, marks, &UNLIKE,
        "its reasoning has closes_first, and its marks begin differently"),
    ROW(reasoning, marks, &EMPTY_MARK, BAD_MARK),
    ROW(reasoning, marks, &LONG_MARK, BAD_MARK),
    ROW(reasoning, marks, &TWO_MARKS, BAD_MARK),
    ROW(policies[FP_TYPES].value, uint8_t, 9,
        "its policy types has the unknown value 9: see policy.h"),
    ROW(policies[FP_TYPES].clause, const char *, NULL,
        "its policy types has no clause, which diagnostics name"),
    ROW(policies[FP_MARKERS].value, uint8_t, FP_MARKERS_TOKEN,
        "its policy markers cannot be token: the row lacks what this needs, reasoning or tokens, "
        "or is in a list"),
    ROW(step, steps, fp_tags_step, HAS_NO("table")),
    ROW(finish, finishes, fp_tags_finish, HAS_NO("table")),
    ROW(render, renders, fp_tags_render, HAS_NO("table")),
    ROW(render, renders, fp_tags_render_json, HAS_NO("table")),
    ROW(derive, const fp_derive *, &FP_TAGS_DERIVE, HAS_NO("table")),
};

static void bad_rows_are_refused(void **state)
{
    (void)state;
    check_bad_tables(&GOOD, sizeof GOOD, fault_of, REFUSED, sizeof REFUSED / sizeof *REFUSED);
}

/* Neither speed nor reasoning is needed. */
static void the_least_row_is_good(void **state)
{
    fp_syntax least = GOOD;

    (void)state;
    least.fast = NULL;
    least.reasoning = NULL;
    least.policies[FP_REASONING].value = FP_REASONING_PLAIN;
    assert_null(fault_of(&least));
    least.tokens = WORDS;
    least.policies[FP_MARKERS].clause = "X-1";
    assert_null(fault_of(&least));
}

/* The row of a syntax, with another table or state. */
static void an_engine_looks_at_table_and_state(void **state)
{
    fp_syntax row = *fp_syntax_find(FP_STR("xml"));
    fp_tags_table table = *(const fp_tags_table *)row.table;

    (void)state;
    row.state_size = 1;
    assert_string_equal(fault_of(&row), "its state_size is 1, and has to be sizeof(fp_tags)");
    row.state_size = sizeof(fp_tags);
    table.clauses.bad_line = NULL;
    row.table = &table;
    assert_string_equal(fault_of(&row), "its table is refused: it has no clauses.bad_line");
}

/* -- leads ----------------------------------------------------------------------------------- */

static fp_json read_by(const fp_syntax *row, const fp_options *options)
{
    static const char INPUT[] =
        "^^^t\nk \t ---\t \nx\n---\t  k \t\n^^^\na\n```\n^^^x\n^^^\n```\nb\n";
    fp_outcome *outcome = NULL;
    fp_json text = { 0 };

    assert_int_equal(fp_parse(row, options, fp_str_of(INPUT), &outcome), FP_OK);
    fp_json_outcome(&text, outcome);
    fp_outcome_free(outcome);
    return text;
}

/* Where at_ease names a list that is not there, each byte goes through step(). */
static void lists_of_leads_may_be_missing(void **state)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));

    (void)state;
    for (unsigned fence = 0; fp_policy_value_name(FP_CODE_FENCE, fence); fence++)
        for (size_t count = 0; count <= FP_LEADS_MAX; count++) {
            fp_speed fast = *caret->fast;
            fp_syntax row = *caret;
            fp_options options = fp_options_default(caret);
            fp_json expected, got;

            for (size_t i = count; i < FP_LEADS_MAX; i++)
                fast.leads[i] = NULL;
            row.fast = &fast;
            options.policies.of[FP_CODE_FENCE] = (uint8_t)fence;
            expected = read_by(caret, &options);
            got = read_by(&row, &options);
            assert_true(got.len == expected.len && memcmp(got.ptr, expected.ptr, got.len) == 0);
            fp_json_free(&expected);
            fp_json_free(&got);
        }
}

/* Their tables are, too, by the engine of each. */
static void the_rows_of_syntaxes_are_good(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (fault_of(*s))
            fail_msg("%s: %s", (*s)->id, fault_of(*s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_rows_are_refused),
        cmocka_unit_test(the_least_row_is_good),
        cmocka_unit_test(an_engine_looks_at_table_and_state),
        cmocka_unit_test(the_rows_of_syntaxes_are_good),
        cmocka_unit_test(lists_of_leads_may_be_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
