/* SPDX-License-Identifier: Apache-2.0 */
/* types_table.h: which text is which value under which schema (spec/schema/types.schema.json): each
 * row is a case of every syntax, which its own renderer writes. */
#ifndef FENCEPOST_HARNESS_TYPES_TABLE_H
#define FENCEPOST_HARNESS_TYPES_TABLE_H

#include "suite/corpus.h"

/* Adds to the corpus, as cases `SYNTAX/types-table/NAME`, the rows in each syntax of the library
 * that can write them: what a notation of JSON is given is JSON, all others are given text. A
 * syntax that refuses a row has to do so by the clause that the row says. False with the problems
 * said. */
bool types_table_read(corpus *c, const char *file, const json_t *json, problems *p);

/* corpus/types.json of the data directory; owned. NULL if it is not there, or with a problem. */
json_t *types_table_json(const char *data, problems *p);
extern const char TYPES_TABLE_FILE[];

/* Adds to "types" of a syntax's renderings (renderings.h) the clause by which its renderer refuses
 * each row of the table that it is given, where none is there; *added: counts them. The corpus need
 * have no cases. False with a problem. */
bool types_table_add(corpus *c, const json_t *json, const fp_syntax *syntax, json_t *renderings,
                     size_t *added, problems *p);

#endif
