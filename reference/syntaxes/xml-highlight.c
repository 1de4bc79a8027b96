/* SPDX-License-Identifier: Apache-2.0 */
/* xml-highlight.c: how an editor colours tool and param tags. Clauses: spec/xml.md. */
#include "syntaxes/xml-highlight.h"

#define NAME "[A-Za-z0-9_.\\-]+" /* XML-1.2 */

static const fp_highlight BLOCK[] = {
    {
        /* XML-3.2, 4.2 */
        .begin = "(<param:)(" NAME ")(>)",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
        .end = "(</param:)(\\2)(>)",
        .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_KEY, FP_ROLE_MARKER },
        .content = FP_ROLE_VALUE,
    },
    { .match = "[^ \\t\\r\\n<]+|<", .groups = { FP_ROLE_SKIPPED } }, /* XML-3.4 */
    { 0 },
};

const fp_highlight FP_XML_HIGHLIGHT[] = {
    {
        /* XML-2.1, 3.3, 3.5, 3.6 */
        .begin = "(<tool:)(" NAME ")(>)",
        .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
        .end = "(</tool:)(" NAME ")(>)|(?=<tool:" NAME ">)",
        .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME, FP_ROLE_MARKER },
        .content = FP_ROLE_BLANK,
        .inner = BLOCK,
    },
    { 0 },
};
