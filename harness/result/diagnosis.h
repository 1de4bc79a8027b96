/* SPDX-License-Identifier: Apache-2.0 */
/* diagnosis.h: compares a parser's failures with those of mutants of our own parsers, whose faults
 * are known (harness/mutants/vectors.json).
 *
 * Two parsers are alike if they fail the same checks. A failure of the mutant alone counts against
 * them in full; one of the parser alone counts a quarter, since a parser may have several faults:
 * common / (common + mutant's own + parser's own / 4).
 */
#ifndef FENCEPOST_HARNESS_DIAGNOSIS_H
#define FENCEPOST_HARNESS_DIAGNOSIS_H

#include "result/result.h"

/* Below LIKE_ENOUGH, or with fewer than LIKE_COMMON failures in common, nothing is reported. A
 * planted fault reaches 0.85 (tests/mutants.py); the small Python parser of caret, which has
 * several faults, 0.72. */
#define LIKE_ENOUGH 0.6
enum { LIKE_COMMON = 3, LIKENESSES_MAX = 3 };

typedef struct diagnosis diagnosis;

/* Reads the vectors of the data directory. Owned: diagnosis_free(). NULL if there are none, or,
 * after reporting the problem, if they cannot be read. */
diagnosis *diagnosis_new(const char *data, problems *p);
void diagnosis_free(diagnosis *d); /* NULL is allowed */

/* An on_result, for a diagnosis. */
void diagnosis_take(void *diagnosis, const result *r);

/* Finds the mutants most like the results so far, the likest first; borrowed from d. Returns their
 * number. */
size_t diagnosis_find(const diagnosis *d, likeness out[LIKENESSES_MAX]);

#endif
