/* SPDX-License-Identifier: Apache-2.0 */
/* first-highlight.h: how an editor colours a notation of messages that begin with their calls
 * (first.h), whose arguments are in `parameters` or `arguments`. They are macros because rules are
 * static tables of patterns.
 */
#ifndef FENCEPOST_ENGINES_FIRST_HIGHLIGHT_H
#define FENCEPOST_ENGINES_FIRST_HIGHLIGHT_H

#include "engines/json-highlight.h"

#define FP_FIRST_BLANKS "[ \\t\\r]*+"
#define FP_FIRST_STRING FP_JSON_STRING_PATTERN
#define FP_FIRST_NAME_KEY "\"name\""
#define FP_FIRST_ARGUMENTS_KEY "\"(?:parameters|arguments)\""
#define FP_FIRST_SCALAR "(?:" FP_FIRST_STRING "|[-+.0-9A-Za-z]++)"
#define FP_FIRST_MEMBER                                              \
    "(?!" FP_FIRST_ARGUMENTS_KEY ")" FP_FIRST_STRING FP_FIRST_BLANKS \
    ":" FP_FIRST_BLANKS FP_FIRST_SCALAR FP_FIRST_BLANKS "," FP_FIRST_BLANKS
#define FP_FIRST_NAMED \
    FP_FIRST_NAME_KEY FP_FIRST_BLANKS "(?:\\n|:" FP_FIRST_BLANKS "(?:\\n|(?!\"\")\"))"
#define FP_FIRST_BEGUN FP_FIRST_ARGUMENTS_KEY FP_FIRST_BLANKS "(?:\\n|:" FP_FIRST_BLANKS "[{\\n])"
#define FP_FIRST_MEMBER_CUT                                    \
    FP_FIRST_STRING FP_FIRST_BLANKS "(?:\\n|:" FP_FIRST_BLANKS \
                                    "(?:\\n|" FP_FIRST_SCALAR FP_FIRST_BLANKS "\\n))"

/* An object, as far as its line shows that it is a call; where the line ends, it may be one. */
#define FP_FIRST_CALL                                                          \
    "\\{" FP_FIRST_BLANKS "(?=(?:" FP_FIRST_MEMBER ")*?(?:\\n|" FP_FIRST_NAMED \
    "|" FP_FIRST_MEMBER_CUT "))(?:" FP_FIRST_MEMBER ")*+"                      \
    "(?:\\n|" FP_FIRST_BEGUN "|(?!" FP_FIRST_ARGUMENTS_KEY ")" FP_FIRST_MEMBER_CUT ")"

/* What is before another one. */
#define FP_FIRST_NEXT(separator) FP_FIRST_BLANKS separator FP_FIRST_BLANKS "(?=" FP_FIRST_CALL ")"

/* A member, from its key on. */
#define FP_FIRST_RULE(key, rules)                                                \
    {                                                                            \
        .begin = (key), .groups = { FP_ROLE_MARKER }, .end = FP_JSON_MEMBER_END, \
        .content = FP_ROLE_MARKER, .inner = (rules)                              \
    }

/* What is in an object, and between it and the next one. */
#define FP_FIRST_MEMBER_RULES(next)                                          \
    { .match = "(\\})(" next ")(\\{)",                                       \
      .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_FRAMING, FP_ROLE_MARKER } }, \
        FP_FIRST_RULE(FP_FIRST_NAME_KEY, FP_JSON_NAME_HIGHLIGHT),            \
        FP_FIRST_RULE(FP_FIRST_ARGUMENTS_KEY, FP_JSON_ARGUMENTS_HIGHLIGHT),  \
        FP_FIRST_RULE(FP_FIRST_STRING, FP_JSON_SKIPPED_HIGHLIGHT)

#endif
