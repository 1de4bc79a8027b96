/* SPDX-License-Identifier: Apache-2.0 */
/* section-member.h: what is the same in notations of tags whose blocks are in a section, each with
 * a tag for its end, and whose values are text between two tags (tags.h). Their pages have the same
 * clauses under the same numbers; `id` is what these begin with, as a string. They are macros for
 * the reason in array-member.h.
 */
#ifndef FENCEPOST_ENGINES_SECTION_MEMBER_H
#define FENCEPOST_ENGINES_SECTION_MEMBER_H

#include "engines/tags-member.h"

/* The tags, in the order of the table. */
enum { SECTION, SECTION_END, CALL, CALL_END, ARG, ARG_END };

/* clang-format off */

/* What they do. */
#define FP_SECTION_RULES(id)                                                            \
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, id "-2.1" },     \
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-5.2" } }, \
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, id "-2.1" },  \
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, id "-3.1" },        \
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-5.2" } },   \
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, id "-3.7" },    \
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, id "-3.7" },          \
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, id "-3.5" },        \
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, id "-3.4" } },        \
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-4.4" },    \
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, id "-4.4" },       \
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, id "-4.3" },            \
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, id "-4.2" } }

/* In fp_tags_table: clauses, and the layout. */
#define FP_SECTION_CLAUSES(id)                                                     \
    .bad_name = id "-3.2", .bad_line = id "-3.6", .duplicate = id "-3.8",          \
    .stopped = id "-5.3", .unfinished = id "-6.1", .cut_tag = id "-6.2",           \
    .long_name = id "-6.3", .long_tag = id "-6.4"
#define FP_SECTION_LAYOUT(id)                                                      \
    .indent = "", .bad_name = id "-7.2", .bad_value = id "-7.3",                   \
    .untyped = id "-7.4", .bad_list = id "-7.4"

/* In fp_syntax: the policies but FP_TYPES, FP_REASONING and FP_MARKERS; */
#define FP_SECTION_FRAME_POLICIES(id)                                  \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, id "-6.1" },         \
    [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, id "-5.3" },                 \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, id "-5.1" },               \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, id "-5.1" },              \
    [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, id "-4.1" },              \
    [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, id "-5.5" },             \
    [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, id "-5.4" },               \
    [FP_RECOVERY] = { FP_RECOVERY_STRICT, id "-5.7" }

/* and those but FP_MARKERS. */
#define FP_SECTION_POLICIES(id)                                        \
    FP_SECTION_FRAME_POLICIES(id),                                     \
    [FP_TYPES] = { FP_TYPES_STRING, id "-4.5" },                       \
    [FP_REASONING] = { FP_REASONING_OPAQUE, id "-5.6" }

/* And its clauses. */
#define FP_SECTION_ROLES(id)                                           \
    [FP_ROLE_TEXT] = id "-5.1", [FP_ROLE_MARKER] = id "-1.1",          \
    [FP_ROLE_NAME] = id "-1.2", [FP_ROLE_KEY] = id "-1.3",             \
    [FP_ROLE_VALUE] = id "-4.1", [FP_ROLE_BLANK] = id "-3.3",          \
    [FP_ROLE_SKIPPED] = id "-3.6", [FP_ROLE_FRAMING] = id "-2.2"

/* clang-format on */

#endif
