/* SPDX-License-Identifier: Apache-2.0 */
/* wire_log.c: the single events of an answer; compares the coalesced events of two answers
 * (MODEL-2.1).
 *
 * The bytes of consecutive events are consecutive, and diagnostics have none: so a run of text, or
 * of data, is one range of bytes, however it was cut.
 */
#include "worker/wire_log.h"

#include "base/values.h"
#include "judge/arguments.h"
#include "worker/wire_input.h"

#include <fencepost/jsontext.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* How many bytes of a call a person is shown. */
enum { CALL_SHOWN = 80 };

void wire_log_free(wire_log *log)
{
    free(log->events);
    fp_json_free(&log->bytes);
    fp_json_free(&log->arguments);
    *log = (wire_log){ 0 };
}

static wire_event *add_event(wire_log *log, fp_event_type type, size_t chunk)
{
    void *grown = log->events;

    xgrow(&grown, &log->cap, log->count, sizeof *log->events);
    log->events = grown;
    log->events[log->count] = (wire_event){ .type = type,
                                            .place = log->count,
                                            .chunk = chunk,
                                            .from = log->bytes.len,
                                            .offset = WIRE_NO_OFFSET };
    return &log->events[log->count++];
}

/* The bytes that were added to the log since the event was. */
static void take_bytes(wire_log *log, wire_event *event)
{
    need_memory(!log->bytes.failed);
    event->len = log->bytes.len - event->from;
}

/* -- read -------------------------------------------------------------------------------------- */

static size_t number_of(fp_str digits)
{
    size_t number = 0;

    for (size_t i = 0; i < digits.len; i++)
        number = number * 10 + (size_t)(digits.ptr[i] - '0');
    return number;
}

/* Appends what a string stands for, or what base64 does (PROTOCOL-3.7). */
static void add_decoded(fp_json *bytes, fp_str json)
{
    fp_str encoded, decoded = { 0 };
    bool lone = false;

    if (!wire_input_encoded(json, &encoded)) {
        need_memory(fp_jsontext_decode(json, bytes, &lone));
        return;
    }

    const fp_value text = value_from_text(encoded);

    base64_decode(text.text, &decoded);
    fp_json_bytes(bytes, decoded);
    free((char *)(uintptr_t)decoded.ptr);
    free((char *)(uintptr_t)text.text.ptr);
}

static fp_code code_of(fp_str json)
{
    unsigned code = 0;

    while (code < FP_CODE_COUNT && !fp_jsontext_is(json, fp_str_of(fp_code_name((fp_code)code))))
        code++;
    return (fp_code)code;
}

static fp_event_type type_of(fp_str json)
{
    unsigned type = 0;

    while (type < FP_EVENT_COUNT &&
           !fp_jsontext_is(json, fp_str_of(fp_event_name((fp_event_type)type))))
        type++;
    return (fp_event_type)type;
}

static bool is_end(const wire_event *event)
{
    return event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT;
}

/* The arguments that are read: their text, and what it is taken apart into. */
typedef struct splitter {
    wire_log *log;
    size_t chunk;
    size_t from; /* where the text of the open call begins */
    arguments_split split;
} splitter;

/* An arguments_sink. */
static void add_member(void *context, fp_event_type type, fp_str bytes)
{
    const splitter *s = context;
    wire_event *event = add_event(s->log, type, s->chunk);

    fp_json_bytes(&s->log->bytes, bytes);
    take_bytes(s->log, event);
}

static void read_piece(splitter *s, fp_str json)
{
    fp_json *text = &s->log->arguments;
    const size_t from = text->len;

    s->log->as_text = true;
    add_decoded(text, fp_jsontext_get(json, "data"));
    need_memory(!text->failed);
    arguments_split_feed(&s->split, (fp_str){ text->ptr + from, text->len - from }, add_member, s);
}

static void read_event(wire_log *log, size_t chunk, fp_str json)
{
    static const char *const BYTES[FP_EVENT_COUNT] = {
        [FP_EVENT_TEXT] = "data",      [FP_EVENT_CALL_BEGIN] = "name", [FP_EVENT_ARG_BEGIN] = "key",
        [FP_EVENT_ARG_DATA] = "data",  [FP_EVENT_CALL_END] = "call",   [FP_EVENT_CALL_CUT] = "call",
        [FP_EVENT_REASONING] = "data",
    };
    const fp_event_type type = type_of(fp_jsontext_get(json, "event"));
    wire_event *event = add_event(log, type, chunk);
    const fp_str offset = fp_jsontext_get(json, "offset");

    if (type == FP_EVENT_CALL_END || type == FP_EVENT_CALL_CUT)
        fp_json_bytes(&log->bytes, fp_jsontext_get(json, BYTES[type]));
    else if (BYTES[type])
        add_decoded(&log->bytes, fp_jsontext_get(json, BYTES[type]));
    take_bytes(log, event);
    if (type == FP_EVENT_DIAGNOSTIC) {
        event->code = code_of(fp_jsontext_get(json, "code"));
        event->offset = offset.len ? number_of(offset) : WIRE_NO_OFFSET;
    }
}

/* The text of arguments is that of the call which is open. */
static void note_call(splitter *s, wire_event *event)
{
    if (is_end(event)) {
        event->text_from = s->from;
        event->text_len = s->log->arguments.len - s->from;
    }
    if (is_end(event) || event->type == FP_EVENT_CALL_BEGIN) {
        s->from = s->log->arguments.len;
        arguments_split_free(&s->split);
    }
}

void wire_log_read(wire_log *log, fp_str events)
{
    splitter s = { .log = log };
    fp_str pair, chunk, event;

    log->count = log->bytes.len = log->arguments.len = 0;
    log->as_text = false;
    for (size_t at = 0, place = 0; events.len && fp_jsontext_item(events, &at, &pair); place++) {
        const size_t before = log->count;
        size_t within = 0;

        fp_jsontext_item(pair, &within, &chunk);
        fp_jsontext_item(pair, &within, &event);
        s.chunk = number_of(chunk);
        if (fp_jsontext_is(fp_jsontext_get(event, "event"), WIRE_ARGUMENTS_DATA))
            read_piece(&s, event);
        else
            read_event(log, s.chunk, event);
        for (size_t i = before; i < log->count; i++)
            log->events[i].place = place;
        if (log->count > before)
            note_call(&s, &log->events[log->count - 1]);
    }
    arguments_split_free(&s.split);
}

/* A piece of the raw text of an argument in a JSON notation: of a string, what it stands for. */
static void add_decoded_piece(wire_log *log, fp_str data)
{
    wire_event *kept = add_event(log, FP_EVENT_ARG_DATA, log->now);

    for (size_t i = 0; i < data.len; i++) {
        if (!log->value_begun)
            log->is_string = data.ptr[i] == '"';
        else if (log->is_string && !log->string_ended)
            log->string_ended = string_pieces_take(&log->string, data.ptr[i], &log->bytes);
        log->value_begun = true;
    }
    take_bytes(log, kept);
}

int wire_log_sink(void *context, const fp_event *event)
{
    wire_log *log = context;
    wire_event *kept;

    if (event->type == FP_EVENT_ARG_BEGIN) {
        log->value_begun = log->is_string = log->string_ended = false;
        log->string.len = 0;
    }
    if (event->type == FP_EVENT_ARG_DATA && log->decoded &&
        (log->decoded->json || log->decoded->encoded)) {
        add_decoded_piece(log, event->data);
        return 0;
    }
    kept = add_event(log, event->type, log->now);

    if (event->type != FP_EVENT_CALL_END && event->type != FP_EVENT_CALL_CUT)
        fp_json_bytes(&log->bytes, event->data);
    take_bytes(log, kept);
    if (event->type == FP_EVENT_DIAGNOSTIC) {
        kept->code = event->diagnostic.code;
        kept->offset = event->diagnostic.offset;
    }
    return 0;
}

void wire_log_add(wire_log *log, const wire_log *from, const wire_event *event)
{
    wire_event *kept = add_event(log, event->type, event->chunk);

    fp_json_bytes(&log->bytes, wire_log_bytes(from, event));
    take_bytes(log, kept);
    kept->text_from = log->arguments.len;
    kept->text_len = event->text_len;
    fp_json_bytes(&log->arguments, wire_log_arguments(from, event));
    need_memory(!log->arguments.failed);
    log->as_text = from->as_text;
    kept->place = event->place;
    kept->code = event->code;
    kept->offset = event->offset;
}

void wire_log_copy(wire_log *log, const wire_log *from)
{
    log->count = log->bytes.len = log->arguments.len = 0;
    for (size_t i = 0; i < from->count; i++)
        wire_log_add(log, from, &from->events[i]);
}

fp_str wire_log_bytes(const wire_log *log, const wire_event *event)
{
    return event->len ? (fp_str){ log->bytes.ptr + event->from, event->len } : FP_STR("");
}

fp_str wire_log_arguments(const wire_log *log, const wire_event *event)
{
    return event->text_len ? (fp_str){ log->arguments.ptr + event->text_from, event->text_len }
                           : FP_STR("");
}

void wire_log_call(const wire_log *log, const wire_event *event, fp_call *call)
{
    const fp_str json = wire_log_bytes(log, event), complete = fp_jsontext_get(json, "complete");
    fp_json name = { 0 };

    add_decoded(&name, fp_jsontext_get(json, "name"));
    *call = (fp_call){ .name = xcopy(json_text(&name)),
                       .complete = fp_jsontext_kind(complete) != 'f' || !complete.len };
    fp_json_free(&name);
    if (fp_jsontext_get(json, "arguments").len)
        wire_arguments_read(fp_jsontext_get(json, "arguments"), call);
    else
        wire_input_read(fp_jsontext_get(json, "input"), call);
    call->complete = call->complete && (complete.len || arguments_can_run(call));
}

/* -- runs -------------------------------------------------------------------------------------- */

/* Adjacent events that are equal to one: those from first up to before next. */
typedef struct run {
    size_t first, next;
    fp_str bytes;
} run;

static bool is_data(const wire_event *event)
{
    return event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING ||
           event->type == FP_EVENT_ARG_DATA;
}

static bool counts(const wire_event *event, const judged *what)
{
    return is_data(event) ? event->len > 0
                          : event->type != FP_EVENT_DIAGNOSTIC || what->diagnostics;
}

/* The run that begins at or after an event; at the end of the log an empty one. */
static run run_from(const wire_log *log, size_t at, const judged *what)
{
    run r = { 0 };

    while (at < log->count && !counts(&log->events[at], what))
        at++;
    r.first = r.next = at;
    if (at == log->count)
        return r;
    r.bytes = wire_log_bytes(log, &log->events[at]);
    for (r.next++; is_data(&log->events[at]) && r.next < log->count; r.next++) {
        const wire_event *more = &log->events[r.next];

        if (counts(more, what) && more->type != log->events[at].type)
            break;
        r.bytes.len += counts(more, what) ? more->len : 0;
    }
    return r;
}

/* -- for people -------------------------------------------------------------------------------- */

/* The key of the argument that the event belongs to, `of "path"`; owned. */
static char *of_argument(const wire_log *log, size_t index)
{
    while (index > 0 && log->events[index].type != FP_EVENT_ARG_BEGIN &&
           log->events[index].type != FP_EVENT_CALL_BEGIN)
        index--;
    if (log->events[index].type != FP_EVENT_ARG_BEGIN)
        return xstrdup(" of no argument");

    char *key = judge_piece(wire_log_bytes(log, &log->events[index]), 0);
    char *text = xformat(" of %s", key);

    free(key);
    return text;
}

/* What stands after the name of an event whose bytes are these; owned. Of a call that is its name,
 * or the whole of it, as far as it is short. */
static char *detail_of(const wire_log *log, size_t index, fp_str bytes, size_t at, bool whole)
{
    const wire_event *event = &log->events[index];
    const bool call = is_end(event), named = call && bytes.len;
    fp_call read = { 0 };
    char *piece, *text;

    if (event->type == FP_EVENT_DIAGNOSTIC)
        return event->offset == WIRE_NO_OFFSET
                   ? xformat(" %s", fp_code_name(event->code))
                   : xformat(" %s at %" PRIu64, fp_code_name(event->code), event->offset);
    if (event->type == FP_EVENT_ARG_END || (call && !named))
        return xstrdup("");
    if (call && whole)
        return xformat(" %.*s%s", (int)(bytes.len < CALL_SHOWN ? bytes.len : CALL_SHOWN), bytes.ptr,
                       bytes.len > CALL_SHOWN ? "…" : "");
    if (call)
        wire_log_call(log, event, &read);
    piece = judge_piece(call ? read.name : bytes, call ? 0 : at);
    text = xformat("%s %s", call ? " of" : "", piece);
    call_free(&read);
    free(piece);
    return text;
}

/* An event, with these bytes for its own. */
static char *event_text(const wire_log *log, size_t index, fp_str bytes, size_t at, bool whole)
{
    char *detail, *argument, *text;
    fp_event_type type;

    if (index == log->count)
        return xstrdup("the end of the events");
    type = log->events[index].type;
    detail = detail_of(log, index, bytes, at, whole);
    argument = type == FP_EVENT_ARG_DATA || type == FP_EVENT_ARG_END ? of_argument(log, index)
                                                                     : xstrdup("");
    text = xformat("%s%s%s", fp_event_name(type), detail, argument);
    free(argument);
    free(detail);
    return text;
}

char *wire_log_text(const wire_log *log, size_t index)
{
    static const judged ALL = { .diagnostics = true };
    const run r = run_from(log, index, &ALL);

    if (index < log->count && r.first != index) /* it has no data */
        return event_text(log, index, FP_STR(""), 0, false);
    return event_text(log, index, r.bytes, 0, false);
}

/* Of the end of a log, the place after the last event. */
static size_t place_of(const wire_log *log, size_t index)
{
    if (index < log->count)
        return log->events[index].place;
    return index ? log->events[index - 1].place + 1 : 0;
}

static bool differ(const wire_log *expected, const run *want, const wire_log *actual,
                   const run *have, difference *d)
{
    const bool calls = want->first < expected->count && have->first < actual->count &&
                       is_end(&expected->events[want->first]) &&
                       is_end(&actual->events[have->first]);
    size_t at = 0;
    char *one, *other;

    while (at < want->bytes.len && at < have->bytes.len &&
           want->bytes.ptr[at] == have->bytes.ptr[at])
        at++;
    one = event_text(expected, want->first, want->bytes, at, calls);
    other = event_text(actual, have->first, have->bytes, at, calls);
    d->kind = DIFFERS_EVENTS;
    snprintf(d->sentence, sizeof d->sentence, "events[%zu]: expected %s, got %s",
             place_of(actual, have->first), one, other);
    free(one);
    free(other);
    return false;
}

/* -- compared ---------------------------------------------------------------------------------- */

static bool same_call(const wire_log *expected, const wire_event *want, const wire_log *actual,
                      const wire_event *have, const judged *what)
{
    const fp_str a = wire_log_bytes(expected, want), b = wire_log_bytes(actual, have);
    const fp_str span = fp_jsontext_get(a, "span"), other_span = fp_jsontext_get(b, "span");
    fp_call one, other;
    bool same;

    if (!a.len || !b.len || fp_str_equal(a, b))
        return true;
    wire_log_call(expected, want, &one);
    wire_log_call(actual, have, &other);
    same = fp_call_equal(&one, &other) && one.complete == other.complete;
    call_free(&one);
    call_free(&other);
    return same &&
           (!what->spans || !span.len || !other_span.len || fp_jsontext_equal(span, other_span));
}

static bool same_run(const wire_log *expected, const run *want, const wire_log *actual,
                     const run *have, const judged *what)
{
    const bool ends = want->first == expected->count, other_ends = have->first == actual->count;

    if (ends || other_ends)
        return ends && other_ends;

    const wire_event *a = &expected->events[want->first], *b = &actual->events[have->first];

    if (a->type != b->type)
        return false;
    switch (a->type) {
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        return same_call(expected, a, actual, b, what);
    case FP_EVENT_DIAGNOSTIC:
        return a->code == b->code && a->offset == b->offset;
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_ARG_DATA:
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    return fp_str_equal(want->bytes, have->bytes);
}

bool wire_log_same(const wire_log *expected, const wire_log *actual, const judged *what,
                   difference *d)
{
    run want = run_from(expected, 0, what), have = run_from(actual, 0, what);

    *d = (difference){ 0 };
    for (;;) {
        if (!same_run(expected, &want, actual, &have, what))
            return differ(expected, &want, actual, &have, d);
        if (want.first == expected->count)
            return true;
        want = run_from(expected, want.next, what);
        have = run_from(actual, have.next, what);
    }
}
