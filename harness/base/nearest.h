/* SPDX-License-Identifier: Apache-2.0 */
/* nearest.h: which names the user may have meant. */
#ifndef FENCEPOST_HARNESS_NEAREST_H
#define FENCEPOST_HARNESS_NEAREST_H

#include <stddef.h>

enum { NEAREST_MAX = 3 };

/* Fills best with the names that are nearest to word, all equally near, and returns how many they
 * are: 0 if none is near. Near is a name that word begins, one with a part that word begins (parts
 * end at what is not a letter or a digit), and one that a few typing errors lead to. Upper and
 * lower case are the same. The names are borrowed. */
size_t nearest_names(const char *word, const char *const *names, size_t count,
                     const char *best[NEAREST_MAX]);

/* ", did you mean list?" for a word that is none of the names, with the nearest of them, each after
 * the prefix; "" when none is near. Owned: free. */
char *nearest_question(const char *word, const char *prefix, const char *const *names,
                       size_t count);

#endif
