/* SPDX-License-Identifier: Apache-2.0 */
/* probe_events.c: WHOLE and PROMPT, asked with one unit per chunk: what comes, and when. */
#include "base/values.h"
#include "run/probe.h"
#include "run/two_answers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char PROBE_NO_EVENTS[] = "it does not claim capability events";
static const char TOO_LONG[] = "the input is longer than 2 KiB: the shorter ones show it";

/* -- WHOLE ---------------------------------------------------------------------------------------
 */

static void ask_pieces(probe *p)
{
    if (p->what->test->input.len > PROBE_PIECEWISE_MAX)
        p->skip = TOO_LONG;
    else
        probe_ask(p, p->what->test->syntax, p->what->test->input, true);
}

/* Returns whether the outcome is the one of our parser. */
static bool is_right(const probe *p, const fp_outcome *said)
{
    difference d;

    return judge_same_recovered(p->what->reference, p->what->recovered, said, &p->what->judged, &d);
}

static bool whole_holds(probe *p)
{
    static const char *const HOW[] = {
        [WHOLE_IS_RIGHT] = "fed a unit at a time, the parser answers differently than in one "
                           "piece, where it is right",
        [PIECES_ARE_RIGHT] = "fed in one piece, the parser answers differently than a unit at a "
                             "time, where it is right",
        [NEITHER_IS_RIGHT] = "fed in one piece, the parser answers differently than a unit at a "
                             "time, and neither is right",
    };
    const question *q = &p->questions[0];
    difference d;

    if (!q->outcome)
        return probe_refuses(p, "the input is accepted in one piece, but refused a unit at a time");
    if (judge_same(q->outcome, p->what->whole, &p->what->judged, &d))
        return !session_hello(p->what->worker)->events ||
               wire_log_same(&q->log, p->what->whole_log, &p->what->judged, &d) ||
               probe_fails(
                   p, "fed in one piece, the parser gives other events than a unit at a time: %s",
                   d.sentence);

    const two_answers both = two_answers_of(p->what->whole, is_right(p, p->what->whole), q->outcome,
                                            is_right(p, q->outcome), SIDES_UNITS);

    p->sides = both.sides;
    return probe_differs(p, both.expected, both.actual, HOW[both.right], q);
}

const probe_law PROBE_WHOLE = { LAW_WHOLE, ask_pieces, whole_holds };

/* -- PROMPT --------------------------------------------------------------------------------------
 */

/* When each was out, as bytes fed: the bytes of text and of data one by one, other events by kind.
 */
typedef struct times {
    size_t *at[FP_EVENT_COUNT];
    size_t count[FP_EVENT_COUNT], cap[FP_EVENT_COUNT];
    size_t now;
} times;

static void note(times *t, fp_event_type type, size_t times_over)
{
    for (size_t i = 0; i < times_over; i++) {
        void *at = t->at[type];

        xgrow(&at, &t->cap[type], t->count[type], sizeof *t->at[type]);
        t->at[type] = at;
        t->at[type][t->count[type]++] = t->now;
    }
}

static void times_free(times *t)
{
    for (unsigned i = 0; i < FP_EVENT_COUNT; i++)
        free(t->at[i]);
}

/* How many bytes have been fed after a chunk; at the end one more, as nothing else is later. */
static size_t fed_after(const question *q, size_t chunk)
{
    if (chunk > q->cut_count)
        return q->text.len + 1;
    return chunk < q->cut_count ? q->cuts[chunk] : q->text.len;
}

static void note_log(times *t, const question *q, const wire_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        const wire_event *event = &log->events[i];
        const bool bytes = event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING ||
                           event->type == FP_EVENT_ARG_DATA;

        t->now = fed_after(q, event->chunk);
        note(t, event->type, bytes ? event->len : 1);
    }
}

static void reference_times(const probe *p, const question *q, times *t)
{
    wire_log log = { .decoded = q->log.as_text ? q->syntax : NULL };
    fp_parser *parser = fp_parser_new(q->syntax, p->what->options, wire_log_sink, &log);
    size_t from = 0;

    need_memory(parser);
    for (; log.now <= q->cut_count; log.now++) {
        const size_t to = fed_after(q, log.now);

        need_memory(fp_parser_feed(parser, q->text.ptr + from, to - from) != FP_NO_MEMORY);
        from = to;
    }
    need_memory(fp_parser_finish(parser) != FP_NO_MEMORY);
    fp_parser_free(parser);
    note_log(t, q, &log);
    wire_log_free(&log);
}

static bool prompt_holds(probe *p)
{
    const question *q = &p->questions[0];
    times ours = { 0 }, theirs = { 0 };
    size_t lag = 0, at = 0;
    unsigned late = 0;

    if (!q->outcome)
        return true;
    reference_times(p, q, &ours);
    note_log(&theirs, q, &q->log);
    for (unsigned type = 0; type < FP_EVENT_COUNT; type++) {
        const size_t *mine = ours.at[type], *its = theirs.at[type];

        if (type == FP_EVENT_DIAGNOSTIC || !mine || !its || ours.count[type] != theirs.count[type])
            continue; /* other events: golden and PREFIX look at that */
        if (type == FP_EVENT_ARG_END && q->log.as_text)
            continue; /* the text of a number ends with what comes after it */
        if ((type == FP_EVENT_CALL_END || type == FP_EVENT_CALL_CUT) &&
            session_hello(p->what->worker)->deltas)
            continue; /* a call has no end of its own */
        for (size_t i = 0; i < ours.count[type]; i++) {
            if (its[i] <= mine[i] + lag)
                continue;
            lag = its[i] - mine[i];
            at = mine[i];
            late = type;
        }
    }
    times_free(&ours);
    times_free(&theirs);
    p->measured = true;
    p->lag = lag;
    return !lag || probe_fails(p, "lag %zu bytes: %s that is decided after %zu bytes comes %s", lag,
                               fp_event_name((fp_event_type)late), at,
                               at + lag > q->text.len ? "at the end of input" : "later");
}

static void ask_prompt(probe *p)
{
    if (!session_hello(p->what->worker)->events)
        p->skip = PROBE_NO_EVENTS;
    else
        ask_pieces(p);
}

const probe_law PROBE_PROMPT = { LAW_PROMPT, ask_prompt, prompt_holds };
