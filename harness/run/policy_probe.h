/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.h: which policies a worker keeps, by what it answers to the cases that tell them
 * apart.
 */
#ifndef FENCEPOST_HARNESS_POLICY_PROBE_H
#define FENCEPOST_HARNESS_POLICY_PROBE_H

#include "run/run.h"

enum { POLICY_VALUES_MAX = 4, POLICY_ODD_MAX = 3 };

/* A value under which an answer is read, and how the case was asked; name NULL: none. */
typedef struct policy_as {
    unsigned value;
    const char *name;
} policy_as;

/* A case that no value explains: of its answers one may be as under one value, and another as under
 * another one. */
typedef struct policy_odd {
    const test_case *test;
    policy_as as[2];
} policy_odd;

/* What was seen of one policy. A case depends on it if our parser's readings under its values are
 * not all the same. An answer to it can tell if it is as all readings where they agree: else it
 * fails for another reason, and says nothing of the policy. A value explains the case if the
 * answers that can tell, of which there must be one, are all as under it. The case tells if some
 * value explains it, and decides if not all do. */
typedef struct policy_sight {
    unsigned values;                             /* how many the policy has */
    size_t dependent, able, telling, deciding;   /* cases: each of these is among the ones before */
    policy_odd odd[POLICY_ODD_MAX];              /* the first that can tell, and do not */
    const test_case *unable;                     /* the first that cannot */
    size_t explains[POLICY_VALUES_MAX];          /* of these, by value */
    const test_case *against[POLICY_VALUES_MAX]; /* the first that the value does not explain */
    unsigned instead[POLICY_VALUES_MAX];         /* and the value that does */
    const test_case *first;                      /* the first that tells */
} policy_sight;

typedef struct policy_probe policy_probe;

/* Asks the worker for the cases of the selection, each when it is first needed, in one piece.
 * Owned: policy_probe_free(). */
policy_probe *policy_probe_new(const selection *what, session *worker);
void policy_probe_free(policy_probe *p);

/* From now on in pieces as well, in the ways that the worker survives: policy_answers_cut(). */
void policy_probe_cut(policy_probe *p);

/* Looks at one policy, the others being those of base, or else the syntax's defaults. */
policy_sight policy_probe_look(policy_probe *p, fp_policy policy, const policy_set *base);

/* How many answers there are so far, and how many of them our parser does not give under the
 * policies of the set, or else the syntax's defaults. */
typedef struct policy_misses {
    size_t answers, missed;
} policy_misses;
policy_misses policy_probe_misses(const policy_probe *p, const policy_set *set);

/* Changes the set so that as few answers as possible are missed under all of it: single policies,
 * and pairs of those that are in doubt. What makes no difference stays. */
void policy_probe_fit(const policy_probe *p, const fp_syntax *syntax, policy_set *set,
                      const bool *in_doubt);

/* The cases of one syntax; free the array. */
selection selection_of_syntax(const selection *what, const fp_syntax *syntax);

/* The check "policies" of fencepost test, in each syntax: no other value explains more answers than
 * the declared one. A result for each policy that is declared and that a case tells. */
void policies_check(const selection *what, session *worker, on_result *say, void *context);

#endif
