/* SPDX-License-Identifier: Apache-2.0 */
/* law_reading.c: one parse for several laws. */
#include "law/law_reading.h"

#include "law/law_check.h"
#include "law/law_prefix.h"

#include <stdlib.h>
#include <string.h>

enum { HUGE_PIECE = 61 }; /* bytes: a prime, so that what repeats is cut at each of its places */

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

/* What hears the one parse. */
typedef struct audience {
    law_reading *reading;
    said *said;
} audience;

static int reading_sink(void *context, const fp_event *event)
{
    audience *a = context;
    law_reading *r = a->reading;
    const fp_str data = event->data;

    if (event->type == FP_EVENT_TEXT && !r->encoded)
        add_claim(r, stands_there(r, event->offset, data) ? CLAIM_TEXT : CLAIM_OTHER_TEXT,
                  event->offset, event->offset + data.len);
    if (event->type == FP_EVENT_CALL_END)
        add_claim(r, CLAIM_CALL, event->call->start, event->call->end);
    if (event->type == FP_EVENT_CALL_CUT)
        add_claim(r, CLAIM_CUT_CALL, event->call->start, event->call->end);
    said_hear(a->said, event);
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
    a.said = said_new(s, &r->taken_back);
    parser = e->open(s, reading_sink, &a);
    if (s->input.len)
        e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);
    r->keeps = said_end(a.said);
    return r;
}

/* What hears the parse in pieces. */
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
    const size_t step = s->input.len > HUGE_INPUT ? HUGE_PIECE : 1;
    const law_engine *e = engine_of(s);
    watcher w = { .reading = reading };
    void *parser;

    if (reading->in_pieces)
        return &reading->pieces;
    reading->in_pieces = true;
    parser = e->open(s, pieces_sink, &w);
    for (size_t i = 0; i < s->input.len; i += step) {
        const size_t len = s->input.len - i < step ? s->input.len - i : step;

        w.fed += len;
        e->feed(parser, s->input.ptr + i, len);
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
