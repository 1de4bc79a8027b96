/* SPDX-License-Identifier: Apache-2.0 */
/* would_declare.h: which policy a parser would declare to be right as it answers. */
#ifndef FENCEPOST_HARNESS_WOULD_DECLARE_H
#define FENCEPOST_HARNESS_WOULD_DECLARE_H

#include "judge/judge.h"

/* The one policy under which our own parser reads the case as the outcome does, beside what the
 * options have; false if no single one makes it so. */
bool would_declare(const test_case *t, const fp_options *options, const fp_outcome *o,
                   const judged *what, policy_set *policy);

#endif
