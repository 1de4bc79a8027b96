/* SPDX-License-Identifier: Apache-2.0 */
/* notation_table.h: which parsers of which engines read which syntax, as tables. */
#ifndef FENCEPOST_HARNESS_NOTATION_TABLE_H
#define FENCEPOST_HARNESS_NOTATION_TABLE_H

#include "command/command.h"
#include "suite/notations.h"

/* Writes the whole table to standard output, as Markdown; spec/notations.md is a copy. */
void notation_table_print(const notations *n);

/* Writes the syntaxes that the engine reads, by the engine's names, and the names that no syntax
 * has; only: of this syntax, NULL: of all. */
void notation_table_list(const notations *n, size_t index, const fp_syntax *only);

/* The usage error for an id that no engine has, or for a name that the engine does not have. */
int notation_refuse_engine(const command *self, const notations *n, const char *id);
int notation_refuse_name(const command *self, const notations *n, size_t index, const char *name);

#endif
