/* SPDX-License-Identifier: Apache-2.0 */
/* worker_laws.c: sends the probes of an input together, so that the worker's window stays full, and
 * judges each when its last answer has come. TOTAL holds if every answer came.
 */
#include "run/worker_laws.h"

#include "base/visible.h"
#include "judge/constrained.h"
#include "run/probe.h"
#include "run/wanted.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const probe_law *const ROWS[] = {
    &PROBE_WHOLE,       &PROBE_PREFIX,     &PROBE_PROMPT,      &PROBE_ACCOUNT,
    &PROBE_TRUNCATION,  &PROBE_ROUND_TRIP, &PROBE_EQUIVALENCE, &PROBE_CONCATENATION,
    &PROBE_SURROUNDING, &PROBE_RENAMING,   &PROBE_ISOLATION,   &PROBE_PARITY,
    &PROBE_DELTA,       &PROBE_LINEAR,
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

struct probe_group {
    law_case what;
    fp_options options;
    fp_outcome *reference, *whole;
    wire_log whole_log;
    char *breach;
    probe probes[ROW_COUNT];
    size_t pending;
    bool sent;
    verdict verdict; /* of TOTAL: PASS, or how the first request ended that was not answered */
    char *sentence, *stderr_tail;
};

/* -- for the laws ------------------------------------------------------------------------------ */

question *probe_ask(probe *p, const fp_syntax *syntax, fp_str text, bool piecewise)
{
    const wire_hello *hello = session_hello(p->what->worker);
    const unit u = hello->unit == UNIT_BYTE && !hello->bytes ? UNIT_CODEPOINT : hello->unit;
    question *q = &p->questions[p->count++];

    *q = (question){ .text = xcopy(text), .syntax = syntax };
    if (piecewise && text.len) {
        size_t edges;
        size_t *all = unit_edges(q->text, u, &edges);

        q->cuts = xcalloc(edges, sizeof *q->cuts);
        for (size_t i = 1; i + 1 < edges; i++)
            q->cuts[q->cut_count++] = all[i];
        free(all);
    }
    return q;
}

bool probe_fails(probe *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->sentence, sizeof p->sentence, format, args);
    va_end(args);
    visible_trim(p->sentence);
    return false;
}

bool probe_differs(probe *p, const fp_outcome *expected, const fp_outcome *actual, const char *how,
                   const question *q)
{
    const judged names = { false, false, false };
    const judged *what = &names;
    difference d;
    char shown[200];

    if (judge_same(expected, actual, what, &d)) /* then it is a matter of spans or diagnostics */
        what = &p->what->judged;
    wire_visible(q->text, shown, sizeof shown);
    if (!judge_same(expected, actual, &p->what->judged, &d))
        p->harm = d.harm;
    p->expected = outcome_lines(expected, what);
    p->actual = outcome_lines(actual, what);
    return probe_fails(p, "%s; asked: %s", how, shown);
}

bool probe_refuses(probe *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->sentence, sizeof p->sentence, format, args);
    va_end(args);
    visible_trim(p->sentence);
    p->harm = harm_of_reply(REPLY_REFUSED, NULL, fp_outcome_call_count(p->what->reference) > 0);
    return false;
}

law_subject probe_subject(const probe *p)
{
    return (law_subject){ .syntax = p->what->test->syntax,
                          .options = p->what->options,
                          .input = p->what->test->input,
                          .seed = p->what->seed };
}

/* -- results ----------------------------------------------------------------------------------- */

static void say_law(const probe_group *g, law l, const result *how)
{
    result r = *how;

    r.test = g->what.test;
    r.check = law_name(l);
    r.clause = law_clause(l);
    g->what.say(g->what.context, &r);
}

static bool is_selected(const law_case *what, law l)
{
    return !what->selected || wants_law(what->selected, l);
}

static void judge_probe(probe_group *g, const probe_law *row, probe *p)
{
    result r = { .verdict = VERDICT_PASS };

    if (p->absent || !is_selected(&g->what, row->law))
        return;
    if (!p->skip && g->verdict != VERDICT_PASS)
        p->skip = "a request of a law was not answered: see TOTAL";
    if (p->skip) {
        r.verdict = VERDICT_SKIPPED;
        r.sentence = p->skip;
    } else if (!row->holds(p)) {
        r.verdict = VERDICT_WRONG;
        r.sentence = p->sentence;
        r.expected = p->expected;
        r.actual = p->actual;
        r.sides = p->sides;
        r.harm = p->harm ? p->harm : law_harm(row->law);
        r.advice = p->measured && g->what.test->parts[PART_CALLS].level != LEVEL_MUST; /* LAW-5.2 */
    }
    if (p->measured)
        r.lag = &p->lag;
    say_law(g, row->law, &r);
}

static void free_probe(probe *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free((char *)(uintptr_t)p->questions[i].text.ptr);
        free(p->questions[i].cuts);
        fp_outcome_free(p->questions[i].outcome);
        wire_log_free(&p->questions[i].log);
        free(p->questions[i].breach);
    }
    free(p->expected);
    free(p->actual);
}

static void finish_if_done(probe_group *g)
{
    result total = { .verdict = g->verdict, .sentence = g->sentence };

    if (g->pending || !g->sent)
        return;
    if (g->stderr_tail)
        total.stderr_tail = fp_str_of(g->stderr_tail);
    if (is_selected(&g->what, LAW_TOTAL) || g->verdict != VERDICT_PASS)
        say_law(g, LAW_TOTAL, &total);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        judge_probe(g, ROWS[i], &g->probes[i]);
        free_probe(&g->probes[i]);
    }
    fp_outcome_free(g->reference);
    fp_outcome_free(g->whole);
    wire_log_free(&g->whole_log);
    free(g->breach);
    free(g->sentence);
    free(g->stderr_tail);
    free(g);
}

/* -- requests ---------------------------------------------------------------------------------- */

verdict verdict_of_reply(reply_kind kind)
{
    switch (kind) {
    case REPLY_OUTCOME:
    case REPLY_REFUSED:
        break;
    case REPLY_CRASH:
        return VERDICT_CRASH;
    case REPLY_TIMEOUT:
        return VERDICT_TIMEOUT;
    case REPLY_PROTOCOL:
        return VERDICT_PROTOCOL;
    case REPLY_LOST: /* see session_lost() */
        return VERDICT_SKIPPED;
    }
    return VERDICT_PASS;
}

verdict verdict_of_difference(const difference *d)
{
    return d->fewer_calls ? VERDICT_REFUSED : d->more_calls ? VERDICT_ACCEPTED : VERDICT_WRONG;
}

verdict verdict_of(reply_kind kind, const difference *d)
{
    if (kind == REPLY_REFUSED)
        return VERDICT_REFUSED;
    return kind == REPLY_OUTCOME ? verdict_of_difference(d) : verdict_of_reply(kind);
}

verdict verdict_of_case(const test_case *t, reply_kind kind, const difference *d)
{
    if (kind == REPLY_OUTCOME && judge_is_reading(t, d))
        return VERDICT_DIFFERS;
    return verdict_of(kind, d);
}

const char *kind_of(reply_kind kind, const difference *d)
{
    return difference_name(kind == REPLY_REFUSED ? DIFFERS_ERROR : d->kind);
}

harm harm_of_reply(reply_kind kind, const difference *d, bool calls)
{
    if (kind == REPLY_OUTCOME)
        return d->harm;
    if (kind == REPLY_REFUSED)
        return calls ? HARM_LOST_CALL : HARM_TEXT;
    return HARM_NONE; /* the verdict has it: harm_of_verdict() */
}

void note_unconfirmed(const test_case *test, const reply *got)
{
    if (got->unconfirmed)
        fprintf(stderr,
                "fencepost test: %s: the worker failed once (%s), and not when the request "
                "was run again alone\n",
                test->id, got->unconfirmed);
}

static void note_unanswered(probe_group *g, fp_str text, const reply *got)
{
    char shown[200];

    if (g->verdict != VERDICT_PASS)
        return;
    wire_visible(text, shown, sizeof shown);
    g->verdict = verdict_of_reply(got->kind);
    g->sentence = xformat("%s; asked: %s", got->sentence, shown);
    g->stderr_tail = xformat("%.*s", (int)got->stderr_tail.len,
                             got->stderr_tail.len ? got->stderr_tail.ptr : "");
}

bool probe_is_alive(const probe *p)
{
    return p->group->verdict == VERDICT_PASS && !session_lost(p->what->worker);
}

void probe_unanswered(probe *p, fp_str text, const reply *got)
{
    note_unanswered(p->group, text, got);
}

static void on_answer(void *context, void *token, const reply *got)
{
    probe_group *g = context;
    question *q = token;

    g->pending--;
    if (got->kind == REPLY_OUTCOME) {
        q->outcome = outcome_copy(got->outcome);
        wire_log_read(&q->log, got->events);
        q->breach = got->breach ? xstrdup(got->breach) : NULL;
    } else if (got->kind != REPLY_REFUSED) {
        note_unanswered(g, q->text, got);
    }
    finish_if_done(g);
}

/* Unless another request of the input has cost the worker its life. */
static void send_question(probe_group *g, question *q)
{
    const cutting cut = { .name = "a unit a chunk", .at = q->cuts, .count = q->cut_count };
    const session_request request = { .syntax = q->syntax,
                                      .input = q->text,
                                      .prefix = q->alone ? FP_STR("") : g->what.test->prefix,
                                      .ends_as = q->alone ? NULL : g->what.test,
                                      .cut = q->cuts ? &cut : NULL,
                                      .reuse = q->reuse,
                                      .whole = q->whole,
                                      .beside = q->beside,
                                      .catalogue = g->what.test->catalogue_json };

    if (g->verdict != VERDICT_PASS || session_lost(g->what.worker))
        return;
    g->pending++;
    session_ask(g->what.worker, &request, on_answer, g, q);
}

/* Returns whether the worker understands all that is asked. */
static bool can_be_asked(const probe *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (!wire_can_take(session_hello(p->what->worker), p->questions[i].text, NULL))
            return false;
    return true;
}

/* Returns whether a model can write all that is asked, if the worker has one that is held to a
 * grammar. */
static bool can_be_written(const probe *p)
{
    for (size_t i = 0; session_hello(p->what->worker)->constrained && i < p->count; i++)
        if (!input_is_constrained(p->questions[i].syntax, p->what->options, p->questions[i].text))
            return false;
    return true;
}

/* In place of those of the case, where the worker states any (PROTOCOL-2.10). */
static void take_limits(fp_limits *limits, const fp_limits *stated)
{
    const fp_limits none = { 0 };
    size_t *to = (size_t *)limits;
    const size_t *from = (const size_t *)stated;

    if (memcmp(stated, &none, sizeof none) == 0)
        return;
    *limits = FP_LIMITS_DEFAULT;
    for (size_t i = 0; i < sizeof none / sizeof *to; i++)
        if (from[i])
            to[i] = from[i];
}

fp_options worker_options(const test_case *t, const wire_hello *hello)
{
    fp_options options = case_options(t);

    wire_hello_overlay(hello, t->syntax, &options);
    if (!case_tells_tokens(t)) { /* its marks are sent as tokens: MODEL-7.3 */
        options.policies.of[FP_MARKERS] = FP_MARKERS_TEXT;
        options.token_count = 0;
    }
    if (!hello->catalogue)
        options.catalogue = NULL;
    take_limits(&options.limits, &hello->limits);
    return options;
}

/* Returns whether the worker has what the law is about: two paths, deltas. */
static bool is_owed(const law_case *what, law l)
{
    const wire_hello *hello = session_hello(what->worker);

    return l == LAW_PARITY ? hello->modes : l != LAW_DELTA || hello->deltas;
}

static bool is_wanted(const law_case *what, law l)
{
    return (!what->only || *what->only == l || *what->only == LAW_TOTAL) &&
           (is_selected(what, l) || is_selected(what, LAW_TOTAL));
}

void worker_laws(const law_case *what)
{
    probe_group *g = xcalloc(1, sizeof *g);

    g->what = *what;
    g->options = *what->options;
    g->what.options = &g->options;
    g->what.reference = g->reference = outcome_copy(what->reference);
    g->what.whole = g->whole = outcome_copy(what->whole);
    wire_log_copy(&g->whole_log, what->whole_log);
    g->what.whole_log = &g->whole_log;
    g->what.breach = g->breach = what->breach ? xstrdup(what->breach) : NULL;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        probe *p = &g->probes[i];

        p->group = g;
        p->what = &g->what;
        p->law = ROWS[i]->law;
        p->absent = !is_owed(what, p->law);
        if (p->absent)
            continue;
        if (is_wanted(what, p->law))
            ROWS[i]->ask(p);
        else
            p->skip = "another law was asked for";
        if (!p->skip && !can_be_asked(p))
            p->skip = "what it would ask is not UTF-8; the worker lacks capability bytes";
        if (!p->skip && !can_be_written(p))
            p->skip =
                "no grammar of the template lets a model write what it would ask (PROTOCOL-2.12)";
        for (size_t k = 0; !p->skip && k < p->count; k++)
            send_question(g, &p->questions[k]);
    }
    g->sent = true;
    finish_if_done(g);
}

void worker_laws_skip(const law_case *what, const char *why)
{
    const test_case *test = what->test;

    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_selected(what, ROWS[i]->law) && is_owed(what, ROWS[i]->law))
            what->say(what->context, &(result){ .test = test,
                                                .check = law_name(ROWS[i]->law),
                                                .clause = law_clause(ROWS[i]->law),
                                                .verdict = VERDICT_SKIPPED,
                                                .sentence = why });
}
