/* SPDX-License-Identifier: Apache-2.0 */
/* interop_report.h: writes the interop table in its formats, to standard output. */
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

/* Returns the next row that is shown and has another syntax than the row before it; row 0 is the
 * first to be looked at. Returns the number of rows if there is none. */
size_t interop_next_syntax(const interop_view *view, size_t row);

/* "fails 2 of 9", "obeys 9", "–"; owned: free(). */
char *interop_cell_text(const interop_cell *cell);

/* Counts, for the rows of the syntax that are shown, how often the parser is in each state. */
void interop_count(const interop_view *view, const fp_syntax *syntax, size_t parser,
                   size_t counts[INTEROP_STATES]);

/* Returns a sentence about a row as a whole, in addition to its cells, or ""; static. */
const char *interop_row_note(const interop_row *row);

void interop_markdown(const interop_view *view);
void interop_html(const interop_view *view);
void interop_json(const interop_view *view); /* spec/schema/interop.schema.json */

/* The style and the script of the page, embedded, each with a NUL after it that its size counts. */
extern const char interop_style[], interop_script[];
extern const size_t interop_style_size, interop_script_size;

#endif
