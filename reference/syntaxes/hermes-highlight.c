/* SPDX-License-Identifier: Apache-2.0 */
/* hermes-highlight.c: how an editor colours a JSON object between tags. Clauses: spec/hermes.md. */
#include "syntaxes/hermes-highlight.h"

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

static const fp_highlight BLOCK[] = {
    { .begin = "\\{",
      .groups = { FP_ROLE_MARKER },
      .end = "\\}",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = OBJECT },
    { 0 },
};

const fp_highlight FP_HERMES_HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* HERMES-8.4 */
    {                                          /* OBJECT-2.1, OBJECT-3.1, OBJECT-7.2 */
      .begin = "(<tool_call>)(?=[ \\t\\r]*+(?:\\{|\\n))",
      .groups = { [1] = FP_ROLE_MARKER },
      .end = "(</tool_call>)|(?=[^ \\t\\r\\n{])",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = BLOCK },
    { 0 },
};
