/* SPDX-License-Identifier: Apache-2.0 */
/* golden.c: judges our own parser on a case. */
#include "judge/golden.h"

#include "judge/eventlog.h"

#include <fencepost/render.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether the log holds what the row of `emit` asks for. */
static bool is_out(const eventlog *log, const expected_emit *e)
{
    if (e->event == FP_EVENT_TEXT)
        return log->text >= e->bytes;
    if (e->event == FP_EVENT_REASONING)
        return log->reasoning >= e->bytes;
    if (e->event == FP_EVENT_ARG_DATA)
        return log->data >= e->bytes;
    return log->count[e->event] >= e->nth;
}

static bool wrong_time(difference *d, const expected_emit *e, size_t at, bool end)
{
    char *what = e->bytes ? xformat("byte %zu of %s", e->bytes, fp_event_name(e->event))
                          : xformat("%s %zu", fp_event_name(e->event), e->nth);
    char *when =
        e->at == EMIT_AT_END ? xstrdup("with the end of input") : xformat("after %zu bytes", e->at);

    snprintf(d->sentence, sizeof d->sentence, "%s is expected %s; after %zu bytes%s it is %s", what,
             when, at, end ? " and the end" : "", end || at >= e->at ? "not out" : "out already");
    d->kind = DIFFERS_EVENTS;
    free(what);
    free(when);
    return false;
}

/* LAW-5.1, where a case pins it: byte by byte, each event of `emit` comes at its place. */
static bool emits_hold(const test_case *t, const fp_options *options, difference *d)
{
    const expectation *e = &t->expect;
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(t->syntax, options, eventlog_sink, &log);
    bool holds = true;

    if (!parser)
        end_out_of_memory();
    for (size_t i = 0; holds && i <= t->input.len; i++) {
        if (i)
            need_memory(fp_parser_feed(parser, t->input.ptr + i - 1, 1) != FP_NO_MEMORY);
        for (size_t k = 0; holds && k < e->emit_count; k++)
            if (is_out(&log, &e->emits[k]) != (i >= e->emits[k].at))
                holds = wrong_time(d, &e->emits[k], i, false);
    }
    need_memory(fp_parser_finish(parser) != FP_NO_MEMORY);
    for (size_t k = 0; holds && k < e->emit_count; k++)
        if (!is_out(&log, &e->emits[k]))
            holds = wrong_time(d, &e->emits[k], t->input.len, true);
    fp_parser_free(parser);
    eventlog_free(&log);
    return holds;
}

static bool wrongly_rendered(difference *d, const char *what, fp_str text)
{
    fp_json json = { 0 };

    fp_json_string(&json, text);
    need_memory(!json.failed);
    snprintf(d->sentence, sizeof d->sentence, "%s: %.*s", what,
             (int)(json.len < 160 ? json.len : 160), json.ptr);
    fp_json_free(&json);
    return false;
}

/* The input is the rendering of the expected call. */
static bool renders_input(const test_case *t, const fp_options *options, difference *d)
{
    fp_json text = { 0 };
    fp_refusal refusal;
    bool holds = true;

    if (!xrender(t->syntax, options, &t->expect.calls[0].call, &text, &refusal)) {
        snprintf(d->sentence, sizeof d->sentence, "the call is not rendered: %s (%s)",
                 refusal.reason, refusal.clause ? refusal.clause : "no clause");
        holds = false;
    } else if (!fp_str_equal(json_text(&text), t->input)) {
        holds = wrongly_rendered(d, "the call is rendered otherwise", json_text(&text));
    }
    fp_json_free(&text);
    return holds;
}

static bool is_refused_as(const unrenderable *u, const fp_refusal *refusal)
{
    const bool of_arg = refusal->part == FP_PART_KEY || refusal->part == FP_PART_VALUE;

    return refusal->clause && strcmp(refusal->clause, u->clause) == 0 &&
           (u->byte == SIZE_MAX || u->byte == refusal->byte) &&
           (u->arg == SIZE_MAX || (of_arg && u->arg == refusal->arg));
}

static bool wrongly_refused(difference *d, const unrenderable *u, const fp_refusal *refusal)
{
    char *expected =
        u->arg == SIZE_MAX ? xstrdup(u->clause) : xformat("%s for argument %zu", u->clause, u->arg);

    snprintf(d->sentence, sizeof d->sentence,
             "the call is refused by %s for argument %zu at byte %zu, expected by %s",
             refusal->clause ? refusal->clause : "no clause", refusal->arg, refusal->byte,
             expected);
    free(expected);
    return false;
}

static bool refuses(const unrenderable *u, const test_case *t, const fp_options *options,
                    difference *d)
{
    fp_json text = { 0 };
    fp_refusal refusal;
    bool holds = true;

    if (xrender(t->syntax, options, &u->expected.call, &text, &refusal))
        holds = wrongly_rendered(d, "a call is rendered that must be refused", json_text(&text));
    else if (!is_refused_as(u, &refusal))
        holds = wrongly_refused(d, u, &refusal);
    fp_json_free(&text);
    return holds;
}

static bool renderings_hold(const test_case *t, const fp_options *options, difference *d)
{
    if (t->canonical && !renders_input(t, options, d))
        return false;
    for (size_t i = 0; i < t->unrenderable_count; i++)
        if (!refuses(&t->unrenderable[i], t, options, d))
            return false;
    return true;
}

bool golden_agrees(const test_case *t, const fp_outcome *outcome, difference *d)
{
    static const judged ALL = { true, true, true };
    const fp_options options = case_options(t);

    return judge_gravest(t, &t->expect, outcome, &ALL, d) &&
           (!t->expect.emit_count || emits_hold(t, &options, d)) && renderings_hold(t, &options, d);
}

bool golden_holds(const test_case *t, fp_outcome **outcome, difference *d)
{
    const fp_options options = case_options(t);

    if (fp_parse(t->syntax, &options, t->input, outcome) != FP_OK)
        end_out_of_memory();
    return golden_agrees(t, *outcome, d);
}
