/* SPDX-License-Identifier: Apache-2.0 */
/* categories.h: the tools of a catalogue that are asked for by their `category`. */
#ifndef FENCEPOST_HARNESS_CATEGORIES_H
#define FENCEPOST_HARNESS_CATEGORIES_H

#include <fencepost/catalogue.h>

/* Names, borrowed. Zeros are all tools. */
typedef struct categories {
    const char **names;
    size_t count, cap;
} categories;

void categories_add(categories *c, const char *name);
void categories_free(categories *c);

/* Returns whether the tool is of one of them. */
bool categories_hold(const categories *c, const fp_tool *tool);

/* The first name that is the category of no tool; NULL if there is none. */
const char *categories_unknown(const categories *c, const fp_catalogue *catalogue);

/* The categories of a catalogue, each once, in its order; *count of them. The array and each name
 * are owned. */
char **categories_list(const fp_catalogue *catalogue, size_t *count);

#endif
