/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-bracket-highlight.c: how an editor colours blocks in bracketed emoji markers. Clauses:
 * spec/emoji-bracket.md. */
#include "syntaxes/emoji-bracket-highlight.h"

#define START "\\x{1F6E0}\\x{FE0F}\\["
#define BLANKS "[ \\t]*"

const fp_highlight FP_EMOJI_BRACKET_HIGHLIGHT[] = {
    /* EMOJI-BRACKET-2.9, 4.3: no call, and no marker in it counts. */
    { .match = START BLANKS "(?:/end(?:[ \\t][^\\]]*)?)?\\]" },
    {
        /* EMOJI-BRACKET-2.1, 3.1, 4.2 */
        .begin = "(" START ")" BLANKS "([^ \\t\\]]+)(?:[ \\t]+([^\\]]*))?(\\])",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_VALUE, FP_ROLE_MARKER },
        .end = "(" START "/end\\])",
        .end_groups = { [1] = FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
    },
    { 0 },
};
