/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.h: the files of corpus/ and spec/ in the program itself, where it was built with
 * FP_EMBED_DATA: found unless FENCEPOST_DATA names a folder, under a path that no folder has.
 */
#ifndef FENCEPOST_HARNESS_EMBEDDED_H
#define FENCEPOST_HARNESS_EMBEDDED_H

#include <fencepost/types.h>

/* The data directory that is none; whoever has a path below it reads from the program. */
#define EMBEDDED_DIR "(built in)"

typedef struct embedded_file {
    const char *path; /* "corpus/caret/fence.json" */
    const char *begin, *end;
} embedded_file;

extern const embedded_file EMBEDDED_FILES[]; /* by path; ended by a row of NULLs */

/* Whether the path is one below EMBEDDED_DIR; *rest is then what stands after it, or "". */
bool embedded_path(const char *path, const char **rest);

/* The file of this path, which begins behind EMBEDDED_DIR; NULL if there is none. */
const embedded_file *embedded_find(const char *rest);

/* The next name in the folder, from *at on, which is moved: a file's or a folder's, each once; its
 * length in *len. NULL after the last. */
const char *embedded_next(const char *folder, size_t *at, size_t *len);

#endif
