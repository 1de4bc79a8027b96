/* SPDX-License-Identifier: Apache-2.0 */
/* interop_markdown.c: the interop table as Markdown. */
#include "report/interop_report.h"
#include "report/report_text.h"

#include <stdlib.h>
#include <string.h>

static void put_free(fp_json *out, char *text)
{
    markdown_text(out, text);
    free(text);
}

/* -- the head ---------------------------------------------------------------------------------- */

static void put_parsers(fp_json *out, const interop_view *view)
{
    const interop *t = view->table;

    fp_json_raw(out, "| parser | version | declares |\n|---|---|---|\n");
    for (size_t p = 0; p < t->parser_count; p++) {
        fp_json_raw(out, "| ");
        markdown_text(out, t->parsers[p].name);
        fp_json_raw(out, t->parsers[p].partial ? " (its run did not come to its end) | " : " | ");
        markdown_text(out, t->parsers[p].version);
        fp_json_raw(out, " | ");
        markdown_text(out, t->parsers[p].policies);
        fp_json_raw(out, " |\n");
    }
}

static void put_head(fp_json *out, const interop_view *view)
{
    text_format(out,
                "# What parsers do, clause by clause\n\n"
                "`fencepost interop` made this of the reports of %zu runs, by suite %s. A parser "
                "*obeys* a clause if each input that\ntells of it is read as the spec has it. It "
                "*differs* where it reads the notation otherwise: where only a Decision\nis "
                "against it, where it declared a policy, or where the clause is advice. It *fails* "
                "where it goes against what the\nsource says or what safety asks for. `fails 2 of "
                "9` counts inputs. – is not tried.\n\n",
                view->table->parser_count, FP_VERSION);
    put_parsers(out, view);
}

/* -- a syntax ---------------------------------------------------------------------------------- */

static void put_names(fp_json *out, const interop_view *view, const fp_syntax *syntax,
                      const char *first)
{
    text_format(out, "| %s |", first);
    for (size_t p = 0; p < view->table->parser_count; p++)
        if (interop_has(view->table, p, syntax)) {
            fp_json_raw(out, " ");
            markdown_text(out, view->table->parsers[p].name);
            fp_json_raw(out, " |");
        }
    fp_json_raw(out, "\n|---|");
    for (size_t p = 0; p < view->table->parser_count; p++)
        if (interop_has(view->table, p, syntax))
            fp_json_raw(out, "---|");
    fp_json_raw(out, "\n");
}

static void put_counts(fp_json *out, const interop_view *view, const fp_syntax *syntax)
{
    put_names(out, view, syntax, "clauses");
    for (unsigned s = INTEROP_OBEYS; s <= INTEROP_STATES; s++) {
        const interop_state state = s == INTEROP_STATES ? INTEROP_UNTRIED : (interop_state)s;

        text_format(out, "| %s |", interop_state_name(state));
        for (size_t p = 0; p < view->table->parser_count; p++) {
            size_t counts[INTEROP_STATES];

            if (!interop_has(view->table, p, syntax))
                continue;
            interop_count(view, syntax, p, counts);
            text_format(out, " %zu |", counts[state]);
        }
        fp_json_raw(out, "\n");
    }
}

static void put_row(fp_json *out, const interop_view *view, const interop_row *row)
{
    text_format(out, "| %s%s%s |", row->clause->id, row->clause->level == LEVEL_MUST ? "" : ", ",
                row->clause->level == LEVEL_MUST ? "" : level_name(row->clause->level));
    for (size_t p = 0; p < view->table->parser_count; p++) {
        if (!interop_has(view->table, p, row->syntax))
            continue;
        fp_json_raw(out, " ");
        put_free(out, interop_cell_text(&row->cells[p]));
        fp_json_raw(out, " |");
    }
    fp_json_raw(out, "\n");
}

/* The kinds of clauses, each with a table of its own. */
typedef enum part { DECISIONS, OTHERS, LAWS, PARTS } part;

static part part_of(const interop_row *row)
{
    if (interop_is_law(row))
        return LAWS;
    return interop_is_decision(row) ? DECISIONS : OTHERS;
}

static void put_table(fp_json *out, const interop_view *view, size_t first, part which)
{
    static const char *const TITLES[] = { "Decisions", "From the source, and for safety", "Laws" };
    const interop *t = view->table;
    const fp_syntax *syntax = t->rows[first].syntax;
    size_t put = 0;

    for (size_t i = first; i < t->row_count && t->rows[i].syntax == syntax; i++) {
        if (part_of(&t->rows[i]) != which || !interop_shows(view, &t->rows[i]))
            continue;
        if (!put++) {
            text_format(out, "\n### %s: %s\n\n", fp_syntax_id(syntax), TITLES[which]);
            put_names(out, view, syntax, "clause");
        }
        put_row(out, view, &t->rows[i]);
    }
}

/* -- inputs ------------------------------------------------------------------------------------ */

static void put_input(fp_json *out, const interop *t, const interop_input *in)
{
    const interop_answer *first = &t->answers[in->first];
    char *text = interop_input_text(t, in);

    fp_json_raw(out, "\n<details><summary><code>");
    markdown_text(out, first->test->id);
    fp_json_raw(out, "</code>");
    if (strcmp(first->check, "golden") != 0)
        text_format(out, " %s", first->check);
    fp_json_raw(out, "</summary>\n\n");
    markdown_block(out, text);
    fp_json_raw(out, "\n</details>\n");
    free(text);
}

static void put_inputs(fp_json *out, const interop_view *view, const interop_row *row)
{
    text_format(out, "\n**%s** (%s): ", row->clause->id, basis_name(row->clause->basis));
    markdown_text(out, row->clause->sentence);
    text_format(out, "%s%s\n", *interop_row_note(row) ? " " : "", interop_row_note(row));
    for (size_t i = 0; i < row->input_count && i < view->inputs; i++)
        put_input(out, view->table, &view->table->inputs[row->inputs[i]]);
}

static void put_syntax(fp_json *out, const interop_view *view, size_t first)
{
    const interop *t = view->table;
    const fp_syntax *syntax = t->rows[first].syntax;
    size_t put = 0;

    text_format(out, "\n## %s\n\n", fp_syntax_id(syntax));
    put_counts(out, view, syntax);
    for (unsigned which = 0; which < PARTS; which++)
        put_table(out, view, first, (part)which);
    for (size_t i = first; i < t->row_count && t->rows[i].syntax == syntax; i++) {
        if (!t->rows[i].input_count || !view->inputs || !interop_shows(view, &t->rows[i]))
            continue;
        if (!put++)
            text_format(out, "\n### %s: inputs that are read otherwise\n", fp_syntax_id(syntax));
        put_inputs(out, view, &t->rows[i]);
    }
}

void interop_markdown(const interop_view *view)
{
    fp_json out = { 0 };

    put_head(&out, view);
    for (size_t i = interop_next_syntax(view, 0); i < view->table->row_count;
         i = interop_next_syntax(view, i + 1))
        put_syntax(&out, view, i);
    text_put(&out);
}
