/* SPDX-License-Identifier: Apache-2.0 */
/* quick.c: the quick gear. */
#include "quick.h"

#include "base/hash.h"
#include "base/rng.h"
#include "base/util.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

/* Where a call that was given as complete stands. */
typedef struct span {
    uint64_t start, end;
} span;

struct quick {
    const fp_syntax *syntax;
    volatile bool lies; /* no optimiser may leave the fault out */
    fp_parser *parser;
    watch watch;
    span *calls; /* of the whole input */
    size_t call_count, call_cap;
    const span *block; /* of these: the one whose prefix is looked at, and how often its call … */
    size_t given;      /* … was given as complete; counted while there is a block */
    unsigned char *roles, *claims; /* room bytes each */
    char *chunk;                   /* likewise; a chunk ends where this does */
    size_t room;
    unsigned char shapes[WATCH_SHAPES / 8];
};

uint64_t content_hash(const decoded *d)
{
    const uint64_t hash = hash_bytes(HASH_START, d->text, d->len);

    return hash ^ hash >> 32;
}

/* -- the sink -------------------------------------------------------------------------------- */

static int hear(void *context, const fp_event *event)
{
    quick *q = context;
    void *calls = q->calls;

    if (q->block) {
        q->given += event->type == FP_EVENT_CALL_END && event->call->start == q->block->start;
        return 0;
    }
    if (event->type == FP_EVENT_CALL_END && q->watch.claims) {
        xgrow(&calls, &q->call_cap, q->call_count, sizeof *q->calls);
        q->calls = calls;
        q->calls[q->call_count++] = (span){ event->call->start, event->call->end };
    }
    return watch_event(&q->watch, event);
}

static void hear_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    quick *q = context;

    watch_role(&q->watch, role, clause, start, end);
}

/* -- life ------------------------------------------------------------------------------------ */

quick *quick_new(const fp_syntax *syntax, bool lies)
{
    quick *q = xcalloc(1, sizeof *q);

    q->lies = lies;
    quick_take(q, syntax);
    return q;
}

void quick_take(quick *q, const fp_syntax *syntax)
{
    fp_parser_free(q->parser);
    q->parser = syntax ? fp_parser_new(syntax, NULL, hear, q) : NULL;
    need_memory(q->parser || !syntax);
    q->syntax = syntax;
    memset(q->shapes, 0, sizeof q->shapes);
}

static void free_room(quick *q)
{
    free(q->roles);
    free(q->claims);
    free(q->chunk);
}

void quick_free(quick *q)
{
    if (!q)
        return;
    fp_parser_free(q->parser);
    free_room(q);
    free(q->calls);
    free(q);
}

static void make_room(quick *q, size_t len)
{
    enum { LEAST = 8192 };

    if (len <= q->room && q->room)
        return;
    free_room(q);
    q->room = 2 * len < LEAST ? LEAST : 2 * len;
    q->roles = xcalloc(q->room, 1);
    q->claims = xcalloc(q->room, 1);
    q->chunk = xcalloc(q->room, 1);
}

/* -- parses ---------------------------------------------------------------------------------- */

static void begin(quick *q, const decoded *d, const fp_options *options)
{
    fp_parser_reset_to(q->parser, options);
    q->watch = (watch){ .syntax = q->syntax, .options = &d->options, .input = { d->text, d->len } };
}

/* A chunk ends where a heap block does, and is overwritten by the next one: so it is noticed if the
 * parser reads on, or keeps a pointer. */
static void feed(quick *q, const char *bytes, size_t len)
{
    char *chunk = q->chunk + q->room - len;

    if (len)
        memcpy(chunk, bytes, len);
    q->watch.fed += len;
    fp_parser_feed(q->parser, chunk, len);
}

static void finish(quick *q)
{
    if (fp_parser_finish(q->parser) != FP_OK || fp_parser_held(q->parser) ||
        fp_parser_offset(q->parser) != q->watch.fed) {
        q->watch.wrong = "finishing fails, or leaves bytes undecided";
        q->watch.broken = LAW_TOTAL;
    }
    if (!q->watch.wrong)
        watch_end(&q->watch);
}

static void parse_whole(quick *q, const decoded *d)
{
    begin(q, d, &d->options);
    memset(q->claims, WATCH_NOTHING, d->len);
    q->watch.roles = q->roles;
    q->watch.claims = q->claims;
    q->watch.shapes = q->shapes;
    q->call_count = 0;
    fp_parser_trace(q->parser, hear_role, q);
    feed(q, d->text, d->len);
    finish(q);
    fp_parser_trace(q->parser, NULL, NULL);
}

/* -- one cutting ----------------------------------------------------------------------------- */

/* Chunks, of no more bytes than what limits them: at the marks of the input; of a byte each; of
 * few, which differ; of some; of many. */
static const struct {
    bool marks, none; /* there may be empty chunks */
    unsigned char most;
} CUTTINGS[] = {
    { true, true, 0 },   { true, true, 0 },  { false, false, 1 },  { false, true, 3 },
    { false, true, 24 }, { false, true, 8 }, { false, false, 80 }, { false, false, 200 },
};

static void parse_cut(quick *q, const decoded *d, uint64_t hash)
{
    enum { COUNT = sizeof CUTTINGS / sizeof *CUTTINGS, MARKED = 2 };
    rng r = { hash };
    const size_t which =
        d->cut_count ? rng_below(&r, COUNT) : MARKED + rng_below(&r, COUNT - MARKED);
    const size_t most = CUTTINGS[which].most, least = !CUTTINGS[which].none;
    size_t at = 0;

    begin(q, d, &d->options);
    if (CUTTINGS[which].marks)
        for (size_t i = 0; i < d->cut_count; at = d->cuts[i++])
            feed(q, d->text + at, d->cuts[i] - at);
    while (!CUTTINGS[which].marks && d->len - at > most) {
        const size_t len = least + rng_below(&r, most + 1 - least);

        feed(q, d->text + at, len);
        at += len;
    }
    feed(q, d->text + at, d->len - at - (q->lies && at < d->len));
    finish(q);
}

/* -- one place inside a block ---------------------------------------------------------------- */

/* Two calls may share the unit in which they begin (MODEL-1.8): one is whole where the other goes
 * on. */
static size_t whole_by(const quick *q, uint64_t start, uint64_t place)
{
    size_t count = 0;

    for (size_t i = 0; i < q->call_count; i++)
        count += q->calls[i].start == start && q->calls[i].end <= place;
    return count;
}

static bool truncation_holds(quick *q, const decoded *d, uint64_t hash)
{
    const fp_options options = law_options_of_prefix(q->syntax, &d->options);
    rng r = { ~hash };
    const span *block;
    uint64_t place;

    if (!q->call_count || d->options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_RECOVER)
        return true;
    block = &q->calls[rng_below(&r, q->call_count)];
    if (block->end - block->start < 2)
        return true;
    place = block->start + 1 + rng_below(&r, (size_t)(block->end - block->start) - 1);
    begin(q, d, &options);
    q->given = 0;
    q->block = block;
    feed(q, d->text, (size_t)place);
    fp_parser_finish(q->parser);
    q->block = NULL;
    return q->given <= whole_by(q, block->start, place);
}

/* -------------------------------------------------------------------------------------------- */

quick_answer quick_ask(quick *q, const decoded *d)
{
    const uint64_t hash = content_hash(d);
    quick_answer answer = { NULL, LAW_COUNT, false, 0 };

    make_room(q, d->len);
    parse_whole(q, d);
    answer.digest = q->watch.digest;
    answer.novel = q->watch.novel;
    if (!q->watch.wrong)
        parse_cut(q, d, hash);
    answer.wrong = q->watch.wrong;
    answer.broken = q->watch.broken;
    if (answer.wrong)
        return answer;
    if (q->watch.digest != answer.digest) {
        answer.wrong = q->lies ? "the planted fault is noticed" : "a cutting changes the events";
        answer.broken = LAW_CHUNK;
    } else if (!truncation_holds(q, d, hash)) {
        answer.wrong = "the input cut inside a block gives its call as complete";
        answer.broken = LAW_TRUNCATION;
    }
    return answer;
}
