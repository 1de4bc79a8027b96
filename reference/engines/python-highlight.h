/* SPDX-License-Identifier: Apache-2.0 */
/* python-highlight.h: rules for editors that notations of Python's calls share. */
#ifndef FENCEPOST_ENGINES_PYTHON_HIGHLIGHT_H
#define FENCEPOST_ENGINES_PYTHON_HIGHLIGHT_H

#include <fencepost/highlight.h>

/* The calls in a list. What is between them has the role of the list. */
extern const fp_highlight FP_PYTHON_CALLS_HIGHLIGHT[];

#endif
