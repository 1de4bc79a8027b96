/* SPDX-License-Identifier: Apache-2.0 */
/* known_read.h: the lines of a file of known failures (spec/known-failures.md). */
#ifndef FENCEPOST_HARNESS_KNOWN_READ_H
#define FENCEPOST_HARNESS_KNOWN_READ_H

#include "base/util.h"

/* A line of the file; all strings are owned. */
typedef struct known_line {
    char *text;    /* unchanged, without its line end */
    char *comment; /* from the # on; NULL: none */
    bool entry;    /* else it is blank, or a comment */
    char *id, *check, *failure;
    char *quoted;  /* the message as it is written; NULL: none */
    char *message; /* what a failure's message must contain; NULL: anything */
    bool capped;   /* it has a cap: it is a pattern */
    size_t max;    /* how many failures it covers */
    /* what was seen of it */
    size_t used, over;
    bool passed;
    char *other; /* a failure of its check that is of another class */
} known_line;

/* Reads the file into owned lines: known_lines_free(), even after false. All problems are
 * reported. */
bool known_lines_read(const char *path, bool create, known_line **lines, size_t *count,
                      problems *p);

/* Reads the bytes of such a file. */
bool known_lines_of(const char *path, fp_str bytes, known_line **lines, size_t *count, problems *p);
void known_lines_free(known_line *lines, size_t count);

#endif
