/* SPDX-License-Identifier: Apache-2.0 */
/* law_chunk.c: CHUNK, WHOLE and ISOLATION: the same bytes, fed in different ways. */
#include "law/law_check.h"

#include "law/cuts.h"
#include "law/law_reading.h"

#include <stdlib.h>
#include <string.h>

/* Bytes: above these an input gets fewer trials of each kind; it takes as long as many short ones.
 */
enum { FEW_CUTS_ABOVE = 1024, LONG_INPUT = 4096 };

/* How many cuttings in two are tried of an input that is proved, and how many evenly spread and
 * random ones of a longer one; a thorough subject gets more. */
enum { SPREAD_HALVES = 32, FEW_SPREAD = 4, FEW_RANDOM = 4 };

/* Two parsers take turns at single bytes of inputs below that; of longer ones so many turns each.
 */
enum { SINGLE_TURNS = 512, TURNS = 64 };

/* -- CHUNK, proved ----------------------------------------------------------------------------- */

/* The parser after the first i bytes, and where the log was then, for every i. They are of the
 * syntax without what makes it quick, if the parser that is fed a chunk can do with it: so step()
 * alone says what comes of the bytes. */
typedef struct states {
    const law_engine *engine;
    fp_syntax steps;
    size_t longest, step; /* the chunks that are tried: up to a length, and halves (is_half()) */
    void **after;         /* n + 1 parsers; NULL where no chunk that is tried begins or ends */
    size_t *mark;         /* n + 1 lengths of the log */
    eventlog log;
    void *trial; /* the parser that is fed a chunk, and what it says; NULL: none yet */
    eventlog said;
} states;

/* Of inputs that are not proved for chunks of all lengths: how far apart they are cut in two. A
 * power of two, so that inputs which begin alike are cut alike. */
static size_t halves_step(size_t n)
{
    size_t step = 1;

    while (n > SPREAD_HALVES * step)
        step *= 2;
    return step;
}

/* Returns whether a half is so long. */
static bool is_half(size_t len, size_t step)
{
    return len > CHUNK_LENGTH_MAX && (len - CHUNK_LENGTH_MAX - 1) % step == 0;
}

static bool every_length(const law_subject *s)
{
    return s->thorough || s->input.len <= CHUNK_EVERY_MAX;
}

/* The first place where a chunk begins that has to be tried for its length: those before it are
 * proved. */
static size_t first_place(const law_subject *s, size_t longest)
{
    return longest <= s->proved_longest && s->proved > longest ? s->proved - longest : 0;
}

/* Returns whether a chunk that is tried may begin or end there. */
static bool is_edge(const states *st, const law_subject *s, size_t at)
{
    return at == 0 || at >= first_place(s, st->longest) || is_half(at, st->step) ||
           is_half(s->input.len - at, st->step);
}

static void states_open(states *st, const law_subject *s)
{
    const size_t n = s->input.len;
    law_subject plain = *s;
    void *parser;

    st->engine = engine_of(s);
    st->longest = !every_length(s) ? CHUNK_LENGTH_MAX : n ? n - 1 : 0;
    st->step = halves_step(n);
    st->steps = *s->syntax;
    st->steps.fast = NULL;
    if (st->engine->assign)
        plain.syntax = &st->steps;
    st->after = xcalloc(n + 1, sizeof *st->after);
    st->mark = xcalloc(n + 1, sizeof *st->mark);
    parser = st->engine->open(&plain, eventlog_sink, &st->log);
    for (size_t i = 0; i <= n; i++) {
        if (i)
            st->engine->feed(parser, s->input.ptr + i - 1, 1);
        st->mark[i] = st->log.len;
        if (is_edge(st, s, i))
            st->after[i] = st->engine->clone(parser, NULL, NULL);
    }
    st->engine->close(parser);
    if (st->engine->assign)
        st->trial = st->engine->open(s, eventlog_sink, &st->said);
}

static void states_close(states *st, size_t n)
{
    for (size_t i = 0; i <= n; i++)
        if (st->after[i])
            st->engine->close(st->after[i]);
    free(st->after);
    free(st->mark);
    if (st->trial)
        st->engine->close(st->trial);
    eventlog_free(&st->log);
    eventlog_free(&st->said);
}

/* Brings the parser that is fed the next chunk into the state after `from`. */
static void begin_trial(states *st, size_t from)
{
    const law_engine *e = st->engine;

    eventlog_clear(&st->said);
    if (e->assign) {
        e->assign(st->trial, st->after[from]);
        return;
    }
    if (st->trial)
        e->close(st->trial);
    st->trial = e->clone(st->after[from], eventlog_sink, &st->said);
}

/* Returns whether feeding [from, to) at once takes the state after `from` to the state after `to`.
 */
static bool chunk_agrees(states *st, const law_subject *s, size_t from, size_t to,
                         law_breach *breach)
{
    begin_trial(st, from);
    st->engine->feed(st->trial, s->input.ptr + from, to - from);
    if (!eventlog_is(&st->said, &st->log, st->mark[from], st->mark[to]))
        return law_broken(breach, from, to,
                          "bytes %zu to %zu in one chunk give other events than one by one", from,
                          to);
    if (!st->engine->equal(st->trial, st->after[to]))
        return law_broken(breach, from, to,
                          "bytes %zu to %zu in one chunk lead to another state than one by one",
                          from, to);
    return true;
}

/* Returns whether another subject has shown it. Not of all the bytes in one chunk, which may have
 * been its whole input. */
static bool is_proved(const law_subject *s, size_t from, size_t to)
{
    const size_t len = to - from;
    const bool half = from == 0 && s->proved_step && is_half(len, s->proved_step);

    return to <= s->proved && len < s->proved && (len <= s->proved_longest || half);
}

/* The chunks up to a length. */
static bool prove_lengths(states *st, const law_subject *s, law_breach *breach)
{
    const size_t n = s->input.len;

    for (size_t from = first_place(s, st->longest); from <= n; from++)
        for (size_t to = from; to <= n && to - from <= st->longest; to++)
            if (!is_proved(s, from, to) && !chunk_agrees(st, s, from, to, breach))
                return false;
    return true;
}

/* Of cuttings in two, evenly spread, the chunks that are longer. */
static bool prove_halves(states *st, const law_subject *s, law_breach *breach)
{
    const size_t n = s->input.len;

    for (size_t len = st->longest + 1; len < n; len += st->step) {
        if (!is_proved(s, 0, len) && !chunk_agrees(st, s, 0, len, breach))
            return false;
        if (!chunk_agrees(st, s, n - len, n, breach))
            return false;
    }
    return true;
}

/* The whole input in one chunk is WHOLE's. */
static bool prove_chunks(const law_subject *s, law_breach *breach)
{
    states st = { 0 };
    bool holds;

    states_open(&st, s);
    holds = prove_lengths(&st, s, breach) && prove_halves(&st, s, breach);
    states_close(&st, s->input.len);
    return holds;
}

static bool same_options(const fp_options *a, const fp_options *b)
{
    return memcmp(&a->policies, &b->policies, sizeof a->policies) == 0 &&
           memcmp(&a->limits, &b->limits, sizeof a->limits) == 0 && a->catalogue == b->catalogue &&
           fp_str_equal(a->prefix, b->prefix) && a->finish == b->finish && !a->token_count &&
           !b->token_count;
}

void law_build_on(law_subject *s, const law_subject *other)
{
    const fp_str a = s->input, b = other->input;
    size_t n = 0;

    if (s->syntax != other->syntax || b.len > CHUNK_PROOF_MAX ||
        !same_options(s->options, other->options))
        return;
    while (n < a.len && n < b.len && a.ptr[n] == b.ptr[n])
        n++;
    s->proved = n;
    s->proved_longest = every_length(other) ? CHUNK_PROOF_MAX : CHUNK_LENGTH_MAX;
    s->proved_step = every_length(other) ? 0 : halves_step(b.len);
}

/* -- CHUNK, by the listed cuttings ------------------------------------------------------------- */

typedef struct cut_check {
    const law_subject *subject;
    const eventlog *expected;
    law_breach *breach;
    bool holds;
    void *fresh; /* a parser that was fed nothing */
    eventlog log;
} cut_check;

static bool check_cutting(void *context, const cutting *cut)
{
    cut_check *check = context;
    const law_subject *s = check->subject;
    const law_engine *e = engine_of(s);
    void *parser = e->clone(check->fresh, eventlog_sink, &check->log);
    size_t from = 0;

    eventlog_clear(&check->log);
    for (size_t i = 0; i <= cut->count; i++) {
        const size_t to = i < cut->count ? cut->at[i] : s->input.len;

        e->feed(parser, s->input.ptr + from, to - from);
        from = to;
    }
    e->finish(parser);
    e->close(parser);
    check->holds = eventlog_is(&check->log, check->expected, 0, check->expected->len);
    if (!check->holds)
        law_broken(check->breach, cut->count ? cut->at[0] : 0, s->input.len,
                   "cut %s, the input gives other events than in small pieces", cut->name);
    return check->holds;
}

bool law_chunk(const law_subject *s, law_breach *breach)
{
    cut_check check = { .subject = s, .breach = breach, .holds = true };
    cut_plan plan = CUT_PLAN_DEFAULT;
    law_reading *reading;

    if (s->input.len <= CHUNK_PROOF_MAX)
        return prove_chunks(s, breach);
    if (s->input.len > HUGE_INPUT)
        return law_whole(s, breach); /* the one cutting that there is time for */
    reading = law_reading_begin(s);
    check.expected = law_reading_pieces(s, reading);
    check.fresh = engine_of(s)->open(s, NULL, NULL);
    plan.unit = UNIT_BYTE;
    plan.two_way_max = CHUNK_PROOF_MAX;
    if (!s->thorough) {
        plan.spread = FEW_SPREAD;
        plan.random = FEW_RANDOM;
    }
    plan.no_singles = true; /* which is how what is expected came */
    plan.at_edges = true;   /* besides, each cutting at all edges shifts them by a byte */
    if (s->input.len > FEW_CUTS_ABOVE)
        cuts_few(s->input, UNIT_BYTE, check_cutting, &check);
    else
        cuts_each(s->input, s->syntax, &plan, check_cutting, &check);
    engine_of(s)->close(check.fresh);
    eventlog_free(&check.log);
    law_reading_end(s, reading);
    return check.holds;
}

/* -- WHOLE ----------------------------------------------------------------------------------- */

bool law_whole(const law_subject *s, law_breach *breach)
{
    law_reading *whole = law_reading_begin(s);
    const eventlog *pieces = law_reading_pieces(s, whole);
    const bool same = eventlog_is(&whole->log, pieces, 0, pieces->len);

    law_reading_end(s, whole);
    return same || law_broken(breach, 0, s->input.len,
                              "the input in one piece gives other events than in small pieces");
}

/* -- ISOLATION ------------------------------------------------------------------------------- */

/* Returns whether a parser that has been fed some of the input, and is reset, answers as a fresh
 * one. */
static bool after_reset(const law_subject *s, void *parser, size_t before, eventlog *log,
                        const eventlog *fresh)
{
    const law_engine *e = engine_of(s);

    e->feed(parser, s->input.ptr, before);
    if (before % 2) /* once left open, once ended */
        e->finish(parser);
    e->reset(parser);
    eventlog_clear(log);
    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    return eventlog_is(log, fresh, 0, fresh->len);
}

/* One parser, which has been used more each time. */
static bool after_resets(const law_subject *s, const eventlog *fresh, law_breach *breach)
{
    const size_t len = s->input.len;
    const size_t before[] = { len, len / 2 + 1, len / 2, len / 3, len - len / 5 };
    const size_t trials = len < LONG_INPUT ? sizeof before / sizeof *before : 1;
    const law_engine *e = engine_of(s);
    eventlog log = { 0 };
    void *parser = e->open(s, eventlog_sink, &log);
    bool same = true;

    for (size_t i = 0; same && i < trials; i++) {
        const size_t n = before[i] < len ? before[i] : len;

        if (i)
            e->reset(parser);
        same = after_reset(s, parser, n, &log, fresh) ||
               law_broken(breach, 0, n,
                          "after %zu bytes and a reset it does not answer like a fresh parser", n);
    }
    e->close(parser);
    eventlog_free(&log);
    return same;
}

/* Feeds the next piece, if there is one. */
static void feed_piece(const law_subject *s, void *parser, size_t piece, size_t size)
{
    const size_t from = piece * size, len = s->input.len;

    if (from < len)
        engine_of(s)->feed(parser, s->input.ptr + from, len - from < size ? len - from : size);
}

/* Feeds two parsers by turns a piece each, the second half the input ahead. */
static void take_turns(const law_subject *s, size_t size, eventlog *first, eventlog *second)
{
    const law_engine *e = engine_of(s);
    const size_t pieces = s->input.len / size + 1, ahead = pieces / 2;
    void *a = e->open(s, eventlog_sink, first), *b = e->open(s, eventlog_sink, second);

    for (size_t i = 0; i < ahead; i++)
        feed_piece(s, b, i, size);
    for (size_t i = 0; i < pieces; i++) {
        feed_piece(s, a, i, size);
        feed_piece(s, b, i + ahead, size);
    }
    e->finish(b);
    e->finish(a);
    e->close(b);
    e->close(a);
}

/* Against the same pieces taken alone, so that only ISOLATION is asked for, not CHUNK as well. */
static bool by_turns(const law_subject *s, law_reading *reading)
{
    const size_t size = s->input.len < SINGLE_TURNS ? 1 : s->input.len / TURNS;
    eventlog first = { 0 }, second = { 0 }, own = { 0 };
    const eventlog *alone = &own;
    bool same;

    if (size == 1)
        alone = law_reading_pieces(s, reading);
    else
        law_run(s, s->input.len, size, true, &own);
    take_turns(s, size, &first, &second);
    same = eventlog_is(&first, alone, 0, alone->len) && eventlog_is(&second, alone, 0, alone->len);
    eventlog_free(&first);
    eventlog_free(&second);
    eventlog_free(&own);
    return same;
}

bool law_isolation(const law_subject *s, law_breach *breach)
{
    const size_t len = s->input.len;
    law_reading *fresh;
    bool same;

    if (len > HUGE_INPUT)
        return true;
    fresh = law_reading_begin(s);
    same = after_resets(s, &fresh->log, breach) &&
           (by_turns(s, fresh) ||
            law_broken(breach, 0, len, "two parsers fed in turns do not answer like one alone"));
    law_reading_end(s, fresh);
    return same;
}
