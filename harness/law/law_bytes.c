/* SPDX-License-Identifier: Apache-2.0 */
/* law_bytes.c: ACCOUNT and TRUNCATION: which bytes the events report. */
#include "law/law_check.h"
#include "law/law_reading.h"

#include <stdlib.h>
#include <string.h>

/* Above that many bytes, a law that is quadratic looks at some places only. */
enum { EVERYWHERE_MAX = 512 };

/* -- ACCOUNT ----------------------------------------------------------------------------------- */

typedef struct account {
    const law_subject *subject;
    law_breach *breach;
    uint64_t at; /* every byte before it is accounted for */
    size_t calls;
    bool holds;
} account;

static bool is_blank(char c)
{
    return c && strchr(" \t\r\n", c);
}

/* How many bytes of a range are framing, and how many of these are blanks. */
typedef struct framing {
    const char *input;
    uint64_t from, to;
    uint64_t bytes, blanks;
} framing;

static void note_framing(void *context, fp_role role, const char *clause, uint64_t start,
                         uint64_t end)
{
    framing *f = context;

    (void)clause;
    start = start > f->from ? start : f->from;
    end = end < f->to ? end : f->to;
    if (role != FP_ROLE_FRAMING || start >= end)
        return;
    f->bytes += end - start;
    for (uint64_t i = start; i < end; i++)
        f->blanks += is_blank(f->input[i]);
}

/* What our own parser calls framing in the range. */
static framing framing_of(const law_subject *s, uint64_t from, uint64_t to)
{
    framing f = { s->input.ptr, from, to, 0, 0 };
    fp_parser *parser;

    if (!s->syntax->clauses[FP_ROLE_FRAMING] && !law_reasons(s))
        return f;
    parser = fp_parser_new(s->syntax, s->options, NULL, NULL);
    need_memory(parser != NULL);
    fp_parser_trace(parser, note_framing, &f);
    need_memory(fp_parser_feed(parser, s->input.ptr, s->input.len) != FP_NO_MEMORY &&
                fp_parser_finish(parser) != FP_NO_MEMORY);
    fp_parser_free(parser);
    return f;
}

/* Returns whether the syntax, or the subject's policies, allow bytes that are neither text nor
 * call. */
static bool may_vanish(const account *a, uint64_t from, uint64_t to)
{
    const law_subject *s = a->subject;
    uint64_t blanks = 0;
    framing f;

    if (from == to)
        return true;
    if (law_policy(s, FP_TEXT_AFTER) == FP_TEXT_AFTER_DROP && a->calls)
        return true;
    if (law_policy(s, FP_FALSE_OPENER) == FP_FALSE_OPENER_DROP_REST)
        return true;
    if (law_policy(s, FP_UNKNOWN_TOOLS) == FP_UNKNOWN_DROP && s->options->catalogue)
        return true;
    f = framing_of(s, from, to);
    for (uint64_t i = from; i < to; i++)
        blanks += is_blank(s->input.ptr[i]);
    if (law_policy(s, FP_TEXT_SPACE) != FP_TEXT_SPACE_EXACT)
        f.bytes += blanks - f.blanks;
    return f.bytes == to - from;
}

/* The bytes from start to end are said to be something. */
static void claim(account *a, uint64_t start, uint64_t end, const char *what)
{
    if (!a->holds)
        return;
    if (end < start || end > a->subject->input.len)
        a->holds = law_broken(a->breach, start, end, "%s has the range [%zu, %zu)", what,
                              (size_t)start, (size_t)end);
    else if (start < a->at)
        a->holds =
            law_broken(a->breach, start, a->at, "byte %zu is accounted for twice", (size_t)start);
    else if (!may_vanish(a, a->at, start))
        a->holds =
            law_broken(a->breach, a->at, start, "bytes %zu to %zu are neither text nor in a call",
                       (size_t)a->at, (size_t)start);
    a->at = end;
}

/* Of an encoded syntax text is not a view of the input: each byte has one role there, which the
 * trace of test_parser proves, and here only the calls' ranges can be wrong. */
static void claim_encoded(account *a, const law_claim *call)
{
    if (a->holds && (call->end < call->start || call->end > a->subject->input.len))
        a->holds = law_broken(a->breach, call->start, call->end, "a call has the range [%zu, %zu)",
                              (size_t)call->start, (size_t)call->end);
}

static void claim_bytes(account *a, const law_claim *c)
{
    const bool call = c->kind == CLAIM_CALL || c->kind == CLAIM_CUT_CALL;

    claim(a, c->start, c->end, call ? "a call" : "text");
    a->calls += call;
    if (a->holds && c->kind == CLAIM_OTHER_TEXT)
        a->holds = law_broken(a->breach, c->start, c->end,
                              "the text reported at byte %zu is not there", (size_t)c->start);
}

bool law_account(const law_subject *s, law_breach *breach)
{
    law_reading *whole = law_reading_begin(s);
    account a = { .subject = s, .breach = breach, .holds = true };

    for (size_t i = 0; i < whole->count; i++)
        if (s->syntax->encoded)
            claim_encoded(&a, &whole->claims[i]);
        else
            claim_bytes(&a, &whole->claims[i]);
    if (!s->syntax->encoded)
        claim(&a, s->input.len, s->input.len, "the end");
    law_reading_end(s, whole);
    return a.holds;
}

/* -- TRUNCATION -------------------------------------------------------------------------------- */

typedef struct complete_calls {
    uint64_t *start, *end;
    size_t count, cap;
} complete_calls;

/* By call_end, not by the flag: it is what a consumer acts on. */
static int complete_sink(void *context, const fp_event *event)
{
    complete_calls *c = context;
    void *start = c->start, *end = c->end;
    size_t cap = c->cap;

    if (event->type != FP_EVENT_CALL_END)
        return 0;
    xgrow(&start, &cap, c->count, sizeof *c->start);
    cap = c->cap;
    xgrow(&end, &cap, c->count, sizeof *c->end);
    c->cap = cap;
    c->start = start;
    c->end = end;
    c->start[c->count] = event->call->start;
    c->end[c->count++] = event->call->end;
    return 0;
}

static size_t beginning_at(const complete_calls *calls, uint64_t start)
{
    size_t count = 0;

    for (size_t i = 0; i < calls->count; i++)
        count += calls->start[i] == start;
    return count;
}

/* Two calls may share the unit in which they begin (MODEL-1.8): one is whole where the other goes
 * on. */
static size_t whole_by_then(const law_reading *whole, uint64_t start, uint64_t at)
{
    size_t count = 0;

    for (size_t i = 0; i < whole->count; i++) {
        const law_claim *c = &whole->claims[i];

        count += c->kind == CLAIM_CALL && c->start == start && c->end <= at;
    }
    return count;
}

static void calls_free(complete_calls *calls)
{
    free(calls->start);
    free(calls->end);
}

/* How many calls that begin at start a parser gives as complete with the end of input, if it comes
 * here. */
static size_t ended_there(const law_engine *e, const void *parser, uint64_t start)
{
    complete_calls calls = { 0 };
    void *clone = e->clone(parser, complete_sink, &calls);
    size_t count;

    e->finish(clone);
    e->close(clone);
    count = beginning_at(&calls, start);
    calls_free(&calls);
    return count;
}

/* A parser on its way through the input, and the calls that it has given as complete. */
typedef struct cut_reader {
    const law_subject *subject;
    void *parser;
    uint64_t fed;
    complete_calls calls;
} cut_reader;

static void reader_open(cut_reader *r, const law_subject *s)
{
    *r = (cut_reader){ .subject = s };
    r->parser = engine_of(s)->open(s, complete_sink, &r->calls);
}

static void reader_close(cut_reader *r)
{
    engine_of(r->subject)->close(r->parser);
    calls_free(&r->calls);
}

static void read_until(cut_reader *r, uint64_t end)
{
    engine_of(r->subject)->feed(r->parser, r->subject->input.ptr + r->fed, (size_t)(end - r->fed));
    r->fed = end;
}

/* The proper prefixes of one block: all, or some and the last. */
static bool check_block(cut_reader *r, const law_reading *whole, const law_claim *block,
                        law_breach *breach)
{
    const law_subject *s = r->subject;
    const uint64_t start = block->start, end = block->end;
    const size_t places = s->input.len <= HUGE_INPUT ? 4 : 1; /* and the last */
    const size_t step = s->input.len <= EVERYWHERE_MAX ? 1 : (size_t)(end - start) / places + 1;
    uint64_t next;
    bool holds = true;

    for (uint64_t i = start + 1; holds && i < end; i = next) {
        read_until(r, i);
        next = i + step < end || i == end - 1 ? i + step : end - 1;
        if (beginning_at(&r->calls, start) + ended_there(engine_of(s), r->parser, start) >
            whole_by_then(whole, start, i))
            holds = law_broken(breach, (size_t)start, (size_t)i,
                               "the input cut after %zu bytes, inside the block at byte %zu, gives "
                               "its call as complete",
                               (size_t)i, (size_t)start);
    }
    return holds;
}

/* The blocks come one after the other, so one parser goes through them; but two calls may share
 * the unit in which they begin, and then it begins again. */
static bool check_blocks(const law_subject *s, const law_reading *whole, size_t every,
                         law_breach *breach)
{
    cut_reader reader;
    size_t index = 0;
    bool holds = true;

    reader_open(&reader, s);
    for (size_t i = 0; holds && i < whole->count; i++) {
        const law_claim *c = &whole->claims[i];

        if (c->kind != CLAIM_CALL || index++ % every)
            continue;
        if (c->start < reader.fed) {
            reader_close(&reader);
            reader_open(&reader, s);
        }
        holds = check_block(&reader, whole, c, breach);
    }
    reader_close(&reader);
    return holds;
}

fp_options law_options_of_prefix(const fp_syntax *syntax, const fp_options *options)
{
    fp_options prefix = *options;

    /* A stop token comes after all of the input, not after less; nor has the model stopped there.
     */
    if (syntax->stop_tokens || options->finish == FP_FINISH_TOKEN ||
        options->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_WHOLE)
        prefix.finish = FP_FINISH_LENGTH;
    return prefix;
}

bool law_truncation(const law_subject *s, law_breach *breach)
{
    const fp_options options = law_options_of_prefix(s->syntax, s->options);
    law_subject shorter = *s;
    law_reading *whole;
    size_t count = 0;
    bool holds = true;

    shorter.options = &options;

    if (law_policy(s, FP_UNTERMINATED) == FP_UNTERMINATED_RECOVER)
        return true;
    whole = law_reading_begin(s);
    for (size_t i = 0; i < whole->count; i++)
        count += whole->claims[i].kind == CLAIM_CALL;
    if (count)
        holds = check_blocks(&shorter, whole, count <= 32 ? 1 : count / 16, breach);
    law_reading_end(s, whole);
    return holds;
}
