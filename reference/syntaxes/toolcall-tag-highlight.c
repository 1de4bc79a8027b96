/* SPDX-License-Identifier: Apache-2.0 */
/* toolcall-tag-highlight.c: how an editor colours tags that carry the tool's name. Clauses:
 * spec/toolcall-tag.md. */
#include "syntaxes/toolcall-tag-highlight.h"

#define WORD "[A-Za-z0-9_][A-Za-z0-9_.\\-]*" /* TOOLCALL-TAG-1.2 */

static const fp_highlight BLOCK[] = {
    {
        /* TOOLCALL-TAG-3.1, 4.2 */
        .begin = "(<)(" WORD ")(>)",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
        .end = "(</)(\\2)(>)",
        .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
    },
    { 0 },
};

const fp_highlight FP_TOOLCALL_TAG_HIGHLIGHT[] = {
    {
        /* TOOLCALL-TAG-2.1, 2.6, 5.1 */
        .begin = "(<toolcall\\()(" WORD ")(\\)>)",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
        .end = "(</toolcall\\()(\\2)(\\)>)|(?=[^ \\t\\r\\n<])|(?=<(?!" WORD ">))",
        .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
        .content = FP_ROLE_BLANK,
        .inner = BLOCK,
    },
    { 0 },
};
