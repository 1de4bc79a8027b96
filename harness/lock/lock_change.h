/* SPDX-License-Identifier: Apache-2.0 */
/* lock_change.h: what is otherwise now than the lock says, and how much that matters. */
#ifndef FENCEPOST_HARNESS_LOCK_CHANGE_H
#define FENCEPOST_HARNESS_LOCK_CHANGE_H

#include "lock/lock.h"

/* Which part of the suite's version has to move: patch for other words, minor for what is new,
 * major for what means something else or is gone. */
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

/* What is said of a kind of change, in singular, and what it asks for. */
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

/* Adds what differs; the lines are borrowed as long as the changes live. The corpus tells which
 * case was renamed. */
void changes_find(changes *c, const char *file, const lock *then, const lock *now,
                  const corpus *cases);
void changes_sort(changes *c);
void changes_free(changes *c);

/* The most that any of them asks for. */
version_part changes_part(const changes *c);

/* To standard output, those of one clause together, old and new meaning side by side; few: of each
 * clause only the first ones whole. */
void changes_say(const changes *c, const spec *s, const corpus *cases, bool few);

/* Whether the changelog's unreleased part names the clause (or, where there is none, the case) of
 * each change that needs it; each that it does not name is a problem. */
bool changes_are_told(const changes *c, const char *changelog, problems *p);

#endif
