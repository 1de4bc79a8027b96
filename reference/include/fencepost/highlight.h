/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/highlight.h: how an editor can tell the parts of a syntax apart, as plain data.
 *
 * The rules are those of a TextMate grammar: patterns are Oniguruma's regular expressions, tried at
 * each place of a line, in the order of the rules. A pattern sees one line, which ends with "\n"
 * even if it is the last one (so [^x] can match that; $ is before it). Of the lines before it knows
 * only which begin and end it is between. So the rules describe well-formed calls, and other calls
 * as far as one line shows them. The engine gives up a pattern that must backtrack over a long
 * line: hence *+. Each piece has a role, as in fp_trace; FP_ROLE_TEXT: no colour.
 */
#ifndef FENCEPOST_HIGHLIGHT_H
#define FENCEPOST_HIGHLIGHT_H

#include <fencepost/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FP_HIGHLIGHT_GROUPS = 10 };

/* What `begin` of a rule begins with whose mark is a code fence. */
#define FP_HIGHLIGHT_FENCE "(?:^ {0,3})?"

/* One rule: either match, or begin and end. */
typedef struct fp_highlight {
    const char *match;

    /* From where begin matches to where end does; in end, \1 is what the first group of begin
     * matched. Where both a rule of `inner` and end match, end takes precedence. */
    const char *begin;
    const char *end;

    fp_role groups[FP_HIGHLIGHT_GROUPS];     /* of match or begin: [0] is all of it */
    fp_role end_groups[FP_HIGHLIGHT_GROUPS]; /* of end */

    fp_role content; /* what is between the two, where no inner rule matches */

    /* The rules between the two, ended by a row of zeros; NULL: none. It may be a list that this
     * rule is in, at any depth: what is in brackets can have brackets in it. */
    const struct fp_highlight *inner;
} fp_highlight;

#ifdef __cplusplus
}
#endif

#endif
