/* SPDX-License-Identifier: Apache-2.0 */
/* hermes-highlight.c: how an editor colours a JSON object between tags. Clauses: spec/hermes.md. */
#include "syntaxes/hermes-highlight.h"

#define STRING "\"(?:[^\"\\\\\\x00-\\x1F]|\\\\[^\\x00-\\x1F])*+\"" /* HERMES-1.2, 1.7 */
#define BLANKS "[ \\t\\r\\n]*+"

/* A value in brackets, all of it on one line. */
#define NESTED "(?<n>[{\\[](?:[^{}\\[\\]\"]|" STRING "|\\g<n>)*+[}\\]])"

/* Within brackets of the arguments; within such brackets on several lines. */
static const fp_highlight DEEPER[] = {
    { .match = STRING, .groups = { FP_ROLE_VALUE } },
    { .match = NESTED, .groups = { FP_ROLE_VALUE } },
    { 0 },
};

static const fp_highlight VALUE[] = {
    { .match = STRING, .groups = { FP_ROLE_VALUE } },
    { .match = NESTED, .groups = { FP_ROLE_VALUE } },
    { .begin = "[{\\[]",
      .groups = { FP_ROLE_VALUE },
      .end = "[}\\]]",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = DEEPER },
    { 0 },
};

/* The same of a member that means nothing: HERMES-4.1. */
static const fp_highlight SKIPPED[] = {
    { .match = STRING, .groups = { FP_ROLE_MARKER } },
    { .match = NESTED, .groups = { FP_ROLE_MARKER } },
    { 0 },
};

static const fp_highlight OBJECT[] = {
    { /* HERMES-4.1 */
      .match = "(\"name\"" BLANKS ":" BLANKS ")(" STRING ")",
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME } },
    { .begin = "(\"(?:arguments|parameters)\"" BLANKS ":" BLANKS ")(\\{)",
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_VALUE },
      .end = "\\}",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = VALUE },
    { .match = STRING, .groups = { FP_ROLE_MARKER } },
    { .match = NESTED, .groups = { FP_ROLE_MARKER } },
    { .begin = "[{\\[]",
      .groups = { FP_ROLE_MARKER },
      .end = "[}\\]]",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = SKIPPED },
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
    {                                          /* HERMES-2.1, 3.1, 7.2 */
      .begin = "(<tool_call>)(?=[ \\t\\r]*+(?:\\{|\\n))",
      .groups = { [1] = FP_ROLE_MARKER },
      .end = "(</tool_call>)|(?=[^ \\t\\r\\n{])",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = BLOCK },
    { 0 },
};
