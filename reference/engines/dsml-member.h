/* SPDX-License-Identifier: Apache-2.0 */
/* dsml-member.h: what the rows of all members of the family `dsml` have in common: the clauses of
 * spec/families/dsml.md, and what their values and bodies are. They are macros for the reason in
 * array-member.h.
 */
#ifndef FENCEPOST_ENGINES_DSML_MEMBER_H
#define FENCEPOST_ENGINES_DSML_MEMBER_H

#include "engines/section-member.h"

/* In fp_tags_table: that of the rules, the alphabets, the ends and the tags' order is a member's
 * own (DSML-3.9). */
#define FP_DSML_TABLE                                                               \
    .strict = &RULES, .lenient = &RULES, .names = FP_TAGS_NAMES, .json_body = true, \
    .breaks = true, .clauses = { FP_SECTION_CLAUSES("DSML"), .bad_json = "DSML-4.6" }

/* In fp_syntax: the policies but FP_REASONING. */
#define FP_DSML_POLICIES                                                             \
    FP_SECTION_FRAME_POLICIES("DSML"), [FP_TYPES] = { FP_TYPES_STRING, "DSML-4.7" }, \
                                       [FP_MARKERS] = { FP_MARKERS_TEXT, "DSML-5.11" }

/* The rest of it, except what is a member's own: marks of reasoning, spacing and tokens. */
#define FP_DSML_MEMBER                                                                            \
    .typed = true, .clauses = { FP_SECTION_ROLES("DSML") }, .misfit = "DSML-4.7", FP_TAGS_MEMBER, \
    .table = &TABLE, .fast = &FP_TAGS_FAST

#endif
