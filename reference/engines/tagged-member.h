/* SPDX-License-Identifier: Apache-2.0 */
/* tagged-member.h: what the rows of all tables of the engine tagged.h have in common: the clauses
 * of spec/families/object.md, and the engine. They are macros for the reason in array-member.h.
 */
#ifndef FENCEPOST_ENGINES_TAGGED_MEMBER_H
#define FENCEPOST_ENGINES_TAGGED_MEMBER_H

#include "engines/tagged.h"

/* In fp_tagged_table: object.clauses. */
#define FP_TAGGED_CLAUSES                                                            \
    .again = "OBJECT-4.5", .duplicate = "OBJECT-5.5", .bad_arguments = "OBJECT-5.2", \
    .bad_text = "OBJECT-6.4", .bad_name = "OBJECT-4.3"

/* The end of its object.layout: why a call cannot be written. */
#define FP_TAGGED_REFUSALS                                                             \
    .bad_name = "OBJECT-10.4", .duplicate = "OBJECT-10.4", .bad_bytes = "OBJECT-10.3", \
    .bad_json = "OBJECT-10.4", .over = "OBJECT-10.5"

/* In fp_syntax: the policies but FP_UNKNOWN_TOOLS, FP_REASONING and FP_MARKERS. */
#define FP_TAGGED_POLICIES                                        \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "OBJECT-7.3" }, \
    [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "OBJECT-3.4" },         \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "OBJECT-8.1" },       \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "OBJECT-8.1" },      \
    [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "OBJECT-5.4" },      \
    [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "OBJECT-8.3" },       \
    [FP_TYPES] = { FP_TYPES_STRING, "OBJECT-5.6" },               \
    [FP_RECOVERY] = { FP_RECOVERY_STRICT, "OBJECT-6.1" }

/* And its clauses. */
#define FP_TAGGED_ROLES                                                                            \
    [FP_ROLE_TEXT] = "OBJECT-8.1", [FP_ROLE_MARKER] = "OBJECT-2.1", [FP_ROLE_NAME] = "OBJECT-4.1", \
    [FP_ROLE_VALUE] = "OBJECT-5.3", [FP_ROLE_BLANK] = "OBJECT-1.1",                                \
    [FP_ROLE_SKIPPED] = "OBJECT-7.1", [FP_ROLE_FRAMING] = "OBJECT-7.5"

/* The rest of it, except what is a member's own: family, table, marks, highlight and the like. */
#define FP_TAGGED_MEMBER                                                                           \
    .misfit = "OBJECT-5.6", .json = true, .derive = &FP_TAGGED_DERIVE, .render = fp_object_render, \
    .state_size = sizeof(fp_tagged), .step = fp_tagged_step, .finish = fp_tagged_finish,           \
    .fast = &FP_TAGGED_FAST

/* A rule for editors: a block between its tags, each a pattern (OBJECT-2.1, OBJECT-3.1,
 * OBJECT-7.2).
 */
#define FP_TAGGED_BLOCK_RULE(open, close)                                                    \
    {                                                                                        \
        .begin = "(" open ")(?=[ \\t\\r]*+(?:\\{|\\n))", .groups = { [1] = FP_ROLE_MARKER }, \
        .end = "(" close ")|(?=[^ \\t\\r\\n{])", .end_groups = { [1] = FP_ROLE_MARKER },     \
        .content = FP_ROLE_BLANK, .inner = FP_TAGGED_HIGHLIGHT                               \
    }

#endif
