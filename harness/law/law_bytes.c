/* SPDX-License-Identifier: Apache-2.0 */
/* law_bytes.c: ACCOUNT, PROMPT and TRUNCATION: which bytes the events report. */
#include "base/token_list.h"
#include "law/law_check.h"
#include "law/law_reading.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>

/* Above that many bytes, a law that is quadratic looks at this many places only. */
enum { EVERYWHERE_MAX = 512, PLACES = 32 };

/* In a completion: the name of any tool of the catalogue (fencepost/syntax.h). */
enum { ANY_TOOL = '\1' };

/* The step from one place to look at to the next. */
static size_t stride(size_t len)
{
    return len <= EVERYWHERE_MAX ? 1 : len / PLACES;
}

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

/* Returns whether reasoning is an output, whose marks are framing. */
static bool reasons(const law_subject *s)
{
    return law_policy(s, FP_REASONING) == FP_REASONING_CHANNEL ||
           law_policy(s, FP_REASONING) == FP_REASONING_UNTIL_CALL;
}

/* What our own parser calls framing in the range. */
static framing framing_of(const law_subject *s, uint64_t from, uint64_t to)
{
    framing f = { s->input.ptr, from, to, 0, 0 };
    fp_parser *parser;

    if (!s->syntax->clauses[FP_ROLE_FRAMING] && !reasons(s))
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
    if (law_policy(s, FP_TEXT_SPACE) == FP_TEXT_SPACE_TRIMMED)
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

/* -- PROMPT ------------------------------------------------------------------------------------ */

/* The offsets of the bytes of text and of reasoning, in order. */
typedef struct text_bytes {
    uint64_t *at;
    size_t count, cap;
} text_bytes;

static int text_sink(void *context, const fp_event *event)
{
    text_bytes *t = context;
    void *at = t->at;

    if (event->type != FP_EVENT_TEXT && event->type != FP_EVENT_REASONING)
        return 0;
    for (size_t i = 0; i < event->data.len; i++) {
        xgrow(&at, &t->cap, t->count, sizeof *t->at);
        t->at = at;
        t->at[t->count++] = event->offset + i;
    }
    return 0;
}

/* Feeds a continuation in which each mark is a token, where that matters. */
static void feed_on(const law_subject *s, void *parser, const char *continuation)
{
    const fp_str text = fp_str_of(continuation);
    token_list tokens = { 0 };
    size_t at = 0;

    if (law_has_tokens(s) && engine_of(s) == &LAW_REFERENCE)
        token_list_spelt(&tokens, s->syntax, text, 0);
    for (size_t i = 0; i < tokens.count; i++) {
        const size_t start = (size_t)tokens.of[i].at, len = tokens.of[i].text.len;

        engine_of(s)->feed(parser, text.ptr + at, start - at);
        need_memory(fp_parser_feed_token(parser, text.ptr + start, len) != FP_NO_MEMORY);
        at = start + len;
    }
    engine_of(s)->feed(parser, text.ptr + at, text.len - at);
    token_list_free(&tokens);
}

/* Returns whether, after the continuation, the byte at offset held is not text. */
static bool becomes_marker(const law_subject *s, const void *parser, const char *continuation,
                           uint64_t held)
{
    const law_engine *e = engine_of(s);
    text_bytes t = { 0 };
    void *clone = e->clone(parser, text_sink, &t);
    bool text;

    feed_on(s, clone, continuation);
    e->finish(clone);
    e->close(clone);
    text = t.count && t.at[0] == held;
    free(t.at);
    return !text;
}

static bool a_tail_completes(const law_subject *s, const void *parser, const char *completion,
                             uint64_t held)
{
    for (const char *tail = completion; *tail; tail++)
        if (becomes_marker(s, parser, tail, held))
            return true;
    return false;
}

/* The same with the name of each tool in the place of ANY_TOOL. */
static bool a_tool_completes(const law_subject *s, const void *parser, const char *completion,
                             uint64_t held)
{
    const char *place = strchr(completion, ANY_TOOL);
    const size_t count = s->options->catalogue ? fp_catalogue_count(s->options->catalogue) : 0;
    bool completes = false;

    for (size_t i = 0; i < count && !completes; i++) {
        const fp_str name = fp_catalogue_tool(s->options->catalogue, i)->name;
        fp_json text = { 0 };

        fp_json_bytes(&text, (fp_str){ completion, (size_t)(place - completion) });
        fp_json_bytes(&text, name);
        fp_json_bytes(&text, (fp_str){ place + 1, strlen(place + 1) + 1 });
        need_memory(!text.failed);
        completes = a_tail_completes(s, parser, text.ptr, held);
        fp_json_free(&text);
    }
    return completes;
}

static bool may_be_held(const law_subject *s, const char *const *completions, const void *parser,
                        uint64_t held)
{
    for (const char *const *c = completions; *c; c++)
        if (strchr(*c, ANY_TOOL) ? a_tool_completes(s, parser, *c, held)
                                 : a_tail_completes(s, parser, *c, held))
            return true;
    if (reasons(s) && s->syntax->reasoning &&
        (a_tail_completes(s, parser, s->syntax->reasoning->open[0], held) ||
         a_tail_completes(s, parser, s->syntax->reasoning->close, held)))
        return true;
    return becomes_marker(s, parser, "", held); /* the input may end here */
}

/* Under `unterminated: text` the bytes of an open block wait for its end, which decides them
 * (LAW-5.1). A parser under `report`, fed the same bytes, tells whether a block is open, and what a
 * continuation makes of bytes outside: there a block counts when it opens. */
typedef struct open_block {
    void *parser; /* NULL: blocks do not wait */
    fp_options options;
    law_subject subject;
    bool open;
} open_block;

static int open_block_sink(void *context, const fp_event *event)
{
    open_block *b = context;

    if (event->type == FP_EVENT_CALL_BEGIN)
        b->open = true;
    else if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT)
        b->open = false;
    return 0;
}

static void open_block_begin(open_block *b, const law_subject *s)
{
    *b = (open_block){ .subject = *s, .options = *s->options };
    if (law_policy(s, FP_UNTERMINATED) != FP_UNTERMINATED_TEXT &&
        law_policy(s, FP_MALFORMED) != FP_MALFORMED_TEXT)
        return;
    report_blocks(&b->options);
    b->options.policies.of[FP_UNKNOWN_TOOLS] = FP_UNKNOWN_PASS;
    b->subject.options = &b->options;
    b->parser = engine_of(s)->open(&b->subject, open_block_sink, b);
}

static bool block_is_open(open_block *b, const char *bytes, size_t len)
{
    if (b->parser)
        engine_of(&b->subject)->feed(b->parser, bytes, len);
    return b->open;
}

bool law_prompt(const law_subject *s, law_breach *breach)
{
    const law_engine *e = engine_of(s);
    const size_t step = stride(s->input.len);
    text_bytes all = { 0 };
    eventlog log = { 0 };
    fp_derived derived = { 0 };
    const char *const *completions;
    open_block block;
    void *parser;
    bool holds = true;

    if (law_policy(s, FP_TEXT_SPACE) == FP_TEXT_SPACE_TRIMMED)
        return true; /* blanks wait for what follows them, however long */
    if (law_policy(s, FP_EXTRA_CALLS) == FP_EXTRA_STOP)
        return true; /* what would open a block waits for the diagnostic */
    if (s->options->limits.name < FP_LIMITS_DEFAULT.name ||
        s->options->limits.held < FP_LIMITS_DEFAULT.held)
        return true; /* the completions may be over the limit */
    if (s->input.len > HUGE_INPUT)
        return true;
    if (s->syntax->encoded)
        return true; /* decoded text has no place in the input; cases pin it */
    completions = xcompletions(s->syntax, &derived);
    parser = e->open(s, text_sink, &all);
    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);

    parser = e->open(s, eventlog_sink, &log);
    open_block_begin(&block, s);
    for (size_t i = step; holds && i <= s->input.len; i += step) {
        size_t out;

        e->feed(parser, s->input.ptr + i - step, step);
        if (block_is_open(&block, s->input.ptr + i - step, step))
            continue;
        out = log.text + log.reasoning;
        if (out < all.count && all.at[out] < i &&
            !may_be_held(s, completions, block.parser ? block.parser : parser, all.at[out]))
            holds = law_broken(breach, (size_t)all.at[out], i,
                               "after %zu bytes the text from byte %zu on is still held back, "
                               "though nothing could make it a marker",
                               i, (size_t)all.at[out]);
    }
    e->close(parser);
    if (block.parser)
        e->close(block.parser);
    eventlog_free(&log);
    fp_derived_free(&derived);
    free(all.at);
    return holds;
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
