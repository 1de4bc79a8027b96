/* SPDX-License-Identifier: Apache-2.0 */
/* renderings.h: corpus/ID/renderings.json: the bytes of the abstract calls in one syntax, or the
 * clause that refuses each (spec/schema/renderings.schema.json). */
#ifndef FENCEPOST_HARNESS_RENDERINGS_H
#define FENCEPOST_HARNESS_RENDERINGS_H

#include "base/util.h"

#include <fencepost/syntax.h>

/* Reads the file of a syntax; owned. Returns an empty object if there is none, NULL with a problem.
 * data: the directory of the syntax, which may be a plugin's. */
json_t *renderings_read(const char *data, const fp_syntax *syntax, problems *p);

/* "corpus/ID/renderings.json"; owned. */
char *renderings_file(const fp_syntax *syntax);

/* Return the rendering of the row with this name, or NULL; the clause that refuses it, or NULL. */
const json_t *renderings_text(const json_t *renderings, const char *row);
const char *renderings_refusal(const json_t *renderings, const char *row);

/* The same for the table of types: return the clause that refuses its row, and whether the table is
 * a SHOULD for the syntax. */
const char *renderings_types_refusal(const json_t *renderings, const char *row);
bool renderings_types_should(const json_t *renderings);

/* Records that the clause refuses the row of the table of types. */
void renderings_refuse_type(json_t *renderings, const char *row, const char *clause);

/* Replaces the file. False with a problem. */
bool renderings_write(const char *data, const fp_syntax *syntax, const json_t *renderings,
                      problems *p);

#endif
