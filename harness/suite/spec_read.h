/* SPDX-License-Identifier: Apache-2.0 */
/* spec_read.h: what spec.c and spec_read.c share. */
#ifndef FENCEPOST_HARNESS_SPEC_READ_H
#define FENCEPOST_HARNESS_SPEC_READ_H

#include "suite/spec.h"

typedef struct list {
    void *items;
    size_t count;
    size_t cap;
} list;

struct spec {
    char *data;
    list clauses;
    list by_id; /* size_t: the places of the clauses, in the order of their ids */
    list examples;
    list policies;
    list moved;
    list notes;
    list filled; /* clauses of families with the pieces of a member */
};

/* A clause of a family, filled in for one of its members. */
typedef struct filled_clause {
    const fp_syntax *syntax;
    clause as;
} filled_clause;

/* Adds a zeroed item at the end and returns it. */
void *list_add(list *l, size_t size);

/* Adds a clause with this id, which is copied, and returns it. */
clause *spec_add_clause(spec *s, const char *id);

/* Adds the content of the file spec/NAME of a data directory, "caret.md" or "families/tags.md";
 * reports all problems. */
void spec_read(spec *s, const char *data, const char *name, problems *p);

#endif
