/* SPDX-License-Identifier: Apache-2.0 */
/* golden.h: a case on our own parser: its outcome, and when its events are out. */
#ifndef FENCEPOST_HARNESS_GOLDEN_H
#define FENCEPOST_HARNESS_GOLDEN_H

#include "judge/judge.h"
#include "suite/corpus.h"

/* Returns whether our parser's outcome and the offsets of its events are as the case says; if not,
 * *d says how the part of it differs that weighs most. Events count as calls. *outcome is owned:
 * fp_outcome_free(). Ends the program when memory is out. */
bool golden_holds(const test_case *t, fp_outcome **outcome, difference *d);

/* The same of an outcome that our parser has given already. */
bool golden_agrees(const test_case *t, const fp_outcome *outcome, difference *d);

#endif
