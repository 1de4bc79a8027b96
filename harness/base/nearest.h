/* SPDX-License-Identifier: Apache-2.0 */
/* nearest.h: which names the user may have meant. */
#ifndef FENCEPOST_HARNESS_NEAREST_H
#define FENCEPOST_HARNESS_NEAREST_H

#include <stddef.h>

enum { NEAREST_MAX = 3 };

/* Fills best with the names that are nearest to word, all equally near, and returns their number; 0
 * if none is near. A name is near if it, or one of its parts, begins with word, or if it differs
 * from word by a few typing errors. Parts end at any character that is not a letter or a digit.
 * Case is ignored. The names are borrowed. */
size_t nearest_names(const char *word, const char *const *names, size_t count,
                     const char *best[NEAREST_MAX]);

/* Returns ", did you mean list?" for an unknown word, with the nearest names, each after the
 * prefix;
 * "" if none is near. Owned: free(). */
char *nearest_question(const char *word, const char *prefix, const char *const *names,
                       size_t count);

#endif
