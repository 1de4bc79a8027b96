/* SPDX-License-Identifier: Apache-2.0 */
/* diagnosis.h: what a parser's failures are like: those of mutants of our own parsers, whose faults
 * are known (harness/mutants/vectors.json).
 *
 * Two parsers are alike as far as they fail the same checks. What the mutant fails and the parser
 * does not counts against it whole; what the parser fails and the mutant does not, a quarter, for a
 * parser may have several faults: common / (common + mutant's own + parser's own / 4).
 */
#ifndef FENCEPOST_HARNESS_DIAGNOSIS_H
#define FENCEPOST_HARNESS_DIAGNOSIS_H

#include "result/result.h"

/* Below LIKE_ENOUGH, or with fewer failures in common than LIKE_COMMON, nothing is said: a planted
 * fault reaches 0.85 (tests/mutants.py), the small Python parser of caret, which has several, 0.72.
 */
#define LIKE_ENOUGH 0.6
enum { LIKE_COMMON = 3, LIKENESSES_MAX = 3 };

typedef struct diagnosis diagnosis;

/* Reads the vectors of the data directory. Owned: diagnosis_free(). NULL where there are none, or,
 * with the problem said, where they cannot be read. */
diagnosis *diagnosis_new(const char *data, problems *p);
void diagnosis_free(diagnosis *d); /* NULL is allowed */

/* An on_result, for a diagnosis. */
void diagnosis_take(void *diagnosis, const result *r);

/* The mutants that the results so far are most like, the likest first; borrowed from d. Returns how
 * many: LIKENESSES_MAX at most. */
size_t diagnosis_find(const diagnosis *d, likeness out[LIKENESSES_MAX]);

#endif
