/* SPDX-License-Identifier: Apache-2.0 */
/* policy_answers.h: what a worker answers to cases, in one piece and in pieces: each is asked when
 * it is first needed.
 */
#ifndef FENCEPOST_HARNESS_POLICY_ANSWERS_H
#define FENCEPOST_HARNESS_POLICY_ANSWERS_H

#include "run/run.h"

/* The ways in which a case is asked. */
typedef enum asked_as { ASKED_WHOLE, ASKED_BY_UNITS, ASKED_LIKE_TOKENS } asked_as;
enum { ASKED_COUNT = ASKED_LIKE_TOKENS + 1 };

/* "in one piece"; static. */
const char *asked_name(asked_as how);

/* An answer; without an outcome there is none, or the case cannot be asked so. */
typedef struct heard {
    bool asked;
    fp_outcome *outcome; /* owned by the answers */
    size_t ends;         /* call_end, among its events */
} heard;

typedef struct policy_answers policy_answers;

/* Of the cases of the selection, which is borrowed; they are asked in one piece alone. Owned:
 * policy_answers_free(). */
policy_answers *policy_answers_new(const selection *what, session *worker);
void policy_answers_free(policy_answers *a);

/* Asks in pieces as well, in those ways that the worker survives: some plain cases are tried, and a
 * way in which it reads clearly fewer of them right than in another way is left out. So may the
 * whole be. */
void policy_answers_cut(policy_answers *a);

/* Returns whether the case may be asked at all: it is short, and about nothing that the worker
 * cannot be given. */
bool policy_answers_may_ask(const policy_answers *a, const test_case *t);

/* The answers to one of the cases: ASKED_COUNT of them. Borrowed. */
const heard *policy_answers_to(policy_answers *a, size_t index);

/* Those that were asked before; without an outcome where none was. */
const heard *policy_answers_known(const policy_answers *a, size_t index);

#endif
