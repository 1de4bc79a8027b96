/* SPDX-License-Identifier: Apache-2.0 */
/* choice_table.h: what real parsers choose, and how each of it is declared. */
#ifndef FENCEPOST_HARNESS_CHOICE_TABLE_H
#define FENCEPOST_HARNESS_CHOICE_TABLE_H

/* Writes the section in Markdown, with its heading, for spec/policies.md. */
void choice_table_print(void);

#endif
