/* SPDX-License-Identifier: Apache-2.0 */
/* cause_place.h: what is at the place where two texts part, as visible_quote() wrote them. */
#ifndef FENCEPOST_HARNESS_CAUSE_PLACE_H
#define FENCEPOST_HARNESS_CAUSE_PLACE_H

#include <fencepost/types.h>

#include <stdbool.h>
#include <stddef.h>

/* What is at a place where there is not a mark; a mark is its own name. */
extern const char PLACE_ELSEWHERE[], PLACE_WHITE_SPACE[];

/* Blanks by what readers take them for. */
typedef enum blank {
    BLANK_NONE,
    BLANK_PLAIN,    /* a space, a tab, LF, or CR LF */
    BLANK_LINE_END, /* CR alone, and other controls and characters that some take for line ends */
    BLANK_OTHER     /* what Unicode calls white space otherwise */
} blank;

/* Returns what blank the text begins with, and its length. */
blank blank_at(fp_str quoted, size_t *len);

/* Returns what comes after the blanks with which the text begins. */
fp_str after_blanks(fp_str quoted);

/* Returns whether it is all blanks, and the greatest kind of them; BLANK_NONE: it is not, or it is
 * empty. */
blank blanks_in(fp_str quoted);

/* Returns how many bytes at the start of both are the same, without half an escape. */
size_t common_start(fp_str a, fp_str b);

/* Returns what is at this place of a text in quotes, at which another one parts from it: a mark, or
 * one of the words above. marks: those of the syntax. Borrowed. */
const char *place_in_text(fp_str line, size_t at, const char *const *marks);

/* Returns the mark with which the text begins, after plain blanks; NULL: none. */
const char *mark_after_blanks(const char *const *marks, fp_str quoted);

/* Returns whether somewhere in the input, which has its own bytes, the mark is right after a
 * character that some take for a line end. */
bool is_after_line_end(fp_str input, const char *mark);

#endif
