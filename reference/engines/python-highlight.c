/* SPDX-License-Identifier: Apache-2.0 */
/* python-highlight.c: how an editor colours a call of Python's, and its literals. Clauses:
 * spec/families/python.md. */
#include "engines/python-highlight.h"

#define ESCAPE "\\\\[\\s\\S]"

/* Strings: PYTHON-5.1, PYTHON-5.3. What is between the quotes may be on several lines. */
#define STRINGS                                                                                 \
    { .begin = "\"\"\"",                                                                        \
      .groups = { FP_ROLE_VALUE },                                                              \
      .end = "\"\"\"",                                                                          \
      .end_groups = { FP_ROLE_VALUE },                                                          \
      .content = FP_ROLE_VALUE,                                                                 \
      .inner = IN_STRING },                                                                     \
        { .begin = "'''",                                                                       \
          .groups = { FP_ROLE_VALUE },                                                          \
          .end = "'''",                                                                         \
          .end_groups = { FP_ROLE_VALUE },                                                      \
          .content = FP_ROLE_VALUE,                                                             \
          .inner = IN_STRING },                                                                 \
        { .begin = "\"",                                                                        \
          .groups = { FP_ROLE_VALUE },                                                          \
          .end = "\"",                                                                          \
          .end_groups = { FP_ROLE_VALUE },                                                      \
          .content = FP_ROLE_VALUE,                                                             \
          .inner = IN_STRING },                                                                 \
    {                                                                                           \
        .begin = "'", .groups = { FP_ROLE_VALUE }, .end = "'", .end_groups = { FP_ROLE_VALUE }, \
        .content = FP_ROLE_VALUE, .inner = IN_STRING                                            \
    }

static const fp_highlight IN_STRING[] = {
    { .match = ESCAPE, .groups = { FP_ROLE_VALUE } },
    { 0 },
};

static const fp_highlight IN_BRACKETS[] = {
    STRINGS,
    { .begin = "[\\[{(]",
      .groups = { FP_ROLE_VALUE },
      .end = "[\\]})]",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = IN_BRACKETS },
    { 0 },
};

static const fp_highlight IN_CALL[] = {
    { /* PYTHON-3.1 */
      .match = "([A-Za-z_][A-Za-z0-9_-]*+)[ \\t\\r]*+(=)",
      .groups = { [1] = FP_ROLE_KEY, FP_ROLE_MARKER } },
    STRINGS,
    { .begin = "[\\[{(]",
      .groups = { FP_ROLE_VALUE },
      .end = "[\\]})]",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = IN_BRACKETS },
    { .match = "[A-Za-z0-9_.+-]++", .groups = { FP_ROLE_VALUE } },
    { .match = ",", .groups = { FP_ROLE_MARKER } },
    { 0 },
};

const fp_highlight FP_PYTHON_CALLS_HIGHLIGHT[] = {
    { .begin = "([A-Za-z_][A-Za-z0-9_.-]*+)(\\()", /* PYTHON-2.1 */
      .groups = { [1] = FP_ROLE_NAME, FP_ROLE_MARKER },
      .end = "\\)",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = IN_CALL },
    { 0 },
};
