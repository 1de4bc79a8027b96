/* SPDX-License-Identifier: Apache-2.0 */
/* first-member.h: what the rows of all tables of the engine first.h have in common. Their pages
 * have the same clauses under the same numbers; `id` is what these begin with, as a string. They
 * are macros for the reason in array-member.h.
 */
#ifndef FENCEPOST_ENGINES_FIRST_MEMBER_H
#define FENCEPOST_ENGINES_FIRST_MEMBER_H

#include "engines/first-highlight.h"
#include "engines/first.h"

/* In fp_first_table: object.clauses; */
#define FP_FIRST_CLAUSES(id)                                                                       \
    .again = id "-2.4", .duplicate = id "-4.3", .bad_arguments = id "-2.1", .bad_text = id "-4.5", \
    .bad_name = id "-2.1"

/* the end of its object.layout: why a call cannot be written; */
#define FP_FIRST_REFUSALS(id)                                                                     \
    .bad_name = id "-6.3", .duplicate = id "-6.3", .bad_bytes = id "-6.2", .bad_json = id "-6.3", \
    .over = id "-6.4"

/* and its own clauses. */
#define FP_FIRST_FAULTS(id) .wrong = id "-5.1", .unfinished = id "-5.2"

/* In fp_syntax: the policies, the clauses, and the rest except what is a member's own. */
#define FP_FIRST_ROW(id) \
    .policies = {                                                                      \
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, id "-5.2" },                     \
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, id "-3.2" },                             \
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, id "-3.3" },                           \
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, id "-1.3" },                          \
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, id "-4.2" },                          \
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, id "-2.3" },                         \
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, id "-1.4" },                           \
        [FP_TYPES] = { FP_TYPES_STRING, id "-4.4" },                                   \
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, id "-4.5" },                             \
        [FP_REASONING] = { FP_REASONING_PLAIN, id "-1.5" },                            \
    },                                                                                 \
    .clauses = {                                                                       \
        [FP_ROLE_TEXT] = id "-1.3", [FP_ROLE_MARKER] = id "-2.1",                      \
        [FP_ROLE_NAME] = id "-2.1", [FP_ROLE_VALUE] = id "-4.1",                       \
        [FP_ROLE_SKIPPED] = id "-5.1", [FP_ROLE_FRAMING] = id "-1.2",                  \
    },                                                                                 \
    .misfit = id "-4.4", .json = true, .stands = FP_STANDS_FIRST,                      \
    .render = fp_object_render, .state_size = sizeof(fp_first), .step = fp_first_step, \
    .finish = fp_first_finish, .passed = fp_first_passed, .fast = &FP_FIRST_FAST

#endif
