/* SPDX-License-Identifier: Apache-2.0 */
/* think-gemma.c: text and the reasoning of Gemma 4, without calls. Clauses:
 * spec/families/reasoning.md, spec/think-gemma.md. */
#include "engines/think.h"

/* THINK-GEMMA-1.2 */
static const char *const TOKENS[] = { "<|channel>", "<channel|>", NULL };

const fp_syntax FP_THINK_GEMMA = {
    .id = "think-gemma",
    .title = "reasoning in a channel of thought, and no calls (Gemma 4)",
    .howto = "Write <|channel>thought, a line end, what you think, and <channel|>, and then the "
             "answer. There are no tools.",
    .family = "reasoning",
    FP_THINK_MEMBER,
    .reasoning = &FP_MARKS_GEMMA,
    .policies = {
        FP_THINK_POLICIES,
        [FP_MARKERS] = { FP_MARKERS_TEXT, "THINK-GEMMA-1.2" },
    },
    .tokens = TOKENS,
};
