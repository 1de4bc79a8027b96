/* SPDX-License-Identifier: Apache-2.0 */
/* step3.c: invocations in a section of tokens, as a table. Clauses: spec/step3.md. */
#include "engines/section-member.h"

/* STEP3-1.1: an end tag of its own for what is in a block. */
enum { INVOKE_END = ARG_END + 1 };

static const fp_tags_rules RULES = {
    FP_SECTION_RULES("STEP3"),
    [FP_TAGS_BLOCK][INVOKE_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "STEP3-3.5" },
    [FP_TAGS_VALUE][INVOKE_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "STEP3-4.4" },
};

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<｜tool_calls_begin｜>", NULL, false, 0 },
              [SECTION_END] = { "<｜tool_calls_end｜>", NULL, false, 0 },
              [CALL] = { "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"",
                         "\">", false, 0 },
              [INVOKE_END] = { "</steptml:invoke>", NULL, false, 0 },
              [CALL_END] = { "<｜tool_call_end｜>", NULL, false, 0 },
              [ARG] = { "<steptml:parameter name=\"", "\">", true, 0 },
              [ARG_END] = { "</steptml:parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* STEP3-1.2, STEP3-1.3 */
    .keys = FP_TAGS_QUOTED_KEYS,
    .breaks = true,
    .clauses = { FP_SECTION_CLAUSES("STEP3"), .mismatched = "STEP3-3.9" },
    .layout = { FP_SECTION_LAYOUT("STEP3"), .ends_together = true },
};

static const fp_spaced SPACING[] = {
    { "<｜tool_calls_begin｜>", NULL, "", "\n" }, /* STEP3-7.1 */
    { "<｜tool_calls_end｜>", NULL, "\n", "" },
    { "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=", ">", "\n", "\n" },
    { "</steptml:invoke><｜tool_call_end｜>", NULL, "\n", "\n" },
    { "<steptml:parameter name=", ">", "\n", "" },
    { "</steptml:parameter>", NULL, "", "\n" },
    { 0 }
};

/* STEP3-5.11 */
static const char *const TOKENS[] = {
    "<｜tool_calls_begin｜>",
    "<｜tool_calls_end｜>",
    "<｜tool_call_begin｜>",
    "<｜tool_call_end｜>",
    "<｜tool_sep｜>",
    "<think>",
    "</think>",
    NULL,
};

const fp_syntax FP_STEP3 = {
    .id = "step3",
    .title = "invocations in <｜tool_calls_begin｜> (Step 3)",
    .howto = "To use tools, write <｜tool_calls_begin｜>, for each call a line <｜tool_call_begin｜>"
             "function<｜tool_sep｜><steptml:invoke name=\"NAME\">, for each of its arguments "
             "<steptml:parameter name=\"ARGUMENT\">, the value as it is and </steptml:parameter>, "
             "and a line </steptml:invoke><｜tool_call_end｜>, and at the end <｜tool_calls_end｜>. "
             "Nothing else is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_SECTION_POLICIES("STEP3"),
        [FP_MARKERS] = { FP_MARKERS_TEXT, "STEP3-5.11" },
    },
    .clauses = { FP_SECTION_ROLES("STEP3") },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
