/* SPDX-License-Identifier: Apache-2.0 */
/* test_constrained.c: which inputs a model can write that is held to the template's grammar
 * (PROTOCOL-2.12).
 */
#include "judge/constrained.h"

#include <fencepost/catalogue.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CALL "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"v\"}}\n</tool_call>"
#define QWEN "<tool_call>\n<function=f>\n<parameter=k>\nv\n</parameter>\n</function>\n</tool_call>"
#define KIMI(calls) "<|tool_calls_section_begin|>" calls "<|tool_calls_section_end|>"
#define KIMI_CALL(id) \
    "<|tool_call_begin|>functions." id "<|tool_call_argument_begin|>{\"k\": 1}<|tool_call_end|>"

#define TOOLS                                                                                   \
    "[{\"name\":\"f\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"k\":{},\"l\":{}}," \
    "\"required\":[\"k\"]}},{\"name\":\"g\"}]"

static const struct {
    const char *name, *syntax, *input;
    const char *catalogue; /* NULL: there is none */
    bool is;
} ROWS[] = {
    { "nothing", "hermes", "", NULL, true },
    { "text", "hermes", "a < b, and so on", NULL, true },
    { "text and a call", "hermes", "Hi.\n" CALL, NULL, true },
    { "two calls, a line end between", "hermes", CALL "\n" CALL, NULL, true },
    { "a blank at the end", "hermes", CALL "\n", NULL, false },
    { "text after a call", "hermes", CALL " Done.", NULL, false },
    { "text between calls", "hermes", CALL " and " CALL, NULL, false },
    { "a mark in prose", "hermes", "Write <tool_call> for it.", NULL, false },
    { "a mark in prose, and a call", "hermes", "Write <tool_call> for it. " CALL, NULL, false },
    { "a mark that is not whole", "hermes", "ends in <tool_", NULL, true },
    { "a mark that ends nothing", "hermes", "ends in </tool_call>", NULL, true },

    { "without the template's blanks", "hermes",
      "<tool_call>{\"name\":\"f\",\"arguments\":{\"k\":\"v\"}}</tool_call>", NULL, false },
    { "members in another order", "hermes",
      "<tool_call>\n{\"arguments\": {\"k\": \"v\"}, \"name\": \"f\"}\n</tool_call>", NULL, false },
    { "JSON in other blanks", "hermes",
      "<tool_call>\n{\"name\": \"f\",\"arguments\":{\"k\":\"v\"}}\n</tool_call>", NULL, true },
    { "a member more", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"v\"}, \"x\": 1}\n</tool_call>", NULL,
      false },
    { "another escape in a string", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"\\u0076\"}}\n</tool_call>", NULL,
      true },
    { "another string", "hermes",
      "<tool_call>\n{\"n\\u0061m\": \"f\", \"arguments\": {\"k\": \"v\"}}\n</tool_call>", NULL,
      false },
    { "a closing mark in a string", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"</tool_call>\"}}\n</tool_call>",
      NULL, true },
    { "a key twice", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": 1, \"k\": 1}}\n</tool_call>", NULL,
      false },

    { "cut in a string", "hermes", "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"v",
      NULL, true },
    { "cut in a nested value", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": {\"a\": [1, \"b", NULL, true },
    { "cut after a backslash", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"v\\", NULL, false },
    { "cut before the arguments", "hermes", "<tool_call>\n{\"name\": \"f\", \"argum", NULL, true },
    { "cut before a name", "hermes", "Hi.\n<tool_call>\n{\"na", NULL, true },
    { "cut in a name", "hermes", "<tool_call>\n{\"name\": \"rea", NULL, true },
    { "no name can follow", "hermes", "<tool_call>{", NULL, false },
    { "cut in a name in a tag", "qwen3-coder", "<tool_call>\n<function=rea", NULL, true },
    { "an opening that is not the template's", "qwen3-coder", "<tool_call>\n<functions=", NULL,
      false },
    { "cut before the closing tag", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"v\"}}\n</tool", NULL, true },
    { "not closed, and text after it", "hermes",
      "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"k\": \"v\"}}\nText", NULL, false },

    { "tags and values", "qwen3-coder", "Hi.\n" QWEN, NULL, true },
    { "a tag on the same line", "qwen3-coder",
      "<tool_call>\n<function=f>\n<parameter=k>v</parameter>\n</function>\n</tool_call>", NULL,
      false },
    { "cut in a value", "qwen3-coder", "<tool_call>\n<function=f>\n<parameter=k>\nv", NULL, true },

    { "a section with one call", "kimi-k2", KIMI(KIMI_CALL("f:0")), NULL, true },
    { "a section with two calls", "kimi-k2", KIMI(KIMI_CALL("f:0") KIMI_CALL("f:0")), NULL, true },
    { "a section with a line end in it", "kimi-k2", KIMI("\n" KIMI_CALL("f:0")), NULL, false },
    { "a section with text in it", "kimi-k2", KIMI(KIMI_CALL("f:0") "text"), NULL, false },
    { "two sections", "kimi-k2", KIMI(KIMI_CALL("f:0")) KIMI(KIMI_CALL("f:0")), NULL, true },
    { "a section whose end is cut", "kimi-k2",
      "<|tool_calls_section_begin|>" KIMI_CALL("f:0") "<|tool_calls_sec", NULL, true },
    { "a section that is not closed", "kimi-k2", "<|tool_calls_section_begin|>" KIMI_CALL("f:0"),
      NULL, true },

    { "a tool of the catalogue", "qwen3-coder", QWEN, TOOLS, true },
    { "a tool that it lacks", "qwen3-coder", "<tool_call>\n<function=h>\n</function>\n</tool_call>",
      TOOLS, false },
    { "a key that the tool lacks", "qwen3-coder",
      "<tool_call>\n<function=f>\n<parameter=k>\n1\n</parameter>\n<parameter=x>\n1\n</parameter>\n"
      "</function>\n</tool_call>",
      TOOLS, false },
    { "a key that is required, and is missing", "qwen3-coder",
      "<tool_call>\n<function=f>\n<parameter=l>\n1\n</parameter>\n</function>\n</tool_call>", TOOLS,
      false },
    { "the same of a call that is cut", "qwen3-coder",
      "<tool_call>\n<function=f>\n<parameter=l>\n1", TOOLS, true },
    { "any key for a tool without keys", "qwen3-coder",
      "<tool_call>\n<function=g>\n<parameter=x>\n1\n</parameter>\n</function>\n</tool_call>", TOOLS,
      true },
};

static void finds_what_can_be_written(void **state)
{
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(ROWS[i].syntax));
        fp_options options = fp_options_default(syntax);
        fp_catalogue *catalogue = NULL;
        fp_catalogue_error error;

        if (ROWS[i].catalogue) {
            catalogue = fp_catalogue_read(FP_STR("{\"tools\":" TOOLS "}"), &error);
            assert_non_null(catalogue);
            options.catalogue = catalogue;
        }
        if (input_is_constrained(syntax, &options, fp_str_of(ROWS[i].input)) != ROWS[i].is) {
            print_error("%s: %s\n", ROWS[i].name, ROWS[i].is ? "can be written" : "cannot be");
            wrong++;
        }
        fp_catalogue_free(catalogue);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_can_be_written),
    };

    return cmocka_run_group_tests_name("constrained", tests, NULL, NULL);
}
