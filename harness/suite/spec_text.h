/* SPDX-License-Identifier: Apache-2.0 */
/* spec_text.h: rows of tables, anchors of headings and ids of a page in Markdown. */
#ifndef FENCEPOST_HARNESS_SPEC_TEXT_H
#define FENCEPOST_HARNESS_SPEC_TEXT_H

#include <stddef.h>

enum { SPEC_COLUMNS = 3 };

/* Splits "| `a` | b | c |" into cells without blanks and backticks: owned strings, empty if the row
 * has fewer cells. Returns how many cells there are, of which the first ones are kept. */
size_t spec_split_row(const char *chars, char *cells[SPEC_COLUMNS]);

/* Returns the anchor that the usual forges give a heading: lower case, without punctuation; owned.
 */
char *spec_anchor(const char *heading);

/* Returns the prefix of the ids of a page, owned: the clauses of caret.md are CARET-n.m, those of
 * families/tags.md TAGS-n.m; those of laws.md, one for each law, LAW-n.m; those of partial-json.md
 * PARTIAL-n.m, those of response-template.md TEMPLATE-n.m. */
char *spec_prefix(const char *name);

#endif
