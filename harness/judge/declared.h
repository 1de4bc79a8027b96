/* SPDX-License-Identifier: Apache-2.0 */
/* declared.h: whether an outcome differs only by readings that its parser declares (MODEL-3.27). */
#ifndef FENCEPOST_HARNESS_DECLARED_H
#define FENCEPOST_HARNESS_DECLARED_H

#include "judge/declared_list.h"
#include "judge/judge.h"

/* Returns whether all that differs rests on these readings alone; *clause is the first that decides
 * it. If not, *clause is what is not declared of what only differs; it stays unchanged where a
 * difference is a fault. recovered: as judge_recovered() has it. */
bool judge_is_declared(const test_case *t, const expectation *e, size_t recovered,
                       const fp_outcome *o, const judged *what, const declared_readings *d,
                       const char **clause);

/* The same for an error in place of the outcome, which judge_error_is_reading() calls a reading. */
bool judge_error_is_declared(const test_case *t, const expectation *e, const declared_readings *d,
                             const char **clause);

#endif
