/* SPDX-License-Identifier: Apache-2.0 */
/* show.h: bytes and texts for a person's eye; all output is UTF-8 and ends with a line end. On a
 * terminal no line is longer than that is wide; elsewhere the width is always the same. Of texts
 * only line ends and the colours of terminal.h reach it: what else it would act upon is made
 * visible (visible.h). */
#ifndef FENCEPOST_HARNESS_SHOW_H
#define FENCEPOST_HARNESS_SHOW_H

#include <fencepost/types.h>

#include <stdio.h>

/* Bytes with everything invisible made visible: a line feed as U+240A and a real line break, other
 * control bytes as their symbols (U+2400 + byte), a byte that is not UTF-8 as <FF> and an invisible
 * character as <U+FE0F> (both in U+27E8 U+27E9), a cut as U+2506. Cuts are offsets, ascending; one
 * that occurs twice is an empty chunk; a character with a cut inside is shown as its bytes. Of a
 * long input the middle is left out, and counted. Each line begins with indent. */
void show_bytes(FILE *out, const char *indent, fp_str bytes, const size_t *cuts, size_t cut_count);

/* The same on one line, without the line end: a line feed is only its symbol. */
void show_line(FILE *out, fp_str bytes);

/* Two texts side by side, with titles, or one under the other on a narrow terminal; long lines are
 * wrapped, the first differing line is marked. */
void show_sides(FILE *out, const char *left_title, const char *left, const char *right_title,
                const char *right);

/* A text's lines, each filled up to the width of the page and begun with indent. */
void show_wrapped(FILE *out, const char *indent, const char *text);

/* Lines that are as long as they are but on a terminal, where they go on below, further in. */
__attribute__((format(printf, 2, 3))) void show_text(FILE *out, const char *format, ...);

/* How many columns a terminal leaves behind those before; elsewhere the usual number. */
size_t show_room(FILE *out, size_t before, size_t usual);

/* How many columns a terminal draws the text in, which is one line. */
size_t show_columns(const char *text);

/* One line: as much of text as fits width columns, an ellipsis where something was cut off. Without
 * the line end. */
void show_clipped(FILE *out, const char *text, size_t width);

#endif
