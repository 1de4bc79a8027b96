/* SPDX-License-Identifier: Apache-2.0 */
/* lock.h: reads and writes the files lock.txt, which record the meaning of every stored input.
 * There is one in the folder of each syntax and of the vault, and corpus/lock.txt for all other
 * clauses
 * (`spec`). Each has a line for each policy, clause, case and fuzz seed.
 */
#ifndef FENCEPOST_HARNESS_LOCK_H
#define FENCEPOST_HARNESS_LOCK_H

#include "suite/spec.h"

typedef enum lock_kind { LOCK_POLICY, LOCK_CLAUSE, LOCK_CASE, LOCK_SEED, LOCK_KINDS } lock_kind;

/* "policy", "clause", "case", "seed"; static. */
const char *lock_kind_name(lock_kind kind);

/* The parts of a line, between tabs. Strings are owned, and "-" if there is nothing to record. */
typedef struct lock_line {
    lock_kind kind;
    char *id;    /* "code_fence", "CARET-2.1", "caret/array/crlf", "array-crlf" */
    char *level; /* of clauses and cases: "must"; of a case whose parts weigh otherwise one each */
    char *clauses; /* of cases: those they cite; of policies: that of the default; between commas */
    char *input;  /* a digest: of the input and its options; of a clause: of its other paragraphs */
    char *events; /* a digest: of the events, and after which byte each comes; of a clause: what it
                     rests on, "decision, safety" */
    char *meaning; /* of inputs the outcome as JSON, of clauses the sentence, of policies the
                      default */
} lock_line;

typedef struct lock {
    lock_line *lines; /* sorted by kind and id, each once */
    size_t count, cap;
} lock;

void lock_line_free(const lock_line *line);                   /* its members */
void lock_free(lock *l);                                      /* leaves it empty */
lock_line *lock_add(lock *l, lock_kind kind, const char *id); /* with all else "-" */
void lock_sort(lock *l);
int lock_compare(const lock_line *a, const lock_line *b); /* by kind and id, as for qsort() */

/* Sets a member of a line; the text is taken over. */
void lock_set(char **member, char *text);

/* The files: a name for each syntax that the library has, and the other two. */
size_t lock_file_count(void);
const char *lock_file_name(size_t index);            /* "caret"; static */
char *lock_path(const char *data, const char *name); /* owned */

/* Returns whether the data directory has the seeds of the fuzzers: an installed one has none. */
bool lock_has_seeds(const char *data);

/* Computes what the file with this name should contain now. False with problems. */
bool lock_now(const char *name, const spec *s, const corpus *c, lock *now, problems *p);

/* Returns the digest of an input's events that a line records; owned. It is the same for two inputs
 * if and only if they have the same events after the same bytes. */
char *lock_events(const fp_syntax *syntax, const fp_options *options, fp_str input);

/* Copies the seeds of the old lock, if the seeds themselves are not at hand. */
void lock_keep_seeds(lock *now, const lock *then);

/* Reads a file; *then is empty if there is none. False with a problem that names the line. */
bool lock_read(const char *path, lock *then, problems *p);

/* Counts the lines of this kind in the file; 0 if there is no such file. Much quicker than reading
 * the corpus. */
bool lock_count(const char *path, lock_kind kind, size_t *count, problems *p);

/* Replaces the file atomically. False with a problem; the old file then stays. */
bool lock_write(const char *path, const lock *l, problems *p);

#endif
