/* SPDX-License-Identifier: Apache-2.0 */
/* probe_events.c: WHOLE, PREFIX and PROMPT, asked one unit a chunk, and ACCOUNT: what comes of
 * which bytes, and when.
 */
#include "run/probe.h"
#include "run/two_answers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes: for longer inputs an answer that tags each unit says nothing new and costs much. */
enum { PIECEWISE_MAX = 2048 };

static const char NO_EVENTS[] = "it does not claim capability events";
static const char TOO_LONG[] = "the input is longer than 2 KiB: the shorter ones show it";

/* -- WHOLE ---------------------------------------------------------------------------------------
 */

static void ask_pieces(probe *p)
{
    if (p->what->test->input.len > PIECEWISE_MAX)
        p->skip = TOO_LONG;
    else
        probe_ask(p, p->what->test->syntax, p->what->test->input, true);
}

static bool whole_holds(probe *p)
{
    static const char *const HOW[] = {
        [WHOLE_IS_RIGHT] = "a unit at a time the input gives something else than in one piece, "
                           "which is as expected",
        [PIECES_ARE_RIGHT] = "in one piece the input gives something else than a unit at a time, "
                             "which is as expected",
        [NEITHER_IS_RIGHT] = "in one piece the input gives something else than a unit at a time, "
                             "and neither is as expected",
    };
    const question *q = &p->questions[0];
    difference d;

    if (!q->outcome)
        return probe_fails(p, "in one piece the input is taken, a unit at a time it is refused");
    if (judge_same(q->outcome, p->what->whole, &p->what->judged, &d))
        return true;

    const two_answers both = two_answers_of(
        p->what->whole, judge_same(p->what->reference, p->what->whole, &p->what->judged, &d),
        q->outcome, judge_same(p->what->reference, q->outcome, &p->what->judged, &d), SIDES_UNITS);

    p->sides = both.sides;
    return probe_differs(p, both.expected, both.actual, HOW[both.right], q);
}

const probe_law PROBE_WHOLE = { LAW_WHOLE, ask_pieces, whole_holds };

/* -- events --------------------------------------------------------------------------------------
 */

static fp_event_type type_of(const json_t *pair)
{
    fp_event_type type = FP_EVENT_COUNT;

    fp_event_find(json_str(json_object_get(json_array_get(pair, 1), "event")), &type);
    return type;
}

static const json_t *member(const json_t *pair, const char *name)
{
    return json_object_get(json_array_get(pair, 1), name);
}

/* Appends a string, or base64 as it is written. */
static void add_bytes(fp_json *log, const json_t *bytes)
{
    const json_t *encoded = json_object_get(bytes, "base64");
    fp_str decoded;

    if (json_is_string(bytes)) {
        fp_json_bytes(log, json_str(bytes));
    } else if (json_is_string(encoded) && base64_decode(json_str(encoded), &decoded)) {
        fp_json_bytes(log, decoded);
        free((char *)(uintptr_t)decoded.ptr);
    }
}

/* The events up to a chunk, coalesced, as bytes to compare. */
static void write_log(fp_json *log, const json_t *events, size_t chunks)
{
    fp_event_type before = FP_EVENT_COUNT;

    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *pair = json_array_get(events, i);
        const fp_event_type type = type_of(pair);

        if ((size_t)json_integer_value(json_array_get(pair, 0)) >= chunks)
            return;
        if (type == FP_EVENT_TEXT || type == FP_EVENT_ARG_DATA) {
            fp_json_raw(log, before == type ? "" : fp_event_name(type));
            add_bytes(log, member(pair, "data"));
        } else {
            char *text = json_dumps(json_array_get(pair, 1), JSON_COMPACT | JSON_SORT_KEYS);

            fp_json_raw(log, text ? text : "");
            free(text);
        }
        before = type;
    }
}

/* -- PREFIX --------------------------------------------------------------------------------------
 */

static size_t half_of(const probe *p)
{
    const fp_str input = p->what->test->input;
    size_t half = input.len / 2;

    while (half < input.len && ((unsigned char)input.ptr[half] & 0xC0) == 0x80)
        half++;
    return half;
}

static void ask_prefix(probe *p)
{
    const fp_str input = p->what->test->input;

    if (!session_hello(p->what->worker)->events) {
        p->skip = NO_EVENTS;
        return;
    }
    ask_pieces(p);
    if (!p->skip)
        probe_ask(p, p->what->test->syntax, (fp_str){ input.ptr, half_of(p) }, true);
}

/* What the events have said of the open call. */
typedef struct nesting {
    bool in_call, in_arg;
    const json_t *name;
    size_t args;
} nesting;

/* Whether the event may come where it comes, and takes back nothing. A call that is dropped need
 * have no end: what is outside calls may follow it. */
static bool may_follow(nesting *n, const json_t *pair, unsigned unterminated)
{
    const bool recovers = unterminated == FP_UNTERMINATED_RECOVER;
    const bool drops = unterminated == FP_UNTERMINATED_DROP;
    const json_t *call = member(pair, "call");

    switch (type_of(pair)) {
    case FP_EVENT_TEXT: {
        const bool outside = !n->in_call || drops;

        *n = (nesting){ 0 };
        return outside;
    }
    case FP_EVENT_CALL_BEGIN: {
        const bool first = !n->in_call || drops;

        *n = (nesting){ .in_call = true, .name = member(pair, "name") };
        return first;
    }
    case FP_EVENT_ARG_BEGIN: {
        const bool nested = n->in_call && !n->in_arg;

        n->in_arg = true;
        n->args++;
        return nested;
    }
    case FP_EVENT_ARG_DATA:
        return n->in_arg;
    case FP_EVENT_ARG_END: {
        const bool nested = n->in_arg;

        n->in_arg = false;
        return nested;
    }
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT: {
        const bool cut = type_of(pair) == FP_EVENT_CALL_CUT || recovers;
        const bool nested = n->in_call && (!n->in_arg || cut) &&
                            json_equal(n->name, json_object_get(call, "name")) &&
                            json_object_size(json_object_get(call, "input")) <= n->args;

        *n = (nesting){ 0 };
        return nested;
    }
    case FP_EVENT_DIAGNOSTIC:
    case FP_EVENT_COUNT:
        break;
    }
    return true;
}

static bool is_nested(probe *p, const json_t *events)
{
    const unsigned unterminated = p->what->options->policies.of[FP_UNTERMINATED];
    nesting n = { 0 };

    for (size_t i = 0; i < json_array_size(events); i++)
        if (!may_follow(&n, json_array_get(events, i), unterminated))
            return probe_fails(p,
                               "events[%zu], %s, comes where it cannot, or takes back what was "
                               "said of the call",
                               i, fp_event_name(type_of(json_array_get(events, i))));
    return !n.in_call || unterminated == FP_UNTERMINATED_DROP ||
           probe_fails(p, "a call_begin has no call_end or call_cut");
}

static bool prefix_holds(probe *p)
{
    const question *all = &p->questions[0], *half = &p->questions[1];
    const size_t chunks = half->cut_count + 1;
    fp_json a = { 0 }, b = { 0 };
    bool same = true;

    if (!all->outcome || !half->outcome)
        return true; /* refused: WHOLE and TOTAL look at that */
    if (!is_nested(p, all->events))
        return false;
    if (half->text.len) {
        write_log(&a, all->events, chunks);
        write_log(&b, half->events, chunks);
        same = fp_str_equal(json_text(&a), json_text(&b));
    }
    fp_json_free(&a);
    fp_json_free(&b);
    return same || probe_fails(p,
                               "of its first %zu bytes alone it has said something else, before "
                               "their end, than of the same bytes with more behind them",
                               half->text.len);
}

const probe_law PROBE_PREFIX = { LAW_PREFIX, ask_prefix, prefix_holds };

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

static int times_sink(void *context, const fp_event *event)
{
    const bool bytes = event->type == FP_EVENT_TEXT || event->type == FP_EVENT_ARG_DATA;

    note(context, event->type, bytes ? event->data.len : 1);
    return 0;
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

static void reference_times(const probe *p, const question *q, times *t)
{
    fp_parser *parser = fp_parser_new(q->syntax, p->what->options, times_sink, t);
    size_t from = 0;

    need_memory(parser);
    for (size_t i = 0; i <= q->cut_count; i++) {
        t->now = fed_after(q, i);
        need_memory(fp_parser_feed(parser, q->text.ptr + from, t->now - from) != FP_NO_MEMORY);
        from = t->now;
    }
    t->now = q->text.len + 1;
    need_memory(fp_parser_finish(parser) != FP_NO_MEMORY);
    fp_parser_free(parser);
}

static void worker_times(const question *q, times *t)
{
    for (size_t i = 0; i < json_array_size(q->events); i++) {
        const json_t *pair = json_array_get(q->events, i);
        const fp_event_type type = type_of(pair);
        fp_json data = { 0 };

        t->now = fed_after(q, (size_t)json_integer_value(json_array_get(pair, 0)));
        if (type == FP_EVENT_TEXT || type == FP_EVENT_ARG_DATA) {
            add_bytes(&data, member(pair, "data"));
            note(t, type, data.len);
        } else {
            note(t, type, 1);
        }
        fp_json_free(&data);
    }
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
    worker_times(q, &theirs);
    for (unsigned type = 0; type < FP_EVENT_DIAGNOSTIC; type++) {
        if (ours.count[type] != theirs.count[type])
            continue; /* other events: golden and PREFIX look at that */
        for (size_t i = 0; i < ours.count[type]; i++) {
            if (theirs.at[type][i] <= ours.at[type][i] + lag)
                continue;
            lag = theirs.at[type][i] - ours.at[type][i];
            at = ours.at[type][i];
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
        p->skip = NO_EVENTS;
    else
        ask_pieces(p);
}

const probe_law PROBE_PROMPT = { LAW_PROMPT, ask_prompt, prompt_holds };

/* -- ACCOUNT -------------------------------------------------------------------------------------
 */

static void ask_account(probe *p)
{
    const fp_policies *policies = &p->what->options->policies;
    const fp_syntax *syntax = p->what->test->syntax;

    if (!p->what->judged.spans)
        p->skip = "it does not claim capability spans";
    else if (policies->of[FP_TEXT_AFTER] == FP_TEXT_AFTER_DROP ||
             policies->of[FP_TEXT_SPACE] == FP_TEXT_SPACE_TRIMMED ||
             policies->of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP ||
             policies->of[FP_UNKNOWN_TOOLS] == FP_UNKNOWN_DROP)
        p->skip = "a policy that it declares drops bytes";
    else if (syntax->encoded || syntax->clauses[FP_ROLE_FRAMING])
        p->skip = "in this syntax not all that is outside of calls is text";
}

static bool account_holds(probe *p)
{
    const fp_outcome *o = p->what->whole;
    const fp_str input = p->what->test->input, text = fp_outcome_text(o);
    fp_json outside = { 0 };
    uint64_t from = 0;
    bool good = true;

    for (size_t i = 0; good && i < fp_outcome_call_count(o); i++) {
        const fp_call *call = fp_outcome_call(o, i);

        if (call->start < from || call->end < call->start || call->end > input.len) {
            good = probe_fails(p,
                               "call %zu has the span [%" PRIu64 ", %" PRIu64 "), and the input "
                               "is accounted for up to byte %" PRIu64,
                               i + 1, call->start, call->end, from);
        } else {
            fp_json_bytes(&outside, (fp_str){ input.ptr + from, (size_t)(call->start - from) });
            from = call->end;
        }
    }
    if (good) {
        fp_json_bytes(&outside, (fp_str){ input.ptr + from, (size_t)(input.len - from) });
        good = fp_str_equal(text, json_text(&outside)) ||
               probe_fails(p,
                           "the text has %zu bytes, and is not the %zu bytes outside of the "
                           "calls' spans",
                           text.len, outside.len);
    }
    fp_json_free(&outside);
    return good;
}

const probe_law PROBE_ACCOUNT = { LAW_ACCOUNT, ask_account, account_holds };
