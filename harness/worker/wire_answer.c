/* SPDX-License-Identifier: Apache-2.0 */
/* wire_answer.c: the answer to a parse request, read strictly (spec/protocol.md, section 3).
 *
 * It is read as it stands in the line, for there are a great many; only what is wrong is looked at
 * by jansson as well, which says best what is not JSON.
 */
#include "base/values.h"
#include "base/visible.h"
#include "worker/wire_check.h"
#include "worker/wire_input.h"

#include <fencepost/jsontext.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHERE_SIZE = 64, DEPTH_MAX = 4096, MEMBERS_MAX = 12, REFUSAL_MAX = 1000 };

typedef struct reader {
    fp_str line; /* a valid one */
    const wire_asked *asked;
    const wire_hello *hello;
    wire_fault fault;
    size_t *edges; /* of units, made when the first offset is converted */
    size_t edge_count;
    fp_json text;     /* what string() has decoded last */
    const char *list; /* the member that is read, and its item; NULL: the answer itself */
    size_t item;
    bool refusal;
    char place[WHERE_SIZE];
} reader;

/* -- small things ---------------------------------------------------------------------------- */

/* What is read, for sentences: "calls[2]: "; nothing for the answer itself. */
static const char *where(reader *r)
{
    if (!r->list)
        return r->refusal ? "with \"error\": " : "";
    snprintf(r->place, sizeof r->place, "%s[%zu]: ", r->list, r->item);
    return r->place;
}

static void begin_item(reader *r, const char *list, size_t item)
{
    r->list = list;
    r->item = item;
}

/* What a string stands for; borrowed until the next one is read. */
static bool string(reader *r, fp_str json, fp_str *text)
{
    bool lone = false;

    r->text.len = 0;
    need_memory(fp_jsontext_decode(json, &r->text, &lone));
    *text = json_text(&r->text);
    return !lone || wire_wrong(&r->fault, "half of a surrogate pair stands alone (PROTOCOL-1.1)");
}

/* The values of an object's members, in the order of the names, which NULL ends; empty where there
 * is none. */
static bool read_members(reader *r, fp_str object, const char *const *names, const char *clause,
                         fp_str *values)
{
    fp_str key, value;

    memset(values, 0, MEMBERS_MAX * sizeof *values);
    for (size_t at = 0; fp_jsontext_member(object, &at, &key, &value);) {
        size_t i = 0;

        while (names[i] && !fp_jsontext_is(key, fp_str_of(names[i])))
            i++;
        if (!names[i])
            return string(r, key, &key) && wire_unknown(&r->fault, key, names, where(r), clause);
        if (values[i].len)
            return wire_wrong(&r->fault, "%s\"%s\" stands twice (PROTOCOL-1.1)", where(r),
                              names[i]);
        values[i] = value;
    }
    return true;
}

/* What a string stands for, or {"base64"} decoded; borrowed until the next one is read. name is the
 * member's. */
static bool read_bytes(reader *r, fp_str json, const char *name, fp_str *bytes)
{
    fp_str encoded, decoded;

    if (fp_jsontext_kind(json) == '"')
        return string(r, json, bytes);
    if (wire_input_encoded(json, &encoded)) {
        if (!string(r, encoded, &encoded))
            return false;
        if (base64_decode(encoded, &decoded)) {
            r->text.len = 0;
            fp_json_bytes(&r->text, decoded);
            need_memory(!r->text.failed);
            free((char *)(uintptr_t)decoded.ptr);
            *bytes = json_text(&r->text);
            return true;
        }
    }
    if (!json.len)
        return wire_wrong(&r->fault, "%s\"%s\" is missing (PROTOCOL-3.4, 3.5)", where(r), name);
    return wire_wrong(&r->fault,
                      "%s\"%s\" is neither a string nor {\"base64\": \"...\"} with valid base64 "
                      "(PROTOCOL-3.7)",
                      where(r), name);
}

/* A number from 0 up, as jansson takes it: below 2^63, without a fraction. */
static bool whole_number(fp_str json, uint64_t *value)
{
    char digits[24], *end;

    if (fp_jsontext_kind(json) != '0' || json.len >= sizeof digits)
        return false;
    memcpy(digits, json.ptr, json.len);
    digits[json.len] = '\0';
    errno = 0;

    const long long number = strtoll(digits, &end, 10);

    *value = (uint64_t)number;
    return *end == '\0' && number >= 0 && errno == 0;
}

/* Whether it is an array of two. */
static bool read_pair(fp_str json, fp_str *first, fp_str *second)
{
    fp_str more;
    size_t at = 0;

    return fp_jsontext_kind(json) == '[' && fp_jsontext_item(json, &at, first) &&
           fp_jsontext_item(json, &at, second) && !fp_jsontext_item(json, &at, &more);
}

/* An offset in the worker's unit, made one in bytes if it is to be judged. */
static bool read_offset(reader *r, fp_str json, bool judged, uint64_t *offset)
{
    const unit u = r->hello->unit;

    if (!whole_number(json, offset))
        return wire_wrong(&r->fault, "%san offset is not a whole number from 0 up (PROTOCOL-2.3)",
                          where(r));
    if (!judged)
        return true;
    if (!r->edges)
        r->edges = unit_edges(r->asked->input, u, &r->edge_count);
    if (*offset >= r->edge_count)
        return wire_wrong(&r->fault,
                          "%sthe offset %" PRIu64 " is beyond the input, which has %zu; offsets "
                          "count what \"unit\" says, here \"%s\" (PROTOCOL-2.3)",
                          where(r), *offset, r->edge_count - 1, unit_name(u));
    *offset = r->edges[*offset];
    return true;
}

/* -- calls ----------------------------------------------------------------------------------- */

static bool read_input(reader *r, fp_str input, fp_call *call)
{
    if (!input.len)
        return wire_wrong(&r->fault, "%s\"input\" is missing: an object (PROTOCOL-3.4)", where(r));
    if (fp_jsontext_kind(input) != '{')
        return wire_wrong(&r->fault, "%s\"input\" must be an object; got %s (PROTOCOL-3.4)",
                          where(r), json_kind_name(input));
    switch (wire_input_read(input, call)) {
    case WIRE_INPUT_GOOD:
        break;
    case WIRE_INPUT_BASE64:
        return wire_wrong(&r->fault,
                          "%san input's {\"base64\": \"...\"} is not valid base64 (PROTOCOL-3.7)",
                          where(r));
    case WIRE_INPUT_DUPLICATE:
        return wire_wrong(&r->fault, "%sa key stands twice in \"input\" (PROTOCOL-3.4)", where(r));
    }
    return true;
}

static bool read_span(reader *r, fp_str span, fp_call *call)
{
    const bool judged = r->hello->spans;
    fp_str start, end;

    if (!span.len)
        return true;
    if (!read_pair(span, &start, &end))
        return wire_wrong(&r->fault, "%s\"span\" is not an array of two offsets (PROTOCOL-3.4)",
                          where(r));
    if (!read_offset(r, start, judged, &call->start) || !read_offset(r, end, judged, &call->end))
        return false;
    return !judged || call->start <= call->end ||
           wire_wrong(&r->fault, "%s\"span\" ends before it begins (PROTOCOL-3.4)", where(r));
}

/* Fills an owned call: call_free(), also after false. *spans says whether it has a span. */
static bool read_call(reader *r, fp_str json, fp_call *call, bool *spans)
{
    enum { NAME, INPUT, COMPLETE, SPAN };
    static const char *const NAMES[] = { "name", "input", "complete", "span", NULL };
    fp_str of[MEMBERS_MAX] = { { 0 } }, name = { 0 };
    const fp_str *complete = &of[COMPLETE];

    *call = (fp_call){ .complete = true };
    if (fp_jsontext_kind(json) != '{')
        return wire_wrong(&r->fault, "%sa call is not an object (PROTOCOL-3.4)", where(r));
    if (!read_members(r, json, NAMES, "PROTOCOL-3.4", of) ||
        !read_bytes(r, of[NAME], "name", &name))
        return false;
    call->name = xcopy(name);
    if (complete->len && fp_jsontext_kind(*complete) != 't' && fp_jsontext_kind(*complete) != 'f')
        return wire_wrong(&r->fault, "%s\"complete\" is not true or false (PROTOCOL-3.4)",
                          where(r));
    call->complete = !complete->len || fp_jsontext_kind(*complete) == 't';
    *spans = of[SPAN].len > 0;
    return read_span(r, of[SPAN], call) && read_input(r, of[INPUT], call);
}

static bool read_calls(reader *r, fp_str calls, fp_outcome *outcome)
{
    fp_str json;

    if (fp_jsontext_kind(calls) != '[')
        return wire_wrong(&r->fault,
                          "\"calls\" %s: an array, empty if there are none (PROTOCOL-3.4)",
                          calls.len ? "is not an array" : "is missing");
    for (size_t i = 0, at = 0; fp_jsontext_item(calls, &at, &json); i++) {
        fp_call call;
        bool good, spans = false;

        begin_item(r, "calls", i);
        good = read_call(r, json, &call, &spans);
        if (good && r->hello->spans && !spans)
            good = wire_wrong(&r->fault,
                              "%s\"span\" is missing, and capability \"spans\" is claimed "
                              "(PROTOCOL-3.4)",
                              where(r));
        if (good)
            need_memory(fp_outcome_add_call(outcome, &call));
        call_free(&call);
        if (!good)
            return false;
    }
    return true;
}

/* -- diagnostics ----------------------------------------------------------------------------- */

/* A diagnostic's members, which in an event are the same. */
static bool read_diagnostic(reader *r, fp_str code, fp_str offset, fp_str clause, fp_diagnostic *d)
{
    fp_str text;

    *d = (fp_diagnostic){ .offset = WIRE_NO_OFFSET };
    if (fp_jsontext_kind(code) != '"' || !string(r, code, &text) || !fp_code_find(text, &d->code))
        return wire_wrong(&r->fault, "%s\"code\" %s; model.md MODEL-1.5 lists the codes", where(r),
                          code.len ? "is none of the codes" : "is missing");
    if (clause.len && fp_jsontext_kind(clause) != '"')
        return wire_wrong(&r->fault, "%s\"clause\" is not a string (MODEL-1.5)", where(r));
    if (clause.len && !string(r, clause, &text))
        return false;
    return !offset.len || read_offset(r, offset, r->hello->diagnostics, &d->offset);
}

/* One and its place, which goes before where offset and code are the same. */
typedef struct placed {
    fp_diagnostic diagnostic;
    size_t place;
} placed;

static int compare_placed(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    const fp_diagnostic *d = &x->diagnostic, *e = &y->diagnostic;

    if (d->offset != e->offset)
        return d->offset < e->offset ? -1 : 1;
    if (d->code != e->code)
        return d->code < e->code ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* An outcome has them in this order; each that is out of order it moves past all others. */
static void add_diagnostics(fp_outcome *outcome, placed *all, size_t count)
{
    if (count)
        qsort(all, count, sizeof *all, compare_placed);
    for (size_t i = 0; i < count; i++)
        need_memory(fp_outcome_add_diagnostic(outcome, &all[i].diagnostic));
}

static bool read_one_diagnostic(reader *r, fp_str json, fp_diagnostic *d)
{
    enum { CODE, OFFSET, CLAUSE };
    static const char *const NAMES[] = { "code", "offset", "clause", NULL };
    fp_str of[MEMBERS_MAX];

    if (fp_jsontext_kind(json) != '{')
        return wire_wrong(&r->fault, "%snot an object (PROTOCOL-3.4)", where(r));
    return read_members(r, json, NAMES, "MODEL-1.5", of) &&
           read_diagnostic(r, of[CODE], of[OFFSET], of[CLAUSE], d);
}

static bool read_diagnostics(reader *r, fp_str diagnostics, fp_outcome *outcome)
{
    void *all = NULL;
    size_t count = 0, cap = 0;
    bool good = true;
    fp_str json;

    if (!diagnostics.len)
        return true;
    if (fp_jsontext_kind(diagnostics) != '[')
        return wire_wrong(&r->fault, "\"diagnostics\" is not an array (PROTOCOL-3.4)");
    for (size_t at = 0; good && fp_jsontext_item(diagnostics, &at, &json); count++) {
        placed one = { .place = count };

        begin_item(r, "diagnostics", count);
        good = read_one_diagnostic(r, json, &one.diagnostic);
        xgrow(&all, &cap, count, sizeof one);
        ((placed *)all)[count] = one;
    }
    if (good)
        add_diagnostics(outcome, all, count);
    free(all);
    return good;
}

/* -- events ---------------------------------------------------------------------------------- */

static bool check_event_call(reader *r, fp_str json)
{
    fp_call call;
    bool good, spans = false;

    if (!json.len)
        return wire_wrong(&r->fault, "%s\"call\" is missing (PROTOCOL-3.5)", where(r));
    good = read_call(r, json, &call, &spans);
    call_free(&call);
    return good;
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
    fp_str of[MEMBERS_MAX], text;
    fp_event_type type;
    fp_diagnostic d;

    if (fp_jsontext_kind(name) != '"' || !string(r, name, &text) || !fp_event_find(text, &type))
        return wire_wrong(&r->fault, "%s\"event\" %s; PROTOCOL-3.5 lists the events", where(r),
                          name.len ? "is none of the events" : "is missing");
    if (!read_members(r, json, NAMES[type], "PROTOCOL-3.5", of))
        return false;
    switch (type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_ARG_DATA:
        return read_bytes(r, of[1], NAMES[type][1], &text);
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        return check_event_call(r, of[1]);
    case FP_EVENT_DIAGNOSTIC:
        return read_diagnostic(r, of[1], of[2], of[3], &d);
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    return true;
}

static bool check_events(reader *r, fp_str events)
{
    uint64_t before = 0;
    fp_str json;

    if (!events.len)
        return true;
    if (fp_jsontext_kind(events) != '[')
        return wire_wrong(&r->fault, "\"events\" is not an array (PROTOCOL-3.5)");
    for (size_t i = 0, at = 0; fp_jsontext_item(events, &at, &json); i++) {
        fp_str chunk, event;
        uint64_t number;

        begin_item(r, "events", i);
        if (!read_pair(json, &chunk, &event) || fp_jsontext_kind(chunk) != '0')
            return wire_wrong(&r->fault, "%snot an array [chunk, event] (PROTOCOL-3.5)", where(r));
        if (!whole_number(chunk, &number) || number < before || number > r->asked->chunks)
            return wire_wrong(&r->fault,
                              "%sthe chunk is %.*s: it may be 0 to %zu and may not go back "
                              "(PROTOCOL-3.5)",
                              where(r), (int)(chunk.len < 20 ? chunk.len : 20), chunk.ptr,
                              r->asked->chunks);
        before = number;
        if (!check_event(r, event))
            return false;
    }
    return true;
}

/* -- the answer ------------------------------------------------------------------------------ */

static bool read_refusal(reader *r, wire_answer *answer)
{
    enum { ID, ERROR };
    static const char *const NAMES[] = { "id", "error", NULL };
    fp_str of[MEMBERS_MAX], text;

    r->refusal = true;
    if (!read_members(r, r->line, NAMES, "PROTOCOL-3.6", of))
        return false;
    if (fp_jsontext_kind(of[ERROR]) != '"')
        return wire_wrong(&r->fault, "\"error\" is not a string (PROTOCOL-3.6)");
    if (!string(r, of[ERROR], &text))
        return false;
    answer->error = visible_quoted(text, REFUSAL_MAX);
    return true;
}

/* One of the two, and not both. */
static bool read_cost(reader *r, fp_str time, fp_str work, wire_answer *answer)
{
    const fp_str cost = time.len ? time : work;

    if (!cost.len || (time.len && work.len))
        return wire_wrong(&r->fault,
                          "a timed answer has %s: it has one of \"nanoseconds\" and \"work\" "
                          "(PROTOCOL-6.5)",
                          cost.len ? "both" : "neither");
    return whole_number(cost, &answer->cost) ||
           wire_wrong(&r->fault, "\"%s\" is not a whole number from 0 up (PROTOCOL-6.5)",
                      time.len ? "nanoseconds" : "work");
}

static bool read_text(reader *r, fp_str json, wire_answer *answer)
{
    fp_str text = { 0 };

    answer->outcome = fp_outcome_new();
    need_memory(answer->outcome);
    if (!read_bytes(r, json, "text", &text))
        return false;
    need_memory(fp_outcome_add_text(answer->outcome, text));
    return true;
}

static bool read_reasoning(reader *r, fp_str json, wire_answer *answer)
{
    fp_str reasoning = { 0 };

    if (!json.len)
        return true;
    if (!read_bytes(r, json, "reasoning", &reasoning))
        return false;
    need_memory(fp_outcome_add_reasoning(answer->outcome, reasoning));
    return true;
}

static bool read_differ(reader *r, fp_str differ, wire_answer *answer)
{
    fp_str json;
    uint64_t number;

    if (fp_jsontext_kind(differ) != '[')
        return wire_wrong(&r->fault,
                          "\"differ\" %s: an array, empty if no cutting differs (PROTOCOL-6.2)",
                          differ.len ? "is not an array" : "is missing");
    answer->differ = xcalloc(r->asked->cuttings + 1, sizeof *answer->differ);
    for (size_t i = 0, at = 0; fp_jsontext_item(differ, &at, &json); i++) {
        if (!whole_number(json, &number) || number >= r->asked->cuttings ||
            (i && number <= answer->differ[i - 1]))
            return wire_wrong(&r->fault,
                              "differ[%zu] is not the number of a cutting, from 0 to %zu, "
                              "ascending (PROTOCOL-6.2)",
                              i, r->asked->cuttings - 1);
        answer->differ[answer->differ_count++] = (size_t)number;
    }
    return true;
}

static bool read_outcome(reader *r, wire_answer *answer)
{
    enum { ID, TEXT, REASONING, CALLS, DIAGNOSTICS, ERROR, EVENTS, NANOSECONDS, WORK };
    enum { DIFFER = EVENTS }; /* a sweep has no events */
    static const char *const PARSED[] = { "id",          "text",  "reasoning", "calls",
                                          "diagnostics", "error", "events",    NULL };
    static const char *const TIMED[] = { "id",    "text",   "reasoning",   "calls", "diagnostics",
                                         "error", "events", "nanoseconds", "work",  NULL };
    static const char *const SWEPT[] = { "id",          "text",  "reasoning", "calls",
                                         "diagnostics", "error", "differ",    NULL };
    const bool swept = r->asked->op == WIRE_SWEEP;
    const char *const *names = swept ? SWEPT : r->asked->timed ? TIMED : PARSED;
    fp_str of[MEMBERS_MAX];

    if (!read_members(r, r->line, names, swept ? "PROTOCOL-6.2" : "PROTOCOL-3.4", of))
        return false;
    if (of[ERROR].len)
        return read_refusal(r, answer);
    if (!read_text(r, of[TEXT], answer) || !read_reasoning(r, of[REASONING], answer) ||
        !read_calls(r, of[CALLS], answer->outcome) ||
        !read_diagnostics(r, of[DIAGNOSTICS], answer->outcome))
        return false;
    if (swept)
        return read_differ(r, of[DIFFER], answer);
    answer->events = of[EVENTS];
    return check_events(r, of[EVENTS]) &&
           (!r->asked->timed || read_cost(r, of[NANOSECONDS], of[WORK], answer));
}

static bool read_rendering(reader *r, wire_answer *answer)
{
    enum { ID, TEXT, ERROR };
    static const char *const NAMES[] = { "id", "text", "error", NULL };
    fp_str of[MEMBERS_MAX];

    if (!read_members(r, r->line, NAMES, "PROTOCOL-6.1", of))
        return false;
    return of[ERROR].len ? read_refusal(r, answer) : read_text(r, of[TEXT], answer);
}

static bool read_answer(reader *r, wire_answer *answer)
{
    uint64_t id;
    size_t wrong;

    if (!fp_jsontext_valid(r->line, DEPTH_MAX, &wrong) || !is_utf8(r->line) ||
        !whole_number(fp_jsontext_get(r->line, "id"), &id) || id != r->asked->id)
        return wire_wrong(&r->fault, "not a JSON object with the \"id\" asked (PROTOCOL-1.1)");
    return r->asked->op == WIRE_RENDER ? read_rendering(r, answer) : read_outcome(r, answer);
}

bool wire_answer_read(fp_str line, const wire_asked *asked, const wire_hello *hello,
                      wire_answer *answer, char *error, size_t size)
{
    reader r = {
        .line = fp_jsontext_trim(line), .asked = asked, .hello = hello, .fault = { error, size }
    };
    bool good;

    *answer = (wire_answer){ .paired = true };
    good = read_answer(&r, answer);
    free(r.edges);
    fp_json_free(&r.text);
    if (!good) {
        wire_answer_free(answer);
        /* A line that is no answer at all gets that said, in place of what was met first. */
        json_decref(wire_load(line, asked->id, &answer->paired, &r.fault));
    }
    return good;
}

bool wire_events_good(fp_str events, const wire_asked *asked, const wire_hello *hello)
{
    char error[WIRE_ERROR_SIZE];
    reader r = { .asked = asked, .hello = hello, .fault = { error, sizeof error } };
    size_t wrong;
    const bool good = fp_jsontext_valid(events, DEPTH_MAX - 1, &wrong) && is_utf8(events) &&
                      check_events(&r, events);

    free(r.edges);
    fp_json_free(&r.text);
    return good;
}

void wire_answer_free(wire_answer *answer)
{
    free(answer->error);
    free(answer->differ);
    if (!answer->borrowed)
        fp_outcome_free(answer->outcome);
    *answer = (wire_answer){ 0 };
}
