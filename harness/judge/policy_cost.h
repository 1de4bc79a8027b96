/* SPDX-License-Identifier: Apache-2.0 */
/* policy_cost.h: what a declared value of a policy costs (PROTOCOL-2.13): what is lost of an input
 * under it, or runs, next to the syntax's default, as our own parser reads both; and what a
 * declared reading costs, next to what the case expects.
 */
#ifndef FENCEPOST_HARNESS_POLICY_COST_H
#define FENCEPOST_HARNESS_POLICY_COST_H

#include "suite/corpus.h"

/* What is counted. */
typedef enum cost_kind {
    COST_CALLS_RUN,       /* calls that are text, or not complete, under the default */
    COST_CUT_CALLS_RUN,   /* calls that the input cuts, and that come out as whole ones */
    COST_CALLS,           /* calls lost, or no longer complete */
    COST_CUT_CALLS,       /* calls that are not complete, lost */
    COST_ARGUMENTS,       /* arguments lost, of complete calls; and so are values */
    COST_VALUES,          /* values that differ in more than blanks at their ends, or in type */
    COST_LEADING_BLANKS,  /* values that lose blanks at their beginning */
    COST_TRAILING_BLANKS, /* and at their end */
    COST_TEXT,            /* inputs that lose text */
    COST_TEXT_BLANKS,     /* inputs that lose blanks of their text, and no more of it */
    COST_KINDS
} cost_kind;

/* "leading_blanks"; static. */
const char *cost_name(cost_kind kind);

typedef struct policy_cost {
    fp_policy policy;
    unsigned value;
    const char *reading; /* the clause of a declared reading; NULL: it is of a policy */
    size_t counts[COST_KINDS];
} policy_cost;

/* What the value of a policy in the options costs for this case, every other policy having the
 * default of the syntax. Returns whether it costs anything. */
bool policy_cost_of(const test_case *t, const fp_options *declared, fp_policy policy,
                    policy_cost *cost);

/* What the outcome of a worker costs in place of our parser's, where it differs by declared
 * readings alone. spans: the worker says where its calls begin. Returns whether it costs anything.
 */
bool reading_cost_of(const char *clause, const fp_outcome *ours, const fp_outcome *said, bool spans,
                     policy_cost *cost);

/* Adds the counts of another one. */
void policy_cost_add(policy_cost *sum, const policy_cost *one);

/* "leading blanks of 31 values are lost; 2 calls are lost"; owned: free(). */
char *policy_cost_text(const policy_cost *cost);

#endif
