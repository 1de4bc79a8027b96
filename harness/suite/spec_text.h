/* SPDX-License-Identifier: Apache-2.0 */
/* spec_text.h: rows of tables, anchors of headings and ids of a page in Markdown. */
#ifndef FENCEPOST_HARNESS_SPEC_TEXT_H
#define FENCEPOST_HARNESS_SPEC_TEXT_H

#include <stddef.h>

enum { SPEC_COLUMNS = 3 };

/* Splits "| `a` | b | c |" into cells without blanks and backticks: all are owned strings, and
 * empty where the row has none. Returns how many there are, of which the first ones are kept. */
size_t spec_split_row(const char *chars, char *cells[SPEC_COLUMNS]);

/* The anchor that the usual forges give a heading, owned: lower case, punctuation gone. */
char *spec_anchor(const char *heading);

/* What the ids of a page begin with, owned: the clauses of caret.md are CARET-n.m, those of
 * families/tags.md TAGS-n.m; those of laws.md, one for each law, LAW-n.m; those of partial-json.md
 * PARTIAL-n.m, those of response-template.md TEMPLATE-n.m. */
char *spec_prefix(const char *name);

#endif
