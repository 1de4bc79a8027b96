/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v41.c: invocations in DSML, as DeepSeek V4.1 writes them, as a table. Clauses:
 * spec/families/dsml.md, spec/deepseek-v41.md. */
#include "syntaxes/deepseek-dsml.h"

static const fp_tags_rules RULES = { FP_SECTION_RULES("DSML") };

static const fp_tags_table TABLE = {
    FP_DSML_TAGS(" calls", " "), /* DEEPSEEK-V41-1.1 */
    FP_DSML_TABLE,
    .layout = { FP_SECTION_LAYOUT("DSML"), .empty_line = true },
};

static const fp_spaced SPACING[] = { FP_DSML_SPACING(" calls", " ") };

static const char *const TOKENS[] = { FP_DSML_TOKENS };

const fp_syntax FP_DEEPSEEK_V41 = {
    .id = "deepseek-v41",
    .title = "invocations in <｜DSML｜ calls> (DeepSeek V4.1)",
    .howto = FP_DSML_HOWTO(" calls", " ") " Each of these names begins with a space.",
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
