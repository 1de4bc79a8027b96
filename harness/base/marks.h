/* SPDX-License-Identifier: Apache-2.0 */
/* marks.h: finds the marks of a syntax (xmarkers()) in a text. */
#ifndef FENCEPOST_HARNESS_MARKS_H
#define FENCEPOST_HARNESS_MARKS_H

#include <fencepost/types.h>

#include <stdbool.h>
#include <stddef.h>

/* Returns whether the mark is significant by itself. A bracket or a line end occurs everywhere, a
 * mark with blanks in it is several marks, and nobody sees one without a shape. */
bool mark_tells(const char *mark);

/* Returns the longest significant mark, of a list ended by NULL, that has this byte of the text
 * inside (edge: inside or as its first byte); NULL: none. Borrowed from the list. */
const char *mark_around(const char *const *marks, fp_str text, size_t at, bool edge);

/* Returns the longest significant mark with which the text begins, where it is a string as
 * visible_quote() writes it, from some byte of it on; NULL: none. Borrowed from the list. */
const char *mark_in_quotes(const char *const *marks, fp_str quoted);

/* Returns the shortest significant mark that the mark begins with, or ends with: what decides where
 * both can. Punctuation does not count. Borrowed. */
const char *mark_at_start(const char *const *marks, const char *mark);
const char *mark_at_end(const char *const *marks, const char *mark);

#endif
