/* SPDX-License-Identifier: Apache-2.0 */
/* spec.h: the numbered clauses of the specs, and the examples in them. */
#ifndef FENCEPOST_HARNESS_SPEC_H
#define FENCEPOST_HARNESS_SPEC_H

#include "suite/corpus.h"

typedef struct clause {
    char *id;     /* "CARET-2.1" */
    char *file;   /* "spec/caret.md" */
    char *anchor; /* "caret-21": the heading's anchor on the usual forges */
    size_t line;  /* of the heading, from 1 */
    level level;
    clause_basis basis;
    bool decision; /* even if it is for safety as well */
    bool forbids;
    bool own_source; /* its page is its own source: "Source." needs no citation there */
    bool layout;     /* it is about blanks and line ends: cases that cite it may differ from the
                      * template in them */
    char *sentence;  /* the first paragraph after its level and basis, on one line */
    char *argument;  /* of safety: its paragraph "Safety: ..."; NULL: there is none */
    char *citation;  /* of a source: its paragraph "Source: ..."; NULL: there is none */
    char *rest;      /* the other paragraphs; may be empty */
    char *required;  /* all that it requires: the sentence, and the rest if that has a table */
} clause;

typedef struct example {
    char *case_id;
    char *clause;
    char *file;
    size_t line;
    fp_str text; /* the lines of the fenced block, each with its LF */
} example;

/* One row of a spec's table of policies. */
typedef struct policy_row {
    char *file;
    size_t line;
    char *policy, *value, *clause;
} policy_row;

/* A note in a member's page on a clause of its family: what the clause means in this notation. */
typedef struct family_note {
    char *file;
    size_t line; /* of the heading */
    char *clause;
    char *text; /* its paragraphs; may be empty */
} family_note;

/* An id that is no longer a clause, from the heading of a note or a row of a table. */
typedef struct moved_id {
    char *file;
    size_t line;
    char *from, *to;
} moved_id;

typedef struct spec spec;

/* Reads every .md file of spec/ and spec/families/ of the data directory, and the specs of the
 * plugins' syntaxes. Owned (spec_free); NULL if there are problems, all of which are reported: a
 * heading that is not a clause id, an id used twice or out of order, a clause without a level, an
 * example that names no case, a requirement word (MUST, SHOULD) outside a clause, a piece
 * (pieces.h) in a clause of a family that a member does not have. */
spec *spec_load(const char *data, problems *p);
void spec_free(spec *s); /* NULL is allowed */

/* The data directory that it was read from; borrowed from the spec. */
const char *spec_data(const spec *s);

/* Returns whether the clause holds for the syntax: "CARET-2.1" for `caret`, "TAGS-2.1" for a member
 * of the family `tags`. */
bool spec_clause_of(const char *clause_id, const fp_syntax *syntax);

/* The same for any spec: "VAULT-2.1" is in `vault`. */
bool spec_clause_in(const char *clause_id, const char *subject);

size_t spec_clause_count(const spec *s);
const clause *spec_clause(const spec *s, size_t index);
const clause *spec_find(const spec *s, const char *id); /* or NULL */

/* The same, but a clause of the syntax's family has the pieces of the syntax filled in, and the
 * note of its page in `rest`. syntax may be NULL. */
const clause *spec_find_for(const spec *s, const char *id, const fp_syntax *syntax);

size_t spec_note_count(const spec *s);
const family_note *spec_note(const spec *s, size_t index);
size_t spec_moved_count(const spec *s);
const moved_id *spec_moved(const spec *s, size_t index);

/* Returns where the clause with this id has moved to; NULL if it has not. */
const moved_id *spec_find_moved(const spec *s, const char *id);

size_t spec_example_count(const spec *s);
const example *spec_example(const spec *s, size_t index);
size_t spec_policy_count(const spec *s);
const policy_row *spec_policy(const spec *s, size_t index);

/* "MUST"; static. */
const char *spec_level(level l);

/* "source", "safety", "decision", or "decision, safety"; "" if none is written; static. */
const char *spec_basis(const clause *c);

/* The levels of clauses that are cited together; each id is the first with its level in the list.
 */
typedef struct cited_levels {
    const char *strongest, *weakest;
    level most, least;
} cited_levels;

/* False if the spec holds none of them. */
bool spec_levels(const spec *s, const char *const *ids, size_t count, cited_levels *levels);

/* Gives each part of each case the level and the basis of its clauses. Must be called before
 * anything is judged; otherwise every part weighs as its case. */
void spec_grade(const spec *s, corpus *c);

/* Checks all rules, and reports all problems. Every clause of a syntax's spec, and of the vault's,
 * has an accepting case, and a refusing one if it forbids. No case cites an unknown clause, or has
 * another level than its clauses. No part of a case is judged by clauses of several levels. Every
 * example is its case's input. Every table of policies agrees with the syntax. Ids are stable.
 * Every clause has a basis: with safety it names the harm, with a source it cites the place, and
 * not otherwise. */
void spec_check(const spec *s, const corpus *c, problems *p);

#endif
