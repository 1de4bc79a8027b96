/* SPDX-License-Identifier: Apache-2.0 */
/* report_tty.c: the report for people: each failure with everything needed to understand it; the
 * summary last.
 */
#include "base/show.h"
#include "base/terminal.h"
#include "base/visible.h"
#include "law/laws.h"
#include "report/gravest.h"
#include "report/policy_hint.h"
#include "report/report.h"
#include "report/report_cause.h"
#include "report/report_cost.h"
#include "report/report_declared.h"
#include "report/report_text.h"
#include "result/again.h"
#include "result/cause.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How many more get a line each, and how many clauses are listed. */
enum { LINES = 30, CLAUSES = 10, LEAST_SENTENCE = 30, CLAUSE_COLUMNS = 31 };

/* In a line that waits for the end: between the failure's names and its sentence. */
static const char PART = '\x1F';

/* Before each line that a worker wrote: a line that begins as it likes may be a command to the
 * service that runs the tests ("::error::"). */
static const char QUOTED[] = "    | ";
/* The failure of a law on how an input is fed that was shown last, whole. */
typedef struct shown {
    const test_case *test; /* NULL: none */
    const char *check;     /* static */
    char *expected, *actual;
} shown;

/* A failure that is shown whole when the causes were. */
typedef struct held {
    result how;        /* a copy */
    const char *other; /* the check whose failure shows the same; NULL: none */
} held;

/* Causes come first: so the first failures, the gravest of the others, and the smallest forms wait
 * for the end. */
typedef struct tty {
    shown last;
    held *held;
    size_t held_count, held_cap;
    const finding **findings; /* borrowed */
    size_t finding_count, finding_cap;
    gravest lines;
} tty;

static void shown_clear(shown *last)
{
    free(last->expected);
    free(last->actual);
    *last = (shown){ 0 };
}

static bool is_how_fed(const char *check)
{
    return strcmp(check, law_name(LAW_CHUNK)) == 0 || strcmp(check, law_name(LAW_WHOLE)) == 0;
}

static void keep_shown(shown *last, const result *r)
{
    if (!r->expected || !r->actual || !is_how_fed(r->check))
        return;
    shown_clear(last);
    *last = (shown){ r->test, r->check, xstrdup(r->expected), xstrdup(r->actual) };
}

/* Returns whether the two laws on how an input is fed tell of the same two answers to it. */
static bool is_repeated(const shown *last, const result *r)
{
    return last->test == r->test && r->expected && r->actual && is_how_fed(r->check) &&
           strcmp(last->check, r->check) != 0 && strcmp(last->expected, r->expected) == 0 &&
           strcmp(last->actual, r->actual) == 0;
}

/* "; 563 cases of hermes"; owned. */
static char *cases_text(const run_info *info)
{
    enum { NAMED = 3 };
    const char *plural = info->selected == 1 ? "" : "s";
    char *names = xstrdup(""), *text;
    size_t count = 0;

    for (; info->syntaxes && info->syntaxes[count]; count++) {
        text = xformat("%s%s%s", names, *names ? ", " : "", info->syntaxes[count]);
        free(names);
        names = text;
    }
    text = !count          ? xstrdup("")
           : count > NAMED ? xformat("; %zu case%s of %zu syntaxes", info->selected, plural, count)
                           : xformat("; %zu case%s of %s", info->selected, plural, names);
    free(names);
    return text;
}

static void begin(reporter *self)
{
    const run_info *info = self->info;

    char *cases = cases_text(info);
    char *seed = info->worker ? xformat(", seed %" PRIu64, info->seed) : xstrdup("");

    show_text(stdout, "fencepost: %s%s%s%s%s%s%s%s\n", info->subject,
              *info->policies ? ", declared " : "", info->policies, seed, cases,
              info->quick ? "; quick" : "", info->only ? "; only " : "",
              info->only ? info->only : "");
    free(cases);
    free(seed);
    self->state = xcalloc(1, sizeof(tty));
    ((tty *)self->state)->lines.room = LINES;
}

static void show_clause(const run_info *info, const result *r)
{
    const clause *c = spec_find_for(info->spec, r->clause, r->test->syntax);

    if (!c)
        return;
    show_text(stdout, "  %s (%s, %s#%s)\n", c->id, level_name(c->level), c->file, c->anchor);
    show_wrapped(stdout, "    ", c->required);
}

static void show_input_title(const result *r)
{
    char *differ =
        r->failed > 1 ? xformat(" (%zu of %zu cuttings differ)", r->failed, r->tried) : xstrdup("");

    show_text(stdout, "  input%s%s%s:\n", r->cut_name ? ", cut " : "",
              r->cut_name ? r->cut_name : "", differ);
    free(differ);
}

/* On one line, which a terminal breaks where it likes: so it can be copied. */
static void show_command(const char *command)
{
    char *seen = visible_lines(fp_str_of(command));

    printf("  again: %s\n", seen);
    free(seen);
}

static void show_failure(const run_info *info, const result *r)
{
    const shades s = terminal_shades();
    char *command = result_command(info, r);

    show_text(stdout, "\n%s%s%s %s  %s%s\n", s.bad, verdict_name(r->verdict), s.off, r->test->id,
              r->check, r->advice ? "  (advice: the clause is not a MUST)" : "");
    show_text(stdout, "  %s\n", r->test->title);
    show_clause(info, r);
    if (r->basis)
        show_text(stdout, "  %sexpected %s%s\n", s.dim, r->basis, s.off);
    show_input_title(r);
    show_bytes(stdout, "    ", r->test->input, r->cuts, r->cut_count);
    show_text(stdout, "  %s%s%s\n  harm: %s\n", s.bad, r->sentence, s.off, harm_title(r->harm));
    if (r->suspect == SUSPECT_ADAPTER || r->suspect == SUSPECT_SUITE)
        printf("  suspected is the %s, not the parser\n", suspect_name(r->suspect));
    if (r->expected && r->actual)
        show_sides(stdout, sides_title(r->sides, false), r->expected, sides_title(r->sides, true),
                   r->actual);
    if (r->stderr_tail.len) {
        printf("  standard error ends with:\n");
        show_bytes(stdout, QUOTED, r->stderr_tail, NULL, 0);
    }
    show_command(command);
    free(command);
}

/* A failure that shows nothing that the one of the other check has not shown. */
static void show_repeated(const run_info *info, const result *r, const char *other)
{
    const shades s = terminal_shades();
    char *command = result_command(info, r);

    show_text(stdout, "\n%s%s%s %s  %s%s\n", s.bad, verdict_name(r->verdict), s.off, r->test->id,
              r->check, r->advice ? "  (advice: the clause is not a MUST)" : "");
    show_text(stdout, "  %s%s%s\n  the same two answers as under %s above\n", s.bad, r->sentence,
              s.off, other);
    show_command(command);
    free(command);
}

static char *one_line(const result *r)
{
    return xformat("%s %s  %s%s  %c%s", verdict_name(r->verdict), r->test->id, r->check,
                   r->advice ? " (advice)" : "", PART, r->sentence);
}

static void show_one_line(const char *line)
{
    const size_t len = strcspn(line, (const char[]){ PART, '\0' });
    const char *sentence = line + len + 1;
    const size_t room = show_room(stdout, len, 100);

    if (room < LEAST_SENTENCE) {
        show_text(stdout, "%.*s%s\n", (int)len, line, sentence);
    } else {
        printf("%.*s", (int)len, line);
        show_clipped(stdout, sentence, room);
        putchar('\n');
    }
}

/* What has waited for the last result. */
static void show_lines(const reporter *self)
{
    tty *t = self->state;
    const size_t further = self->count > self->info->show ? self->count - self->info->show : 0;

    if (t->lines.count)
        show_text(stdout, "\nfurther failures, a line each, the gravest first%s:\n",
                  self->info->made_up ? "" : " (--case ID shows one whole)");
    for (size_t i = 0; i < t->lines.count; i++)
        show_one_line(t->lines.all[i].text);
    if (t->lines.count && further > t->lines.count)
        printf("… and %zu more (--format json lists all)\n", further - t->lines.count);
    gravest_free(&t->lines);
}

static void one_finding(reporter *self, const finding *f)
{
    tty *t = self->state;
    void *grown = (void *)t->findings;

    xgrow(&grown, &t->finding_cap, t->finding_count, sizeof(finding *));
    t->findings = (const finding **)grown;
    t->findings[t->finding_count++] = f;
}

/* The choices of the parser where the source leaves one. */
static void show_readings(const run_summary *summary)
{
    if (summary->reading_count)
        show_text(stdout, "\nhow this parser reads the notation, where only our Decisions say "
                          "otherwise (they count with --strict):\n");
    for (size_t i = 0; i < summary->reading_count; i++) {
        const reading_count *reading = &summary->readings[i];
        char *declares = reading_text(reading);

        show_text(stdout, "  %6zu  %-20s %s%s%s\n", reading->count, reading->clause,
                  declares ? declares : "", declares ? "  " : "", reading->example);
        free(declares);
    }
}

/* What the failures that count do to those who run the calls. */
static void show_harms(const run_summary *summary)
{
    if (summary->counted)
        printf("harm of the %zu unexpected:\n", summary->counted);
    for (unsigned h = HARM_COUNT; h-- > 0;)
        if (summary->harms[h])
            printf("  %6zu %s\n", summary->harms[h], harm_title((harm)h));
}

static void hold(tty *t, const result *r, const char *other)
{
    void *grown = t->held;

    xgrow(&grown, &t->held_cap, t->held_count, sizeof *t->held);
    t->held = grown;
    t->held[t->held_count++] = (held){ result_copy(r), other };
}

/* The first failure of a run is known at once, and the causes only at its end. */
static void show_first(const run_info *info, const result *r)
{
    if (info->file || info->alone)
        return;
    show_text(stdout, "first failure: %s, %s: %s\n", r->test->id, r->check, r->sentence);
    fflush(stdout);
}

static void one_result(reporter *self, const result *r)
{
    const run_info *info = self->info;
    tty *t = self->state;
    shown *last = &t->last;

    if (!result_failed(r) || r->verdict == VERDICT_KNOWN ||
        (r->verdict == VERDICT_DIFFERS && !info->strict))
        return;
    if (!self->count)
        show_first(info, r);
    if (is_repeated(last, r)) {
        hold(t, r, last->check);
        return;
    }
    if (self->count++ < info->show) {
        hold(t, r, NULL);
        keep_shown(last, r);
        return;
    }
    gravest_add(&t->lines, gravest_rank(r, info->strict), one_line(r));
}

/* What has waited for the causes. */
static void show_held(reporter *self)
{
    tty *t = self->state;

    for (size_t i = 0; i < t->held_count; i++) {
        held *h = &t->held[i];

        if (h->other)
            show_repeated(self->info, &h->how, h->other);
        else
            show_failure(self->info, &h->how);
        result_copy_free(&h->how);
    }
    show_lines(self);
    for (size_t i = 0; i < t->finding_count; i++)
        finding_tty(self, t->findings[i]);
    free(t->held);
    free((void *)t->findings);
}

/* Nothing is kept any more. */
static void forget(reporter *self)
{
    tty *t = self->state;

    shown_clear(&t->last);
    free(self->state);
    self->state = NULL;
}

/* The clauses that were failed most often. */
static void show_most_often(const run_info *info, const run_summary *summary)
{
    if (summary->clause_count)
        printf("\nclauses failed most often:\n");
    for (size_t i = 0; i < summary->clause_count && i < CLAUSES; i++) {
        const clause *c = spec_find(info->spec, summary->clauses[i].clause);

        printf("  %6zu  %-20s ", summary->clauses[i].count, summary->clauses[i].clause);
        show_clipped(stdout, c ? c->sentence : "", show_room(stdout, CLAUSE_COLUMNS, 70));
        putchar('\n');
    }
}

/* What the parser behaves like, and what is to be fixed first: the last lines, where a terminal
 * stands. */
static void show_diagnosis(const run_summary *summary)
{
    const shades s = terminal_shades();

    for (size_t i = 0; i < summary->likeness_count; i++)
        show_text(stdout, "%sbehaves like: %s: %s (similarity %.2f)\n", i ? "" : "\n",
                  summary->likenesses[i].syntax, summary->likenesses[i].says,
                  summary->likenesses[i].similarity);
    if (causes_count(summary->causes))
        show_text(stdout, "%sfix first: %s%s%s\n", summary->likeness_count ? "" : "\n", s.strong,
                  causes_at(summary->causes, 0)->sentence, s.off);
}

static void end_whole(reporter *self, const run_summary *summary)
{
    const run_info *info = self->info;
    const shades s = terminal_shades();
    char *closing = closing_sentence(summary);
    char *hint = policy_hint(info, summary);
    char *cuttings; /* of workers; our own parsers are held to CHUNK without counting them */
    size_t checks = 0;

    for (unsigned v = 0; v < VERDICT_COUNT; v++)
        checks += summary->verdicts[v];
    causes_tty(info, summary->causes);
    show_held(self);
    show_most_often(info, summary);
    show_readings(summary);
    declared_tty(summary);
    costs_tty(summary);
    cuttings = summary->cuttings ? xformat(", %zu cuttings", summary->cuttings) : xstrdup("");
    show_text(stdout, "\nfencepost: %s: %zu cases, %zu checks%s\n", info->subject, summary->cases,
              checks, cuttings);
    free(cuttings);
    for (unsigned v = 0; v < VERDICT_COUNT; v++)
        if (summary->verdicts[v])
            printf("  %6zu %s\n", summary->verdicts[v], verdict_name((verdict)v));
    if (summary->advice)
        show_text(stdout, "  %6zu of the failures are advice: their clauses are not a MUST\n",
                  summary->advice);
    show_harms(summary);
    if (summary->lags)
        show_text(stdout, "  lag (PROMPT): %zu of %zu inputs late, by %zu byte%s at most\n",
                  summary->late, summary->lags, summary->longest_lag,
                  summary->longest_lag == 1 ? "" : "s");
    if (summary->restarts)
        printf("  %6zu times the worker was restarted\n", summary->restarts);
    if (summary->stopped)
        show_text(stdout, "%sstopped after %zu of %zu cases%s: %s\n", s.bad, summary->cases,
                  info->selected, s.off, summary->stopped);
    if (hint)
        show_text(stdout, "\n%s\n", hint);
    show_diagnosis(summary);
    free(hint);
    if (summary->written)
        show_text(stdout, "%s\n", summary->written);
    if (closing)
        printf("%s%s%s\n", summary->kept || !(summary->counted || summary->stale) ? s.good : s.bad,
               closing, s.off);
    free(closing);
    forget(self);
}

static void end(reporter *self, const run_summary *summary)
{
    if (!self->info->alone) {
        end_whole(self, summary);
        return;
    }
    show_held(self);
    forget(self);
}

const report_format REPORT_TTY = { "tty", true, begin, one_result, one_finding, end };
