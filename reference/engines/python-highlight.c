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

#define VALUE_ENDS "(?=" FP_PYTHON_BLANKS "[,)\\n])"

/* After an equals sign: PYTHON-3.1. What cannot follow a value breaks the call: PYTHON-3.5. */
static const fp_highlight VALUE[] = {
    { .begin = "(?<=[\"'\\]})])(?!" VALUE_ENDS ")",
      .end = "(?=" FP_PYTHON_END ")",
      .content = FP_ROLE_SKIPPED },
    STRINGS,
    { .begin = "[\\[{(]",
      .groups = { FP_ROLE_VALUE },
      .end = "[\\]})]",
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE,
      .inner = IN_BRACKETS },
    { .match =
          "(?:" FP_PYTHON_WORD "|-?[0-9.][0-9A-Za-z_.]*+(?:(?<=[eE])[-+][0-9]++)?+)" VALUE_ENDS,
      .groups = { FP_ROLE_VALUE } },
    { .begin = "(?=[^ \\t\\r\\n])", .end = "(?=" FP_PYTHON_END ")", .content = FP_ROLE_SKIPPED },
    { 0 },
};

static const fp_highlight IN_CALL[] = {
    { .match = "[A-Za-z_][A-Za-z0-9_-]*+(?=" FP_PYTHON_BLANKS "[=\\n])",
      .groups = { FP_ROLE_KEY } }, /* PYTHON-3.2 */
    { .begin = "=",
      .groups = { FP_ROLE_MARKER },
      .end = "(?=[,)]|" FP_PYTHON_END ")",
      .inner = VALUE },
    { .match = ",", .groups = { FP_ROLE_MARKER } },
    { /* PYTHON-3.3 */
      .begin = "(?=[^ \\t\\r\\n])",
      .end = "(?=" FP_PYTHON_END ")",
      .content = FP_ROLE_SKIPPED },
    { 0 },
};

const fp_highlight FP_PYTHON_CALLS_HIGHLIGHT[] = {
    { .begin = "(?=" FP_PYTHON_CALL ")([^(]++)(\\()", /* PYTHON-2.1 */
      .groups = { [1] = FP_ROLE_NAME, FP_ROLE_MARKER },
      .end = "(\\))|(?=" FP_PYTHON_END ")",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = IN_CALL },
    { .match = FP_PYTHON_COMMA "|[ \\t\\r]++", .groups = { FP_ROLE_FRAMING } }, /* PYTHON-2.4 */
    { 0 },
};
