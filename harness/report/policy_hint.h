/* SPDX-License-Identifier: Apache-2.0 */
/* policy_hint.h: finds out whether failures may only be choices that were not declared. */
#ifndef FENCEPOST_HARNESS_POLICY_HINT_H
#define FENCEPOST_HARNESS_POLICY_HINT_H

#include "result/result.h"

/* Returns an owned sentence if many failures of a worker are of clauses with a policy that it does
 * not declare; else NULL. Many: at least 10, and a quarter of all. */
char *policy_hint(const run_info *info, const run_summary *summary);

#endif
