/* SPDX-License-Identifier: Apache-2.0 */
/* longcat.c: a JSON object in <longcat_tool_call>, as a table. Clauses: spec/longcat.md. */
#include "engines/object.h"
#include "engines/reasoning-marks.h"
#include "engines/tagged-member.h"

#define OPEN "<longcat_tool_call>"
#define CLOSE "</longcat_tool_call>"

static const fp_tagged_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, LONGCAT-4.2 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_TAGGED_CLAUSES },
                .layout = { .before = "<longcat_tool_call>\n{\"name\": ",
                            .between = ", \"arguments\": {",
                            .after = "}}\n</longcat_tool_call>",
                            .comma = ",",
                            .levels = 2,
                            FP_TAGGED_REFUSALS } },
    .open = OPEN,
    .close = CLOSE,
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<longcat_think>", /* LONGCAT-8.4 */
      .groups = { FP_ROLE_FRAMING },
      .end = "</longcat_think>",
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_REASONING },
    FP_TAGGED_BLOCK_RULE("<longcat_tool_call>", "</longcat_tool_call>"),
    { 0 },
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
    FP_TAGGED_MEMBER,
    .reasoning = &FP_MARKS_LONGCAT,
    .policies = {
        FP_TAGGED_POLICIES,
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "LONGCAT-8.5" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "LONGCAT-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "LONGCAT-8.6" },
    },
    .clauses = { FP_TAGGED_ROLES },
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .spacing = SPACING,
    .tokens = TOKENS,
};
