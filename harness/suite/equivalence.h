/* SPDX-License-Identifier: Apache-2.0 */
/* equivalence.h: one call in every syntax: corpus/equivalence has the calls
 * (spec/schema/equivalence.schema.json), corpus/ID/renderings.json what a syntax makes of each. A
 * rendering is a case of its syntax, a refusal is checked by the linter. */
#ifndef FENCEPOST_HARNESS_EQUIVALENCE_H
#define FENCEPOST_HARNESS_EQUIVALENCE_H

#include "suite/corpus.h"

/* Adds to the corpus, as cases `SYNTAX/equivalence/NAME`, the renderings of a file's rows. */
bool equivalence_read(corpus *c, const char *file, const json_t *json, problems *p);

/* Returns whether every syntax of the library renders or refuses every row, those that refuse it by
 * the clause that their file names; and whether a plugin's syntax without such a file reads again
 * what it renders of a row. Each difference is a problem. */
bool equivalence_check(const char *data, corpus *c, problems *p);

/* Adds to the renderings of a syntax what its renderer makes of the rows that they lack; *added:
 * counts them. The corpus need have no cases. False with a problem. */
bool equivalence_add(const char *data, corpus *c, const fp_syntax *syntax, json_t *renderings,
                     size_t *added, problems *p);

#endif
