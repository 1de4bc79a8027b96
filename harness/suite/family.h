/* SPDX-License-Identifier: Apache-2.0 */
/* family.h: the cases of a family, corpus/families/FAMILY/FEATURE.json, as cases of its members.
 *
 *   {"family": "tags", "feature": "text", "cases": [CASE, ...]}
 *
 * A CASE is one of spec/schema/case-file.schema.json, except that it has "name" in place of "id",
 * that its strings have pieces (pieces.h), and that an offset may be "@label". In each member it is
 * the case MEMBER/FEATURE/NAME. What is different in a member is in its folder, in family.json:
 *
 *   {"refused": {"FEATURE/NAME": "why it is not a case here", ...},
 *    "ids": {"FEATURE/NAME": "the FEATURE/NAME that it has here", ...}}
 */
#ifndef FENCEPOST_HARNESS_FAMILY_H
#define FENCEPOST_HARNESS_FAMILY_H

#include "suite/corpus.h"

/* Returns whether the syntax has a family with a folder of cases. */
bool family_has_cases(const char *data, const fp_syntax *syntax);

/* Adds the cases of the syntax's family to the corpus. If there are none, the linter reports that
 * for the clauses of the family. */
bool family_read(corpus *c, const char *data, const fp_syntax *syntax, problems *p);

#endif
