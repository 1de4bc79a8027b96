/* SPDX-License-Identifier: Apache-2.0 */
/* tags-member.h: what rows of tables of tags (tags.h) have in common: the engine, the alphabets
 * that most of them have, and the clauses of spec/families/tags.md. They are macros for the reason
 * in array-member.h.
 */
#ifndef FENCEPOST_ENGINES_TAGS_MEMBER_H
#define FENCEPOST_ENGINES_TAGS_MEMBER_H

#include "engines/tags.h"

#include "core/ascii.h"

/* In fp_syntax: the engine, where values are text between tags; */
#define FP_TAGS_MEMBER                                                                  \
    .derive = &FP_TAGS_DERIVE, .render = fp_tags_render, .state_size = sizeof(fp_tags), \
    .step = fp_tags_step, .finish = fp_tags_finish

/* and where a JSON object has the arguments. */
#define FP_TAGS_JSON_MEMBER                                                        \
    .json = true, .derive = &FP_TAGS_DERIVE, .render = fp_tags_render_json,        \
    .state_size = sizeof(fp_tags), .step = fp_tags_step, .finish = fp_tags_finish, \
    .fast = &FP_TAGS_JSON_FAST

/* Its `fast`, where all tags begin with `<`. */
extern const fp_speed FP_TAGS_FAST, FP_TAGS_JSON_FAST;

/* In fp_syntax, of a member of the family: what its policies, */
#define FP_TAGS_POLICIES                                        \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "TAGS-7.1" }, \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "TAGS-6.1" },       \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "TAGS-6.1" },      \
    [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "TAGS-6.3" },       \
    [FP_TYPES] = { FP_TYPES_STRING, "TAGS-4.1" }

/* and its clauses have from that. */
#define FP_TAGS_ROLES [FP_ROLE_TEXT] = "TAGS-6.1", [FP_ROLE_VALUE] = "TAGS-4.1"

/* Names of tools. */
static inline bool fp_tags_starts_name(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static inline bool fp_tags_is_name(unsigned char c)
{
    return fp_tags_starts_name(c) || c == '-' || c == '.';
}

#define FP_TAGS_NAMES                              \
    {                                              \
        fp_tags_starts_name, fp_tags_is_name, NULL \
    }

/* The same, where any of these bytes may begin one. */
#define FP_TAGS_LOOSE_NAMES                    \
    {                                          \
        fp_tags_is_name, fp_tags_is_name, NULL \
    }

/* Keys between tags: neither of their brackets. A key does not begin or end with a space. */
static inline bool fp_tags_is_key(unsigned char c)
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>';
}

static inline bool fp_tags_is_key_edge(unsigned char c)
{
    return fp_tags_is_key(c) && c != ' ';
}

#define FP_TAGS_KEYS                                             \
    {                                                            \
        fp_tags_is_key_edge, fp_tags_is_key, fp_tags_is_key_edge \
    }

/* Keys in quotes. */
static inline bool fp_tags_is_quoted_key(unsigned char c)
{
    return fp_tags_is_key(c) && c != '"';
}

static inline bool fp_tags_is_quoted_key_edge(unsigned char c)
{
    return fp_tags_is_quoted_key(c) && c != ' ';
}

#define FP_TAGS_QUOTED_KEYS                                                           \
    {                                                                                 \
        fp_tags_is_quoted_key_edge, fp_tags_is_quoted_key, fp_tags_is_quoted_key_edge \
    }

#endif
