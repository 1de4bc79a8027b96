/* SPDX-License-Identifier: Apache-2.0 */
/* declared_list.h: the clauses that a parser declares to read otherwise. */
#ifndef FENCEPOST_HARNESS_DECLARED_LIST_H
#define FENCEPOST_HARNESS_DECLARED_LIST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct declared_readings {
    char **clauses; /* owned, as the strings are: declared_free() */
    size_t count;
} declared_readings;

bool declared_has(const declared_readings *d, const char *clause);

/* Adds a copy. */
void declared_add(declared_readings *d, const char *clause);
void declared_free(declared_readings *d);

#endif
