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

/* What is after the key of a call's name, of its arguments, and of a member that means nothing, up
 * to FP_JSON_MEMBER_END; the key has the role of a marker, and so has what is not a name or value.
 */
extern const fp_highlight FP_JSON_NAME_HIGHLIGHT[], FP_JSON_ARGUMENTS_HIGHLIGHT[],
    FP_JSON_SKIPPED_HIGHLIGHT[];

/* An object of arguments. */
extern const fp_highlight FP_JSON_OBJECT_HIGHLIGHT[];

#define FP_JSON_MEMBER_END "(?=[,}\\]])"

#endif
