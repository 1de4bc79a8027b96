/* SPDX-License-Identifier: Apache-2.0 */
/* tagged-highlight.c: how an editor colours the object between tags. Clauses:
 * spec/families/object.md. */
#include "engines/tagged.h"

#include "engines/json-highlight.h"

#define STRING FP_JSON_STRING_PATTERN /* OBJECT-1.2, OBJECT-1.7 */
#define BLANKS "[ \\t\\r\\n]*+"

static const fp_highlight OBJECT[] = {
    { /* OBJECT-4.1 */
      .match = "(\"name\"" BLANKS ":" BLANKS ")(" STRING ")",
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME } },
    { .begin = "(\"(?:arguments|parameters)\"" BLANKS ":" BLANKS ")(\\{)",
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_VALUE },
      .end = "\\}",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = FP_JSON_ARGS_HIGHLIGHT },
    { .match = STRING, .groups = { FP_ROLE_MARKER } },
    { .begin = "[{\\[]",
      .groups = { FP_ROLE_MARKER },
      .end = "[}\\]]",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = FP_JSON_SKIPPED_HIGHLIGHT },
    { 0 },
};

const fp_highlight FP_TAGGED_HIGHLIGHT[] = {
    { .begin = "\\{",
      .groups = { FP_ROLE_MARKER },
      .end = "\\}",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = OBJECT },
    { 0 },
};
