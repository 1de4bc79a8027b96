/* SPDX-License-Identifier: Apache-2.0 */
/* report_diff.c: reports the differences of parsers: what is told of each, and how people see it.
 */
#include "diff/report_diff.h"

#include "base/repeat.h"
#include "base/show.h"
#include "base/terminal.h"
#include "base/util.h"
#include "judge/adhoc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const judged CALLS_AND_TEXT = { false, false, false };

/* -- what is told ------------------------------------------------------------------------------ */

static char *command_of(const diff_report *r, const cluster *c)
{
    char *command = joined(with_plugins(xstrdup("fencepost")), " diff --syntax ");

    command = joined(command, fp_syntax_id(panel_syntax(r->panel)));
    for (size_t i = 0; i < panel_count(r->panel); i++)
        command = with_option(command, " --parser ", xstrdup(panel_spec(r->panel, i)));
    command = with_option(command, " --text ", text_escape(c->form.input));
    if (c->form.tools)
        command = with_option(command, " --catalogue ", json_dumps(c->form.tools, JSON_COMPACT));
    return with_cuts(command, c->form.cuts, c->form.is_cut ? c->form.cut_count : 0);
}

static char *lines_of(const answer *a)
{
    if (a->outcome)
        return outcome_lines(a->outcome, &CALLS_AND_TEXT);
    return xformat("%s%s%s\n", reply_kind_name(a->kind), a->sentence ? ": " : "",
                   a->sentence ? a->sentence : "");
}

static const char *whose(const diff_report *r, const told *t, size_t parser)
{
    const answer *a = &t->cluster->said.of[parser];
    const char *kind = NULL;
    char sentence[DIFFERENCE_SIZE];

    if (!answers_differ(&t->reference.answer, a, &kind, sentence, sizeof sentence))
        return "reference";
    return read_as_declared(a, panel_syntax(r->panel), &t->cluster->form,
                            panel_hello(r->panel, parser))
               ? "declared"
               : NULL;
}

told tell(const diff_report *r, const cluster *c)
{
    told t = { .cluster = c,
               .how = c->how,
               .reference = read_by_reference(panel_syntax(r->panel), &c->form),
               .command = command_of(r, c) };

    const separation now = separate(&c->said, panel_count(r->panel));

    if (separation_same(&now, &c->how))
        t.how = now;
    t.reference_lines = outcome_lines(t.reference.answer.outcome, &CALLS_AND_TEXT);
    for (size_t i = 0; i < panel_count(r->panel); i++) {
        if (c->how.group[i] != t.groups)
            continue;
        t.lines[t.groups] = lines_of(&c->said.of[i]);
        t.as[t.groups++] = whose(r, &t, i);
    }
    return t;
}

void told_free(told *t)
{
    for (size_t g = 0; g < t->groups; g++)
        free(t->lines[g]);
    reading_free(&t->reference);
    free(t->reference_lines);
    free(t->command);
}

/* -- for people -------------------------------------------------------------------------------- */

/* "1 3 | 2" */
static void print_groups(FILE *out, const diff_report *r, const separation *s)
{
    for (size_t g = 0; g < s->groups; g++) {
        fputs(g ? " |" : "", out);
        for (size_t i = 0; i < panel_count(r->panel); i++)
            if (s->group[i] == g)
                fprintf(out, " %zu", i + 1);
    }
}

static void print_origins(FILE *out, const cluster *c)
{
    const char *separator = "";

    for (size_t i = 0; i < origin_count(); i++) {
        if (!c->origins[i])
            continue;
        fprintf(out, "%s%s %zu", separator, origin_name(i), c->origins[i]);
        separator = ", ";
    }
}

static void print_indented(const char *lines)
{
    while (*lines) {
        const size_t len = strcspn(lines, "\n");

        show_text(stdout, "      %.*s\n", (int)len, lines);
        lines += len + (lines[len] == '\n');
    }
}

static void print_readings(const diff_report *r, const told *t)
{
    const separation *s = &t->cluster->how;
    bool shown = false;

    for (size_t g = 0; g < t->groups; g++) {
        printf("   ");
        for (size_t i = 0; i < panel_count(r->panel); i++)
            if (s->group[i] == g)
                printf(" %zu", i + 1);
        printf("%s%s:\n", t->as[g] ? ", as the reference" : "",
               t->as[g] && strcmp(t->as[g], "declared") == 0 ? " under the policies it declares"
                                                             : "");
        print_indented(t->lines[g]);
        shown = shown || (t->as[g] && strcmp(t->as[g], "reference") == 0);
    }
    if (shown)
        return;
    printf("    the reference:\n");
    print_indented(t->reference_lines);
}

static void print_clauses(const diff_report *r, const reading *read)
{
    const fp_syntax *syntax = panel_syntax(r->panel);
    const clause *c = read->clause_count ? spec_find_for(r->spec, read->clauses[0], syntax) : NULL;

    if (c) {
        show_text(stdout, "  %s (%s, %s#%s)\n", c->id, level_name(c->level), c->file, c->anchor);
        show_wrapped(stdout, "    ", c->required);
    }
    if (read->clause_count < 2)
        return;

    char *others = xstrdup(read->clauses[1]);

    for (size_t i = 2; i < read->clause_count; i++) {
        char *longer = xformat("%s, %s", others, read->clauses[i]);

        free(others);
        others = longer;
    }
    show_text(stdout, "  it also goes by %s\n", others);
    free(others);
}

static void print_title(const diff_report *r, const cluster *c, size_t number)
{
    const shades s = terminal_shades();
    char *text = NULL;
    size_t size = 0;
    FILE *out = xmemstream(&text, &size);

    fprintf(out, "\n%zu. %s%s/%s%s:", number, s.strong, severity_name(c->how.severity), c->how.kind,
            s.off);
    print_groups(out, r, &c->how);
    fprintf(out, "  (%zu input%s: ", c->count, c->count == 1 ? "" : "s");
    print_origins(out, c);
    fprintf(out, "; the smallest: %s)\n  %s\n", c->source, severity_title(c->how.severity));
    xmemstream_close(out, &text);
    show_text(stdout, "%s", text);
    free(text);
}

static void print_cluster(const diff_report *r, const cluster *c, size_t number)
{
    told t = tell(r, c);
    char *literal = text_escape(c->form.input);

    print_title(r, c, number);
    show_text(stdout, "  input%s: \"%s\"\n", c->form.is_cut ? ", cut" : "", literal);
    show_bytes(stdout, "    ", c->form.input, c->form.cuts, c->form.cut_count);
    show_text(stdout, "  %zu against %zu: %s\n", t.how.right + 1, t.how.left + 1, t.how.sentence);
    print_readings(r, &t);
    print_clauses(r, &t.reference);
    if (!c->minimal)
        show_text(stdout,
                  "  it may be smaller still: the tests for it were spent (--reduce-budget)\n");
    printf("  again: %s\n", t.command);
    free(literal);
    told_free(&t);
}

static void print_row(FILE *out, const diff_report *r, size_t origin)
{
    const origin_row *row = &r->differences->rows[origin];
    const size_t count = panel_count(r->panel);

    if (!row->inputs)
        return;
    fprintf(out, "  %-16s %7zu %7zu ", origin_name(origin), row->inputs, row->separated);
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            if (row->pairs[i][k])
                fprintf(out, "  %zu|%zu %zu", i + 1, k + 1, row->pairs[i][k]);
    fprintf(out, "   %s\n", origin_title(origin));
}

static void print_summary(FILE *out, const diff_report *r)
{
    const differences *d = r->differences;

    fprintf(out, "\nwhat separates whom:\n  %-16s %7s %7s   pairs\n", "origin", "inputs", "differ");
    for (size_t i = 0; i < origin_count(); i++)
        print_row(out, r, i);
    fprintf(out, "\n%zu inputs, %zu of them separate the parsers", d->inputs, d->separated);
    for (unsigned s = SEVERITY_COUNT; s-- > 1;)
        if (d->by_severity[s])
            fprintf(out, "; %s %zu", severity_name((severity)s), d->by_severity[s]);
    fprintf(out, "; %zu difference%s\n", d->cluster_count, d->cluster_count == 1 ? "" : "s");
    if (d->not_compared)
        fprintf(out, "%zu inputs were not compared: fewer than two of the parsers can take them\n",
                d->not_compared);
    if (panel_restarts(r->panel))
        fprintf(out, "%u times a parser was restarted\n", panel_restarts(r->panel));
    if (d->stopped)
        fprintf(out, "stopped before the end: %s\n", d->stopped);
}

void diff_report_tty(const diff_report *r)
{
    const differences *d = r->differences;
    char *text = NULL;
    size_t size = 0;
    FILE *out;

    printf("fencepost diff: %s, seed %llu\n", fp_syntax_id(panel_syntax(r->panel)),
           (unsigned long long)r->question->sources.seed);
    for (size_t i = 0; i < panel_count(r->panel); i++) {
        const wire_hello *hello = panel_hello(r->panel, i);

        show_text(stdout, "  %zu  %s: %s %s (%s)\n", i + 1, panel_spec(r->panel, i), hello->name,
                  hello->version, hello->language);
    }
    for (size_t i = 0; i < d->cluster_count && i < r->show; i++)
        print_cluster(r, &d->clusters[i], i + 1);
    if (d->cluster_count > r->show)
        show_text(stdout, "\n%zu more differences (--show N, --format json)\n",
                  d->cluster_count - r->show);
    out = xmemstream(&text, &size);
    print_summary(out, r);
    xmemstream_close(out, &text);
    show_text(stdout, "%s", text);
    free(text);
}
