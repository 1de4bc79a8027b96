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

#endif
