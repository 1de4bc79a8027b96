/* SPDX-License-Identifier: Apache-2.0 */
/* interop_report.c: what all formats of the interop table share, and its JSON. */
#include "report/interop_report.h"

#include "base/visible.h"
#include "report/report_text.h"

#include <stdlib.h>
#include <string.h>

bool interop_shows(const interop_view *view, const interop_row *row)
{
    return (!view->only || row->syntax == view->only) &&
           (!view->decisions || interop_is_decision(row));
}

size_t interop_next_syntax(const interop_view *view, size_t row)
{
    const interop *t = view->table;
    const fp_syntax *before = row ? t->rows[row - 1].syntax : NULL;

    while (row < t->row_count &&
           (t->rows[row].syntax == before || !interop_shows(view, &t->rows[row])))
        row++;
    return row;
}

char *interop_cell_text(const interop_cell *cell)
{
    const interop_state state = interop_cell_state(cell);
    size_t all = 0;

    for (unsigned s = INTEROP_OBEYS; s < INTEROP_STATES; s++)
        all += cell->count[s];
    if (state == INTEROP_UNTRIED)
        return xstrdup("–");
    if (state == INTEROP_OBEYS)
        return xformat("obeys %zu", all);
    return xformat("%s %zu of %zu", interop_state_name(state),
                   cell->count[INTEROP_DIFFERS] + cell->count[INTEROP_FAILS], all);
}

void interop_count(const interop_view *view, const fp_syntax *syntax, size_t parser,
                   size_t counts[INTEROP_STATES])
{
    memset(counts, 0, INTEROP_STATES * sizeof *counts);
    for (size_t i = 0; i < view->table->row_count; i++) {
        const interop_row *row = &view->table->rows[i];

        if (row->syntax == syntax && interop_shows(view, row))
            counts[interop_cell_state(&row->cells[parser])]++;
    }
}

const char *interop_row_note(const interop_row *row)
{
    if (interop_is_alone(row))
        return row->agree ? "None obeys, and on an input all say the same."
                          : "None obeys it on all inputs.";
    return row->agree ? "On an input all say the same, which is not what is expected." : "";
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void member(fp_json *out, const char *before, const char *text)
{
    fp_json_raw(out, before);
    visible_json(out, fp_str_of(text));
}

static void json_parser(fp_json *out, const interop_parser *p)
{
    member(out, "{\"name\":", p->name);
    member(out, ",\"version\":", p->version);
    member(out, ",\"policies\":", p->policies);
    fp_json_raw(out, p->partial ? ",\"partial\":true}" : ",\"partial\":false}");
}

static void json_cells(fp_json *out, const interop *t, const interop_row *row)
{
    const char *before = "";

    fp_json_raw(out, ",\"parsers\":[");
    for (size_t p = 0; p < t->parser_count; p++) {
        const interop_cell *cell = &row->cells[p];

        if (interop_cell_state(cell) == INTEROP_UNTRIED)
            continue;
        text_format(out,
                    "%s{\"parser\":%zu,\"state\":\"%s\",\"obeys\":%zu,\"differs\":%zu,"
                    "\"fails\":%zu}",
                    before, p, interop_state_name(interop_cell_state(cell)),
                    cell->count[INTEROP_OBEYS], cell->count[INTEROP_DIFFERS],
                    cell->count[INTEROP_FAILS]);
        before = ",";
    }
    fp_json_raw(out, "]");
}

static void json_input(fp_json *out, const interop *t, const interop_input *in)
{
    const interop_answer *first = &t->answers[in->first];

    member(out, "{\"case\":", first->test->id);
    member(out, ",\"check\":", first->check);
    fp_json_raw(out, ",\"input\":");
    visible_json(out, first->test->input);
    text_format(out, ",\"agree\":%s,\"answers\":[", in->agree ? "true" : "false");
    for (size_t i = in->first; i < in->first + in->count; i++) {
        const interop_answer *a = &t->answers[i];

        text_format(out, "%s{\"parser\":%zu,\"state\":\"%s\",\"declared\":%s",
                    i > in->first ? "," : "", a->parser, interop_state_name(a->state),
                    a->declared ? "true" : "false");
        if (a->came)
            member(out, ",\"came\":", a->came);
        fp_json_raw(out, "}");
    }
    fp_json_raw(out, "]}");
}

static void json_row(fp_json *out, const interop_view *view, const interop_row *row)
{
    const size_t shown = row->input_count < view->inputs ? row->input_count : view->inputs;

    member(out, "{\"clause\":", row->clause->id);
    member(out, ",\"level\":", level_name(row->clause->level));
    member(out, ",\"basis\":", basis_name(row->clause->basis));
    text_format(out, ",\"tried\":%zu,\"obey\":%zu,\"agree\":%s", row->tried, row->obey,
                row->agree ? "true" : "false");
    json_cells(out, view->table, row);
    fp_json_raw(out, ",\"inputs\":[");
    for (size_t i = 0; i < shown; i++) {
        fp_json_raw(out, i ? ",\n" : "");
        json_input(out, view->table, &view->table->inputs[row->inputs[i]]);
    }
    fp_json_raw(out, "]}");
}

static void json_syntax(fp_json *out, const interop_view *view, size_t first)
{
    const interop *t = view->table;
    const fp_syntax *syntax = t->rows[first].syntax;
    const char *before = "";

    member(out, "{\"syntax\":", fp_syntax_id(syntax));
    fp_json_raw(out, ",\"clauses\":[\n");
    for (size_t i = first; i < t->row_count && t->rows[i].syntax == syntax; i++) {
        if (!interop_shows(view, &t->rows[i]))
            continue;
        fp_json_raw(out, before);
        json_row(out, view, &t->rows[i]);
        before = ",\n";
    }
    fp_json_raw(out, "]}");
}

void interop_json(const interop_view *view)
{
    const interop *t = view->table;
    fp_json out = { 0 };
    const char *before = "";

    text_format(&out, "{\"suite\":\"%s\",\"parsers\":[", FP_VERSION);
    for (size_t p = 0; p < t->parser_count; p++) {
        fp_json_raw(&out, p ? ",\n" : "\n");
        json_parser(&out, &t->parsers[p]);
    }
    fp_json_raw(&out, "],\n\"syntaxes\":[");
    for (size_t i = interop_next_syntax(view, 0); i < t->row_count;
         i = interop_next_syntax(view, i + 1)) {
        fp_json_raw(&out, before);
        json_syntax(&out, view, i);
        before = ",\n";
    }
    fp_json_raw(&out, "]}\n");
    text_put(&out);
}
