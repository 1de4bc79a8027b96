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
    bool decision; /* also where it is for safety as well */
    bool forbids;
    char *sentence; /* the first paragraph after its level and basis, on one line */
    char *argument; /* of safety: what its paragraph "Safety: ..." says; NULL: there is none */
    char *rest;     /* the other paragraphs; may be empty */
    char *required; /* all that it requires: the sentence, and where it has a table the rest too */
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

typedef struct spec spec;

/* Reads every .md file of spec/ of the data directory, and of the plugins their syntaxes'. Owned
 * (spec_free); NULL when there are problems, all of which have been said: a heading that is no
 * clause id, an id used twice or out of order, a clause without a level, an example that names no
 * case, a requirement word (MUST, SHOULD) outside a clause. */
spec *spec_load(const char *data, problems *p);
void spec_free(spec *s); /* NULL is allowed */

/* The data directory that it was read from; borrowed from the spec. */
const char *spec_data(const spec *s);

/* Whether the clause is one of the syntax's own: "CARET-2.1" of `caret`. */
bool spec_clause_of(const char *clause_id, const fp_syntax *syntax);

/* The same of any spec: "VAULT-2.1" of `vault`. */
bool spec_clause_in(const char *clause_id, const char *subject);

size_t spec_clause_count(const spec *s);
const clause *spec_clause(const spec *s, size_t index);
const clause *spec_find(const spec *s, const char *id); /* or NULL */
size_t spec_example_count(const spec *s);
const example *spec_example(const spec *s, size_t index);
size_t spec_policy_count(const spec *s);
const policy_row *spec_policy(const spec *s, size_t index);

/* "MUST"; static. */
const char *spec_level(level l);

/* "source", "safety", "decision", or "decision, safety"; "" where nothing is written; static. */
const char *spec_basis(const clause *c);

/* The levels of clauses that are cited together; each id is the first of its level in the list. */
typedef struct cited_levels {
    const char *strongest, *weakest;
    level most, least;
} cited_levels;

/* False if the spec holds none of them. */
bool spec_levels(const spec *s, const char *const *ids, size_t count, cited_levels *levels);

/* Gives each part of each case the level of its clauses, and what they rest on. To be called before
 * anything is judged; a corpus of which it was not called weighs every part as its case. */
void spec_grade(const spec *s, corpus *c);

/* DESIGN section 5: every clause of a syntax's spec, and of the vault's, has an accepting case, and
 * a refusing one if it forbids; no case cites an unknown clause, or has another level than its
 * clauses; no part of one is judged by clauses of several levels; every example is its case's
 * input; every table of policies is that of the syntax; ids are stable; every clause says what it
 * rests on, and names the harm just where that is safety. Says all problems.
 */
void spec_check(const spec *s, const corpus *c, problems *p);

#endif
