/* SPDX-License-Identifier: Apache-2.0 */
/* replace.h: a file comes to its place whole: until then the old one stays. */
#ifndef FENCEPOST_HARNESS_REPLACE_H
#define FENCEPOST_HARNESS_REPLACE_H

#include "base/util.h"

typedef struct replacement {
    FILE *out;    /* where to write */
    char *path;   /* of the file that is replaced; owned */
    char *beside; /* where it is written meanwhile; owned; NULL: in place */
} replacement;

/* Begins a file that is written beside its place, as PATH.new. What is there and is not a file (a
 * terminal, a pipe) is written as it is; of a link, the file that it leads to is replaced. False,
 * with the problem said: then there is nothing to end. */
bool replace_begin(replacement *r, const char *path, problems *p);

/* The same with standard output, which stays the file. */
bool replace_stdout(replacement *r, const char *path, problems *p);

/* Puts the file in its place if all that was written has arrived. Else false, with the problem
 * said, and the old file is there as before. */
bool replace_end(replacement *r, problems *p);

/* Returns whether all that was written to the stream has arrived; else errno says why not. */
bool stream_arrived(FILE *stream);

#endif
