/* SPDX-License-Identifier: Apache-2.0 */
/* caret-highlight.c: how an editor colours triple-caret blocks. Clauses: spec/caret.md. */
#include "syntaxes/caret-render.h"

#define BLANKS "[ \\t]*"
#define NAME "[A-Za-z0-9_]+"    /* CARET-1.3 */
#define KEY "[A-Za-z0-9_.\\-]+" /* CARET-1.4 */

static const fp_highlight BLOCK[] = {
    {
        /* CARET-4.1 to 4.4 */
        .begin = "^" BLANKS "(" KEY ")([ \\t]+---)" BLANKS "$",
        .groups = { [1] = FP_ROLE_KEY, FP_ROLE_MARKER },
        .end = "^---[ \\t]+\\1" BLANKS "$",
        .end_groups = { FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
    },
    {
        /* CARET-5.1, 5.4, 5.7 */
        .begin = "^" BLANKS "(" KEY ")(:)" BLANKS "(\\[" BLANKS ")$",
        .groups = { [1] = FP_ROLE_KEY, FP_ROLE_MARKER, FP_ROLE_VALUE },
        .end = "^(" BLANKS "\\])" BLANKS "$|^(?=\\^\\^\\^(?:" NAME ")?" BLANKS "$)",
        .end_groups = { [1] = FP_ROLE_VALUE },
        .content = FP_ROLE_VALUE,
    },
    {
        /* CARET-3.1, 3.2 */
        .match = "^" BLANKS "(" KEY ")(:)" BLANKS "((?:[ \\t]*+[^ \\t\\n]++)*+)",
        .groups = { [1] = FP_ROLE_KEY, FP_ROLE_MARKER, FP_ROLE_VALUE },
    },
    { .match = "^" BLANKS "([^ \\t\\n].*)$",
      .groups = { [1] = FP_ROLE_SKIPPED } }, /* CARET-3.7, 4.9 */
    { 0 },
};

const fp_highlight FP_CARET_HIGHLIGHT[] = {
    {
        /* CARET-2.1, 2.7, 2.8, 7.2 */
        .begin = "^(\\^\\^\\^)(" NAME ")" BLANKS "$",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME },
        .end = "^(\\^\\^\\^)(?=" BLANKS "$)|^(?=\\^\\^\\^)",
        .end_groups = { [1] = FP_ROLE_MARKER },
        .content = FP_ROLE_BLANK,
        .inner = BLOCK,
    },
    { 0 },
};
