/* SPDX-License-Identifier: Apache-2.0 */
/* cause_mark.h: the mechanism of a failure: a key that is the same for all failures of one cause,
 * and words for when it occurs.
 */
#ifndef FENCEPOST_HARNESS_CAUSE_MARK_H
#define FENCEPOST_HARNESS_CAUSE_MARK_H

#include "result/cause.h"

/* What a failure has in common with others of its cause. */
typedef struct mechanism {
    char *key;  /* owned */
    char *when; /* "when a chunk ends inside <tool_call>"; owned; "": nothing more is known */
    cause_trigger trigger;
    const char *clause; /* that our own parser cites for the input; NULL: it finds nothing wrong */
    bool fed;           /* it is about how the input is fed, */
    bool vague;         /* and which cut decides is not known */
    bool truncation;    /* a call of an input that ends in a block is complete */
    bool at_mark;       /* a mark in a value ends that value */
    bool by_clause;     /* nothing but clauses tells it from others */
    bool none;          /* calls were expected, and the answer has none at all */
    bool follows;       /* it may only be the golden failure of its case, seen by another check */
} mechanism;

/* What is in the key of one whose cut is at no mark, and of a vague one: after that, whether calls
 * are lost. */
#define CUT_ELSEWHERE "elsewhere"
#define VAGUE_UNITS "units "

/* Returns the mechanism of a failure. */
mechanism mechanism_of(const result *r);
void mechanism_free(mechanism *m);

/* Returns what the failure does, for people: "Calls are lost". */
const char *effect_of(const result *r);

#endif
