/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v32.c: invocations in DSML, as DeepSeek V3.2 writes them, as a table. Clauses:
 * spec/families/dsml.md, spec/deepseek-v32.md. */
#include "syntaxes/deepseek-dsml.h"

static const fp_tags_rules RULES = { FP_SECTION_RULES("DSML") };

static const fp_tags_table TABLE = {
    FP_DSML_TAGS("function_calls", ""), /* DEEPSEEK-V32-1.1 */
    FP_DSML_TABLE,
    .layout = { FP_SECTION_LAYOUT("DSML"), .empty_line = true },
};

static const fp_spaced SPACING[] = { FP_DSML_SPACING("function_calls", "") };

static const char *const TOKENS[] = { FP_DSML_TOKENS };

const fp_syntax FP_DEEPSEEK_V32 = {
    .id = "deepseek-v32",
    .title = "invocations in <｜DSML｜function_calls> (DeepSeek V3.2)",
    .howto = FP_DSML_HOWTO("function_calls", ""),
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
