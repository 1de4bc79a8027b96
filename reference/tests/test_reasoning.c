/* SPDX-License-Identifier: Apache-2.0 */
/* test_reasoning.c: marks of reasoning, of any bytes, and states that are compared (MODEL-5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/reasoning.h"

#include <fencepost/outcome.h>

#include <stdio.h>
#include <string.h>

/* A notation without calls. */
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

static const fp_reasoning_marks OVERLAPPING = { .open = { "aabaac" }, .close = "\xE2\x96\xB7" };

static fp_syntax notation(const fp_reasoning_marks *marks)
{
    return (fp_syntax){ .id = "t",
                        .policies = { [FP_REASONING] = { FP_REASONING_CHANNEL, "T-1" } },
                        .reasoning = marks,
                        .state_size = 1,
                        .step = step,
                        .finish = finish };
}

/* -- marks ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const fp_reasoning_marks *marks;
    const char *prefix, *input, *text, *reasoning;
} ROWS[] = {
    { "both", &FP_MARKS_THINK, "", "a<think>b</think>c", "ac", "b" },
    { "begun again within itself", &OVERLAPPING, "", "aabaabaacx\xE2\x96\xB7y", "aaby", "x" },
    { "begun again at its first byte", &OVERLAPPING, "", "aaabaacx", "a", "x" },
    { "almost", &OVERLAPPING, "", "aabaad", "aabaad", "" },
    { "half of a character", &OVERLAPPING, "", "aabaac\xE2\x96\xE2\x96\xB7", "", "\xE2\x96" },
    { "a mark as a prefix", &FP_MARKS_THINK, "<think>", "a</think>b", "b", "a" },
    { "closed and opened again", &FP_MARKS_THINK, "<think></think><think>", "a", "", "a" },
    { "half of a mark as a prefix", &FP_MARKS_THINK, "<thi", "nk>a", "nk>a", "" },
    { "no marks", NULL, "<think>", "a<think>b", "a<think>b", "" },
};

static void marks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const fp_syntax syntax = notation(ROWS[i].marks);
        fp_options options = fp_options_default(&syntax);
        fp_outcome *outcome;

        options.prefix = fp_str_of(ROWS[i].prefix);
        assert_int_equal(fp_parse(&syntax, &options, fp_str_of(ROWS[i].input), &outcome), FP_OK);
        if (!fp_str_equal(fp_outcome_text(outcome), fp_str_of(ROWS[i].text)) ||
            !fp_str_equal(fp_outcome_reasoning(outcome), fp_str_of(ROWS[i].reasoning)))
            fail_msg("%s", ROWS[i].name);
        fp_outcome_free(outcome);
    }
}

/* The mark that may close reasoning first is seen in one long piece as well, whatever else is
 * looked for there: without fences nothing is. */
static void closed_first(void **state)
{
    char input[100], mark_free[] = "and twenty more letters";
    unsigned found = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_options options = fp_options_default(*s);
        fp_outcome *outcome;

        if (!(*s)->reasoning || !(*s)->reasoning->closes_first)
            continue;
        found++;
        options.policies.of[FP_CODE_FENCE] = FP_CODE_FENCE_CALL;
        snprintf(input, sizeof input, "%s%s", (*s)->reasoning->close, mark_free);
        assert_int_equal(fp_parse(*s, &options, fp_str_of(input), &outcome), FP_OK);
        assert_true(fp_str_equal(fp_outcome_text(outcome), fp_str_of(mark_free)));
        fp_outcome_free(outcome);
    }
    assert_true(found > 0);
}

/* -- states ---------------------------------------------------------------------------------- */

static const struct {
    const char *one, *other;
    bool equal;
} PAIRS[] = {
    { "abcdefg", "hijklmn", true },  /* what was read does not matter */
    { "abcdefg", "<think>", false }, /* which side it is on */
    { "abcd", "a<th", false },       /* what waits */
    { "<think><th", "<think>abc", true },
    { "<think></t", "<think>abc", false },
};

static void states(void **state)
{
    const fp_syntax syntax = notation(&FP_MARKS_THINK);

    (void)state;
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        fp_parser *one = fp_parser_new(&syntax, NULL, NULL, NULL);
        fp_parser *other = fp_parser_new(&syntax, NULL, NULL, NULL);

        assert_int_equal(fp_parser_feed(one, PAIRS[i].one, strlen(PAIRS[i].one)), FP_OK);
        assert_int_equal(fp_parser_feed(other, PAIRS[i].other, strlen(PAIRS[i].other)), FP_OK);
        if (fp_parser_equal(one, other) != PAIRS[i].equal)
            fail_msg("%s, %s", PAIRS[i].one, PAIRS[i].other);
        fp_parser_free(one);
        fp_parser_free(other);
    }
}

static void held(void **state)
{
    const fp_syntax syntax = notation(&FP_MARKS_THINK);
    fp_parser *parser = fp_parser_new(&syntax, NULL, NULL, NULL);

    (void)state;
    assert_int_equal(fp_parser_feed(parser, "ab<thi", 6), FP_OK);
    assert_int_equal(fp_parser_held(parser), 4);
    assert_int_equal(fp_parser_feed(parser, "x", 1), FP_OK);
    assert_int_equal(fp_parser_held(parser), 0);
    fp_parser_free(parser);
}

static void allowed(void **state)
{
    const fp_syntax with = notation(&FP_MARKS_THINK), without = notation(NULL);

    (void)state;
    assert_true(fp_syntax_allows(&with, FP_REASONING, FP_REASONING_UNTIL_CALL));
    assert_false(fp_syntax_allows(&without, FP_REASONING, FP_REASONING_UNTIL_CALL));
    assert_false(fp_syntax_allows(&without, FP_REASONING, FP_REASONING_CHANNEL));
    assert_true(fp_syntax_allows(&without, FP_REASONING, FP_REASONING_OPAQUE));
    assert_true(fp_syntax_allows(&without, FP_VALUE_FRAMING, FP_FRAMING_TRIMMED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks), cmocka_unit_test(closed_first), cmocka_unit_test(states),
        cmocka_unit_test(held),  cmocka_unit_test(allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
