/* SPDX-License-Identifier: Apache-2.0 */
/* interop_html.c: the interop table as a self-contained page. It can be read without its script,
 * which only hides rows.
 */
#include "report/interop_report.h"
#include "report/report_text.h"

#include <stdlib.h>
#include <string.h>

static void put_free(fp_json *out, char *text)
{
    xml_text(out, text);
    free(text);
}

/* -- the head ---------------------------------------------------------------------------------- */

static void put_parsers(fp_json *out, const interop *t)
{
    fp_json_raw(out,
                "<table><thead><tr><th>Parser</th><th>Version</th><th>Declares</th></tr></thead>"
                "<tbody>\n");
    for (size_t p = 0; p < t->parser_count; p++) {
        fp_json_raw(out, "<tr><th scope=\"row\">");
        xml_text(out, t->parsers[p].name);
        fp_json_raw(out, t->parsers[p].partial ? " (its run did not come to its end)" : "");
        fp_json_raw(out, "</th><td>");
        xml_text(out, t->parsers[p].version);
        fp_json_raw(out, "</td><td>");
        xml_text(out, t->parsers[p].policies);
        fp_json_raw(out, "</td></tr>\n");
    }
    fp_json_raw(out, "</tbody></table>\n");
}

static void put_head(fp_json *out, const interop_view *view)
{
    fp_json_raw(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                     "<title>What parsers do, clause by clause</title>\n<style>\n");
    fp_json_bytes(out, (fp_str){ interop_style, interop_style_size - 1 });
    fp_json_raw(out, "</style></head>\n<body><main>\n<h1>What parsers do, clause by clause</h1>\n");
    text_format(
        out,
        "<p>Made of the reports of %zu runs, by suite %s. A parser <i>obeys</i> a clause if "
        "each input that tells of it is read as the spec has it. It <i>differs</i> where it "
        "reads the notation otherwise: where only a Decision is against it, where it "
        "declared a policy, or where the clause is advice. It <i>fails</i> where it goes "
        "against what the source says or what safety asks for. The numbers count inputs; "
        "– is not tried.</p>\n",
        view->table->parser_count, FP_VERSION);
    fp_json_raw(out,
                "<form hidden><label><input type=\"checkbox\" id=\"decisions\"> Decisions only"
                "</label> <label><input type=\"checkbox\" id=\"otherwise\"> only where a parser "
                "does otherwise</label> <label><input type=\"checkbox\" id=\"alone\"> only what "
                "no parser obeys</label></form>\n<nav>");
    for (size_t i = interop_next_syntax(view, 0); i < view->table->row_count;
         i = interop_next_syntax(view, i + 1)) {
        const char *id = fp_syntax_id(view->table->rows[i].syntax);

        text_format(out, " <a href=\"#%s\">%s</a>", id, id);
    }
    fp_json_raw(out, "</nav>\n");
    put_parsers(out, view->table);
}

/* -- a row ------------------------------------------------------------------------------------- */

static void put_cell(fp_json *out, const interop_cell *cell)
{
    static const char *const CLASSES[] = { "untried", "obeys", "differs", "fails" };

    text_format(out, "<td class=\"%s\">", CLASSES[interop_cell_state(cell)]);
    put_free(out, interop_cell_text(cell));
    fp_json_raw(out, "</td>");
}

static void put_input(fp_json *out, const interop *t, const interop_input *in)
{
    const interop_answer *first = &t->answers[in->first];

    fp_json_raw(out, "<h4><code>");
    xml_text(out, first->test->id);
    fp_json_raw(out, "</code> ");
    if (strcmp(first->check, "golden") != 0)
        xml_text(out, first->check);
    fp_json_raw(out, "</h4>\n<pre>");
    put_free(out, interop_input_text(t, in));
    fp_json_raw(out, "</pre>\n");
}

/* The clause's words and its inputs, below its id. */
static void put_clause(fp_json *out, const interop_view *view, const interop_row *row)
{
    text_format(out, "<th scope=\"row\"><details><summary>%s</summary><p>", row->clause->id);
    text_format(out, "%s, %s. ", level_name(row->clause->level), basis_name(row->clause->basis));
    xml_text(out, row->clause->sentence);
    text_format(out, " <b>%s</b></p>\n", interop_row_note(row));
    for (size_t i = 0; i < row->input_count && i < view->inputs; i++)
        put_input(out, view->table, &view->table->inputs[row->inputs[i]]);
    fp_json_raw(out, "</details></th>");
}

static void put_row(fp_json *out, const interop_view *view, const interop_row *row)
{
    text_format(out, "<tr data-decision=\"%d\" data-otherwise=\"%d\" data-alone=\"%d\">",
                interop_is_decision(row), row->tried > row->obey, interop_is_alone(row));
    put_clause(out, view, row);
    text_format(out, "<td>%s</td>", basis_name(row->clause->basis));
    for (size_t p = 0; p < view->table->parser_count; p++)
        if (interop_has(view->table, p, row->syntax))
            put_cell(out, &row->cells[p]);
    fp_json_raw(out, "</tr>\n");
}

/* -- a syntax ---------------------------------------------------------------------------------- */

static void put_names(fp_json *out, const interop_view *view, const fp_syntax *syntax)
{
    fp_json_raw(out, "<thead><tr><th>Clause</th><th>Rests on</th>");
    for (size_t p = 0; p < view->table->parser_count; p++)
        if (interop_has(view->table, p, syntax)) {
            fp_json_raw(out, "<th>");
            xml_text(out, view->table->parsers[p].name);
            fp_json_raw(out, "</th>");
        }
    fp_json_raw(out, "</tr></thead>\n");
}

static void put_syntax(fp_json *out, const interop_view *view, size_t first)
{
    const interop *t = view->table;
    const fp_syntax *syntax = t->rows[first].syntax;

    text_format(out, "<h2 id=\"%s\">%s</h2>\n<div class=\"wide\"><table>", fp_syntax_id(syntax),
                fp_syntax_id(syntax));
    put_names(out, view, syntax);
    fp_json_raw(out, "<tbody>\n");
    for (size_t i = first; i < t->row_count && t->rows[i].syntax == syntax; i++)
        if (interop_shows(view, &t->rows[i]))
            put_row(out, view, &t->rows[i]);
    fp_json_raw(out, "</tbody></table></div>\n");
}

void interop_html(const interop_view *view)
{
    fp_json out = { 0 };

    put_head(&out, view);
    for (size_t i = interop_next_syntax(view, 0); i < view->table->row_count;
         i = interop_next_syntax(view, i + 1))
        put_syntax(&out, view, i);
    fp_json_raw(&out, "</main>\n<script>\n");
    fp_json_bytes(&out, (fp_str){ interop_script, interop_script_size - 1 });
    fp_json_raw(&out, "</script>\n</body></html>\n");
    text_put(&out);
}
