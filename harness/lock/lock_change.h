/* SPDX-License-Identifier: Apache-2.0 */
/* lock_change.h: how the present state differs from the lock, and how much that matters. */
#ifndef FENCEPOST_HARNESS_LOCK_CHANGE_H
#define FENCEPOST_HARNESS_LOCK_CHANGE_H

#include "lock/lock.h"

/* Which part of the suite's version has to change: patch for changed words, minor for additions,
 * major for changed meanings and removals. */
typedef enum version_part {
    VERSION_SAME,
    VERSION_PATCH,
    VERSION_MINOR,
    VERSION_MAJOR
} version_part;

/* "a minor"; static. */
const char *version_part_name(version_part part);

typedef enum change_kind {
    CHANGE_CASE_ADDED,
    CHANGE_CASE_REMOVED,
    CHANGE_CASE_RENAMED,
    CHANGE_CASE_INPUT,
    CHANGE_CASE_MEANING,
    CHANGE_CASE_EVENTS,
    CHANGE_CASE_LEVEL,
    CHANGE_CASE_CLAUSES,
    CHANGE_SEED_ADDED,
    CHANGE_SEED_REMOVED,
    CHANGE_SEED_INPUT,
    CHANGE_SEED_MEANING,
    CHANGE_SEED_EVENTS,
    CHANGE_CLAUSE_ADDED,
    CHANGE_CLAUSE_REMOVED,
    CHANGE_CLAUSE_RENAMED,
    CHANGE_CLAUSE_LEVEL,
    CHANGE_CLAUSE_BASIS,
    CHANGE_CLAUSE_WORDS,
    CHANGE_POLICY,
    CHANGE_KINDS
} change_kind;

/* The description of a kind of change, in singular, and what it requires. */
typedef struct change_row {
    const char *words;
    version_part part;
    bool needs_entry; /* in the changelog */
} change_row;

extern const change_row CHANGES[CHANGE_KINDS];

typedef struct change {
    change_kind kind;
    const char *file;      /* "caret" */
    const lock_line *then; /* NULL for what was added */
    const lock_line *now;  /* NULL for what was removed */
    char *clause;          /* the clause that moved, or "" where none tells; owned */
} change;

typedef struct changes {
    change *all; /* by clause, then in the order of kinds */
    size_t count, cap;
} changes;

/* Adds the differences, which borrow the lines. The corpus tells which case was renamed. */
void changes_find(changes *c, const char *file, const lock *then, const lock *now,
                  const corpus *cases);
void changes_sort(changes *c);
void changes_free(changes *c);

/* Returns the largest version part that any of them requires. */
version_part changes_part(const changes *c);

/* Prints the changes, grouped by clause, old and new meaning side by side; few: in full only the
 * first ones of each clause. */
void changes_say(const changes *c, const spec *s, const corpus *cases, bool few);

/* Returns whether the unreleased part of the changelog names the clause (or the case, if there is
 * no clause) of each change that needs an entry; each one missing is a problem. */
bool changes_are_told(const changes *c, const char *changelog, problems *p);

#endif
