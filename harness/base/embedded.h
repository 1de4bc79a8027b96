/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.h: the files of corpus/ and spec/ inside the program, if it was built with
 * FP_EMBED_DATA. They are used unless FENCEPOST_DATA names a folder.
 */
#ifndef FENCEPOST_HARNESS_EMBEDDED_H
#define FENCEPOST_HARNESS_EMBEDDED_H

#include <fencepost/types.h>

/* Not a real directory: a path below it is read from the program. */
#define EMBEDDED_DIR "(built in)"

typedef struct embedded_file {
    const char *path; /* "corpus/caret/fence.json" */
    const char *begin, *end;
} embedded_file;

extern const embedded_file EMBEDDED_FILES[]; /* by path; ended by a row of NULLs */

/* Returns whether the path is EMBEDDED_DIR or below it; *rest is then the rest of it, or "". */
bool embedded_path(const char *path, const char **rest);

/* Returns the file at this path relative to EMBEDDED_DIR; NULL if there is none. */
const embedded_file *embedded_find(const char *rest);

/* Returns the next name in the folder, a file or a folder, each once; *len is its length. *at is
 * the position, which is advanced. NULL after the last. */
const char *embedded_next(const char *folder, size_t *at, size_t *len);

#endif
