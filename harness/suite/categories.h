/* SPDX-License-Identifier: Apache-2.0 */
/* categories.h: selects the tools of a catalogue by their `category`. */
#ifndef FENCEPOST_HARNESS_CATEGORIES_H
#define FENCEPOST_HARNESS_CATEGORIES_H

#include <fencepost/catalogue.h>

/* Borrowed names. Zero it to select all tools. */
typedef struct categories {
    const char **names;
    size_t count, cap;
} categories;

void categories_add(categories *c, const char *name);
void categories_free(categories *c);

/* Returns whether the tool is in one of the categories. */
bool categories_hold(const categories *c, const fp_tool *tool);

/* Returns the first name that no tool has as its category; NULL if there is none. */
const char *categories_unknown(const categories *c, const fp_catalogue *catalogue);

/* Returns the *count categories of a catalogue, each once, in its order. The array and each name
 * are owned. */
char **categories_list(const fp_catalogue *catalogue, size_t *count);

#endif
