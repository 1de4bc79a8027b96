/* SPDX-License-Identifier: Apache-2.0 */
/* fill.h: fills lines word by word, up to the width of the page. */
#ifndef FENCEPOST_HARNESS_FILL_H
#define FENCEPOST_HARNESS_FILL_H

#include <stddef.h>
#include <stdio.h>

/* Where a page is written. Set out, indent and width to begin. */
typedef struct fill {
    FILE *out;
    size_t indent; /* of continued lines */
    size_t width;
    size_t column; /* how much of the line is written; 0: it is empty */
} fill;

/* Begins a page that is as wide as the terminal, or 80 columns elsewhere. */
fill fill_begin(FILE *out, size_t indent);

/* Writes the text unchanged, and blanks up to the indent. If the text is longer, the line ends and
 * the next one begins at the indent. */
void fill_margin(fill *f, const char *text);

/* Writes one word, which may have blanks inside, after a blank; on a new line if it does not fit.
 */
void fill_word(fill *f, const char *word, size_t len);

/* Writes each of the text's words; a line feed ends the line, blanks at the beginning of a line
 * stay. */
void fill_text(fill *f, const char *text);

/* Ends the line, if it has something. */
void fill_end(fill *f);

#endif
