/* SPDX-License-Identifier: Apache-2.0 */
/* think-kimi.c: text and the reasoning of Kimi-VL, without calls. Clauses:
 * spec/families/reasoning.md, spec/think-kimi.md. */
#include "engines/think.h"

const fp_syntax FP_THINK_KIMI = {
    .id = "think-kimi",
    .title = "reasoning in ◁think▷, and no calls (Kimi-VL)",
    .howto =
        "Write ◁think▷, what you think, and ◁/think▷, and then the answer. There are no tools.",
    .family = "reasoning",
    FP_THINK_MEMBER,
    .reasoning = &FP_MARKS_KIMI,
    .policies = { FP_THINK_POLICIES },
};
