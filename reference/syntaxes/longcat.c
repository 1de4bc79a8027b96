/* SPDX-License-Identifier: Apache-2.0 */
/* longcat.c: a JSON object in <longcat_tool_call>, as a table. Clauses: spec/longcat.md. */
#include "engines/object.h"
#include "engines/tagged.h"

#define OPEN "<longcat_tool_call>"
#define CLOSE "</longcat_tool_call>"

static const fp_tagged_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, LONGCAT-4.2 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { .again = "OBJECT-4.5",
                             .duplicate = "OBJECT-5.5",
                             .bad_arguments = "OBJECT-5.2",
                             .bad_text = "OBJECT-6.4",
                             .bad_name = "OBJECT-4.3" },
                .layout = { .before = "<longcat_tool_call>\n{\"name\": ",
                            .between = ", \"arguments\": {",
                            .after = "}}\n</longcat_tool_call>",
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "OBJECT-10.4",
                            .duplicate = "OBJECT-10.4",
                            .bad_bytes = "OBJECT-10.3",
                            .bad_json = "OBJECT-10.4",
                            .over = "OBJECT-10.5" } },
    .open = OPEN,
    .close = CLOSE,
};

static const char *const TO_TAG[] = { "<", NULL };

static const char *const COMPLETIONS[] = { "<longcat_tool_call>{\"name\":\"x\"", "0000\":\"x\"",
                                           "0000\"", "</longcat_tool_call>", NULL };

static const char *const MARKERS[] = {
    "<longcat_tool_call>",
    "</longcat_tool_call>",
    "<longcat_think>",
    "</longcat_think>",
    "<longcat_tool_call>\n{\"name\": \"a\", \"arguments\": {",
    "<longcat_tool_call>{\"arguments\": {\"k\": \"v\"}, \"name\": \"b\"}",
    "}}\n</longcat_tool_call>",
    "\"name\": \"",
    "\"arguments\": ",
    "\"parameters\": ",
    "\"k\": \"v\", ",
    "\"l\": [1, {\"m\": null}]",
    "\"{\\\"k\\\": 1}\"",
    "{",
    "}",
    "\\\"",
    "\\ud83d",
    "\\ude00",
    "<",
    NULL
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<longcat_think>", /* LONGCAT-8.4 */
      .groups = { FP_ROLE_FRAMING },
      .end = "</longcat_think>",
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_REASONING },
    { /* OBJECT-2.1, OBJECT-3.1, OBJECT-7.2 */
      .begin = "(<longcat_tool_call>)(?=[ \\t\\r]*+(?:\\{|\\n))",
      .groups = { [1] = FP_ROLE_MARKER },
      .end = "(</longcat_tool_call>)|(?=[^ \\t\\r\\n{])",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = FP_TAGGED_HIGHLIGHT },
    { 0 },
};

static const fp_reasoning_marks THINK = { .open = { "<longcat_think>" },
                                          .close = "</longcat_think>" };

static const fp_speed FAST = {
    .at_ease = fp_tagged_at_ease,
    .leads = { TO_TAG },
    .in_string = fp_tagged_in_string,
};

/* LONGCAT-8.6 */
static const char *const TOKENS[] = { OPEN, CLOSE, "<longcat_think>", "</longcat_think>", NULL };

static const fp_spaced SPACING[] = { { "<longcat_tool_call>", NULL, "", "\n" }, /* LONGCAT-10.1 */
                                     { "</longcat_tool_call>", NULL, "\n", "" },
                                     { 0 } };

const fp_syntax FP_LONGCAT = {
    .id = "longcat",
    .title = "a JSON object in <longcat_tool_call> (LongCat-Flash)",
    .howto = "To use a tool, write the tag <longcat_tool_call>, then a JSON object {\"name\": NAME, "
             "\"arguments\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments, and then the "
             "tag </longcat_tool_call>. Each call has tags of its own.",
    .family = "object",
    .reasoning = &THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "OBJECT-7.3" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "OBJECT-3.4" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "OBJECT-8.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "OBJECT-8.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "OBJECT-5.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "LONGCAT-8.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "OBJECT-8.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "OBJECT-5.6" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "OBJECT-6.1" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "LONGCAT-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "LONGCAT-8.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "OBJECT-8.1",
        [FP_ROLE_MARKER] = "OBJECT-2.1",
        [FP_ROLE_NAME] = "OBJECT-4.1",
        [FP_ROLE_VALUE] = "OBJECT-5.3",
        [FP_ROLE_BLANK] = "OBJECT-1.1",
        [FP_ROLE_SKIPPED] = "OBJECT-7.1",
        [FP_ROLE_FRAMING] = "OBJECT-7.5",
    },
    .misfit = "OBJECT-5.6",
    .json = true,
    .highlight = HIGHLIGHT,
    .derive = &FP_TAGGED_DERIVE,
    .render = fp_object_render,
    .table = &TABLE,
    .state_size = sizeof(fp_tagged),
    .step = fp_tagged_step,
    .finish = fp_tagged_finish,
    .fast = &FAST,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .spacing = SPACING,
    .tokens = TOKENS,
};
