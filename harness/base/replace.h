/* SPDX-License-Identifier: Apache-2.0 */
/* replace.h: atomic replacement: the old file stays until the new one is complete. */
#ifndef FENCEPOST_HARNESS_REPLACE_H
#define FENCEPOST_HARNESS_REPLACE_H

#include "base/util.h"

typedef struct replacement {
    FILE *out;    /* where to write */
    char *path;   /* of the file that is replaced; owned */
    char *beside; /* where it is written meanwhile; owned; NULL: in place */
} replacement;

/* Begins to write PATH.new, which will replace PATH. If PATH is not a regular file (a terminal, a
 * pipe), it is written directly; if it is a link, the file that it leads to is replaced. False
 * after reporting a problem: replace_end() must not be called then. */
bool replace_begin(replacement *r, const char *path, problems *p);

/* Does the same and redirects standard output to the file, for good. */
bool replace_stdout(replacement *r, const char *path, problems *p);

/* Moves the new file to PATH if all that was written has arrived. Otherwise reports the problem,
 * keeps the old file and returns false. */
bool replace_end(replacement *r, problems *p);

/* Returns whether all that was written to the stream has arrived; else errno says why not. */
bool stream_arrived(FILE *stream);

#endif
