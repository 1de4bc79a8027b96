/* SPDX-License-Identifier: Apache-2.0 */
/* law_reading.c: one parse for several laws. */
#include "law/law_reading.h"

#include "law/law_check.h"
#include "law/law_prefix.h"
#include "law/law_texts.h"

#include <stdlib.h>
#include <string.h>

/* Bytes, by turns. Together they are a prime, so that what repeats is cut at each of its places. */
static const size_t HUGE_PIECES[] = { 61, 1000 };

/* How long the next piece is, of all but the last. */
static size_t piece_of(const law_subject *s, size_t index)
{
    return s->input.len > HUGE_INPUT ? HUGE_PIECES[index % 2] : 1;
}

law_reading *law_reading_new(void)
{
    return xcalloc(1, sizeof(law_reading));
}

void law_reading_free(law_reading *reading)
{
    if (!reading)
        return;
    eventlog_free(&reading->log);
    eventlog_free(&reading->pieces);
    free(reading->claims);
    fp_outcome_free(reading->outcome);
    fp_outcome_free(reading->own);
    free(reading);
}

static void add_claim(law_reading *r, claim_kind kind, uint64_t start, uint64_t end)
{
    law_claim *last = r->count ? &r->claims[r->count - 1] : NULL;
    void *claims = r->claims;

    if (last && kind == CLAIM_TEXT && last->kind == CLAIM_TEXT && last->end == start) {
        last->end = end;
        return;
    }
    xgrow(&claims, &r->cap, r->count, sizeof *r->claims);
    r->claims = claims;
    r->claims[r->count++] = (law_claim){ kind, start, end };
}

static bool stands_there(const law_reading *r, uint64_t at, fp_str text)
{
    return at <= r->input.len && text.len <= r->input.len - at &&
           memcmp(r->input.ptr + at, text.ptr, text.len) == 0;
}

/* What receives the events of the parse in one piece. */
typedef struct audience {
    law_reading *reading;
    said *said;
} audience;

static int reading_sink(void *context, const fp_event *event)
{
    audience *a = context;
    law_reading *r = a->reading;
    const fp_str data = event->data;

    if ((event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING) && !r->encoded)
        add_claim(r, stands_there(r, event->offset, data) ? CLAIM_TEXT : CLAIM_OTHER_TEXT,
                  event->offset, event->offset + data.len);
    if (event->type == FP_EVENT_CALL_END)
        add_claim(r, CLAIM_CALL, event->call->start, event->call->end);
    if (event->type == FP_EVENT_CALL_CUT)
        add_claim(r, CLAIM_CUT_CALL, event->call->start, event->call->end);
    said_hear(a->said, event);
    need_memory(fp_outcome_sink(r->outcome, event) == 0);
    return eventlog_sink(&r->log, event);
}

law_reading *law_reading_begin(const law_subject *s)
{
    const law_engine *e = engine_of(s);
    law_reading *r = s->reading ? s->reading : law_reading_new();
    audience a = { .reading = r };
    void *parser;

    if (r->done)
        return r;
    r->input = s->input;
    r->encoded = s->syntax->encoded;
    r->done = true;
    r->outcome = law_outcome_new(s);
    a.said = said_new(s, &r->taken_back);
    parser = e->open(s, reading_sink, &a);
    if (s->input.len)
        e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);
    r->keeps = said_end(a.said);
    return r;
}

const fp_outcome *law_reading_own(const law_subject *s, law_reading *reading)
{
    if (engine_of(s) == &LAW_REFERENCE)
        return reading->outcome;
    if (!reading->own)
        reading->own = law_reads(s, s->input);
    return reading->own;
}

const fp_outcome *law_outcome(const law_subject *s)
{
    return law_reading_own(s, law_reading_begin(s));
}

/* What receives the events of the parse in pieces. */
typedef struct watcher {
    law_reading *reading;
    uint64_t fed;
} watcher;

static int pieces_sink(void *context, const fp_event *event)
{
    const watcher *w = context;
    law_reading *r = w->reading;
    const uint64_t at =
        event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.offset > event->offset
            ? event->diagnostic.offset
            : event->offset;

    if (at > w->fed && !r->runs_ahead) {
        r->runs_ahead = true;
        r->ahead = event->type;
        r->ahead_at = at;
        r->ahead_fed = w->fed;
    }
    return eventlog_sink(&r->pieces, event);
}

const eventlog *law_reading_pieces(const law_subject *s, law_reading *reading)
{
    const law_engine *e = engine_of(s);
    watcher w = { .reading = reading };
    void *parser;

    if (reading->in_pieces)
        return &reading->pieces;
    reading->in_pieces = true;
    parser = e->open(s, pieces_sink, &w);
    for (size_t i = 0; w.fed < s->input.len; i++) {
        const size_t from = (size_t)w.fed, left = s->input.len - from, most = piece_of(s, i);
        const size_t len = left < most ? left : most;

        w.fed += len;
        e->feed(parser, s->input.ptr + from, len);
    }
    e->finish(parser);
    e->close(parser);
    return &reading->pieces;
}

void law_reading_end(const law_subject *s, law_reading *reading)
{
    if (reading != s->reading)
        law_reading_free(reading);
}
