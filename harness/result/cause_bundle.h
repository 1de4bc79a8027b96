/* SPDX-License-Identifier: Apache-2.0 */
/* cause_bundle.h: failures with one cause, before the cause is put into words. */
#ifndef FENCEPOST_HARNESS_CAUSE_BUNDLE_H
#define FENCEPOST_HARNESS_CAUSE_BUNDLE_H

#include "result/cause_mark.h"

/* A failure of the run. */
typedef struct row {
    result how; /* a copy */
    size_t number;
    mechanism of;
    char *group; /* the key under which it counts; owned */
    size_t cause;
} row;

/* The rows of one cause, in the order of the run. */
typedef struct bundle {
    const row **rows;
    size_t count;
    const finding *form; /* the smallest; NULL: none was found */
    harm harm;
    const char *most;  /* the group of most of its rows, where several were joined; NULL: one was */
    size_t most_count; /* and its rows */
} bundle;

/* Returns the gravest harm of its failures, without those that only follow from others. */
harm bundle_harm(const bundle *b);

/* Returns the failure that represents it. */
const row *bundle_stands(const bundle *b);

/* Puts the cause into words; all that it points to is owned. inputs: how many of the syntax were
 * judged. */
cause cause_of(const run_info *info, const bundle *b, size_t inputs);

#endif
