/* SPDX-License-Identifier: Apache-2.0 */
/* law_chunk.c: CHUNK, WHOLE and ISOLATION: the same bytes, fed in other ways. */
#include "law/law_check.h"

#include "law/cuts.h"
#include "law/law_reading.h"

#include <stdlib.h>
#include <string.h>

/* Bytes: above these an input gets fewer trials of each kind; it takes as long as many short ones.
 */
enum { FEW_CUTS_ABOVE = 1024, LONG_INPUT = 4096, HUGE_CHUNK = 1000 };

/* How many cuttings in two are tried of an input that is proved, and how many evenly spread and
 * random ones of a longer one; a thorough subject gets more. */
enum { SPREAD_HALVES = 32, FEW_SPREAD = 4, FEW_RANDOM = 4 };

/* -- CHUNK, proved ----------------------------------------------------------------------------- */

/* The parser after the first i bytes, and where the log was then, for every i. They are of the
 * syntax without what makes it quick, if the parser that is fed a chunk can do with it: so step()
 * alone says what comes of the bytes. */
typedef struct states {
    const law_engine *engine;
    fp_syntax steps;
    void **after; /* n + 1 parsers */
    size_t *mark; /* n + 1 lengths of the log */
    eventlog log;
    void *trial; /* the parser that is fed a chunk, and what it says; NULL: none yet */
    eventlog said;
} states;

static void states_open(states *st, const law_subject *s)
{
    const size_t n = s->input.len;
    law_subject plain = *s;
    void *parser;

    st->engine = engine_of(s);
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
        st->after[i] = st->engine->clone(parser, NULL, NULL);
    }
    st->engine->close(parser);
    if (st->engine->assign)
        st->trial = st->engine->open(s, eventlog_sink, &st->said);
}

static void states_close(states *st, size_t n)
{
    for (size_t i = 0; i <= n; i++)
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

/* Whether feeding [from, to) at once takes the state after `from` to the state after `to`. */
static bool chunk_agrees(states *st, const law_subject *s, size_t from, size_t to,
                         law_breach *breach)
{
    begin_trial(st, from);
    st->engine->feed(st->trial, s->input.ptr + from, to - from);
    if (!eventlog_is(&st->said, &st->log, st->mark[from], st->mark[to]))
        return law_broken(breach, from, to,
                          "bytes %zu to %zu in one chunk say something else than one by one", from,
                          to);
    if (!st->engine->equal(st->trial, st->after[to]))
        return law_broken(breach, from, to,
                          "bytes %zu to %zu in one chunk lead to another state than one by one",
                          from, to);
    return true;
}

/* Whether another subject has shown it. Not of all the bytes in one chunk, which may have been its
 * whole input. */
static bool is_proved(const law_subject *s, size_t from, size_t to)
{
    return to <= s->proved && to - from <= s->proved_longest && to - from < s->proved;
}

/* The chunks up to a length. */
static bool prove_lengths(states *st, const law_subject *s, size_t longest, law_breach *breach)
{
    const size_t n = s->input.len;

    for (size_t from = 0; from <= n; from++)
        for (size_t to = from; to <= n && to - from <= longest; to++)
            if (!is_proved(s, from, to) && !chunk_agrees(st, s, from, to, breach))
                return false;
    return true;
}

/* Of cuttings in two, evenly spread, the chunks that are longer. */
static bool prove_halves(states *st, const law_subject *s, size_t longest, law_breach *breach)
{
    const size_t n = s->input.len;

    for (size_t at = longest + 1; at < n; at += 1 + n / SPREAD_HALVES)
        if (!chunk_agrees(st, s, 0, at, breach) || !chunk_agrees(st, s, n - at, n, breach))
            return false;
    return true;
}

static bool every_length(const law_subject *s)
{
    return s->thorough || s->input.len <= CHUNK_EVERY_MAX;
}

/* The whole input in one chunk is WHOLE's. */
static bool prove_chunks(const law_subject *s, law_breach *breach)
{
    const size_t n = s->input.len;
    const size_t every = n ? n - 1 : 0;
    const size_t longest = every_length(s) ? every : CHUNK_LENGTH_MAX;
    states st = { 0 };
    bool holds;

    states_open(&st, s);
    holds = prove_lengths(&st, s, longest, breach) && prove_halves(&st, s, longest, breach);
    states_close(&st, n);
    return holds;
}

static bool same_options(const fp_options *a, const fp_options *b)
{
    return memcmp(&a->policies, &b->policies, sizeof a->policies) == 0 &&
           memcmp(&a->limits, &b->limits, sizeof a->limits) == 0 && a->catalogue == b->catalogue;
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
                   "cut %s, it says something else than in small pieces", cut->name);
    return check->holds;
}

/* One cutting for what takes as long as many short inputs: a chunk that is long, and many that are
 * not; WHOLE has a longer one, and many small ones. */
static bool check_huge(cut_check *check)
{
    const size_t n = check->subject->input.len;
    size_t *at = xcalloc(n / HUGE_CHUNK + 1, sizeof *at);
    cutting cut = { .at = at };
    bool holds;

    for (size_t i = n / 2; i < n; i += HUGE_CHUNK)
        at[cut.count++] = i;
    snprintf(cut.name, sizeof cut.name, "a half, then size %d", HUGE_CHUNK);
    holds = check_cutting(check, &cut);
    free(at);
    return holds;
}

bool law_chunk(const law_subject *s, law_breach *breach)
{
    cut_check check = { .subject = s, .breach = breach, .holds = true };
    cut_plan plan = CUT_PLAN_DEFAULT;
    law_reading *reading;

    if (s->input.len <= CHUNK_PROOF_MAX)
        return prove_chunks(s, breach);
    reading = law_reading_begin(s);
    check.expected = law_reading_pieces(s, reading);
    check.fresh = engine_of(s)->open(s, NULL, NULL);
    plan.unit = UNIT_BYTE;
    plan.two_way_max = CHUNK_PROOF_MAX;
    if (!s->thorough) {
        plan.spread = FEW_SPREAD;
        plan.random = FEW_RANDOM;
    }
    plan.at_edges = true; /* besides, each cutting at all edges shifts them by a byte */
    if (s->input.len > HUGE_INPUT)
        check_huge(&check);
    else if (s->input.len > FEW_CUTS_ABOVE)
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
                              "the input in one piece says something else than in small ones");
}

/* -- ISOLATION ------------------------------------------------------------------------------- */

static bool after_reset(const law_subject *s, size_t before, const eventlog *fresh)
{
    const law_engine *e = engine_of(s);
    eventlog log = { 0 };
    void *parser = e->open(s, eventlog_sink, &log);
    bool same;

    e->feed(parser, s->input.ptr, before);
    if (before % 2) /* once left open, once ended */
        e->finish(parser);
    e->reset(parser);
    eventlog_clear(&log);
    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);
    same = eventlog_is(&log, fresh, 0, fresh->len);
    eventlog_free(&log);
    return same;
}

/* Feeds two parsers by turns, the second half the input ahead. Only those with a log are there. */
static void take_turns(const law_subject *s, eventlog *first, eventlog *second)
{
    const law_engine *e = engine_of(s);
    const size_t len = s->input.len, step = len < 512 ? 1 : len / 64;
    void *a = first ? e->open(s, eventlog_sink, first) : NULL;
    void *b = second ? e->open(s, eventlog_sink, second) : NULL;

    if (b)
        e->feed(b, s->input.ptr, len / 2);
    for (size_t i = 0; i < len; i += step) {
        const size_t n = len - i < step ? len - i : step;

        if (a)
            e->feed(a, s->input.ptr + i, n);
        if (b && i >= len / 2)
            e->feed(b, s->input.ptr + i, n);
        else if (b && i + n > len / 2)
            e->feed(b, s->input.ptr + len / 2, i + n - len / 2);
    }
    if (b) {
        e->finish(b);
        e->close(b);
    }
    if (a) {
        e->finish(a);
        e->close(a);
    }
}

/* Against the same turns taken alone, so that only ISOLATION is asked for, not CHUNK as well. */
static bool by_turns(const law_subject *s)
{
    eventlog first = { 0 }, second = { 0 }, first_alone = { 0 }, second_alone = { 0 };
    bool same;

    take_turns(s, &first, &second);
    take_turns(s, &first_alone, NULL);
    take_turns(s, NULL, &second_alone);
    same = eventlog_is(&first, &first_alone, 0, first_alone.len) &&
           eventlog_is(&second, &second_alone, 0, second_alone.len);
    eventlog_free(&first);
    eventlog_free(&second);
    eventlog_free(&first_alone);
    eventlog_free(&second_alone);
    return same;
}

bool law_isolation(const law_subject *s, law_breach *breach)
{
    const size_t len = s->input.len;
    const size_t before[] = { len, len / 2 + 1, len / 2, len / 3, len - len / 5 };
    const size_t trials = len < LONG_INPUT ? sizeof before / sizeof *before : 1;
    law_reading *fresh;
    bool same = true;

    if (len > HUGE_INPUT)
        return true;
    fresh = law_reading_begin(s);
    for (size_t i = 0; same && i < trials; i++) {
        const size_t n = before[i] < len ? before[i] : len;

        same = after_reset(s, n, &fresh->log) ||
               law_broken(breach, 0, n,
                          "after %zu bytes and a reset it does not answer as a fresh parser", n);
    }
    if (same && !by_turns(s))
        same = law_broken(breach, 0, len, "two parsers fed by turns do not answer as one alone");
    law_reading_end(s, fresh);
    return same;
}
