/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.h: which policies a worker keeps, by what it answers to the cases that tell them
 * apart.
 */
#ifndef FENCEPOST_HARNESS_POLICY_PROBE_H
#define FENCEPOST_HARNESS_POLICY_PROBE_H

#include "run/run.h"

enum { POLICY_VALUES_MAX = 4, POLICY_ODD_MAX = 3 };

/* What was seen of one policy. A case depends on it if our parser's readings under its values are
 * not all the same. It can tell if the answer is as all readings where they agree: else it fails
 * for another reason, and says nothing of the policy. It tells if the answer is one of the
 * readings, and decides if it is not all of them. */
typedef struct policy_sight {
    unsigned values;                             /* how many the policy has */
    size_t dependent, able, telling, deciding;   /* cases: each of these is among the ones before */
    const test_case *odd[POLICY_ODD_MAX];        /* the first that can tell, and do not */
    const test_case *unable;                     /* the first that cannot */
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
