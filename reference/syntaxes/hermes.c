/* SPDX-License-Identifier: Apache-2.0 */
/* hermes.c: a JSON object in <tool_call>, as a table. Clauses: spec/hermes.md. */
#include "engines/object.h"
#include "engines/tagged-member.h"

#define OPEN "<tool_call>"
#define CLOSE "</tool_call>"

static const fp_tagged_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, HERMES-4.2 */
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
    .other = "<function=", /* HERMES-2.6 */
    .bad_other = "HERMES-2.6",
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* HERMES-8.4 */
    FP_TAGGED_BLOCK_RULE("<tool_call>", "</tool_call>"),
    { 0 },
};

/* HERMES-8.6 */
static const char *const TOKENS[] = { OPEN, CLOSE, "<think>", "</think>", NULL };

static const fp_spaced SPACING[] = { { "<tool_call>", NULL, "", "\n" }, /* HERMES-10.1 */
                                     { "</tool_call>", NULL, "\n", "" },
                                     { 0 } };

const fp_syntax FP_HERMES = {
    .id = "hermes",
    .title = "a JSON object between tags (Hermes, Qwen 2.5 and 3)",
    .howto = "To use a tool, write the tag <tool_call>, then a JSON object {\"name\": NAME, "
             "\"arguments\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments, and then the "
             "tag </tool_call>. Each call has tags of its own.",
    .family = "object",
    FP_TAGGED_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGGED_POLICIES,
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "HERMES-8.5" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "HERMES-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "HERMES-8.6" },
    },
    .clauses = { FP_TAGGED_ROLES },
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .spacing = SPACING,
    .tokens = TOKENS,
    .chooses = FP_CHOOSES_DROP_REST,
};
