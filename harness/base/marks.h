/* SPDX-License-Identifier: Apache-2.0 */
/* marks.h: the marks of a syntax (xmarkers()), found in a text. */
#ifndef FENCEPOST_HARNESS_MARKS_H
#define FENCEPOST_HARNESS_MARKS_H

#include <fencepost/types.h>

#include <stdbool.h>
#include <stddef.h>

/* Returns whether the mark tells something where it stands: a bracket or a line end is everywhere,
 * and what has blanks in it is several marks. */
bool mark_tells(const char *mark);

/* The longest telling mark of the list, which NULL ends, within which, or at whose start where
 * edge, this byte of the text stands; NULL: none. Borrowed from the list. */
const char *mark_around(const char *const *marks, fp_str text, size_t at, bool edge);

#endif
