/* SPDX-License-Identifier: Apache-2.0 */
/* think.h: the engine of notations that have reasoning and no calls: the family `reasoning`.
 *
 * The core reads the marks (core/reasoning.h), so all that is left is text. A member is a row with
 * its marks, and what is the same in each of them is here. Clauses: spec/families/reasoning.md.
 */
#ifndef FENCEPOST_ENGINES_THINK_H
#define FENCEPOST_ENGINES_THINK_H

#include "engines/reasoning-marks.h"

void fp_think_step(void *self, fp_out *out, unsigned char byte);
void fp_think_finish(void *self, fp_out *out);

/* Refuses any call: REASONING-3.1. */
bool fp_think_render(fp_rendering *r, const fp_call *call);

extern const fp_derive FP_THINK_DERIVE;
extern const fp_speed FP_THINK_SPEED;

/* In fp_syntax: the policies but FP_MARKERS. */
#define FP_THINK_POLICIES                                            \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "REASONING-3.1" }, \
    [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "REASONING-3.1" },         \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "REASONING-3.1" },       \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "REASONING-2.4" },      \
    [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "REASONING-3.1" },      \
    [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_PASS, "REASONING-3.1" },       \
    [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "REASONING-1.5" },       \
    [FP_TYPES] = { FP_TYPES_STRING, "REASONING-3.1" },               \
    [FP_RECOVERY] = { FP_RECOVERY_STRICT, "REASONING-1.1" },         \
    [FP_REASONING] = { FP_REASONING_CHANNEL, "REASONING-1.2" }

/* And the rest of it, except its marks and tokens. */
#define FP_THINK_MEMBER                                                                           \
    .stands = FP_STANDS_NOWHERE, .derive = &FP_THINK_DERIVE,                                      \
    .clauses = { [FP_ROLE_TEXT] = "REASONING-2.1",                                                \
                 [FP_ROLE_FRAMING] = "REASONING-1.1",                                             \
                 [FP_ROLE_REASONING] = "REASONING-1.2" },                                         \
    .state_size = 1, .step = fp_think_step, .finish = fp_think_finish, .render = fp_think_render, \
    .fast = &FP_THINK_SPEED

#endif
