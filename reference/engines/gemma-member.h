/* SPDX-License-Identifier: Apache-2.0 */
/* gemma-member.h: what the rows of all tables of the engine gemma.h have in common. Their pages
 * have the same clauses under the same numbers; `id` is what these begin with, as a string. They
 * are macros for the reason in array-member.h.
 */
#ifndef FENCEPOST_ENGINES_GEMMA_MEMBER_H
#define FENCEPOST_ENGINES_GEMMA_MEMBER_H

#include "engines/gemma.h"

#include "core/ascii.h"

#include <string.h>

/* In fp_gemma_table: all but the marks. */
#define FP_GEMMA_TABLE(id)                                                   \
    .lead = "call:", .is_name = fp_gemma_is_name, .is_key = fp_gemma_is_key, \
    .clauses = { .bad_name = id "-1.4",                                      \
                 .bad_json = id "-2.13",                                     \
                 .bad_line = id "-3.2",                                      \
                 .next_call = id "-3.3",                                     \
                 .next_wrong = id "-3.4",                                    \
                 .duplicate = id "-2.12",                                    \
                 .stray = id "-4.2",                                         \
                 .stopped = id "-4.3",                                       \
                 .unfinished = id "-5.1",                                    \
                 .cut_mark = id "-5.2",                                      \
                 .long_name = id "-5.3",                                     \
                 .long_mark = id "-5.4" },                                   \
    .layout = { .bad_name = id "-6.2",                                       \
                .bad_string = id "-6.3",                                     \
                .duplicate = id "-6.4",                                      \
                .bad_json = id "-6.5" }

/* In fp_syntax: the policies but FP_REASONING and FP_MARKERS. */
#define FP_GEMMA_POLICIES(id)                                  \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, id "-5.1" }, \
    [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, id "-4.3" },         \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, id "-4.1" },       \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, id "-4.1" },      \
    [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, id "-2.4" },      \
    [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, id "-4.5" },     \
    [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, id "-4.4" },       \
    [FP_TYPES] = { FP_TYPES_STRING, id "-2.11" },              \
    [FP_RECOVERY] = { FP_RECOVERY_STRICT, id "-4.7" }

/* And its clauses. */
#define FP_GEMMA_ROLES(id)                                                                \
    [FP_ROLE_TEXT] = id "-4.1", [FP_ROLE_MARKER] = id "-1.3", [FP_ROLE_NAME] = id "-1.2", \
    [FP_ROLE_VALUE] = id "-2.1", [FP_ROLE_BLANK] = id "-3.1", [FP_ROLE_SKIPPED] = id "-2.13"

/* The rest of it, except what is a member's own: marks, colours, fast and the like. */
#define FP_GEMMA_MEMBER(id)                                                                        \
    .misfit = id "-2.11", .json = true, .render = fp_gemma_render, .state_size = sizeof(fp_gemma), \
    .step = fp_gemma_step, .finish = fp_gemma_finish

/* clang-format off */

/* Rules for editors, with patterns: what is in the quotes of a string; */
#define FP_GEMMA_STRINGS(quote)                                                        \
    { .begin = (quote), .end = (quote), .groups = { FP_ROLE_VALUE },                   \
      .end_groups = { FP_ROLE_VALUE }, .content = FP_ROLE_VALUE }

/* and a call between its marks. */
#define FP_GEMMA_CALLS(open, close, strings)                                           \
    { .begin = "(" open "call:)([A-Za-z0-9_.-]+)(?=\\{)", .end = (close),              \
      .groups = { [1] = FP_ROLE_MARKER, [2] = FP_ROLE_NAME },                          \
      .end_groups = { FP_ROLE_MARKER }, .content = FP_ROLE_VALUE, .inner = (strings) }

/* clang-format on */

/* Names: clause 1.2 of each. */
static inline bool fp_gemma_is_name(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

/* Keys: clause 2.2. */
static inline bool fp_gemma_is_key(unsigned char c)
{
    return c > ' ' && !strchr(",:{}[]<\"'", c);
}

#endif
