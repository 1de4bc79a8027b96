/* SPDX-License-Identifier: Apache-2.0 */
/* json-highlight.h: how an editor colours a JSON object that is arguments; for the rules of
 * syntaxes that have one (fencepost/highlight.h). */
#ifndef FENCEPOST_ENGINES_JSON_HIGHLIGHT_H
#define FENCEPOST_ENGINES_JSON_HIGHLIGHT_H

#include <fencepost/highlight.h>

#define FP_JSON_STRING_PATTERN "\"(?:[^\"\\\\\\x00-\\x1F]|\\\\[^\\x00-\\x1F])*+\""

/* What is between the braces of an object: all of it is value. No brace in a string or in other
 * brackets ends the object. */
extern const fp_highlight FP_JSON_ARGS_HIGHLIGHT[];

#endif
