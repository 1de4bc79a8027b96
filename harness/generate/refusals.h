/* SPDX-License-Identifier: Apache-2.0 */
/* refusals.h: the clauses by which a syntax refuses calls of the expressibility table
 * (spec/expressibility.md). A call that is refused by another one is a difference that nothing
 * explains.
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

/* The row of a clause, new if need be; NULL if there are too many. Whether the table knows the
 * clause is found out with the carrier, which then has other calls in it: features are tried until
 * one is refused by it. */
refused_by *refusals_of(refusals *r, carrier *c, const char *clause);

#endif
