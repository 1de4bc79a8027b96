/* SPDX-License-Identifier: Apache-2.0 */
/* minimax-m2.c: invocations in <minimax:tool_call>, as a table. Clauses: spec/minimax-m2.md. */
#include "engines/section-member.h"

static const fp_tags_rules RULES = { FP_SECTION_RULES("MINIMAX-M2") };

static const fp_tags_table TABLE = {
    /* MINIMAX-M2-1.1 */
    .tags = { [SECTION] = { "<minimax:tool_call>", NULL, false, 0 },
              [SECTION_END] = { "</minimax:tool_call>", NULL, false, 0 },
              [CALL] = { "<invoke name=\"", "\">", false, 0 },
              [CALL_END] = { "</invoke>", NULL, false, 0 },
              [ARG] = { "<parameter name=\"", "\">", true, 0 },
              [ARG_END] = { "</parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* MINIMAX-M2-1.2, MINIMAX-M2-1.3 */
    .keys = FP_TAGS_QUOTED_KEYS,
    .breaks = true,
    .clauses = { FP_SECTION_CLAUSES("MINIMAX-M2"), .cut_open = "MINIMAX-M2-6.6" },
    .layout = { FP_SECTION_LAYOUT("MINIMAX-M2") },
};

static const fp_spaced SPACING[] = {
    { "<minimax:tool_call>", NULL, "", "\n" }, /* MINIMAX-M2-7.1 */
    { "</minimax:tool_call>", NULL, "\n", "" }, { "<invoke name=", ">", "\n", "\n" },
    { "</invoke>", NULL, "\n", "\n" },          { "<parameter name=", ">", "\n", "" },
    { "</parameter>", NULL, "", "\n" },         { 0 }
};

/* MINIMAX-M2-5.11 */
static const char *const TOKENS[] = {
    "<minimax:tool_call>", "</minimax:tool_call>", "<think>", "</think>", NULL,
};

const fp_syntax FP_MINIMAX_M2 = {
    .id = "minimax-m2",
    .title = "invocations in <minimax:tool_call> (MiniMax M2)",
    .howto = "To use tools, write <minimax:tool_call>, for each call a line <invoke name=\"NAME\">, "
             "for each of its arguments <parameter name=\"ARGUMENT\">, the value as it is and "
             "</parameter>, and a line </invoke>, and at the end </minimax:tool_call>. Nothing else "
             "is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_SECTION_POLICIES("MINIMAX-M2"),
        [FP_MARKERS] = { FP_MARKERS_TEXT, "MINIMAX-M2-5.11" },
    },
    .clauses = { FP_SECTION_ROLES("MINIMAX-M2") },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
