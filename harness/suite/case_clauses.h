/* SPDX-License-Identifier: Apache-2.0 */
/* case_clauses.h: reads what a case cites: `clauses` and `also` of a case file. */
#ifndef FENCEPOST_HARNESS_CASE_CLAUSES_H
#define FENCEPOST_HARNESS_CASE_CLAUSES_H

#include "suite/corpus.h"
#include "suite/expect_read.h"

/* Reads an array of strings, which may be missing; *list is owned, the strings are borrowed. */
bool strings_read(const json_t *json, const char *name, const place *at, const char ***list,
                  size_t *count);

/* Fills in what the case cites: one list, or one for each part if the case has parts. Free with
 * case_clauses_free(), even after a problem. */
bool case_clauses_read(const json_t *json, bool has_parts, const place *at, test_case *t);
void case_clauses_free(test_case *t);

#endif
