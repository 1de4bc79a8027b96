/* SPDX-License-Identifier: Apache-2.0 */
/* law_bytes.c: PREFIX, PROMPT, ACCOUNT and TRUNCATION: what is said of which bytes. */
#include "law_check.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>
#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

/* Above that many bytes, a law that is quadratic looks at this many places only. */
enum { EVERYWHERE_MAX = 512, PLACES = 32 };

/* In a completion: the name of any tool of the catalogue (fencepost/syntax.h). */
enum { ANY_TOOL = '\1' };

static unsigned policy(const law_subject *s, fp_policy which)
{
    return s->options->policies.of[which];
}

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

/* What our own parser calls framing in the range. */
static framing framing_of(const law_subject *s, uint64_t from, uint64_t to)
{
    framing f = { s->input.ptr, from, to, 0, 0 };
    fp_parser *parser;

    if (!s->syntax->clauses[FP_ROLE_FRAMING])
        return f;
    parser = fp_parser_new(s->syntax, s->options, NULL, NULL);
    if (!parser)
        abort();
    fp_parser_trace(parser, note_framing, &f);
    fp_parser_feed(parser, s->input.ptr, s->input.len);
    fp_parser_finish(parser);
    fp_parser_free(parser);
    return f;
}

/* Whether the syntax, or the subject's policies, allow bytes that are neither text nor call. */
static bool may_vanish(const account *a, uint64_t from, uint64_t to)
{
    const law_subject *s = a->subject;
    uint64_t blanks = 0;
    framing f;

    if (from == to)
        return true;
    if (policy(s, FP_TEXT_AFTER) == FP_TEXT_AFTER_DROP && a->calls)
        return true;
    if (policy(s, FP_UNKNOWN_TOOLS) == FP_UNKNOWN_DROP && s->options->catalogue)
        return true;
    f = framing_of(s, from, to);
    for (uint64_t i = from; i < to; i++)
        blanks += is_blank(s->input.ptr[i]);
    if (policy(s, FP_TEXT_SPACE) == FP_TEXT_SPACE_TRIMMED)
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

static int account_sink(void *context, const fp_event *event)
{
    account *a = context;
    const fp_str data = event->data;
    const fp_str input = a->subject->input;

    if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT) {
        claim(a, event->call->start, event->call->end, "a call");
        a->calls++;
    }
    if (event->type != FP_EVENT_TEXT)
        return 0;
    claim(a, event->offset, event->offset + data.len, "text");
    if (a->holds && memcmp(input.ptr + event->offset, data.ptr, data.len) != 0)
        a->holds = law_broken(a->breach, event->offset, event->offset + data.len,
                              "text said to stand at byte %zu does not stand there",
                              (size_t)event->offset);
    return 0;
}

/* Of an encoded syntax text is no view of the input: each byte has one role there, which the trace
 * of test_parser proves, and here only the calls' ranges can be wrong. */
static int encoded_sink(void *context, const fp_event *event)
{
    account *a = context;
    const bool call = event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT;

    if (call && (event->call->end < event->call->start || event->call->end > a->subject->input.len))
        a->holds = law_broken(a->breach, event->call->start, event->call->end,
                              "a call has the range [%zu, %zu)", (size_t)event->call->start,
                              (size_t)event->call->end);
    return 0;
}

static bool account_encoded(const law_subject *s, law_breach *breach)
{
    const law_engine *e = engine_of(s);
    account a = { .subject = s, .breach = breach, .holds = true };
    void *parser = e->open(s, encoded_sink, &a);

    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);
    return a.holds;
}

bool law_account(const law_subject *s, law_breach *breach)
{
    if (s->syntax->encoded)
        return account_encoded(s, breach);

    const law_engine *e = engine_of(s);
    account a = { .subject = s, .breach = breach, .holds = true };
    void *parser = e->open(s, account_sink, &a);

    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);
    claim(&a, s->input.len, s->input.len, "the end");
    return a.holds;
}

/* -- PREFIX ------------------------------------------------------------------------------------ */

/* What the events have said of the open call. */
typedef struct said {
    const law_subject *subject;
    law_breach *breach;
    bool holds;
    bool in_call, in_arg;
    fp_str name;
    fp_str *keys;
    char **data;
    size_t *data_len;
    size_t args, cap;
} said;

static void forget(said *w)
{
    for (size_t i = 0; i < w->args; i++) {
        free((char *)(uintptr_t)w->keys[i].ptr);
        free(w->data[i]);
    }
    free((char *)(uintptr_t)w->name.ptr);
    w->name = (fp_str){ 0 };
    w->args = 0;
    w->in_call = w->in_arg = false;
}

static void say_arg(said *w, fp_str key)
{
    void *keys = w->keys, *data = w->data, *lens = w->data_len;
    size_t cap = w->cap;

    xgrow(&keys, &cap, w->args, sizeof *w->keys);
    cap = w->cap;
    xgrow(&data, &cap, w->args, sizeof *w->data);
    cap = w->cap;
    xgrow(&lens, &cap, w->args, sizeof *w->data_len);
    w->cap = cap;
    w->keys = keys;
    w->data = data;
    w->data_len = lens;
    w->keys[w->args] = xcopy(key);
    w->data[w->args] = NULL;
    w->data_len[w->args++] = 0;
}

static void say_data(said *w, fp_str bytes)
{
    const size_t i = w->args - 1;
    char *grown = realloc(w->data[i], w->data_len[i] + bytes.len + 1);

    if (!grown)
        abort();
    memcpy(grown + w->data_len[i], bytes.ptr, bytes.len);
    w->data[i] = grown;
    w->data_len[i] += bytes.len;
}

/* Whether argument number i was said before, and how often in all. */
static bool said_before(const said *w, size_t i, size_t arg_count, size_t *times)
{
    bool before = false;

    *times = 1;
    if (w->args == arg_count)
        return false; /* no key was said twice */
    *times = 0;
    for (size_t k = 0; k < w->args; k++) {
        if (!fp_str_equal(w->keys[k], w->keys[i]))
            continue;
        ++*times;
        before = before || k < i;
    }
    return before;
}

/* What was said several times is a list of just so many items (MODEL-2.2). */
static bool list_matches(const said *w, size_t first, size_t times, const fp_value *value)
{
    size_t item = 0;

    if (value->kind != FP_VALUE_LIST)
        return value->kind == FP_VALUE_JSON; /* by its schema */
    if (value->item_count != times)
        return false;
    for (size_t i = first; i < w->args; i++)
        if (fp_str_equal(w->keys[i], w->keys[first]) &&
            !fp_str_equal((fp_str){ w->data[i], w->data_len[i] }, value->items[item++]))
            return false;
    return true;
}

/* Whether an argument's value is what its data was said to be. What a schema makes of it is another
 * matter: that is no string. */
static bool value_matches(const law_subject *s, fp_str data, const fp_value *value)
{
    if (!fp_str_equal(data, value->raw))
        return false;
    if (value->kind != FP_VALUE_STRING || fp_str_equal(data, value->text))
        return true;
    return s->syntax->encoded && fp_jsontext_is(data, value->text);
}

static bool call_matches(const said *w, const fp_call *call)
{
    size_t arg = 0, times;

    if (!fp_str_equal(w->name, call->name))
        return false;
    for (size_t i = 0; i < w->args; i++) {
        if (said_before(w, i, call->arg_count, &times))
            continue;
        if (arg == call->arg_count || !fp_str_equal(w->keys[i], call->args[arg].key))
            return false;

        const fp_value *value = &call->args[arg++].value;

        if (times > 1 ? !list_matches(w, i, times, value)
                      : !value_matches(w->subject, (fp_str){ w->data[i], w->data_len[i] }, value))
            return false;
    }
    return arg == call->arg_count;
}

/* Whether an event may come where it comes. */
static bool well_nested(const said *w, fp_event_type type)
{
    switch (type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_CALL_BEGIN:
        return !w->in_call;
    case FP_EVENT_ARG_BEGIN:
        return w->in_call && !w->in_arg;
    case FP_EVENT_ARG_DATA:
    case FP_EVENT_ARG_END:
        return w->in_arg;
    case FP_EVENT_CALL_END: /* of a recovered call, in the middle of an argument too */
        return w->in_call &&
               (!w->in_arg || policy(w->subject, FP_UNTERMINATED) == FP_UNTERMINATED_RECOVER);
    case FP_EVENT_CALL_CUT:
        return w->in_call;
    case FP_EVENT_DIAGNOSTIC:
    case FP_EVENT_COUNT:
        break;
    }
    return true;
}

static int prefix_sink(void *context, const fp_event *event)
{
    said *w = context;
    const size_t at = (size_t)event->offset;

    if (!w->holds)
        return 0;
    if (!well_nested(w, event->type)) {
        w->holds = law_broken(w->breach, at, at, "%s comes at byte %zu, where it cannot",
                              fp_event_name(event->type), at);
        return 0;
    }
    switch (event->type) {
    case FP_EVENT_CALL_BEGIN:
        w->in_call = true;
        w->name = xcopy(event->data);
        break;
    case FP_EVENT_ARG_BEGIN:
        w->in_arg = true;
        say_arg(w, event->data);
        break;
    case FP_EVENT_ARG_DATA:
        say_data(w, event->data);
        break;
    case FP_EVENT_ARG_END:
        w->in_arg = false;
        break;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        if (!call_matches(w, event->call))
            w->holds = law_broken(w->breach, (size_t)event->call->start, (size_t)event->call->end,
                                  "%s at byte %zu takes back what was said of the call",
                                  fp_event_name(event->type), at);
        forget(w);
        break;
    case FP_EVENT_TEXT:
    case FP_EVENT_DIAGNOSTIC:
    case FP_EVENT_COUNT:
        break;
    }
    return 0;
}

bool law_prefix(const law_subject *s, law_breach *breach)
{
    const law_engine *e = engine_of(s);
    said w = { .subject = s, .breach = breach, .holds = true };
    void *parser = e->open(s, prefix_sink, &w);

    for (size_t i = 0; i < s->input.len; i += 4096)
        e->feed(parser, s->input.ptr + i, s->input.len - i < 4096 ? s->input.len - i : 4096);
    e->finish(parser);
    e->close(parser);
    if (w.holds && w.in_call)
        w.holds = law_broken(breach, 0, s->input.len, "a call_begin has no call_end or call_cut");
    forget(&w);
    free(w.keys);
    free(w.data);
    free(w.data_len);
    return w.holds;
}

/* -- PROMPT ------------------------------------------------------------------------------------ */

/* The offsets of the text bytes, in order. */
typedef struct text_bytes {
    uint64_t *at;
    size_t count, cap;
} text_bytes;

static int text_sink(void *context, const fp_event *event)
{
    text_bytes *t = context;
    void *at = t->at;

    if (event->type != FP_EVENT_TEXT)
        return 0;
    for (size_t i = 0; i < event->data.len; i++) {
        xgrow(&at, &t->cap, t->count, sizeof *t->at);
        t->at = at;
        t->at[t->count++] = event->offset + i;
    }
    return 0;
}

/* Whether, after the continuation, the byte at offset held is not text. */
static bool becomes_marker(const law_engine *e, const void *parser, const char *continuation,
                           uint64_t held)
{
    text_bytes t = { 0 };
    void *clone = e->clone(parser, text_sink, &t);
    bool text;

    e->feed(clone, continuation, strlen(continuation));
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
        if (becomes_marker(engine_of(s), parser, tail, held))
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
        if (text.failed)
            abort();
        completes = a_tail_completes(s, parser, text.ptr, held);
        fp_json_free(&text);
    }
    return completes;
}

static bool may_be_held(const law_subject *s, const void *parser, uint64_t held)
{
    for (const char *const *c = s->syntax->completions; *c; c++)
        if (strchr(*c, ANY_TOOL) ? a_tool_completes(s, parser, *c, held)
                                 : a_tail_completes(s, parser, *c, held))
            return true;
    return becomes_marker(engine_of(s), parser, "", held); /* the input may end here */
}

bool law_prompt(const law_subject *s, law_breach *breach)
{
    const law_engine *e = engine_of(s);
    const size_t step = stride(s->input.len);
    text_bytes all = { 0 };
    eventlog log = { 0 };
    void *parser;
    bool holds = true;

    if (policy(s, FP_TEXT_SPACE) == FP_TEXT_SPACE_TRIMMED)
        return true; /* blanks wait for what follows them, however long */
    if (policy(s, FP_EXTRA_CALLS) == FP_EXTRA_STOP)
        return true; /* what would open a block waits for the diagnostic */
    if (s->options->limits.name < FP_LIMITS_DEFAULT.name ||
        s->options->limits.held < FP_LIMITS_DEFAULT.held)
        return true; /* the completions may be over the limit */
    if (s->input.len > HUGE_INPUT)
        return true;
    if (s->syntax->encoded)
        return true; /* decoded text has no place in the input; cases pin it */
    parser = e->open(s, text_sink, &all);
    e->feed(parser, s->input.ptr, s->input.len);
    e->finish(parser);
    e->close(parser);

    parser = e->open(s, eventlog_sink, &log);
    for (size_t i = step; holds && i <= s->input.len; i += step) {
        e->feed(parser, s->input.ptr + i - step, step);
        if (log.text < all.count && all.at[log.text] < i &&
            !may_be_held(s, parser, all.at[log.text]))
            holds = law_broken(breach, (size_t)all.at[log.text], i,
                               "after %zu bytes the text from byte %zu on is still held back, "
                               "though nothing could make it a marker",
                               i, (size_t)all.at[log.text]);
    }
    e->close(parser);
    eventlog_free(&log);
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

static void run_prefix(const law_subject *s, size_t len, complete_calls *calls)
{
    const law_engine *e = engine_of(s);
    void *parser;

    calls->count = 0;
    parser = e->open(s, complete_sink, calls);
    e->feed(parser, s->input.ptr, len);
    e->finish(parser);
    e->close(parser);
}

static bool holds_start(const complete_calls *calls, uint64_t start)
{
    for (size_t i = 0; i < calls->count; i++)
        if (calls->start[i] == start)
            return true;
    return false;
}

/* The proper prefixes of one block: all, or some and the last. */
static bool check_block(const law_subject *s, uint64_t start, uint64_t end, complete_calls *cut,
                        law_breach *breach)
{
    const size_t places = s->input.len <= HUGE_INPUT ? 4 : 1; /* and the last */
    const size_t step = s->input.len <= EVERYWHERE_MAX ? 1 : (size_t)(end - start) / places + 1;

    for (uint64_t i = start + 1; i < end; i = i + step < end || i == end - 1 ? i + step : end - 1) {
        run_prefix(s, (size_t)i, cut);
        if (holds_start(cut, start))
            return law_broken(breach, (size_t)start, (size_t)i,
                              "the input cut after %zu bytes, inside the block at byte %zu, gives "
                              "its call as complete",
                              (size_t)i, (size_t)start);
    }
    return true;
}

bool law_truncation(const law_subject *s, law_breach *breach)
{
    complete_calls whole = { 0 }, cut = { 0 };
    bool holds = true;

    if (policy(s, FP_UNTERMINATED) == FP_UNTERMINATED_RECOVER)
        return true;
    run_prefix(s, s->input.len, &whole);

    const size_t step = whole.count <= 32 ? 1 : whole.count / 16;

    for (size_t i = 0; holds && i < whole.count; i += step)
        holds = check_block(s, whole.start[i], whole.end[i], &cut, breach);
    free(whole.start);
    free(whole.end);
    free(cut.start);
    free(cut.end);
    return holds;
}
