/* SPDX-License-Identifier: Apache-2.0 */
/* nearest.h: which names somebody may have meant. */
#ifndef FENCEPOST_HARNESS_NEAREST_H
#define FENCEPOST_HARNESS_NEAREST_H

#include <stddef.h>

enum { NEAREST_MAX = 3 };

/* Fills best with those of the names that are near to word, the nearest first, and returns how many
 * they are. A name that has word within is near; so is one that a few typing errors lead to. The
 * names are borrowed. */
size_t nearest_names(const char *word, const char *const *names, size_t count,
                     const char *best[NEAREST_MAX]);

#endif
