/* SPDX-License-Identifier: Apache-2.0 */
/* policy_answers.h: the answers of a worker to cases, in one piece and in pieces. Each case is
 * asked when its answers are first needed.
 */
#ifndef FENCEPOST_HARNESS_POLICY_ANSWERS_H
#define FENCEPOST_HARNESS_POLICY_ANSWERS_H

#include "run/run.h"

/* The ways in which a case is asked. */
typedef enum asked_as { ASKED_WHOLE, ASKED_BY_UNITS, ASKED_LIKE_TOKENS } asked_as;
enum { ASKED_COUNT = ASKED_LIKE_TOKENS + 1 };

/* "in one piece"; static. */
const char *asked_name(asked_as how);

/* An answer. Without an outcome there was none, or the case cannot be asked in this way. */
typedef struct heard {
    bool asked;
    fp_outcome *outcome; /* owned by the answers */
    size_t ends;         /* call_end, among its events */
} heard;

typedef struct policy_answers policy_answers;

/* Begins with the cases of the selection, which is borrowed; they are asked only in one piece.
 * Owned: policy_answers_free(). */
policy_answers *policy_answers_new(const selection *what, session *worker);
void policy_answers_free(policy_answers *a);

/* From now on asks in pieces as well. Some plain cases are tried in each way first, also in one
 * piece, and a way in which the worker reads clearly fewer of them right is left out. */
void policy_answers_cut(policy_answers *a);

/* Returns whether the case may be asked at all: it is short, and the worker supports what it needs.
 */
bool policy_answers_may_ask(const policy_answers *a, const test_case *t);

/* Returns the ASKED_COUNT answers to one of the cases, asking for them if needed. Borrowed. */
const heard *policy_answers_to(policy_answers *a, size_t index);

/* Returns only the answers that are known already; the others have no outcome. */
const heard *policy_answers_known(const policy_answers *a, size_t index);

#endif
