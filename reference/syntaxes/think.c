/* SPDX-License-Identifier: Apache-2.0 */
/* think.c: text and the reasoning of most models, without calls. Clauses:
 * spec/families/reasoning.md, spec/think.md. */
#include "engines/think.h"

/* THINK-1.2 */
static const char *const TOKENS[] = { "<think>", "</think>", NULL };

const fp_syntax FP_THINK = {
    .id = "think",
    .title = "reasoning in <think>, and no calls (DeepSeek, Qwen, GLM, Kimi K2)",
    .howto = "Write <think>, what you think, and </think>, and then the answer. There are no tools.",
    .family = "reasoning",
    FP_THINK_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_THINK_POLICIES,
        [FP_MARKERS] = { FP_MARKERS_TEXT, "THINK-1.2" },
    },
    .tokens = TOKENS,
};
