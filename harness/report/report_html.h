/* SPDX-License-Identifier: Apache-2.0 */
/* report_html.h: what the parts of the HTML page owe each other: tables of the page's data block,
 * whose rows are written once and named by their index.
 *
 * The page is harness/report/html/, embedded when the program is built; its data.js reads the data
 * block.
 */
#ifndef FENCEPOST_HARNESS_REPORT_HTML_H
#define FENCEPOST_HARNESS_REPORT_HTML_H

#include "suite/corpus.h"
#include "suite/spec.h"

#include <fencepost/json.h>

/* The files of harness/report/html, embedded, each with a NUL after it that its size counts. */
extern const char html_page[], html_style[], html_script[];
extern const size_t html_page_size, html_style_size, html_script_size;

/* -- rows (report_html_rows.c) ----------------------------------------------------------------- */

/* Zero it to begin; rows_free() to end. */
typedef struct rows {
    json_t *places; /* of each key */
    fp_json list;   /* the rows, with commas between */
    size_t count;
} rows;

void rows_free(rows *r);

/* Returns the index of the row with this key. If *is_new, the caller writes the row to the list. */
size_t rows_place(rows *r, const char *key, bool *is_new);

/* Adds a row without a key and returns its index; the caller writes the row to the list. */
size_t rows_add(rows *r);

/* Returns the index of a text in a table of texts. Index 0 means "no text". */
size_t rows_text(rows *texts, const char *text);

/* Puts what was written at the end of more. */
void html_append(fp_json *json, const fp_json *part);

/* "text":… or "base64":…, without a comma. */
void html_bytes(fp_json *json, fp_str bytes);

/* -- clauses and cases (report_html_spec.c) ---------------------------------------------------- */

/* Writes the syntaxes, with the sections of their specs, and a row for each clause. corpus: NULL,
 * or whose cases are counted. */
void html_spec(fp_json *syntaxes, rows *clauses, const spec *s, const corpus *c);

/* Returns the index of the clause, even if the spec does not have it. */
size_t html_clause(rows *clauses, const char *id);

/* Returns the index of the case; line: its line in its file, 0 if not known. */
size_t html_case(rows *cases, rows *clauses, const test_case *t, size_t line);

/* -- readings (report_html_reading.c) ---------------------------------------------------------- */

/* Writes how our own parser reads an input, byte by byte: {"text", "length", "whole", "ranges",
 * "decided", "events"}. Only the beginning of a long input is read. Without a syntax no parser of
 * ours reads it, and there is no event. */
void html_reading(fp_json *json, rows *texts, const fp_syntax *syntax, const fp_options *options,
                  fp_str input);

/* -- what syntaxes can carry (report_html_express.c) ------------------------------------------- */

/* Writes the table, measured; null, after reporting the problem, if it cannot be. */
void html_express(fp_json *json);

/* -- the page (report_html_page.c) ------------------------------------------------------------- */

/* The data block: what all runs share; the runs, and the points of a trend, as lists without their
 * brackets. Zero it to begin. */
typedef struct html_data {
    rows checks, texts, clauses, cases, readings;
    fp_json syntaxes, runs, trend, mended;
} html_data;

/* Writes the page to standard output; with the trend, and with what syntaxes can carry. */
void html_write(const html_data *page, bool trend, bool express);

void html_data_free(html_data *page);

#endif
