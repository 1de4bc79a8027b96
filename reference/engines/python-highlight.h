/* SPDX-License-Identifier: Apache-2.0 */
/* python-highlight.h: rules for editors that notations of Python's calls share. */
#ifndef FENCEPOST_ENGINES_PYTHON_HIGHLIGHT_H
#define FENCEPOST_ENGINES_PYTHON_HIGHLIGHT_H

#include <fencepost/highlight.h>

#define FP_PYTHON_BLANKS "[ \\t\\r]*+"
#define FP_PYTHON_WORD "(?:[Tt]rue|[Ff]alse|None|null)(?![A-Za-z0-9_])"

/* A call, as far as its line shows that it is one: PYTHON-2.6. */
#define FP_PYTHON_CALL                                                                \
    "[A-Za-z_][A-Za-z0-9_.-]*+\\(" FP_PYTHON_BLANKS                                   \
    "(?:[)\\n]|[A-Za-z_][A-Za-z0-9_-]*+" FP_PYTHON_BLANKS "(?:\\n|=" FP_PYTHON_BLANKS \
    "(?:[\\n\"'\\[({0-9.-]|" FP_PYTHON_WORD ")))"

#define FP_PYTHON_END "(?:<\\|(?:tool_call|python)_end\\|>|</function_calls>)"

/* A comma of a list, and not one that text follows. */
#define FP_PYTHON_COMMA ",(?=" FP_PYTHON_BLANKS "(?:" FP_PYTHON_CALL "|[\\]\\n]|" FP_PYTHON_END "))"

/* What ends a list without its bracket: PYTHON-2.7. */
#define FP_PYTHON_LIST_END                        \
    "(?<=\\))(?!" FP_PYTHON_BLANKS "[,\\]<\\n])|" \
    "(?=[^ \\t\\r\\n])(?!" FP_PYTHON_CALL "|" FP_PYTHON_COMMA ")"

/* The calls in a list, and the commas and blanks around them. */
extern const fp_highlight FP_PYTHON_CALLS_HIGHLIGHT[];

#endif
