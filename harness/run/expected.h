/* SPDX-License-Identifier: Apache-2.0 */
/* expected.h: what a case expects of a parser with these policies. */
#ifndef FENCEPOST_HARNESS_EXPECTED_H
#define FENCEPOST_HARNESS_EXPECTED_H

#include "judge/judge.h"

typedef struct case_expected {
    const test_case *test;
    fp_options options; /* of the parser */
    expectation expect;
    size_t recovered;     /* how many of its calls our parser recovers */
    bool borrowed;        /* it is the case's own, or an alternative's */
    fp_outcome *derived;  /* what our parser says under the policies */
    const char *basis;    /* why it is not the case's own; static; NULL: it is */
    const char *declared; /* the clause that the policies decide otherwise; NULL: none */
} case_expected;

/* The case's own expectation, where the policies make no difference to it; else that of an
 * alternative which names them; else what our parser, which the golden cases hold, does under them.
 * Owned: expected_release(). */
case_expected expected_of(const test_case *t, fp_options options, const policy_set *declared);
void expected_release(case_expected *x);

/* Returns whether the outcome is the expected one, or one that the case accepts of anybody. */
bool expected_is(const case_expected *x, const fp_outcome *o, const judged *what, difference *d);

#endif
