/* SPDX-License-Identifier: Apache-2.0 */
/* refusals.h: the clauses by which a syntax refuses calls of the expressibility table
 * (spec/expressibility.md). If another clause refuses a call, that is an unexplained difference.
 */
#ifndef FENCEPOST_HARNESS_REFUSALS_H
#define FENCEPOST_HARNESS_REFUSALS_H

#include "generate/carry.h"

enum { REFUSALS_MAX = 64 }; /* more clauses than any spec has */

/* A clause, and how often a call was refused by it. */
typedef struct refused_by {
    const char *clause; /* static */
    bool known;         /* the table has a call that is refused by it */
    uint64_t count;
} refused_by;

/* Zero it to begin. */
typedef struct refusals {
    refused_by of[REFUSALS_MAX];
    size_t count;
    size_t features; /* of the table, that have been tried */
} refusals;

/* Returns the row of a clause, new if need be; NULL if there are too many. To find out whether the
 * table has the clause, it tries features until one is refused by it, with the carrier, whose call
 * is lost. */
refused_by *refusals_of(refusals *r, carrier *c, const char *clause);

#endif
