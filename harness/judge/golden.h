/* SPDX-License-Identifier: Apache-2.0 */
/* golden.h: judges our own parser on a case: its outcome, and after which byte each event comes. */
#ifndef FENCEPOST_HARNESS_GOLDEN_H
#define FENCEPOST_HARNESS_GOLDEN_H

#include "judge/judge.h"
#include "suite/corpus.h"

/* Returns whether our parser's outcome and the offsets of its events are the expected ones. If not,
 * *d describes the gravest difference; events count as calls. *outcome is owned: fp_outcome_free().
 * Ends the program when memory is out. */
bool golden_holds(const test_case *t, fp_outcome **outcome, difference *d);

/* The same for an outcome of our parser that exists already. */
bool golden_agrees(const test_case *t, const fp_outcome *outcome, difference *d);

#endif
