/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v4.c: invocations in DSML, as DeepSeek V4 writes them, as a table. Clauses:
 * spec/families/dsml.md, spec/deepseek-v4.md. */
#include "syntaxes/deepseek-dsml.h"

static const fp_tags_rules RULES = { FP_SECTION_RULES("DSML") };

static const fp_tags_table TABLE = {
    FP_DSML_TAGS("tool_calls", ""), /* DEEPSEEK-V4-1.1 */
    FP_DSML_TABLE,
    .layout = { FP_SECTION_LAYOUT("DSML"), .empty_line = true },
};

static const fp_spaced SPACING[] = { FP_DSML_SPACING("tool_calls", "") };

static const char *const TOKENS[] = { FP_DSML_TOKENS };

const fp_syntax FP_DEEPSEEK_V4 = {
    .id = "deepseek-v4",
    .title = "invocations in <｜DSML｜tool_calls> (DeepSeek V4)",
    .howto = FP_DSML_HOWTO("tool_calls", ""),
    .family = "dsml",
    FP_DSML_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_DSML_POLICIES,
        [FP_REASONING] = { FP_REASONING_OPAQUE, "DSML-5.6" },
    },
    .spacing = SPACING,
    .tokens = TOKENS,
};
