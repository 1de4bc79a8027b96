/* SPDX-License-Identifier: Apache-2.0 */
/* law_prompt.c: PROMPT: text is held back only while it could still turn out not to be text. */
#include "base/token_list.h"
#include "law/law_check.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>

/* Above that many bytes, it looks at this many places only. */
enum { EVERYWHERE_MAX = 512, PLACES = 32 };

/* In a completion: the name of any tool of the catalogue (fencepost/syntax.h). */
enum { ANY_TOOL = '\1' };

/* The step from one place to look at to the next. */
static size_t stride(size_t len)
{
    return len <= EVERYWHERE_MAX ? 1 : len / PLACES;
}

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

/* Feeds bytes of which these are tokens, and each is whole. */
static void feed_told(const law_subject *s, void *parser, fp_str text, uint64_t offset,
                      const fp_token *tokens, size_t count)
{
    size_t at = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t start = (size_t)(tokens[i].at - offset), len = tokens[i].text.len;

        engine_of(s)->feed(parser, text.ptr + at, start - at);
        engine_of(s)->feed_token(parser, text.ptr + start, len);
        at = start + len;
    }
    engine_of(s)->feed(parser, text.ptr + at, text.len - at);
}

/* Feeds a continuation in which each mark is a token, where that matters. */
static void feed_on(const law_subject *s, void *parser, const char *continuation)
{
    const fp_str text = fp_str_of(continuation);
    token_list tokens = { 0 };

    if (law_has_tokens(s))
        token_list_spelt(&tokens, s->syntax, text, 0);
    feed_told(s, parser, text, 0, tokens.of, tokens.count);
    token_list_free(&tokens);
}

/* The first token of the input that ends after this offset; their number if there is none. */
static size_t token_after(const fp_options *options, uint64_t offset)
{
    size_t i = 0;

    while (i < options->token_count &&
           options->tokens[i].at + options->tokens[i].text.len <= offset)
        i++;
    return i;
}

/* Where the input may go on in another way, from this place on: a token comes whole. */
static size_t place_from(const fp_options *options, size_t at)
{
    const size_t i = token_after(options, at);
    const fp_token *in = i < options->token_count ? &options->tokens[i] : NULL;

    return in && in->at < at ? (size_t)in->at + in->text.len : at;
}

/* Feeds the bytes of the input from one such place to the next. The parser is told of the tokens as
 * they come and not by its options: in a continuation they are at other offsets. */
static void feed_input(const law_subject *s, void *parser, size_t from, size_t to)
{
    const fp_options *options = s->options;
    const size_t first = token_after(options, from), end = token_after(options, to);
    const fp_str text = { s->input.ptr + from, to - from };

    if (end > first)
        feed_told(s, parser, text, from, options->tokens + first, end - first);
    else
        engine_of(s)->feed(parser, text.ptr, text.len);
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
    if (law_reasons(s) && s->syntax->reasoning &&
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

static bool block_is_open(open_block *b, const law_subject *s, size_t from, size_t to)
{
    if (b->parser)
        feed_input(s, b->parser, from, to);
    return b->open;
}

/* Whether nothing is held back for a reason that the law does not know. */
static bool can_be_asked(const law_subject *s)
{
    if (law_policy(s, FP_TEXT_SPACE) != FP_TEXT_SPACE_EXACT)
        return false; /* blanks wait for what follows them, however long */
    if (law_policy(s, FP_EXTRA_CALLS) == FP_EXTRA_STOP)
        return false; /* what would open a block waits for the diagnostic */
    if (s->options->limits.name < FP_LIMITS_DEFAULT.name ||
        s->options->limits.held < FP_LIMITS_DEFAULT.held)
        return false; /* the completions may be over the limit */
    return s->input.len <= HUGE_INPUT &&
           !s->syntax->encoded; /* decoded text has no place in the input; cases pin it */
}

static void read_text(const law_subject *s, text_bytes *all)
{
    const law_engine *e = engine_of(s);
    void *parser = e->open(s, text_sink, all);

    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);
}

/* Looks at each place of the input. untold: the subject without the places of its tokens. */
static bool comes_at_once(const law_subject *s, const law_subject *untold, const text_bytes *all,
                          law_breach *breach)
{
    const law_engine *e = engine_of(s);
    const size_t step = stride(s->input.len);
    fp_derived derived = { 0 };
    const char *const *completions = xcompletions(s->syntax, &derived);
    eventlog log = { 0 };
    open_block block;
    void *parser = e->open(untold, eventlog_sink, &log);
    bool holds = true;
    size_t next;

    open_block_begin(&block, untold);
    for (size_t at = 0; holds && at + step <= s->input.len; at = next) {
        size_t out;

        next = place_from(s->options, at + step);
        feed_input(s, parser, at, next);
        if (block_is_open(&block, s, at, next))
            continue;
        out = log.text + log.reasoning;
        if (out < all->count && all->at[out] < next &&
            !may_be_held(untold, completions, block.parser ? block.parser : parser, all->at[out]))
            holds = law_broken(breach, (size_t)all->at[out], next,
                               "after %zu bytes the text from byte %zu on is still held back, "
                               "though nothing could make it a marker",
                               next, (size_t)all->at[out]);
    }
    e->close(parser);
    if (block.parser)
        e->close(block.parser);
    eventlog_free(&log);
    fp_derived_free(&derived);
    return holds;
}

bool law_prompt(const law_subject *s, law_breach *breach)
{
    fp_options options = *s->options;
    law_subject untold = *s;
    text_bytes all = { 0 };
    bool holds;

    if (!can_be_asked(s))
        return true;
    options.tokens = NULL;
    options.token_count = 0;
    untold.options = &options;
    read_text(s, &all);
    holds = comes_at_once(s, &untold, &all, breach);
    free(all.at);
    return holds;
}
