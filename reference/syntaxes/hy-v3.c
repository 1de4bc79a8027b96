/* SPDX-License-Identifier: Apache-2.0 */
/* hy-v3.c: a section of blocks with key and value tags, as a table. Clauses: spec/hy-v3.md. */
#include "engines/section-member.h"

static const fp_tags_rules RULES = { FP_SECTION_RULES("HY-V3") };

static const fp_tags_table TABLE = {
    /* HY-V3-1.1 */
    .tags = { [SECTION] = { "<tool_calls>", NULL, false, 0 },
              [SECTION_END] = { "</tool_calls>", NULL, false, 0 },
              [CALL] = { "<tool_call>", "<tool_sep>", false, 0 },
              [CALL_END] = { "</tool_call>", NULL, false, 0 },
              [ARG] = { "<arg_key>", "</arg_key>\n<arg_value>", true, 0 },
              [ARG_END] = { "</arg_value>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* HY-V3-1.2, HY-V3-1.3 */
    .keys = FP_TAGS_KEYS,
    .breaks = true,
    .clauses = { .blank = "HY-V3-3.3", FP_SECTION_CLAUSES("HY-V3") },
    .layout = { FP_SECTION_LAYOUT("HY-V3") },
};

/* HY-V3-7.1 */
static const fp_spaced SPACING[] = {
    { "<tool_calls>", NULL, "", "\n" },          { "</tool_calls>", NULL, "\n", "" },
    { "<tool_call>", "<tool_sep>", "\n", "\n" }, { "</tool_call>", NULL, "\n", "\n" },
    { "<arg_key>", "</arg_key>", "\n", "\n" },   { "<arg_value>", NULL, "\n", "" },
    { "</arg_value>", NULL, "", "\n" },          { 0 }
};

/* HY-V3-5.11 */
static const char *const TOKENS[] = {
    "<tool_calls>", "</tool_calls>", "<tool_call>",  "</tool_call>", "<tool_sep>", "<arg_key>",
    "</arg_key>",   "<arg_value>",   "</arg_value>", "<think>",      "</think>",   NULL,
};

const fp_syntax FP_HY_V3 = {
    .id = "hy-v3",
    .title = "key and value tags in <tool_calls> (HY v3)",
    .howto = "To use tools, write <tool_calls>, for each call a line <tool_call>NAME<tool_sep>, for "
             "each of its arguments a line <arg_key>ARGUMENT</arg_key> and after it <arg_value>, the "
             "value as it is and </arg_value>, and a line </tool_call>, and at the end </tool_calls>. "
             "Nothing else is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_SECTION_POLICIES("HY-V3"),
        [FP_MARKERS] = { FP_MARKERS_TEXT, "HY-V3-5.11" },
    },
    .clauses = { FP_SECTION_ROLES("HY-V3") },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
