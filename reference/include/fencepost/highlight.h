/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/highlight.h: how an editor is to tell the parts of a syntax, as plain data.
 *
 * The rules are those of a TextMate grammar: patterns are Oniguruma's regular expressions, tried at
 * each place of a line, in the order of the rules. A pattern sees one line, which ends with "\n",
 * be it the last one (so [^x] can match that; $ stands before it), and knows of the lines before
 * only between which begin and end it stands; so the rules say what well-formed calls are, and of
 * others as much as a line shows. A pattern that must go back over a long line is given up by the
 * engine: hence *+. What the pieces are is said in roles, as in fp_trace; FP_ROLE_TEXT: no colour.
 */
#ifndef FENCEPOST_HIGHLIGHT_H
#define FENCEPOST_HIGHLIGHT_H

#include <fencepost/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FP_HIGHLIGHT_GROUPS = 10 };

/* One rule: either match, or begin and end. */
typedef struct fp_highlight {
    const char *match;

    /* From where begin matches to where end does; in end, \1 is what the first group of begin
     * matched. Where a rule of `inner` matches as well as end does, end goes first. */
    const char *begin;
    const char *end;

    fp_role groups[FP_HIGHLIGHT_GROUPS];     /* of match or begin: [0] is all of it */
    fp_role end_groups[FP_HIGHLIGHT_GROUPS]; /* of end */

    fp_role content; /* what is between the two, where no inner rule says better */

    /* The rules between the two, ended by a row of zeros; NULL: none. It may be a list that this
     * rule is in, at any depth: what is in brackets can have brackets in it. */
    const struct fp_highlight *inner;
} fp_highlight;

#ifdef __cplusplus
}
#endif

#endif
