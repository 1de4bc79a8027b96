/* SPDX-License-Identifier: Apache-2.0 */
/* equivalence.h: the same calls in every syntax. corpus/equivalence has the calls
 * (spec/schema/equivalence.schema.json), corpus/ID/renderings.json their renderings and refusals in
 * a syntax. A rendering is a case of its syntax; the linter checks refusals. */
#ifndef FENCEPOST_HARNESS_EQUIVALENCE_H
#define FENCEPOST_HARNESS_EQUIVALENCE_H

#include "suite/corpus.h"

/* Adds to the corpus, as cases `SYNTAX/equivalence/NAME`, the renderings of a file's rows. */
bool equivalence_read(corpus *c, const char *file, const json_t *json, problems *p);

/* Checks that every syntax of the library renders each row, or refuses it by the clause that its
 * file names, and that a plugin's syntax without such a file can read its own renderings. Each
 * difference is a problem; true if there is none. */
bool equivalence_check(const char *data, corpus *c, problems *p);

/* Renders the rows that the renderings of a syntax lack, and adds them; *added counts them. The
 * corpus need not have cases. False with a problem. */
bool equivalence_add(const char *data, corpus *c, const fp_syntax *syntax, json_t *renderings,
                     size_t *added, problems *p);

#endif
