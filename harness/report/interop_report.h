/* SPDX-License-Identifier: Apache-2.0 */
/* interop_report.h: the interop table in its forms. Each writes to standard output. */
#ifndef FENCEPOST_HARNESS_INTEROP_REPORT_H
#define FENCEPOST_HARNESS_INTEROP_REPORT_H

#include "result/interop.h"

/* What the table shows. */
typedef struct interop_view {
    const interop *table;
    const fp_syntax *only; /* NULL: all syntaxes */
    bool decisions;        /* clauses that are Decisions, and no others */
    size_t inputs;         /* how many inputs of a clause are shown */
} interop_view;

/* Returns whether the row is shown. */
bool interop_shows(const interop_view *view, const interop_row *row);

/* The next row that is shown and is of another syntax than the one before; from 0. The number of
 * rows after the last one. */
size_t interop_next_syntax(const interop_view *view, size_t row);

/* "fails 2 of 9", "obeys 9", "–"; owned: free(). */
char *interop_cell_text(const interop_cell *cell);

/* How many of the rows that are shown of the syntax the parser is in each state. */
void interop_count(const interop_view *view, const fp_syntax *syntax, size_t parser,
                   size_t counts[INTEROP_STATES]);

/* What a row as a whole tells, beside its cells; "" or a sentence; static. */
const char *interop_row_note(const interop_row *row);

void interop_markdown(const interop_view *view);
void interop_html(const interop_view *view);
void interop_json(const interop_view *view); /* spec/schema/interop.schema.json */

/* The style and the script of the page, embedded, each with a NUL after it that its size counts. */
extern const char interop_style[], interop_script[];
extern const size_t interop_style_size, interop_script_size;

#endif
