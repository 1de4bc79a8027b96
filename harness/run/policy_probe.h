/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.h: which policies a worker keeps, by what it answers to the cases that tell them
 * apart.
 */
#ifndef FENCEPOST_HARNESS_POLICY_PROBE_H
#define FENCEPOST_HARNESS_POLICY_PROBE_H

#include "run/run.h"

enum { POLICY_VALUES_MAX = 4 };

/* What was seen of one policy. A case tells if its outcome depends on the policy, and the worker's
 * answer is the outcome under one of its values. */
typedef struct policy_sight {
    unsigned values;                             /* how many the policy has */
    size_t dependent;                            /* cases whose outcome depends on it */
    size_t telling;                              /* of these */
    const test_case *odd;                        /* the first that is dependent and not telling */
    size_t explains[POLICY_VALUES_MAX];          /* of these, by value */
    const test_case *against[POLICY_VALUES_MAX]; /* the first that the value does not explain */
    unsigned instead[POLICY_VALUES_MAX];         /* and the value that does */
    const test_case *first;                      /* the first that tells */
} policy_sight;

typedef struct policy_probe policy_probe;

/* Asks the worker for the cases of the selection, each when it is first needed. Owned:
 * policy_probe_free(). */
policy_probe *policy_probe_new(const selection *what, session *worker);
void policy_probe_free(policy_probe *p);

/* Looks at one policy, the others being those of base, or else the syntax's defaults. */
policy_sight policy_probe_look(policy_probe *p, fp_policy policy, const policy_set *base);

/* The cases of one syntax; free the array. */
selection selection_of_syntax(const selection *what, const fp_syntax *syntax);

/* The check "policies" of fencepost test, in each syntax: no other value explains more answers than
 * the declared one. A result for each policy that is declared and that a case tells. */
void policies_check(const selection *what, session *worker, on_result *say, void *context);

#endif
