/* SPDX-License-Identifier: Apache-2.0 */
/* header-member.h: what is the same in notations of tags whose blocks are in a section, each a
 * header with the tool's name and a JSON object of arguments (tags.h). Their pages have the same
 * clauses under the same numbers; `id` is what these begin with, as a string. They are macros for
 * the reason in array-member.h.
 */
#ifndef FENCEPOST_ENGINES_HEADER_MEMBER_H
#define FENCEPOST_ENGINES_HEADER_MEMBER_H

#include "engines/tags-member.h"

/* The tags, in the order of the table. */
enum { SECTION, SECTION_END, CALL, CALL_END };

/* clang-format off */

/* What they do. */
#define FP_HEADER_RULES(id)                                                                \
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, id "-2.1" },      \
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-5.2" },   \
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-5.2" } },    \
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, id "-2.1" },   \
                          [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, id "-3.1" },       \
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-5.2" } },    \
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, id "-4.6" },     \
                        [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, id "-4.6" },         \
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, id "-4.3" } }

/* In fp_tags_table: names (clause 1.2), clauses, and the layout. */
#define FP_HEADER_TABLE(id)                                                                \
    .names = FP_TAGS_LOOSE_NAMES, .breaks = true,                                          \
    .layout = { .bad_name = id "-7.2", .bad_json = id "-7.3", .bad_call = id "-7.4" }
#define FP_HEADER_CLAUSES(id)                                                              \
    .bad_name = id "-3.3", .bad_line = id "-4.5", .bad_json = id "-4.4",                   \
    .duplicate = id "-4.8", .stopped = id "-5.3", .unfinished = id "-6.1",                 \
    .cut_tag = id "-6.2", .long_name = id "-6.3", .long_tag = id "-6.4"

/* In fp_syntax: the policies, the clauses, and the rest except what is a member's own. */
#define FP_HEADER_MEMBER(id)                                           \
    .reasoning = &FP_MARKS_THINK,                                      \
    .policies = {                                                      \
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, id "-6.1" },     \
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, id "-5.3" },             \
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, id "-5.1" },           \
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, id "-5.1" },          \
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, id "-4.2" },          \
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, id "-5.5" },         \
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, id "-5.4" },           \
        [FP_TYPES] = { FP_TYPES_STRING, id "-4.7" },                   \
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, id "-5.7" },             \
        [FP_REASONING] = { FP_REASONING_OPAQUE, id "-5.6" },           \
        [FP_MARKERS] = { FP_MARKERS_TEXT, id "-5.11" },                \
    },                                                                 \
    .clauses = {                                                       \
        [FP_ROLE_TEXT] = id "-5.1", [FP_ROLE_MARKER] = id "-3.1",      \
        [FP_ROLE_NAME] = id "-1.2", [FP_ROLE_VALUE] = id "-4.2",       \
        [FP_ROLE_BLANK] = id "-4.1", [FP_ROLE_SKIPPED] = id "-4.5",    \
        [FP_ROLE_FRAMING] = id "-2.2",                                 \
    },                                                                 \
    .misfit = id "-4.7", FP_TAGS_JSON_MEMBER

/* clang-format on */

#endif
