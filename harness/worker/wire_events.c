/* SPDX-License-Identifier: Apache-2.0 */
/* wire_events.c: checks the events of an answer by PROTOCOL-3.5 and 3.10. */
#include "base/values.h"
#include "worker/wire_reader.h"

#include <stdlib.h>

static bool check_event_call(reader *r, fp_str json)
{
    fp_call call;
    bool good, spans = false;

    if (!json.len)
        return wire_wrong(&r->fault, "%s\"call\" is missing (PROTOCOL-3.5)", reader_where(r));
    good = reader_call(r, json, &call, &spans);
    call_free(&call);
    return good;
}

/* arguments_data, which is in no parser of ours (PROTOCOL-3.10). */
static bool check_arguments(reader *r, fp_str json)
{
    static const char *const NAMES[] = { "event", "data", NULL };
    fp_str of[READER_MEMBERS], text;

    return reader_members(r, json, NAMES, "PROTOCOL-3.10", of) &&
           reader_bytes(r, of[1], "data", &text);
}

/* The arguments of an answer come in one of two ways. */
static bool check_ways(reader *r, fp_str name)
{
    const bool as_text = fp_jsontext_is(name, WIRE_ARGUMENTS_DATA);
    const bool in_keys = fp_jsontext_is(name, FP_STR("arg_begin")) ||
                         fp_jsontext_is(name, FP_STR("arg_data")) ||
                         fp_jsontext_is(name, FP_STR("arg_end"));

    r->as_text = r->as_text || as_text;
    r->in_keys = r->in_keys || in_keys;
    return !(r->as_text && r->in_keys) ||
           wire_wrong(
               &r->fault,
               "%s\"arguments_data\" and \"arg_begin\", \"arg_data\", \"arg_end\" are in one "
               "answer: give one or the other (PROTOCOL-3.10)",
               reader_where(r));
}

/* Which members an event may have beside its own name. */
static bool check_event(reader *r, fp_str json)
{
    static const char *const NAMES[FP_EVENT_COUNT][5] = {
        [FP_EVENT_TEXT] = { "event", "data" },
        [FP_EVENT_CALL_BEGIN] = { "event", "name" },
        [FP_EVENT_ARG_BEGIN] = { "event", "key" },
        [FP_EVENT_ARG_DATA] = { "event", "data" },
        [FP_EVENT_ARG_END] = { "event" },
        [FP_EVENT_CALL_END] = { "event", "call" },
        [FP_EVENT_CALL_CUT] = { "event", "call" },
        [FP_EVENT_DIAGNOSTIC] = { "event", "code", "offset", "clause" },
        [FP_EVENT_REASONING] = { "event", "data" },
    };
    const fp_str name = fp_jsontext_get(json, "event");
    fp_str of[READER_MEMBERS], text;
    fp_event_type type;
    fp_diagnostic d;

    if (fp_jsontext_kind(name) == '"' && !check_ways(r, name))
        return false;
    if (fp_jsontext_kind(name) == '"' && fp_jsontext_is(name, WIRE_ARGUMENTS_DATA))
        return check_arguments(r, json);
    if (fp_jsontext_kind(name) != '"' || !reader_string(r, name, &text) ||
        !fp_event_find(text, &type))
        return wire_wrong(&r->fault, "%s\"event\" %s; PROTOCOL-3.5 and 3.10 list the events",
                          reader_where(r), name.len ? "is none of the events" : "is missing");
    if (!reader_members(r, json, NAMES[type], "PROTOCOL-3.5", of))
        return false;
    switch (type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_ARG_DATA:
        return reader_bytes(r, of[1], NAMES[type][1], &text);
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        return check_event_call(r, of[1]);
    case FP_EVENT_DIAGNOSTIC:
        return reader_diagnostic(r, of[1], of[2], of[3], &d);
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    return true;
}

bool reader_tagged(reader *r, fp_str json, const char *what, uint64_t *before, fp_str *value)
{
    fp_str chunk;
    uint64_t number;

    if (!reader_pair(json, &chunk, value) || fp_jsontext_kind(chunk) != '0')
        return wire_wrong(&r->fault, "%snot an array [chunk, %s] (PROTOCOL-3.5)", reader_where(r),
                          what);
    if (!reader_number(chunk, &number) || number < *before || number > r->asked->chunks)
        return wire_wrong(&r->fault,
                          "%sthe chunk is %.*s: it may be 0 to %zu and may not go back "
                          "(PROTOCOL-3.5)",
                          reader_where(r), (int)(chunk.len < 20 ? chunk.len : 20), chunk.ptr,
                          r->asked->chunks);
    *before = number;
    return true;
}

bool reader_events(reader *r, fp_str events)
{
    uint64_t before = 0;
    fp_str json;

    if (!events.len)
        return true;
    if (fp_jsontext_kind(events) != '[')
        return wire_wrong(&r->fault, "\"events\" is not an array (PROTOCOL-3.5)");
    for (size_t i = 0, at = 0; fp_jsontext_item(events, &at, &json); i++) {
        fp_str event;

        reader_begin(r, "events", i);
        if (!reader_tagged(r, json, "event", &before, &event))
            return false;
        if (!check_event(r, event))
            return false;
    }
    return true;
}

bool wire_events_good(fp_str events, const wire_asked *asked, const wire_hello *hello)
{
    char error[WIRE_ERROR_SIZE];
    reader r = { .asked = asked, .hello = hello, .fault = { error, sizeof error } };
    size_t wrong;
    const bool good = fp_jsontext_valid(events, READER_DEPTH - 1, &wrong) && is_utf8(events) &&
                      reader_events(&r, events);

    free(r.edges);
    fp_json_free(&r.text);
    return good;
}
