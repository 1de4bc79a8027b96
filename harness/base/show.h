/* SPDX-License-Identifier: Apache-2.0 */
/* show.h: prints bytes and texts for people. All output is UTF-8 and ends with a line end. No line
 * is wider than the terminal; elsewhere the width is fixed. Only line ends and the colours of
 * terminal.h reach a terminal unchanged: other control characters are made visible (visible.h). */
#ifndef FENCEPOST_HARNESS_SHOW_H
#define FENCEPOST_HARNESS_SHOW_H

#include <fencepost/types.h>

#include <stdio.h>

/* Bytes with everything invisible made visible: a line feed as U+240A and a real line break, other
 * control bytes as their symbols (U+2400 + byte), a byte that is not UTF-8 as <FF> and an invisible
 * character as <U+FE0F> (both in U+27E8 U+27E9), a cut as U+2506. Cuts are ascending offsets; one
 * that occurs twice is an empty chunk. A character with a cut inside is shown as its bytes. The
 * middle of a long input is replaced by its length. Each line begins with indent. */
void show_bytes(FILE *out, const char *indent, fp_str bytes, const size_t *cuts, size_t cut_count);

/* The same on one line, without the line end: a line feed is only its symbol. */
void show_line(FILE *out, fp_str bytes);

/* Two texts side by side, with titles, or one under the other on a narrow terminal; long lines are
 * wrapped, the first differing line is marked. */
void show_sides(FILE *out, const char *left_title, const char *left, const char *right_title,
                const char *right);

/* Prints the lines of a text, wrapped to the width of the page; each begins with indent. */
void show_wrapped(FILE *out, const char *indent, const char *text);

/* Prints lines unchanged; on a terminal, wraps long ones with a deeper indent. */
__attribute__((format(printf, 2, 3))) void show_text(FILE *out, const char *format, ...);

/* Returns how many columns of a terminal remain after the first `before`; elsewhere `usual`. */
size_t show_room(FILE *out, size_t before, size_t usual);

/* Returns how many columns a terminal needs for the text, which is one line. */
size_t show_columns(const char *text);

/* Prints as much of the text as fits width columns, with an ellipsis if it was cut off. One line,
 * without the line end. */
void show_clipped(FILE *out, const char *text, size_t width);

#endif
