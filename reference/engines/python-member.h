/* SPDX-License-Identifier: Apache-2.0 */
/* python-member.h: what the rows of all members of the family `python` have in common: the clauses
 * of spec/families/python.md, and the engine (python.h). They are macros for the reason in
 * array-member.h.
 */
#ifndef FENCEPOST_ENGINES_PYTHON_MEMBER_H
#define FENCEPOST_ENGINES_PYTHON_MEMBER_H

#include "engines/python-highlight.h"
#include "engines/python.h"

/* In fp_python_table: clauses, but those for what is not a call and for a stray mark; */
#define FP_PYTHON_CLAUSES                                                         \
    .argument = "PYTHON-3.3", .literal = "PYTHON-3.4", .duplicate = "PYTHON-3.6", \
    .unfinished = "PYTHON-7.1"

/* and the end of its layout: why a call cannot be written. */
#define FP_PYTHON_REFUSALS                                                        \
    .bad_name = "PYTHON-8.2", .bad_key = "PYTHON-8.3", .bad_bytes = "PYTHON-8.4", \
    .bad_value = "PYTHON-8.5"

/* In fp_syntax: the policies but FP_CODE_FENCE, FP_REASONING and FP_MARKERS. */
#define FP_PYTHON_POLICIES                                        \
    [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "PYTHON-7.1" }, \
    [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "PYTHON-2.4" },         \
    [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "PYTHON-6.1" },       \
    [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "PYTHON-6.1" },      \
    [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "PYTHON-5.2" },      \
    [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "PYTHON-6.2" },     \
    [FP_TYPES] = { FP_TYPES_STRING, "PYTHON-4.9" },               \
    [FP_RECOVERY] = { FP_RECOVERY_STRICT, "PYTHON-6.3" }

/* And its clauses. */
#define FP_PYTHON_ROLES                                                                            \
    [FP_ROLE_TEXT] = "PYTHON-6.1", [FP_ROLE_MARKER] = "PYTHON-2.1", [FP_ROLE_NAME] = "PYTHON-2.2", \
    [FP_ROLE_KEY] = "PYTHON-3.2", [FP_ROLE_VALUE] = "PYTHON-4.8", [FP_ROLE_BLANK] = "PYTHON-1.2",  \
    [FP_ROLE_SKIPPED] = "PYTHON-3.5", [FP_ROLE_FRAMING] = "PYTHON-2.4"

/* The rest of it, except what is a member's own: highlight, fast and the like. */
#define FP_PYTHON_MEMBER                                                                           \
    .misfit = "PYTHON-4.9", .json = true, .derive = &FP_PYTHON_DERIVE, .render = fp_python_render, \
    .state_size = sizeof(fp_python), .step = fp_python_step, .finish = fp_python_finish

#endif
