/* SPDX-License-Identifier: Apache-2.0 */
/* array-member.h: what the rows of all members of the family `array` have in common: the clauses of
 * spec/families/array.md, and the engine (array.h). They are macros because C has no constant that
 * a static table could take its members from.
 */
#ifndef FENCEPOST_ENGINES_ARRAY_MEMBER_H
#define FENCEPOST_ENGINES_ARRAY_MEMBER_H

#include "engines/array.h"

/* In fp_array_table: object.clauses. */
#define FP_ARRAY_CLAUSES                                                          \
    .again = "ARRAY-4.4", .duplicate = "ARRAY-5.5", .bad_arguments = "ARRAY-5.2", \
    .bad_text = "ARRAY-6.3", .bad_name = "ARRAY-4.2"

/* The end of its object.layout: why a call cannot be written. */
#define FP_ARRAY_REFUSALS                                                           \
    .bad_name = "ARRAY-10.3", .duplicate = "ARRAY-10.3", .bad_bytes = "ARRAY-10.2", \
    .bad_json = "ARRAY-10.3", .over = "ARRAY-10.4"

/* In fp_syntax: the policies but FP_REASONING. */
#define FP_ARRAY_POLICIES                                        \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "ARRAY-7.2" }, \
    [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "ARRAY-3.3" },         \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "ARRAY-8.1" },       \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "ARRAY-8.1" },      \
    [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "ARRAY-5.4" },      \
    [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "ARRAY-8.3" },     \
    [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "ARRAY-8.2" },       \
    [FP_TYPES] = { FP_TYPES_STRING, "ARRAY-5.6" },               \
    [FP_RECOVERY] = { FP_RECOVERY_STRICT, "ARRAY-6.1" }

/* And its clauses. */
#define FP_ARRAY_ROLES                                                                          \
    [FP_ROLE_TEXT] = "ARRAY-8.1", [FP_ROLE_MARKER] = "ARRAY-4.1", [FP_ROLE_NAME] = "ARRAY-4.1", \
    [FP_ROLE_VALUE] = "ARRAY-5.3", [FP_ROLE_SKIPPED] = "ARRAY-7.1",                             \
    [FP_ROLE_FRAMING] = "ARRAY-3.2"

/* The rest of it, except what is a member's own: table, fast, spacing and the like. */
#define FP_ARRAY_MEMBER                                                                           \
    .misfit = "ARRAY-5.6", .json = true, .stands = FP_STANDS_IN_LIST, .derive = &FP_ARRAY_DERIVE, \
    .render = fp_object_render, .state_size = sizeof(fp_array), .step = fp_array_step,            \
    .finish = fp_array_finish

/* And of fp_speed, except the leads. */
#define FP_ARRAY_SPEED .at_ease = fp_array_at_ease, .in_string = fp_array_in_string

#endif
