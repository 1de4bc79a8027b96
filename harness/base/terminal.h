/* SPDX-License-Identifier: Apache-2.0 */
/* terminal.h: what the terminal can do that something is shown on. */
#ifndef FENCEPOST_HARNESS_TERMINAL_H
#define FENCEPOST_HARNESS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Begin and end text of a kind; "" where there are no colours. */
typedef struct shades {
    const char *bad, *good, *strong, *dim, *off;
} shades;

/* Decides for this process and those it starts: "auto", "always" or "never". False if it is none of
 * them. */
bool terminal_choose_colours(const char *when);

/* Those of standard output. Undecided, or with auto: colours on a terminal, unless NO_COLOR is set,
 * or TERM is dumb. */
shades terminal_shades(void);

/* How many columns lines may have, $COLUMNS or what the terminal says; 0 if the stream is no
 * terminal. */
size_t terminal_width(FILE *stream);

/* The same, and 80 if it is not a terminal: of pages that a person reads, wherever they go. */
size_t terminal_page(FILE *stream);

#endif
