/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-line-highlight.c: how an editor colours lines that begin with an emoji. Clauses:
 * spec/emoji-line.md. */
#include "syntaxes/emoji-line-highlight.h"

#define EMOJI "\\x{1F6E0}\\x{FE0F}"
#define NAME "[A-Za-z0-9_\\-]" /* EMOJI-LINE-2.1 */

const fp_highlight FP_EMOJI_LINE_HIGHLIGHT[] = {
    {
        /* EMOJI-LINE-2.2, 2.4, 3.2, 4.1, 4.3 */
        .begin = "^(" EMOJI " )(" NAME "+)(?:[ \\t]+(.*))?$",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_VALUE },
        .end = "^(" EMOJI "\\x{1F51A})|^(?=" EMOJI " " NAME ")",
        .end_groups = { [1] = FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
    },
    { 0 },
};
