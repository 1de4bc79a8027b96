/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.h: finds out which policies a worker follows, from its answers to the cases that
 * distinguish them.
 */
#ifndef FENCEPOST_HARNESS_POLICY_PROBE_H
#define FENCEPOST_HARNESS_POLICY_PROBE_H

#include "run/policy_answers.h"
#include "run/run.h"

enum { POLICY_VALUES_MAX = 8, POLICY_ODD_MAX = 3 };

/* A value under which an answer is read, and how the case was asked; name NULL: none. */
typedef struct policy_as {
    unsigned value;
    const char *name;
} policy_as;

/* A case that no single value explains: one answer may fit one value, and another answer another.
 */
typedef struct policy_odd {
    const test_case *test;
    policy_as as[2];
} policy_odd;

/* What was seen of one policy. A case depends on the policy if our parser's readings under its
 * values are not all the same. An answer can tell if it equals all readings where these agree;
 * otherwise it fails for another reason, and shows nothing about the policy. A value explains the
 * case if there are answers that can tell and all of them equal the reading under it. The case
 * tells if some value explains it, and decides if not all do. */
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

/* Will ask the worker for the cases of the selection, each when it is first needed, in one piece.
 * Owned: policy_probe_free(). */
policy_probe *policy_probe_new(const selection *what, session *worker);
void policy_probe_free(policy_probe *p);

/* From now on asks in pieces as well: policy_answers_cut(). */
void policy_probe_cut(policy_probe *p);

/* Examines one policy. The others have the values of base, or else the syntax's defaults. */
policy_sight policy_probe_look(policy_probe *p, fp_policy policy, const policy_set *base);

/* Returns the options of a case under the policies of the set, or else the syntax's defaults. */
fp_options policy_options(const test_case *t, const policy_set *set);

/* The answers that it has; borrowed. */
policy_answers *policy_probe_answers(policy_probe *p);

/* How many answers there are so far, and how many of them differ from our parser's under the
 * policies of the set, or else the syntax's defaults. */
typedef struct policy_misses {
    size_t answers, missed;
} policy_misses;
policy_misses policy_probe_misses(const policy_probe *p, const policy_set *set);

/* Changes the set so that it misses as few answers as possible: single policies, and pairs of those
 * that are in doubt. Policies that make no difference stay unchanged. */
void policy_probe_fit(const policy_probe *p, const fp_syntax *syntax, policy_set *set,
                      const bool *in_doubt);

/* The cases of one syntax; free the array. */
selection selection_of_syntax(const selection *what, const fp_syntax *syntax);

/* The check "policies" of fencepost test, in each syntax: no other value must explain more answers
 * than the declared one. Gives a result for each declared policy about which a case tells. */
void policies_check(const selection *what, session *worker, on_result *say, void *context);

#endif
