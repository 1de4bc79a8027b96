/* SPDX-License-Identifier: Apache-2.0 */
/* cause_template.h: the mechanism of a failure of an executor of response templates. */
#ifndef FENCEPOST_HARNESS_CAUSE_TEMPLATE_H
#define FENCEPOST_HARNESS_CAUSE_TEMPLATE_H

#include "result/cause_mark.h"

/* Returns whether the result is of such an executor. */
bool is_of_template(const result *r);

/* What mechanism_of() and effect_of() then return. */
mechanism template_mechanism(const result *r);
const char *template_effect(const result *r);

#endif
