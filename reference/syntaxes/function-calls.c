/* SPDX-License-Identifier: Apache-2.0 */
/* function-calls.c: invocations in <function_calls>, as a table. Clauses: spec/function-calls.md.
 */
#include "engines/section-member.h"

static const fp_tags_rules RULES = { FP_SECTION_RULES("FUNCTION-CALLS") };

static const fp_tags_table TABLE = {
    /* FUNCTION-CALLS-1.1 */
    .tags = { [SECTION] = { "<function_calls>", NULL, false, 0 },
              [SECTION_END] = { "</function_calls>", NULL, false, 0 },
              [CALL] = { "<invoke name=\"", "\">", false, 0 },
              [CALL_END] = { "</invoke>", NULL, false, 0 },
              [ARG] = { "<parameter name=\"", "\">", true, 0 },
              [ARG_END] = { "</parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* FUNCTION-CALLS-1.2, FUNCTION-CALLS-1.3 */
    .keys = FP_TAGS_QUOTED_KEYS,
    .breaks = true,
    .clauses = { FP_SECTION_CLAUSES("FUNCTION-CALLS") },
    .layout = { FP_SECTION_LAYOUT("FUNCTION-CALLS") },
};

static const fp_spaced SPACING[] = {
    { "<function_calls>", NULL, "", "\n" }, /* FUNCTION-CALLS-7.1 */
    { "</function_calls>", NULL, "\n", "" }, { "<invoke name=", ">", "\n", "\n" },
    { "</invoke>", NULL, "\n", "\n" },       { "<parameter name=", ">", "\n", "" },
    { "</parameter>", NULL, "", "\n" },      { 0 }
};

const fp_syntax FP_FUNCTION_CALLS = {
    .id = "function-calls",
    .title = "invocations in <function_calls> (prompts of agents)",
    .howto = "To use tools, write <function_calls>, for each call a line <invoke name=\"NAME\">, "
             "for each of its arguments <parameter name=\"ARGUMENT\">, the value as it is and "
             "</parameter>, and a line </invoke>, and at the end </function_calls>. Nothing else "
             "is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_SECTION_POLICIES("FUNCTION-CALLS"),
    },
    .clauses = { FP_SECTION_ROLES("FUNCTION-CALLS") },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
};
