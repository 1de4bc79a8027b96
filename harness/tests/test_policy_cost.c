/* SPDX-License-Identifier: Apache-2.0 */
/* test_policy_cost.c: what a declared value of a policy costs (PROTOCOL-2.13). */
#include "judge/policy_cost.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CALL "<tool_call>{\"name\": \"a\", \"arguments\": {}}</tool_call>"
#define CUT "<tool_call>{\"name\": \"a\", \"argu"
#define VALUE(v) "^^^a\nk ---\n" v "\n--- k\n^^^"

/* A parser of the syntax declares one value of one policy. */
static const struct {
    const char *name, *syntax, *policy, *value, *input;
    const char *costs; /* policy_cost_text(); "": nothing */
} ROWS[] = {
    { "the default", "hermes", "text_space", "exact", " a ", "" },
    { "nothing to lose", "hermes", "text_after", "drop", "a" CALL, "" },
    { "text after a call", "hermes", "text_after", "drop", CALL "a", "text of 1 input is lost" },
    { "blanks after a call", "hermes", "text_after", "drop", CALL " \n",
      "blanks in the text of 1 input are lost" },
    { "text of a notation in JSON", "native-anthropic", "text_after", "drop",
      "{\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"a\",\"input\":{}},"
      "{\"type\":\"text\",\"text\":\"b\"}]}",
      "text of 1 input is lost" },
    { "blanks at the ends", "hermes", "text_space", "trimmed", " a b ",
      "blanks in the text of 1 input are lost" },
    { "blanks at the end alone", "hermes", "text_space", "trimmed-end", " a ",
      "blanks in the text of 1 input are lost" },
    { "blanks at the beginning", "hermes", "text_space", "trimmed-end", " a b", "" },
    { "words are kept", "hermes", "text_space", "trimmed", "a b", "" },

    { "blanks before a value", "caret", "value_framing", "trimmed", VALUE("  x"),
      "leading blanks of 1 value are lost" },
    { "blanks after a value", "caret", "value_framing", "trimmed", VALUE("x\n\n"),
      "trailing blanks of 1 value are lost" },
    { "blanks at both ends", "caret", "value_framing", "trimmed", VALUE(" x "),
      "leading blanks of 1 value are lost; trailing blanks of 1 value are lost" },
    { "a value of blanks", "caret", "value_framing", "trimmed", VALUE(" \t"),
      "leading blanks of 1 value are lost" },
    { "only those before a value", "caret", "value_framing", "trimmed-start", VALUE(" x "),
      "leading blanks of 1 value are lost" },
    { "only those after a value", "caret", "value_framing", "trimmed-end", VALUE(" x "),
      "trailing blanks of 1 value are lost" },
    { "a value that does not end", "qwen3-coder", "value_framing", "own-line",
      "<tool_call>\n<function=t>\n<parameter=k>v</parameter>\n</function>\n</tool_call>",
      "1 call is lost" },
    { "an opener in prose", "hermes", "false_opener", "drop-rest", "a <tool_call> b",
      "text of 1 input is lost" },
    { "none", "hermes", "false_opener", "drop-rest", CALL "a", "" },
    { "blanks within a value", "caret", "value_framing", "trimmed", VALUE("x y"), "" },
    { "a value that gains line ends", "caret", "value_framing", "exact", VALUE("x"), "" },

    { "a cut call is dropped", "hermes", "unterminated", "drop", CUT,
      "1 call that is not complete is lost" },
    { "of two calls that begin at one byte the cut one", "native-openai", "unterminated", "drop",
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":["
      "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\"}},{\"index\":0,\"id\":\"b\","
      "\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]}}]}\n\n",
      "1 call that is not complete is lost" },
    { "a cut call is text", "hermes", "unterminated", "text", CUT,
      "1 call that is not complete is lost" },
    { "a cut call is recovered", "hermes", "unterminated", "recover", CUT,
      "1 call that is cut off comes out as a whole one" },
    { "a whole call is recovered", "hermes", "unterminated", "recover", CALL, "" },
    { "further calls are text", "hermes", "extra_call", "stop", CALL CALL, "1 call is lost" },
    { "further calls of a notation with one", "caret", "extra_call", "stop",
      "^^^a\n^^^\n^^^b\n^^^\n", "1 call is lost" },
    { "further calls without a diagnosis", "caret", "extra_call", "accept",
      "^^^a\n^^^\n^^^b\n^^^\n", "" },
    { "a quoted call", "hermes", "code_fence", "call", "```\n" CALL "\n```\n",
      "1 call runs that does not run under the default" },
    { "two quoted calls", "hermes", "code_fence", "call", "```\n" CALL CALL "\n```\n",
      "2 calls run that do not run under the default" },
    { "a call in reasoning", "hermes", "reasoning", "plain", "<think>" CALL "</think>",
      "1 call runs that does not run under the default" },
    { "reasoning that is an output", "hermes", "reasoning", "channel", "<think>a b</think>c", "" },
    { "a call is no longer read", "caret", "recovery", "strict", "^^^a \n^^^\n", "1 call is lost" },
};

static void a_value_costs_what_is_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        test_case t = { .syntax = fp_syntax_find(fp_str_of(ROWS[i].syntax)),
                        .input = fp_str_of(ROWS[i].input) };
        fp_options options = fp_options_default(t.syntax);
        policy_cost cost, sum = { 0 };
        fp_policy policy;
        unsigned value;
        char *text;
        bool any;

        assert_true(fp_policy_find(fp_str_of(ROWS[i].policy), &policy));
        assert_true(fp_policy_value_find(policy, fp_str_of(ROWS[i].value), &value));
        options.policies.of[policy] = (uint8_t)value;
        any = policy_cost_of(&t, &options, policy, &cost);
        text = policy_cost_text(&cost);
        if (strcmp(text, ROWS[i].costs) != 0)
            fail_msg("%s: \"%s\", expected \"%s\"", ROWS[i].name, text, ROWS[i].costs);
        assert_int_equal(any, *ROWS[i].costs != '\0');
        free(text);
        policy_cost_add(&sum, &cost);
        policy_cost_add(&sum, &cost);
        for (unsigned k = 0; k < COST_KINDS; k++)
            assert_int_equal(sum.counts[k], 2 * cost.counts[k]);
    }
}

/* What two policies lose is counted for each. */
static void each_policy_is_compared_alone(void **state)
{
    test_case t = { .syntax = fp_syntax_find(fp_str_of("hermes")), .input = fp_str_of(CALL " ") };
    fp_options options = fp_options_default(t.syntax);
    policy_cost cost;

    (void)state;
    options.policies.of[FP_TEXT_AFTER] = FP_TEXT_AFTER_DROP;
    options.policies.of[FP_TEXT_SPACE] = FP_TEXT_SPACE_TRIMMED;
    assert_true(policy_cost_of(&t, &options, FP_TEXT_AFTER, &cost));
    assert_int_equal(cost.counts[COST_TEXT_BLANKS], 1);
    assert_true(policy_cost_of(&t, &options, FP_TEXT_SPACE, &cost));
    assert_int_equal(cost.counts[COST_TEXT_BLANKS], 1);
    assert_false(policy_cost_of(&t, &options, FP_CODE_FENCE, &cost));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_costs_what_is_lost),
        cmocka_unit_test(each_policy_is_compared_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
