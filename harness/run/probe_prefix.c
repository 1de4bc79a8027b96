/* SPDX-License-Identifier: Apache-2.0 */
/* probe_prefix.c: PREFIX of a worker: its events are consistent, and report what its answer and our
 * own parser report (LAW-4.2).
 */
#include "run/probe.h"

#include "base/values.h"
#include "judge/arguments.h"

#include <fencepost/jsontext.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* -- asking ------------------------------------------------------------------------------------ */

static size_t half_of(const probe *p, fp_str input)
{
    const wire_hello *hello = session_hello(p->what->worker);
    size_t half = input.len / 2;

    while (half < input.len &&
           (((unsigned char)input.ptr[half] & 0xC0) == 0x80 ||
            wire_cuts_token(hello, p->what->test->syntax, (fp_str){ input.ptr, half })))
        half++;
    return half;
}

/* The events of the whole input are there already. */
static void ask_prefix(probe *p)
{
    const fp_str input = p->what->test->input;

    if (!session_hello(p->what->worker)->events) {
        p->skip = PROBE_NO_EVENTS;
    } else if (input.len <= PROBE_PIECEWISE_MAX) {
        probe_ask(p, p->what->test->syntax, input, true);
        probe_ask(p, p->what->test->syntax, (fp_str){ input.ptr, half_of(p, input) }, true);
    }
}

/* -- events that hold together ----------------------------------------------------------------- */

enum { NONE = -1 };

/* One answer's events, looked at one after the other. */
typedef struct walk {
    probe *p;
    const char *how; /* how it was asked for, "" or "fed a unit at a time, " */
    const wire_log *log;
    const fp_outcome *said; /* the rest of the answer */
    size_t chunks;          /* of the request */
    long open, arg;         /* the call_begin and the arg_begin that are open; or NONE */
    size_t text, reasoning; /* bytes so far */
    size_t calls;           /* that have ended, and are not dropped */
} walk;

static bool has_policy(const walk *w, unsigned unterminated)
{
    return w->p->what->options->policies.of[FP_UNTERMINATED] == unterminated;
}

static fp_str bytes_at(const walk *w, long index)
{
    return wire_log_bytes(w->log, &w->log->events[index]);
}

/* "events[3]: call_end {…} …" with what is wrong with it. */
__attribute__((format(printf, 3, 4))) static bool wrong(const walk *w, size_t index,
                                                        const char *format, ...)
{
    char *event = wire_log_text(w->log, index), what[200];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    probe_fails(w->p, "%sevents[%zu], %s, %s", w->how, index, event, what);
    free(event);
    return false;
}

/* A call that is dropped need have no end: what is outside of calls may come after it. */
static bool ends_call_silently(walk *w)
{
    if (w->open != NONE && !has_policy(w, FP_UNTERMINATED_DROP))
        return false;
    w->open = w->arg = NONE;
    return true;
}

static bool is_the_text(walk *w, size_t index)
{
    const bool reasoning = w->log->events[index].type == FP_EVENT_REASONING;
    const fp_str text = reasoning ? fp_outcome_reasoning(w->said) : fp_outcome_text(w->said);
    const fp_str data = bytes_at(w, (long)index);
    size_t *at = reasoning ? &w->reasoning : &w->text;
    const size_t left = text.len - *at;
    const fp_str want = { text.ptr + *at, data.len < left ? data.len : left };
    bool same = data.len <= left && fp_str_equal(want, data);

    if (!same) {
        char *shown = judge_piece(text, *at);

        wrong(w, index, "is not what \"%s\" has at its byte %zu: %s",
              reasoning ? "reasoning" : "text", *at, shown);
        free(shown);
    }
    *at += data.len;
    return same;
}

/* -- calls ------------------------------------------------------------------------------------- */

/* How often a key was begun in the open call, and where at last. */
static size_t times_begun(const walk *w, size_t end, fp_str key, size_t *at)
{
    size_t times = 0;

    for (size_t i = (size_t)w->open; i < end; i++) {
        if (w->log->events[i].type != FP_EVENT_ARG_BEGIN ||
            !fp_str_equal(bytes_at(w, (long)i), key))
            continue;
        times++;
        *at = i;
    }
    return times;
}

static const fp_value *value_of(const fp_call *call, fp_str key)
{
    for (size_t i = 0; i < call->arg_count; i++)
        if (fp_str_equal(call->args[i].key, key))
            return &call->args[i].value;
    return NULL;
}

/* The data of the argument that begins at an event; owned. */
static fp_json data_of(const walk *w, size_t begin)
{
    fp_json data = { 0 };

    for (size_t i = begin + 1; i < w->log->count && w->log->events[i].type != FP_EVENT_ARG_END; i++)
        if (w->log->events[i].type == FP_EVENT_ARG_DATA)
            fp_json_bytes(&data, bytes_at(w, (long)i));
    need_memory(!data.failed);
    return data;
}

/* A string is its data, or what that stands for in JSON. What else a value may be, our own parser
 * knows. */
static bool is_data(const walk *w, fp_str data, fp_str string)
{
    const fp_syntax *syntax = w->p->what->test->syntax;
    size_t at;

    return fp_str_equal(data, string) ||
           ((syntax->json || syntax->encoded || syntax->typed) && fp_jsontext_valid(data, 1, &at) &&
            fp_jsontext_is(fp_jsontext_trim(data), string));
}

static bool value_holds(const walk *w, size_t end, const fp_arg *arg)
{
    size_t begin = 0;
    fp_json data;
    char *said, *given;
    bool same;

    if (times_begun(w, end, arg->key, &begin) != 1 || arg->value.kind != FP_VALUE_STRING)
        return true;
    data = data_of(w, begin);
    same = is_data(w, json_text(&data), arg->value.text);
    if (!same) {
        said = judge_piece(json_text(&data), 0);
        given = judge_piece(arg->value.text, 0);
        wrong(w, begin, "has the data %s, and the call that ends in events[%zu] the value %s", said,
              end, given);
        free(said);
        free(given);
    }
    fp_json_free(&data);
    return same;
}

/* Returns whether the pieces of the arguments' text are the text that the call has, or, where it
 * has an input, the text of that (PROTOCOL-3.10). */
static bool arguments_hold(const walk *w, size_t end, const fp_call *call)
{
    const fp_str joined = wire_log_arguments(w->log, &w->log->events[end]);
    const fp_str json = bytes_at(w, (long)end);
    fp_call read = { .name = xcopy(call->name) };
    fp_str text = { 0 }, given = { 0 };
    char *shown;
    bool same;

    arguments_read(&read, joined, true);
    same = fp_call_equal(&read, call);
    if (fp_jsontext_get(json, "arguments").len && !arguments_fault_of(call, &given)) {
        const fp_value whole = value_from_text(fp_jsontext_get(json, "arguments"));

        same = fp_str_equal(whole.text, joined);
        free((char *)(uintptr_t)whole.text.ptr);
    }
    if (!same && arguments_fault_of(&read, &text) == ARGUMENTS_NOT_JSON && !joined.len &&
        !call->arg_count)
        same = true; /* a call without arguments has no pieces */
    call_free(&read);
    if (same)
        return true;
    shown = judge_piece(joined, 0);
    wrong(w, end, "has other arguments than the pieces before it, joined: %s", shown);
    free(shown);
    return false;
}

/* Returns whether the call has the keys that its events began, and, if it is complete, no others.
 */
static bool keys_hold(const walk *w, size_t end, const fp_call *call, bool complete)
{
    fp_str text;
    size_t at;

    if (w->log->as_text && complete && !arguments_hold(w, end, call))
        return false;
    if (arguments_fault_of(call, &text)) /* there are no keys: golden cases look at that */
        return true;
    for (size_t i = (size_t)w->open; complete && i < end; i++)
        if (w->log->events[i].type == FP_EVENT_ARG_BEGIN && !value_of(call, bytes_at(w, (long)i)))
            return wrong(w, i, "is of a key that the call in events[%zu] does not have", end);
    for (size_t i = 0; i < call->arg_count; i++)
        if (!times_begun(w, end, call->args[i].key, &at)) {
            char *key = judge_piece(call->args[i].key, 0);

            wrong(w, end, "has the key %s, which no arg_begin said", key);
            free(key);
            return false;
        }
    for (size_t i = 0; complete && i < call->arg_count; i++)
        if (!value_holds(w, end, &call->args[i]))
            return false;
    return true;
}

/* Returns whether the call is the one that "calls" has in its place. */
static bool is_in_calls(walk *w, size_t end, const fp_call *call)
{
    const bool complete = w->log->events[end].type == FP_EVENT_CALL_END;
    const bool open_at_end = has_policy(w, FP_UNTERMINATED_RECOVER) &&
                             w->log->events[end].chunk == w->chunks; /* MODEL-3.1 */
    const fp_call *given;
    fp_json shown = { 0 };
    bool same;

    if (!complete && has_policy(w, FP_UNTERMINATED_DROP))
        return true;
    if (w->calls == fp_outcome_call_count(w->said))
        return wrong(w, end, "ends a call that \"calls\" does not have");
    given = fp_outcome_call(w->said, w->calls++);
    same = fp_call_equal(call, given);
    if (!same) {
        fp_json_call(&shown, given);
        need_memory(!shown.failed);
        wrong(w, end, "is not calls[%zu], %.*s", w->calls - 1,
              (int)(shown.len < 80 ? shown.len : 80), shown.ptr);
        fp_json_free(&shown);
        return false;
    }
    if (!open_at_end && (given->complete != complete || (complete && !call->complete)))
        return wrong(w, end, "is of a call that is %scomplete: expected %s", complete ? "not " : "",
                     fp_event_name(complete ? FP_EVENT_CALL_CUT : FP_EVENT_CALL_END));
    return true;
}

static bool call_holds(walk *w, size_t end, const fp_call *call)
{
    const bool complete = w->log->events[end].type == FP_EVENT_CALL_END;
    const bool recovers =
        has_policy(w, FP_UNTERMINATED_RECOVER) && w->log->events[end].chunk == w->chunks;
    char *open;
    bool same;

    if (w->open == NONE)
        return wrong(w, end, "comes where no call is open");
    if (w->arg != NONE && complete && !recovers) {
        open = judge_piece(bytes_at(w, w->arg), 0);
        wrong(w, end, "comes before the arg_end of %s", open);
        free(open);
        return false;
    }
    same = fp_str_equal(bytes_at(w, w->open), call->name);
    if (!same) {
        open = judge_piece(bytes_at(w, w->open), 0);
        wrong(w, end, "ends the call of events[%ld], whose name is %s", w->open, open);
        free(open);
    }
    return same && keys_hold(w, end, call, complete && !recovers) && is_in_calls(w, end, call);
}

/* -- one after the other ------------------------------------------------------------------------
 */

static bool may_come(walk *w, size_t index)
{
    const fp_event_type type = w->log->events[index].type;
    fp_call call;
    bool good;

    switch (type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
        return ends_call_silently(w) ? is_the_text(w, index)
                                     : wrong(w, index, "comes inside of a call");
    case FP_EVENT_CALL_BEGIN:
        good = ends_call_silently(w) || wrong(w, index, "comes inside of a call");
        w->open = (long)index;
        return good;
    case FP_EVENT_ARG_BEGIN:
        good = (w->open != NONE && w->arg == NONE) ||
               wrong(w, index, "comes %s",
                     w->open == NONE ? "outside of a call" : "inside of another argument");
        w->arg = (long)index;
        return good;
    case FP_EVENT_ARG_DATA:
        return w->arg != NONE || wrong(w, index, "comes outside of an argument");
    case FP_EVENT_ARG_END:
        good = w->arg != NONE || wrong(w, index, "comes where no argument is open");
        w->arg = NONE;
        return good;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        wire_log_call(w->log, &w->log->events[index], &call);
        good = call_holds(w, index, &call);
        call_free(&call);
        w->open = w->arg = NONE;
        return good;
    case FP_EVENT_DIAGNOSTIC:
    case FP_EVENT_COUNT:
        break;
    }
    return true;
}

static bool holds_together(walk *w)
{
    const size_t text = fp_outcome_text(w->said).len;

    for (size_t i = 0; i < w->log->count; i++)
        if (!may_come(w, i))
            return false;
    if (!ends_call_silently(w))
        return wrong(w, (size_t)w->open, "has no call_end or call_cut");
    if (w->text != text)
        return probe_fails(w->p, "%sthe events have %zu bytes of text, and \"text\" has %zu",
                           w->how, w->text, text);
    if (w->reasoning != fp_outcome_reasoning(w->said).len)
        return probe_fails(w->p,
                           "%sthe events have %zu bytes of reasoning, and \"reasoning\" has %zu",
                           w->how, w->reasoning, fp_outcome_reasoning(w->said).len);
    return w->calls == fp_outcome_call_count(w->said) ||
           probe_fails(w->p, "%scalls[%zu] has no call_end or call_cut in the events", w->how,
                       w->calls);
}

/* -- our own parser ---------------------------------------------------------------------------- */

/* Returns whether the calls are those of our own parser, as far as they are judged. */
static bool same_calls(const walk *w, const fp_outcome *reference)
{
    const size_t count = fp_outcome_call_count(reference);
    bool same = count == fp_outcome_call_count(w->said);

    for (size_t i = 0; same && i < count; i++) {
        const fp_call *want = fp_outcome_call(reference, i), *have = fp_outcome_call(w->said, i);

        same = fp_str_equal(want->name, have->name) &&
               (want->complete == have->complete || count - i <= w->p->what->recovered) &&
               (!want->complete || call_equal_written(want, have));
    }
    return same;
}

/* What comes outside of calls. */
static bool is_outside(const wire_event *event)
{
    return event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING;
}

/* Where the call that begins at an event ends; log->count: it does not. */
static size_t end_of(const wire_log *log, size_t begin)
{
    for (size_t i = begin + 1; i < log->count; i++) {
        const fp_event_type type = log->events[i].type;

        if (type == FP_EVENT_CALL_END || type == FP_EVENT_CALL_CUT)
            return i;
        if (type == FP_EVENT_CALL_BEGIN || is_outside(&log->events[i]))
            break;
    }
    return log->count;
}

/* Returns whether an event has the key of an argument whose data is not compared: where arguments
 * come as text, of a value that is not a string, which may be written in several ways; or of a
 * string that a notation of typed values has as JSON. */
static bool has_no_data(const walk *w, const wire_log *log, const wire_event *begin,
                        const fp_call *call)
{
    const fp_value *value = call ? value_of(call, wire_log_bytes(log, begin)) : NULL;

    return value && (value->kind != FP_VALUE_STRING ||
                     (w->p->what->test->syntax->typed && !fp_str_equal(value->raw, value->text)));
}

/* Of a call that is dropped nothing is to be compared; of another that is not complete, its name
 * and its end: what it has of its arguments is left open. */
static wire_log comparable(const walk *w, const wire_log *log, const fp_outcome *reference,
                           bool text)
{
    wire_log out = { 0 };
    const fp_call *call = NULL;
    size_t calls = 0;
    bool left_out = false;

    for (size_t i = 0; i < log->count; i++) {
        const wire_event *event = &log->events[i];
        const size_t end = event->type == FP_EVENT_CALL_BEGIN ? end_of(log, i) : log->count;
        const bool ends = end < log->count && log->events[end].type == FP_EVENT_CALL_END;

        if (event->type == FP_EVENT_CALL_BEGIN && !ends && has_policy(w, FP_UNTERMINATED_DROP)) {
            while (i + 1 < log->count && log->events[i + 1].type != FP_EVENT_CALL_BEGIN &&
                   !is_outside(&log->events[i + 1]) && i < end)
                i++;
            continue;
        }
        if (event->type == FP_EVENT_CALL_BEGIN && calls < fp_outcome_call_count(reference))
            call = fp_outcome_call(reference, calls++);
        else if (event->type == FP_EVENT_CALL_BEGIN)
            call = NULL;
        if (event->type == FP_EVENT_CALL_BEGIN && call && !call->complete) {
            wire_log_add(&out, log, event);
            i = end - 1; /* its end comes next */
            continue;
        }
        if (event->type == FP_EVENT_ARG_BEGIN)
            left_out = w->log->as_text && has_no_data(w, log, event, call);
        if ((text || !is_outside(event)) && !(event->type == FP_EVENT_ARG_DATA && left_out))
            wire_log_add(&out, log, event);
    }
    return out;
}

/* Against the events of our own parser, where the calls are the same. */
static bool as_by_reference(const walk *w, fp_str input, const fp_outcome *reference)
{
    static const judged EVENTS = { false, false, false };
    const bool text = fp_str_equal(fp_outcome_text(reference), fp_outcome_text(w->said)) &&
                      fp_str_equal(fp_outcome_reasoning(reference), fp_outcome_reasoning(w->said));
    fp_parser *parser;
    wire_log own = { 0 }, want, have;
    difference d;
    bool same;

    own.decoded = w->log->as_text ? w->p->what->test->syntax : NULL;
    if (!same_calls(w, reference))
        return true; /* golden cases and the other laws look at that */
    parser = fp_parser_new(w->p->what->test->syntax, w->p->what->options, wire_log_sink, &own);
    need_memory(parser && fp_parser_feed(parser, input.ptr, input.len) == FP_OK &&
                fp_parser_finish(parser) == FP_OK);
    fp_parser_free(parser);
    want = comparable(w, &own, reference, text);
    have = comparable(w, w->log, reference, text);
    same =
        wire_log_same(&want, &have, &EVENTS, &d) || probe_fails(w->p, "%s%s", w->how, d.sentence);
    wire_log_free(&own);
    wire_log_free(&want);
    wire_log_free(&have);
    return same;
}

/* -- the law ----------------------------------------------------------------------------------- */

static bool events_hold(probe *p, const char *how, const wire_log *log, const fp_outcome *said,
                        size_t chunks)
{
    walk w = {
        .p = p, .how = how, .log = log, .said = said, .chunks = chunks, .open = NONE, .arg = NONE
    };

    return as_by_reference(&w, p->what->test->input, p->what->reference) && holds_together(&w);
}

/* The events that came out before this chunk. */
static wire_log events_before(const wire_log *log, size_t chunk)
{
    wire_log out = { 0 };

    for (size_t i = 0; i < log->count && log->events[i].chunk < chunk; i++)
        wire_log_add(&out, log, &log->events[i]);
    return out;
}

/* Of a prefix it reports, before its end, what it reports of it with more after it. */
static bool takes_nothing_back(probe *p, const question *all, const question *half)
{
    const size_t chunks = half->cut_count + 1;
    wire_log want = events_before(&all->log, half->text.len ? chunks : 0);
    wire_log have = events_before(&half->log, half->text.len ? chunks : 0);
    difference d;
    const bool same = wire_log_same(&want, &have, &p->what->judged, &d);

    wire_log_free(&want);
    wire_log_free(&have);
    return same || probe_fails(p,
                               "its first %zu bytes alone give other events, before their end, "
                               "than the same bytes with more after them: %s",
                               half->text.len, d.sentence);
}

static bool prefix_holds(probe *p)
{
    const question *all = &p->questions[0], *half = &p->questions[1];

    if (!events_hold(p, "", p->what->whole_log, p->what->whole, 1))
        return false;
    if (!p->count || !all->outcome || !half->outcome)
        return true; /* too long; or refused: WHOLE and TOTAL look at that */
    return events_hold(p, "fed a unit at a time, ", &all->log, all->outcome, all->cut_count + 1) &&
           takes_nothing_back(p, all, half);
}

const probe_law PROBE_PREFIX = { LAW_PREFIX, ask_prefix, prefix_holds };
