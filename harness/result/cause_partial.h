/* SPDX-License-Identifier: Apache-2.0 */
/* cause_partial.h: the mechanism of a failure of a reader of partial JSON. */
#ifndef FENCEPOST_HARNESS_CAUSE_PARTIAL_H
#define FENCEPOST_HARNESS_CAUSE_PARTIAL_H

#include "result/cause_mark.h"

/* Returns whether the result is of such a reader. */
bool is_of_partial(const result *r);

/* What mechanism_of() and effect_of() then return. */
mechanism partial_mechanism(const result *r);
const char *partial_effect(const result *r);

#endif
