/* SPDX-License-Identifier: Apache-2.0 */
/* policy_hint.h: finds out whether failures may only be choices that were not declared. */
#ifndef FENCEPOST_HARNESS_POLICY_HINT_H
#define FENCEPOST_HARNESS_POLICY_HINT_H

#include "result/result.h"

/* Returns an owned sentence if one value of a policy would make several golden outcomes of a worker
 * right, at least 3, as many as `fencepost policies` needs to propose it; else NULL. */
char *policy_hint(const run_info *info, const run_summary *summary);

#endif
