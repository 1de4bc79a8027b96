/* SPDX-License-Identifier: Apache-2.0 */
/* gravest.h: keeps the gravest of many failures, which may come in any order, and sorts them. */
#ifndef FENCEPOST_HARNESS_GRAVEST_H
#define FENCEPOST_HARNESS_GRAVEST_H

#include "result/result.h"

/* A text about a failure. */
typedef struct grave_text {
    unsigned rank;
    char *text; /* owned */
} grave_text;

/* The gravest first; those of one rank in the order in which they came. */
typedef struct gravest {
    grave_text *all; /* as many as there is room for */
    size_t room, count;
} gravest;

/* Returns how grave a failure is: by its harm, but failures that count are above those that do
 * not. */
unsigned gravest_rank(const result *r, bool strict);

/* Returns whether a text of this rank would be kept. */
bool gravest_wants(const gravest *g, unsigned rank);

/* Keeps the text, which is taken over, if there is room or it is graver than the last one. */
void gravest_add(gravest *g, unsigned rank, char *text);
void gravest_free(gravest *g);

#endif
