/* SPDX-License-Identifier: Apache-2.0 */
/* known.h: a file of known failures (spec/known-failures.md). */
#ifndef FENCEPOST_HARNESS_KNOWN_H
#define FENCEPOST_HARNESS_KNOWN_H

#include "result/result.h"
#include "suite/selection.h"

typedef struct known known;

/* Reads the file; where `create` is set, one that is not there is an empty one. Returns an owned
 * list (known_free), or NULL after reporting all problems. */
known *known_read(const char *path, bool create, problems *p);
void known_free(known *k); /* NULL is allowed */

/* Records a result, whose class is set, and whether it counts. Returns whether the file expects
 * this failure. */
bool known_takes(known *k, const result *r, bool counts);

/* After the run: reports each stale entry, one that no failure matched although all of its cases
 * were selected. Returns how many there are; *passed: of how many the check passes now. */
size_t known_stale(const known *k, const corpus *c, const selection *what, size_t *passed,
                   problems *p);

/* What an update did to the file. */
typedef struct known_change {
    size_t entries; /* in it now */
    size_t added, gone;
} known_change;

/* Updates the file: removes stale entries, sets caps as high as needed, adds new failures at the
 * end; comments stay. Fills *change. Returns false after reporting a problem. */
bool known_update(const known *k, const corpus *c, const selection *what, known_change *change,
                  problems *p);

#endif
