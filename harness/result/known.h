/* SPDX-License-Identifier: Apache-2.0 */
/* known.h: a file of known failures (spec/known-failures.md). */
#ifndef FENCEPOST_HARNESS_KNOWN_H
#define FENCEPOST_HARNESS_KNOWN_H

#include "result/result.h"
#include "suite/selection.h"

typedef struct known known;

/* Reads the file; where `create` is set, one that is not there is an empty one. Returns an owned
 * list (known_free), or NULL with all problems said. */
known *known_read(const char *path, bool create, problems *p);
void known_free(known *k); /* NULL is allowed */

/* Takes note of a result, whose class is set, and whether it counts; true if the file says that it
 * fails like this. */
bool known_takes(known *k, const result *r, bool counts);

/* After the run: says of each entry all of whose cases were selected, and that no failure matched,
 * what has become of it. Returns how many there are; *passed is of how many the check passes now.
 */
size_t known_stale(const known *k, const corpus *c, const selection *what, size_t *passed,
                   problems *p);

/* What became of a file that was written anew. */
typedef struct known_change {
    size_t entries; /* in it now */
    size_t added, gone;
} known_change;

/* Writes the file anew: stale entries are left out, caps are as high as needed, new failures are
 * added at the end; comments stay. Fills *change; false with a problem said. */
bool known_update(const known *k, const corpus *c, const selection *what, known_change *change,
                  problems *p);

#endif
