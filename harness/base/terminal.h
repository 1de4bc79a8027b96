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

/* Decides for this process and those it starts: "auto", "always" or "never"; false for any other
 * word. */
bool terminal_choose_colours(const char *when);

/* Returns the shades of standard output. Undecided, or with auto: colours on a terminal, unless
 * NO_COLOR is set or TERM is dumb. */
shades terminal_shades(void);

/* Returns how many columns lines may have, $COLUMNS or what the terminal reports; 0 if the stream
 * is not a terminal. */
size_t terminal_width(FILE *stream);

/* Returns the same, but 80 if it is not a terminal: for pages that people read anywhere. */
size_t terminal_page(FILE *stream);

#endif
