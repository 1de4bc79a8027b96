/* SPDX-License-Identifier: Apache-2.0 */
/* ernie45.c: a JSON object in <tool_call>, beside an answer in <response>, as a table. Clauses:
 * spec/ernie45.md. */
#include "engines/object.h"
#include "engines/tagged-member.h"

#define OPEN "<tool_call>"
#define CLOSE "</tool_call>"
#define ANSWER "<response>"
#define ANSWER_END "</response>"

static const fp_tagged_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, ERNIE45-4.2 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_TAGGED_CLAUSES },
                .layout = { .before = "<tool_call>\n{\"name\": ",
                            .between = ", \"arguments\": {",
                            .after = "}}\n</tool_call>",
                            .comma = ",",
                            .levels = 2,
                            FP_TAGGED_REFUSALS } },
    .open = OPEN,
    .close = CLOSE,
    .answer = ANSWER, /* ERNIE45-8.7 */
    .answer_end = ANSWER_END,
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" },                          /* ERNIE45-8.4 */
    { .match = "(</?response>)", .groups = { [1] = FP_ROLE_FRAMING } }, /* ERNIE45-8.7 */
    FP_TAGGED_BLOCK_RULE("<tool_call>", "</tool_call>"),
    { 0 },
};

/* ERNIE45-8.6 */
static const char *const TOKENS[] = {
    OPEN, CLOSE, ANSWER, ANSWER_END, "<think>", "</think>", NULL
};

static const fp_spaced SPACING[] = { { "<tool_call>", NULL, "", "\n" }, /* ERNIE45-10.1 */
                                     { "</tool_call>", NULL, "\n", "" },
                                     { 0 } };

const fp_syntax FP_ERNIE45 = {
    .id = "ernie45",
    .title = "a JSON object in <tool_call>, beside an answer in <response> (Ernie 4.5)",
    .howto = "To use a tool, write the tag <tool_call>, then a JSON object {\"name\": NAME, "
             "\"arguments\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments, and then the "
             "tag </tool_call>. Each call has tags of its own. Write an answer between <response> and "
             "</response>.",
    .family = "object",
    FP_TAGGED_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGGED_POLICIES,
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "ERNIE45-8.5" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "ERNIE45-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "ERNIE45-8.6" },
    },
    .clauses = { FP_TAGGED_ROLES },
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .spacing = SPACING,
    .tokens = TOKENS,
};
