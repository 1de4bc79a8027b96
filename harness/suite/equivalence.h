/* SPDX-License-Identifier: Apache-2.0 */
/* equivalence.h: one call in every syntax (spec/schema/equivalence.schema.json): each rendering is
 * a case of its syntax, each refusal is held by the linter.
 */
#ifndef FENCEPOST_HARNESS_EQUIVALENCE_H
#define FENCEPOST_HARNESS_EQUIVALENCE_H

#include "suite/corpus.h"

/* Adds to the corpus, as cases `SYNTAX/equivalence/NAME`, the renderings of a file's rows. */
bool equivalence_read(corpus *c, const char *file, const json_t *json, problems *p);

/* Whether every row names every syntax of the library, and the syntaxes that refuse it do so, by
 * the clause that the row says; and whether a plugin's syntax reads again what it renders of a row.
 * Each difference is a problem. */
bool equivalence_check(const char *data, corpus *c, problems *p);

#endif
