/* SPDX-License-Identifier: Apache-2.0 */
/* types_table.h: which text is which value under which schema (spec/schema/types.schema.json): each
 * row is a case of every syntax, which its own renderer writes. */
#ifndef FENCEPOST_HARNESS_TYPES_TABLE_H
#define FENCEPOST_HARNESS_TYPES_TABLE_H

#include "suite/corpus.h"

/* Adds the rows to the corpus, as cases `SYNTAX/types-table/NAME` of each syntax of the library
 * that can write them. A notation of JSON gets JSON, all others get text. A syntax may refuse a row
 * only by the clause that is recorded for it. False after reporting the problems. */
bool types_table_read(corpus *c, const char *file, const json_t *json, problems *p);

/* Reads corpus/types.json of the data directory; owned. NULL if it does not exist, or with a
 * problem. */
json_t *types_table_json(const char *data, problems *p);
extern const char TYPES_TABLE_FILE[];

/* Adds to "types" of a syntax's renderings (renderings.h) the clause by which its renderer refuses
 * a row of the table, if none is recorded; *added counts them. The corpus need not have cases.
 * False with a problem. */
bool types_table_add(corpus *c, const json_t *json, const fp_syntax *syntax, json_t *renderings,
                     size_t *added, problems *p);

#endif
