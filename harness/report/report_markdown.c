/* SPDX-License-Identifier: Apache-2.0 */
/* report_markdown.c: the summary of a job: the verdict first, then a table of checks by syntaxes,
 * the clauses that failed, and the failures to look at first, reduced if possible. Several reports
 * are side by side.
 */
#include "report/gravest.h"
#include "report/report.h"
#include "report/report_cause.h"
#include "report/report_cost.h"
#include "report/report_declared.h"
#include "report/report_text.h"
#include "result/finding.h"

#include <stdlib.h>
#include <string.h>

/* How many clauses are listed. */
enum { CLAUSES = 15 };

/* The results of one check of one syntax, in one report. */
typedef struct cell {
    size_t report;
    const char *syntax, *check; /* stay when the report is gone */
    size_t ran, counted, soft;  /* soft: it failed, and does not count */
} cell;

typedef struct clause_cell {
    size_t report;
    const char *clause; /* as its report has it: owned */
    size_t count;
} clause_cell;

typedef struct column {
    char *subject, *facts, *verdict, *likeness; /* owned */
} column;

typedef struct markdown {
    column *columns;
    size_t column_count;
    cell *cells;
    size_t cell_count, cell_cap;
    clause_cell *clauses;
    size_t clause_count, clause_cap;
    gravest failures; /* of the report under way, as they are shown */
    fp_json findings;
    size_t found;
    fp_json causes;  /* of all */
    fp_json details; /* of all */
} markdown;

static void begin(reporter *self)
{
    markdown *m = self->state ? self->state : xcalloc(1, sizeof *m);

    if (!m->columns)
        m->columns = xcalloc(self->of ? self->of : 1, sizeof *m->columns);
    self->state = m;
    m->failures.room = self->info->show;
}

/* -- counting ---------------------------------------------------------------------------------- */

static cell *cell_at(markdown *m, size_t report, const char *syntax, const char *check, bool add)
{
    void *grown = m->cells;

    for (size_t i = m->cell_count; i > 0; i--) {
        cell *c = &m->cells[i - 1];

        if (c->report == report && strcmp(c->check, check) == 0 && strcmp(c->syntax, syntax) == 0)
            return c;
    }
    if (!add)
        return NULL;
    xgrow(&grown, &m->cell_cap, m->cell_count, sizeof *m->cells);
    m->cells = grown;
    m->cells[m->cell_count] = (cell){ .report = report, .syntax = syntax, .check = check };
    return &m->cells[m->cell_count++];
}

static void count_clause(markdown *m, size_t report, const char *id)
{
    void *grown = m->clauses;

    for (size_t i = 0; i < m->clause_count; i++)
        if (m->clauses[i].report == report && strcmp(m->clauses[i].clause, id) == 0) {
            m->clauses[i].count++;
            return;
        }
    xgrow(&grown, &m->clause_cap, m->clause_count, sizeof *m->clauses);
    m->clauses = grown;
    m->clauses[m->clause_count++] = (clause_cell){ report, xstrdup(id), 1 };
}

static void detail(fp_json *out, const char *class, const char *where, const char *title,
                   const char *text)
{
    fp_json_raw(out, "<details><summary><b>");
    markdown_text(out, class);
    fp_json_raw(out, "</b> <code>");
    markdown_text(out, where);
    fp_json_raw(out, "</code> ");
    markdown_text(out, title);
    fp_json_raw(out, "</summary>\n\n");
    markdown_block(out, text);
    fp_json_raw(out, "\n</details>\n\n");
}

/* Owned. */
static char *failure_detail(const run_info *info, const result *r)
{
    char *text = failure_text(info, r), *where = xformat("%s %s", r->test->id, r->check);
    fp_json out = { 0 };
    fp_str copy;

    detail(&out, r->failure ? r->failure : verdict_name(r->verdict), where, r->test->title, text);
    need_memory(!out.failed);
    copy = xcopy(json_text(&out)); /* NUL-terminated */
    fp_json_free(&out);
    free(where);
    free(text);
    return (char *)(uintptr_t)copy.ptr;
}

static void one_result(reporter *self, const result *r)
{
    markdown *m = self->state;
    cell *c = cell_at(m, self->index, case_subject(r->test), r->check, true);
    const bool counts = result_counts(r, self->info->strict);
    const unsigned rank = gravest_rank(r, self->info->strict);

    c->ran += r->verdict != VERDICT_SKIPPED;
    c->counted += counts;
    c->soft += result_failed(r) && !counts;
    if (!counts)
        return;
    count_clause(m, self->index, r->clause);
    if (gravest_wants(&m->failures, rank))
        gravest_add(&m->failures, rank, failure_detail(self->info, r));
}

static void one_finding(reporter *self, const finding *f)
{
    markdown *m = self->state;

    if (m->found++ < self->info->show) {
        char *text = finding_text(self->info, f);
        char *where = xformat("%s %s", case_subject(f->test), f->check);
        char *title =
            xformat("in %zu check%s, first %s", f->count, f->count == 1 ? "" : "s", f->test->id);

        detail(&m->findings, f->failure, where, title, text);
        free(title);
        free(where);
        free(text);
    }
}

/* -- tables ------------------------------------------------------------------------------------ */

static void put_cell(fp_json *out, size_t ran, size_t counted, size_t soft)
{
    if (!ran)
        fp_json_raw(out, " – |");
    else if (counted)
        text_format(out, " ❌ %zu of %zu |", counted, ran);
    else if (soft)
        text_format(out, " ⚠️ %zu of %zu |", soft, ran);
    else
        text_format(out, " ✅ %zu |", ran);
}

/* Returns whether the cell is the first one of its check, or of its syntax: a row, or a column. */
static bool is_new(const markdown *m, size_t index, bool by_check)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(by_check ? m->cells[i].check : m->cells[i].syntax,
                   by_check ? m->cells[index].check : m->cells[index].syntax) == 0)
            return false;
    return true;
}

/* Of one report: a row for each check, a column for each syntax. */
static void put_checks(fp_json *out, const markdown *m)
{
    size_t columns = 0;

    fp_json_raw(out, "| check |");
    for (size_t i = 0; i < m->cell_count; i++)
        if (is_new(m, i, false)) {
            text_format(out, " %s |", m->cells[i].syntax);
            columns++;
        }
    fp_json_raw(out, "\n| --- |");
    for (size_t i = 0; i < columns; i++)
        fp_json_raw(out, " ---: |");
    for (size_t i = 0; i < m->cell_count; i++) {
        if (!is_new(m, i, true))
            continue;
        text_format(out, "\n| %s |", m->cells[i].check);
        for (size_t k = 0; k < m->cell_count; k++) {
            const cell *c = &m->cells[k];
            const cell *found =
                cell_at((markdown *)(uintptr_t)m, 0, c->syntax, m->cells[i].check, false);

            if (is_new(m, k, false))
                put_cell(out, found ? found->ran : 0, found ? found->counted : 0,
                         found ? found->soft : 0);
        }
    }
    fp_json_raw(out, "\n\n");
}

static void put_sum(fp_json *out, const markdown *m, size_t report, const char *syntax,
                    const char *check)
{
    size_t ran = 0, counted = 0, soft = 0;

    for (size_t i = 0; i < m->cell_count; i++) {
        const cell *c = &m->cells[i];

        if (c->report != report || strcmp(c->syntax, syntax) != 0 ||
            (check && strcmp(c->check, check) != 0))
            continue;
        ran += c->ran;
        counted += c->counted;
        soft += c->soft;
    }
    put_cell(out, ran, counted, soft);
}

static void put_subjects(fp_json *out, const markdown *m, const char *title)
{
    text_format(out, "| %s |", title);
    for (size_t i = 0; i < m->column_count; i++) {
        fp_json_raw(out, " ");
        markdown_text(out, m->columns[i].subject);
        fp_json_raw(out, " |");
    }
    fp_json_raw(out, "\n| --- |");
    for (size_t i = 0; i < m->column_count; i++)
        fp_json_raw(out, " ---: |");
    fp_json_raw(out, "\n");
}

/* Of several reports: a row for each check of each syntax, and one for the syntax. */
static void put_side_by_side(fp_json *out, const markdown *m)
{
    put_subjects(out, m, "syntax, check");
    for (size_t i = 0; i < m->cell_count; i++) {
        const char *syntax = m->cells[i].syntax;

        if (!is_new(m, i, false))
            continue;
        text_format(out, "| **%s** |", syntax);
        for (size_t r = 0; r < m->column_count; r++)
            put_sum(out, m, r, syntax, NULL);
        for (size_t k = 0; k < m->cell_count; k++) {
            bool first = strcmp(m->cells[k].syntax, syntax) == 0;

            for (size_t b = 0; b < k && first; b++)
                first = strcmp(m->cells[b].syntax, syntax) != 0 ||
                        strcmp(m->cells[b].check, m->cells[k].check) != 0;
            if (!first)
                continue;
            text_format(out, "\n| %s |", m->cells[k].check);
            for (size_t r = 0; r < m->column_count; r++)
                put_sum(out, m, r, syntax, m->cells[k].check);
        }
        fp_json_raw(out, "\n");
    }
    fp_json_raw(out, "\n");
}

static int by_count(const void *a, const void *b)
{
    const clause_cell *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->clause, y->clause);
}

static void put_clauses(fp_json *out, const run_info *info, markdown *m)
{
    size_t rows = 0;

    if (!m->clause_count)
        return;
    qsort(m->clauses, m->clause_count, sizeof *m->clauses, by_count);
    put_subjects(out, m, "clause failed");
    for (size_t i = 0; i < m->clause_count && rows < CLAUSES; i++) {
        const clause *c = spec_find(info->spec, m->clauses[i].clause);
        bool first = true;

        for (size_t k = 0; k < i && first; k++)
            first = strcmp(m->clauses[k].clause, m->clauses[i].clause) != 0;
        if (!first)
            continue;
        rows++;
        text_format(out, "| %s ", m->clauses[i].clause);
        markdown_text(out, c ? c->sentence : "");
        fp_json_raw(out, " |");
        for (size_t r = 0; r < m->column_count; r++) {
            size_t count = 0;

            for (size_t k = 0; k < m->clause_count; k++)
                if (m->clauses[k].report == r &&
                    strcmp(m->clauses[k].clause, m->clauses[i].clause) == 0)
                    count = m->clauses[k].count;
            text_format(out, " %zu |", count);
        }
        fp_json_raw(out, "\n");
    }
    fp_json_raw(out, "\n");
}

/* -- the end ----------------------------------------------------------------------------------- */

/* What the run fails like, the likest first; "" where nothing is known. */
static char *likeness_text(const run_summary *s)
{
    char *text = xstrdup("");

    for (size_t i = 0; i < s->likeness_count; i++) {
        char *longer = xformat(
            "%s%s%s (%s, %.0f %% alike)", text,
            i ? "; or: " : "It fails like a parser with this fault: ", s->likenesses[i].says,
            s->likenesses[i].syntax, s->likenesses[i].similarity * 100);

        free(text);
        text = longer;
    }
    return text;
}

static char *verdict_text(const run_summary *s)
{
    if (s->stopped)
        return xformat("❌ not run to its end: %s", s->stopped);
    char *closing = closing_sentence(s);
    char *text = xformat("%s %s%s%s", s->kept || !(s->counted || s->stale) ? "✅" : "❌", closing,
                         s->written ? "; " : "", s->written ? s->written : "");

    free(closing);
    return text;
}

static void end_column(reporter *self, const run_summary *s)
{
    markdown *m = self->state;
    const run_info *info = self->info;
    column *c = &m->columns[m->column_count++];
    size_t checks = 0;

    for (unsigned v = 0; v < VERDICT_COUNT; v++)
        checks += s->verdicts[v];
    c->subject = xstrdup(info->subject);
    c->verdict = verdict_text(s);
    c->likeness = likeness_text(s);
    c->facts =
        xformat("suite %s, %zu cases, %zu checks, %zu cuttings; %zu known, %zu advice, %zu "
                "read otherwise, %zu as declared, %zu skipped; declared: %s; seed %llu; %.1f s",
                info->suite ? info->suite : FP_VERSION, s->cases, checks, s->cuttings,
                s->verdicts[VERDICT_KNOWN], s->advice, s->verdicts[VERDICT_DIFFERS],
                s->verdicts[VERDICT_DECLARED], s->verdicts[VERDICT_SKIPPED],
                *info->policies ? info->policies : "nothing", (unsigned long long)info->seed,
                (double)s->us / 1e6);
}

/* The choices of the parser where the source leaves one. */
static void add_readings(fp_json *out, const run_info *info, const run_summary *s)
{
    if (!s->reading_count)
        return;
    fp_json_raw(out, "### How this parser reads the notation: ");
    markdown_text(out, info->subject);
    fp_json_raw(out, "\n\nOnly Decisions of the suite say otherwise; this counts with "
                     "<code>--strict</code>.\n\n"
                     "| clause | cases | it would declare | for example |\n"
                     "| --- | ---: | --- | --- |\n");
    for (size_t i = 0; i < s->reading_count; i++) {
        const reading_count *reading = &s->readings[i];
        const clause *c = spec_find(info->spec, reading->clause);
        char *declares = reading_text(reading);

        text_format(out, "| %s ", reading->clause);
        markdown_text(out, c ? c->sentence : "");
        text_format(out, " | %zu | ", reading->count);
        markdown_text(out, declares ? declares : "");
        fp_json_raw(out, " | ");
        markdown_text(out, reading->example);
        fp_json_raw(out, " |\n");
        free(declares);
    }
    fp_json_raw(out, "\n");
}

/* A cause a line, to be opened: what is wrong in words, and below it how to see it. */
static void add_causes(fp_json *out, const run_info *info, const run_summary *s)
{
    char *more = causes_more(s->causes);

    if (!causes_count(s->causes))
        return;
    fp_json_raw(out, "### Causes, the gravest first: ");
    markdown_text(out, info->subject);
    fp_json_raw(out, "\n\n");
    for (size_t i = 0; i < causes_count(s->causes) && i < CAUSES_SHOWN; i++) {
        const cause *one = causes_at(s->causes, i);
        char *text = cause_text(one);

        text_format(out, "<details><summary>%zu. <b>", i + 1);
        markdown_text(out, one->sentence);
        fp_json_raw(out, "</b></summary>\n\n");
        markdown_block(out, text);
        fp_json_raw(out, "\n</details>\n\n");
        free(text);
    }
    if (more) {
        markdown_text(out, more);
        fp_json_raw(out, "\n\n");
    }
    free(more);
}

static void end_details(reporter *self, const run_summary *summary)
{
    markdown *m = self->state;

    if (m->found || m->failures.count) {
        fp_json_raw(&m->details, m->found ? "### Smallest forms: " : "### Gravest failures: ");
        markdown_text(&m->details, self->info->subject);
        fp_json_raw(&m->details, "\n\n");
        fp_json_bytes(&m->details, json_text(&m->findings));
        for (size_t i = 0; !m->found && i < m->failures.count; i++)
            fp_json_raw(&m->details, m->failures.all[i].text);
    }
    add_readings(&m->details, self->info, summary);
    declared_markdown(&m->details, self->info, summary);
    costs_markdown(&m->details, self->info, summary);
    fp_json_free(&m->findings);
    gravest_free(&m->failures);
    m->found = 0;
}

static void markdown_free(markdown *m)
{
    for (size_t i = 0; i < m->column_count; i++) {
        free(m->columns[i].subject);
        free(m->columns[i].facts);
        free(m->columns[i].verdict);
        free(m->columns[i].likeness);
    }
    for (size_t i = 0; i < m->clause_count; i++)
        free((char *)(uintptr_t)m->clauses[i].clause);
    free(m->columns);
    free(m->cells);
    free(m->clauses);
    free(m);
}

static void end(reporter *self, const run_summary *summary)
{
    markdown *m = self->state;
    fp_json out = { 0 };

    end_column(self, summary);
    add_causes(&m->causes, self->info, summary);
    end_details(self, summary);
    if (self->index + 1 < self->of)
        return;
    for (size_t i = 0; i < m->column_count; i++) {
        fp_json_raw(&out, i ? "\n" : "## Fencepost\n\n");
        fp_json_raw(&out, "**");
        markdown_text(&out, m->columns[i].verdict);
        fp_json_raw(&out, "** – ");
        markdown_text(&out, m->columns[i].subject);
        fp_json_raw(&out, "  \n<sub>");
        markdown_text(&out, m->columns[i].facts);
        fp_json_raw(&out, "</sub>\n");
        if (*m->columns[i].likeness) {
            fp_json_raw(&out, "\n");
            markdown_text(&out, m->columns[i].likeness);
            fp_json_raw(&out, ".\n");
        }
    }
    fp_json_raw(&out, "\n");
    fp_json_bytes(&out, json_text(&m->causes));
    fp_json_free(&m->causes);
    if (m->column_count == 1)
        put_checks(&out, m);
    else
        put_side_by_side(&out, m);
    put_clauses(&out, self->info, m);
    text_put(&out);
    text_put(&m->details);
    markdown_free(m);
    self->state = NULL;
}

const report_format REPORT_MARKDOWN = { "markdown", true, begin, one_result, one_finding, end };
