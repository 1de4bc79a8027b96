/* SPDX-License-Identifier: Apache-2.0 */
/* would_declare.h: finds the policy that would make a parser's answer right if it declared it. */
#ifndef FENCEPOST_HARNESS_WOULD_DECLARE_H
#define FENCEPOST_HARNESS_WOULD_DECLARE_H

#include "judge/judge.h"

/* Finds the single policy, in addition to those of the options, under which our own parser gives
 * this outcome for the case; false if there is none. */
bool would_declare(const test_case *t, const fp_options *options, const fp_outcome *o,
                   const judged *what, policy_set *policy);

#endif
