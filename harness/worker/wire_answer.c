/* SPDX-License-Identifier: Apache-2.0 */
/* wire_answer.c: the answer to a parse request, read strictly (spec/protocol.md, section 3). */
#include "base/values.h"
#include "worker/wire_check.h"
#include "worker/wire_input.h"

#include <fencepost/jsontext.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHERE_SIZE = 64 };

typedef struct reader {
    fp_str line; /* a valid one */
    const wire_asked *asked;
    const wire_hello *hello;
    wire_fault fault;
    size_t *edges; /* of units, made when the first offset is converted */
    size_t edge_count;
} reader;

/* -- small things ---------------------------------------------------------------------------- */

/* An owned copy of a string, or of {"base64"} decoded; name is the member's. */
static bool read_bytes(reader *r, const json_t *json, const char *where, const char *name,
                       fp_str *bytes)
{
    const json_t *encoded = json_object_get(json, "base64");

    if (json_is_string(json)) {
        *bytes = xcopy(json_str(json));
        return true;
    }
    if (json_is_string(encoded) && json_object_size(json) == 1 &&
        base64_decode(json_str(encoded), bytes))
        return true;
    if (!json)
        return wire_wrong(&r->fault, "%s\"%s\" is missing (PROTOCOL-3.4, 3.5)", where, name);
    return wire_wrong(&r->fault,
                      "%s\"%s\" is neither a string nor {\"base64\": \"...\"} with valid base64 "
                      "(PROTOCOL-3.7)",
                      where, name);
}

static bool check_bytes(reader *r, const json_t *json, const char *where, const char *name)
{
    fp_str bytes = { 0 };

    if (!read_bytes(r, json, where, name, &bytes))
        return false;
    free((char *)(uintptr_t)bytes.ptr);
    return true;
}

/* An offset in the worker's unit, made one in bytes if it is to be judged. */
static bool read_offset(reader *r, const json_t *json, bool judged, const char *where,
                        uint64_t *offset)
{
    const json_int_t value = json_integer_value(json);
    const unit u = r->hello->unit;

    if (!json_is_integer(json) || value < 0)
        return wire_wrong(&r->fault, "%san offset is not a whole number from 0 up (PROTOCOL-2.3)",
                          where);
    *offset = (uint64_t)value;
    if (!judged)
        return true;
    if (!r->edges)
        r->edges = unit_edges(r->asked->input, u, &r->edge_count);
    if (*offset >= r->edge_count)
        return wire_wrong(&r->fault,
                          "%sthe offset %" PRIu64 " is beyond the input, which has %zu; offsets "
                          "count what \"unit\" says, here \"%s\" (PROTOCOL-2.3)",
                          where, *offset, r->edge_count - 1, unit_name(u));
    *offset = r->edges[*offset];
    return true;
}

/* -- calls ----------------------------------------------------------------------------------- */

static bool bad_base64(reader *r, const char *where)
{
    return wire_wrong(
        &r->fault, "%san input's {\"base64\": \"...\"} is not valid base64 (PROTOCOL-3.7)", where);
}

/* The input of an event's call, which is checked and not kept. */
static bool check_input(reader *r, json_t *input, const char *where)
{
    const char *key;
    json_t *json;

    json_object_foreach (input, key, json) {
        fp_value value;

        if (!value_from_json(json, true, &value))
            return bad_base64(r, where);
        value_free(&value);
    }
    return true;
}

/* text: the input as it stands in the line; empty where it is an event's. */
static bool read_input(reader *r, json_t *input, fp_str text, const char *where, fp_call *call)
{
    if (!json_is_object(input))
        return wire_wrong(&r->fault, "%s\"input\" %s: an object, of keys and values (PROTOCOL-3.4)",
                          where, input ? "is not an object" : "is missing");
    if (!text.len)
        return check_input(r, input, where);
    switch (wire_input_read(text, call)) {
    case WIRE_INPUT_GOOD:
        break;
    case WIRE_INPUT_BASE64:
        return bad_base64(r, where);
    case WIRE_INPUT_DUPLICATE:
        return wire_wrong(&r->fault, "%sa key stands twice in \"input\" (PROTOCOL-3.4)", where);
    }
    return true;
}

static bool read_span(reader *r, const json_t *span, const char *where, fp_call *call)
{
    const bool judged = r->hello->spans;

    if (!span)
        return true;
    if (!json_is_array(span) || json_array_size(span) != 2)
        return wire_wrong(&r->fault, "%s\"span\" is not an array of two offsets (PROTOCOL-3.4)",
                          where);
    return read_offset(r, json_array_get(span, 0), judged, where, &call->start) &&
           read_offset(r, json_array_get(span, 1), judged, where, &call->end);
}

/* Fills an owned call: call_free(), also after false. */
static bool read_call(reader *r, const json_t *json, fp_str input, const char *where, fp_call *call)
{
    static const char *const MEMBERS[] = { "name", "input", "complete", "span", NULL };
    const json_t *complete = json_object_get(json, "complete");

    *call = (fp_call){ .complete = true };
    if (!json_is_object(json))
        return wire_wrong(&r->fault, "%sa call is not an object (PROTOCOL-3.4)", where);
    if (!wire_only(json, MEMBERS, where, "PROTOCOL-3.4", &r->fault) ||
        !read_bytes(r, json_object_get(json, "name"), where, "name", &call->name))
        return false;
    if (complete && !json_is_boolean(complete))
        return wire_wrong(&r->fault, "%s\"complete\" is not true or false (PROTOCOL-3.4)", where);
    call->complete = !complete || json_is_true(complete);
    return read_span(r, json_object_get(json, "span"), where, call) &&
           read_input(r, json_object_get(json, "input"), input, where, call);
}

static bool read_calls(reader *r, const json_t *calls, fp_outcome *outcome)
{
    wire_inputs inputs = { .calls = fp_jsontext_get(r->line, "calls") };

    if (!json_is_array(calls))
        return wire_wrong(&r->fault,
                          "\"calls\" %s: an array, empty if there are none (PROTOCOL-3.4)",
                          calls ? "is not an array" : "is missing");
    for (size_t i = 0; i < json_array_size(calls); i++) {
        const json_t *json = json_array_get(calls, i);
        const fp_str input = wire_input_next(&inputs);
        char where[WHERE_SIZE];
        fp_call call;
        bool good;

        snprintf(where, sizeof where, "calls[%zu]: ", i);
        good = read_call(r, json, input, where, &call);
        if (good && r->hello->spans && !json_object_get(json, "span"))
            good = wire_wrong(&r->fault,
                              "%s\"span\" is missing, and capability \"spans\" is claimed "
                              "(PROTOCOL-3.4)",
                              where);
        if (good)
            need_memory(fp_outcome_add_call(outcome, &call));
        call_free(&call);
        if (!good)
            return false;
    }
    return true;
}

/* -- diagnostics ----------------------------------------------------------------------------- */

/* The members of a diagnostic, which in an event has others beside them. */
static bool read_diagnostic(reader *r, const json_t *json, const char *where, fp_diagnostic *d)
{
    const json_t *code = json_object_get(json, "code");
    const json_t *offset = json_object_get(json, "offset");
    const json_t *clause = json_object_get(json, "clause");

    *d = (fp_diagnostic){ .offset = WIRE_NO_OFFSET };
    if (!json_is_string(code) || !fp_code_find(json_str(code), &d->code))
        return wire_wrong(&r->fault, "%s\"code\" %s; model.md MODEL-1.5 lists the codes", where,
                          code ? "is none of the codes" : "is missing");
    if (clause && !json_is_string(clause))
        return wire_wrong(&r->fault, "%s\"clause\" is not a string (MODEL-1.5)", where);
    return !offset || read_offset(r, offset, r->hello->diagnostics, where, &d->offset);
}

static bool read_diagnostics(reader *r, const json_t *diagnostics, fp_outcome *outcome)
{
    static const char *const MEMBERS[] = { "code", "offset", "clause", NULL };

    if (diagnostics && !json_is_array(diagnostics))
        return wire_wrong(&r->fault, "\"diagnostics\" is not an array (PROTOCOL-3.4)");
    for (size_t i = 0; i < json_array_size(diagnostics); i++) {
        const json_t *json = json_array_get(diagnostics, i);
        char where[WHERE_SIZE];
        fp_diagnostic d;

        snprintf(where, sizeof where, "diagnostics[%zu]: ", i);
        if (!json_is_object(json))
            return wire_wrong(&r->fault, "%snot an object (PROTOCOL-3.4)", where);
        if (!wire_only(json, MEMBERS, where, "MODEL-1.5", &r->fault) ||
            !read_diagnostic(r, json, where, &d))
            return false;
        need_memory(fp_outcome_add_diagnostic(outcome, &d));
    }
    return true;
}

/* -- events ---------------------------------------------------------------------------------- */

static bool check_event_call(reader *r, const json_t *json, const char *where)
{
    fp_call call;
    bool good;

    if (!json)
        return wire_wrong(&r->fault, "%s\"call\" is missing (PROTOCOL-3.5)", where);
    good = read_call(r, json, (fp_str){ 0 }, where, &call);
    call_free(&call);
    return good;
}

/* Which members an event may have beside its own name. */
static bool check_event(reader *r, const json_t *json, const char *where)
{
    static const char *const MEMBERS[FP_EVENT_COUNT][5] = {
        [FP_EVENT_TEXT] = { "event", "data" },
        [FP_EVENT_CALL_BEGIN] = { "event", "name" },
        [FP_EVENT_ARG_BEGIN] = { "event", "key" },
        [FP_EVENT_ARG_DATA] = { "event", "data" },
        [FP_EVENT_ARG_END] = { "event" },
        [FP_EVENT_CALL_END] = { "event", "call" },
        [FP_EVENT_CALL_CUT] = { "event", "call" },
        [FP_EVENT_DIAGNOSTIC] = { "event", "code", "offset", "clause" },
    };
    const json_t *name = json_object_get(json, "event");
    fp_event_type type;
    fp_diagnostic d;

    if (!json_is_string(name) || !fp_event_find(json_str(name), &type))
        return wire_wrong(&r->fault, "%s\"event\" %s; PROTOCOL-3.5 lists the events", where,
                          name ? "is none of the events" : "is missing");
    if (!wire_only(json, MEMBERS[type], where, "PROTOCOL-3.5", &r->fault))
        return false;
    switch (type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_ARG_DATA:
        return check_bytes(r, json_object_get(json, MEMBERS[type][1]), where, MEMBERS[type][1]);
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        return check_event_call(r, json_object_get(json, "call"), where);
    case FP_EVENT_DIAGNOSTIC:
        return read_diagnostic(r, json, where, &d);
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    return true;
}

static bool check_events(reader *r, const json_t *events)
{
    json_int_t before = 0;

    if (events && !json_is_array(events))
        return wire_wrong(&r->fault, "\"events\" is not an array (PROTOCOL-3.5)");
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *json = json_array_get(events, i);
        const json_t *chunk = json_array_get(json, 0);
        const json_int_t number = json_integer_value(chunk);
        char where[WHERE_SIZE];

        snprintf(where, sizeof where, "events[%zu]: ", i);
        if (json_array_size(json) != 2 || !json_is_integer(chunk))
            return wire_wrong(&r->fault, "%snot an array [chunk, event] (PROTOCOL-3.5)", where);
        if (number < before || (uint64_t)number > r->asked->chunks)
            return wire_wrong(&r->fault,
                              "%sthe chunk is %" JSON_INTEGER_FORMAT
                              ": it may be 0 to %zu and may not go back (PROTOCOL-3.5)",
                              where, number, r->asked->chunks);
        before = number;
        if (!check_event(r, json_array_get(json, 1), where))
            return false;
    }
    return true;
}

/* -- the answer ------------------------------------------------------------------------------ */

static bool read_refusal(reader *r, const json_t *json, wire_answer *answer)
{
    static const char *const MEMBERS[] = { "id", "error", NULL };
    const json_t *error = json_object_get(json, "error");

    if (!wire_only(json, MEMBERS, "with \"error\": ", "PROTOCOL-3.6", &r->fault))
        return false;
    if (!json_is_string(error))
        return wire_wrong(&r->fault, "\"error\" is not a string (PROTOCOL-3.6)");
    answer->error = xstrdup(json_string_value(error));
    return true;
}

/* One of the two, and not both. */
static bool read_cost(reader *r, const json_t *json, wire_answer *answer)
{
    const json_t *time = json_object_get(json, "nanoseconds"),
                 *work = json_object_get(json, "work");
    const json_t *cost = time ? time : work;

    if (!cost || (time && work))
        return wire_wrong(&r->fault,
                          "a timed answer has %s: it has one of \"nanoseconds\" and \"work\" "
                          "(PROTOCOL-6.5)",
                          cost ? "both" : "neither");
    if (!json_is_integer(cost) || json_integer_value(cost) < 0)
        return wire_wrong(&r->fault, "\"%s\" is not a whole number from 0 up (PROTOCOL-6.5)",
                          time ? "nanoseconds" : "work");
    answer->cost = (uint64_t)json_integer_value(cost);
    return true;
}

static bool read_outcome(reader *r, const json_t *json, wire_answer *answer)
{
    static const char *const PARSED[] = { "id",     "text",  "calls", "diagnostics",
                                          "events", "error", NULL };
    static const char *const TIMED[] = { "id",    "text",        "calls", "diagnostics", "events",
                                         "error", "nanoseconds", "work",  NULL };
    static const char *const SWEPT[] = { "id",    "text",   "calls", "diagnostics",
                                         "error", "differ", NULL };
    const bool swept = r->asked->op == WIRE_SWEEP;
    fp_str text = { 0 };

    answer->outcome = fp_outcome_new();
    need_memory(answer->outcome);
    if (!wire_only(json,
                   swept             ? SWEPT
                   : r->asked->timed ? TIMED
                                     : PARSED,
                   "", swept ? "PROTOCOL-6.2" : "PROTOCOL-3.4", &r->fault) ||
        !read_bytes(r, json_object_get(json, "text"), "", "text", &text))
        return false;
    need_memory(fp_outcome_add_text(answer->outcome, text));
    free((char *)(uintptr_t)text.ptr);
    if (!read_calls(r, json_object_get(json, "calls"), answer->outcome) ||
        !read_diagnostics(r, json_object_get(json, "diagnostics"), answer->outcome) ||
        !check_events(r, json_object_get(json, "events")))
        return false;
    answer->events = json_incref(json_object_get(json, "events"));
    return !r->asked->timed || read_cost(r, json, answer);
}

static bool read_rendering(reader *r, const json_t *json, wire_answer *answer)
{
    static const char *const MEMBERS[] = { "id", "text", "error", NULL };
    fp_str text = { 0 };

    answer->outcome = fp_outcome_new();
    need_memory(answer->outcome);
    if (!wire_only(json, MEMBERS, "", "PROTOCOL-6.1", &r->fault) ||
        !read_bytes(r, json_object_get(json, "text"), "", "text", &text))
        return false;
    need_memory(fp_outcome_add_text(answer->outcome, text));
    free((char *)(uintptr_t)text.ptr);
    return true;
}

static bool read_differ(reader *r, const json_t *differ, wire_answer *answer)
{
    json_int_t before = -1;

    if (!json_is_array(differ))
        return wire_wrong(&r->fault,
                          "\"differ\" %s: an array, empty if no cutting differs (PROTOCOL-6.2)",
                          differ ? "is not an array" : "is missing");
    answer->differ = xcalloc(json_array_size(differ) + 1, sizeof *answer->differ);
    for (size_t i = 0; i < json_array_size(differ); i++) {
        const json_t *json = json_array_get(differ, i);
        const json_int_t number = json_integer_value(json);

        if (!json_is_integer(json) || number <= before || (uint64_t)number >= r->asked->cuttings)
            return wire_wrong(&r->fault,
                              "differ[%zu] is not the number of a cutting, from 0 to %zu, "
                              "ascending (PROTOCOL-6.2)",
                              i, r->asked->cuttings - 1);
        answer->differ[answer->differ_count++] = (size_t)(before = number);
    }
    return true;
}

static bool read_answer(reader *r, const json_t *json, wire_answer *answer)
{
    if (json_object_get(json, "error"))
        return read_refusal(r, json, answer);
    switch (r->asked->op) {
    case WIRE_PARSE:
        break;
    case WIRE_RENDER:
        return read_rendering(r, json, answer);
    case WIRE_SWEEP:
        return read_outcome(r, json, answer) &&
               read_differ(r, json_object_get(json, "differ"), answer);
    }
    return read_outcome(r, json, answer);
}

bool wire_answer_read(fp_str line, const wire_asked *asked, const wire_hello *hello,
                      wire_answer *answer, char *error, size_t size)
{
    reader r = { .line = line, .asked = asked, .hello = hello, .fault = { error, size } };
    bool paired, good;
    json_t *json = wire_load(line, asked->id, &paired, &r.fault);

    *answer = (wire_answer){ .paired = paired };
    if (!json)
        return false;
    good = read_answer(&r, json, answer);
    json_decref(json);
    free(r.edges);
    if (!good) {
        wire_answer_free(answer);
        answer->paired = true;
    }
    return good;
}

void wire_answer_free(wire_answer *answer)
{
    free(answer->error);
    free(answer->differ);
    fp_outcome_free(answer->outcome);
    json_decref(answer->events);
    *answer = (wire_answer){ 0 };
}
