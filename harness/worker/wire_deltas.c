/* SPDX-License-Identifier: Apache-2.0 */
/* wire_deltas.c: reads the deltas of an engine (PROTOCOL-3.11) as its clients do: pieces are joined
 * by the index of their call. A breach of law DELTA is recorded, and the deltas are still read.
 */
#include "base/values.h"
#include "judge/arguments.h"
#include "worker/wire_reader.h"

#include <inttypes.h>
#include <stdlib.h>

/* A call of the message, as far as it has come. */
typedef struct streamed {
    uint64_t index;
    fp_json name, arguments;
    bool has_name, has_id;
} streamed;

typedef struct message {
    reader *r;
    wire_answer *answer;
    streamed *calls;
    size_t count, cap;
    uint64_t chunk;
    bool open; /* the last call has begun, and nothing has come after it */
    bool finished;
} message;

/* Keeps the first breach. */
__attribute__((format(printf, 2, 3))) static void breaks(message *m, const char *format, ...)
{
    char sentence[WIRE_ERROR_SIZE];
    const wire_fault fault = { sentence, sizeof sentence };
    va_list args;

    if (m->answer->breach)
        return;
    va_start(args, format);
    vsnprintf(fault.error, fault.size, format, args);
    va_end(args);
    m->answer->breach = xformat("%s%s", reader_where(m->r), sentence);
}

/* -- events, made ------------------------------------------------------------------------------ */

static void begin_event(message *m, const char *name)
{
    fp_json *made = &m->answer->made;

    fp_json_raw(made, made->len ? ",[" : "[[");
    fp_json_number(made, m->chunk);
    fp_json_raw(made, ",{\"event\":\"");
    fp_json_raw(made, name);
    fp_json_raw(made, "\"");
}

static void add_event(message *m, const char *name, const char *member, fp_str bytes)
{
    fp_json *made = &m->answer->made;

    begin_event(m, name);
    fp_json_raw(made, ",\"");
    fp_json_raw(made, member);
    fp_json_raw(made, "\":");
    fp_json_string(made, bytes);
    fp_json_raw(made, "}]");
}

static fp_call call_of(const streamed *s)
{
    fp_call call = { .name = xcopy(json_text(&s->name)) };

    arguments_read(&call, json_text(&s->arguments), true);
    call.complete = arguments_can_run(&call);
    return call;
}

static void end_call(message *m)
{
    fp_json *made = &m->answer->made;
    fp_call call;

    if (!m->open)
        return;
    m->open = false;
    call = call_of(&m->calls[m->count - 1]);
    begin_event(m, call.complete ? "call_end" : "call_cut");
    fp_json_raw(made, ",\"call\":{\"name\":");
    fp_json_string(made, call.name);
    fp_json_raw(made, ",\"arguments\":");
    fp_json_string(made, json_text(&m->calls[m->count - 1].arguments));
    fp_json_raw(made, "}}]");
    call_free(&call);
}

/* -- calls ------------------------------------------------------------------------------------- */

static streamed *call_at(message *m, uint64_t index)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->calls[i].index == index)
            return &m->calls[i];
    return NULL;
}

/* The call of an entry, which the entry may begin. */
static streamed *begin_call(message *m, uint64_t index, fp_str name)
{
    const uint64_t next = m->count ? m->calls[m->count - 1].index + 1 : 0;
    void *grown = m->calls;

    if (index != next)
        breaks(m, "a call begins with index %" PRIu64 ", and the next index is %" PRIu64, index,
               next);
    if (!name.len)
        breaks(m, "the call with index %" PRIu64 " begins without a name", index);
    end_call(m);
    xgrow(&grown, &m->cap, m->count, sizeof *m->calls);
    m->calls = grown;
    m->calls[m->count] = (streamed){ .index = index };
    m->open = true;
    add_event(m, "call_begin", "name", name);
    return &m->calls[m->count++];
}

static void take_name(message *m, streamed *call, fp_str name, bool first)
{
    if (!name.len)
        return;
    if (call->has_name)
        breaks(m, "the call with index %" PRIu64 " gets a name again", call->index);
    else if (!first)
        breaks(m, "the call with index %" PRIu64 " gets its name after its beginning", call->index);
    call->has_name = true;
    fp_json_bytes(&call->name, name);
}

static void take_id(message *m, streamed *call, bool given, bool first)
{
    if (!given)
        return;
    if (call->has_id)
        breaks(m, "the call with index %" PRIu64 " gets an id again", call->index);
    else if (!first)
        breaks(m, "the call with index %" PRIu64 " gets its id after its beginning", call->index);
    call->has_id = true;
}

static void take_arguments(message *m, streamed *call, fp_str piece)
{
    const bool last = call == &m->calls[m->count - 1];

    if (!last)
        breaks(m,
               "a piece of the call with index %" PRIu64
               " comes after the call with index %" PRIu64,
               call->index, m->calls[m->count - 1].index);
    fp_json_bytes(&call->arguments, piece);
    if (piece.len && last && m->open)
        add_event(m, WIRE_ARGUMENTS_DATA.ptr, "data", piece);
}

/* A string, or nothing where it is null or not there; owned: free_str(). */
static bool optional(message *m, fp_str json, const char *name, fp_str *text)
{
    fp_str decoded;

    *text = xcopy(FP_STR(""));
    if (!json.len || fp_jsontext_kind(json) == 'n')
        return true;
    free((char *)(uintptr_t)text->ptr);
    *text = (fp_str){ 0 };
    if (!reader_bytes(m->r, json, name, &decoded))
        return false;
    *text = xcopy(decoded);
    return true;
}

static bool take_entry(message *m, fp_str json)
{
    enum { INDEX, ID, FUNCTION, TYPE };
    enum { NAME, ARGUMENTS };
    static const char *const NAMES[] = { "index", "id", "function", "type", NULL };
    static const char *const OF[] = { "name", "arguments", NULL };
    fp_str of[READER_MEMBERS], function[READER_MEMBERS] = { { 0 } }, name = { 0 }, piece = { 0 };
    uint64_t index;
    streamed *call;
    bool first, good;

    if (fp_jsontext_kind(json) != '{' || !reader_number(fp_jsontext_get(json, "index"), &index))
        return wire_wrong(&m->r->fault,
                          "%san entry of \"tool_calls\" has no \"index\", a whole number from 0 up "
                          "(PROTOCOL-3.11)",
                          reader_where(m->r));
    if (!reader_members(m->r, json, NAMES, "PROTOCOL-3.11", of))
        return false;
    if (of[FUNCTION].len && (fp_jsontext_kind(of[FUNCTION]) != '{' ||
                             !reader_members(m->r, of[FUNCTION], OF, "PROTOCOL-3.11", function)))
        return fp_jsontext_kind(of[FUNCTION]) == '{'
                   ? false
                   : wire_wrong(&m->r->fault, "%s\"function\" is not an object (PROTOCOL-3.11)",
                                reader_where(m->r));
    good = optional(m, function[NAME], "name", &name) &&
           optional(m, function[ARGUMENTS], "arguments", &piece);
    if (good) {
        call = call_at(m, index);
        first = !call;
        call = call ? call : begin_call(m, index, name);
        take_name(m, call, name, first);
        take_id(m, call, of[ID].len && fp_jsontext_kind(of[ID]) != 'n', first);
        take_arguments(m, call, piece);
    }
    free((char *)(uintptr_t)name.ptr);
    free((char *)(uintptr_t)piece.ptr);
    return good;
}

/* -- the message ------------------------------------------------------------------------------- */

static bool take_entries(message *m, fp_str entries)
{
    fp_str entry;

    if (!entries.len || fp_jsontext_kind(entries) == 'n')
        return true;
    if (fp_jsontext_kind(entries) != '[')
        return wire_wrong(&m->r->fault, "%s\"tool_calls\" is not an array (PROTOCOL-3.11)",
                          reader_where(m->r));
    for (size_t at = 0; fp_jsontext_item(entries, &at, &entry);) {
        if (m->finished)
            breaks(m, "a call comes after \"finish_reason\"");
        if (!take_entry(m, entry))
            return false;
    }
    return true;
}

/* A piece of the text, or of the reasoning. */
static bool take_content(message *m, fp_str json, const char *name, bool reasoning)
{
    fp_outcome *outcome = m->answer->outcome;
    fp_str content;

    if (!optional(m, json, name, &content))
        return false;
    if (content.len) {
        if (m->finished)
            breaks(m, "%s comes after \"finish_reason\"", name);
        end_call(m);
        need_memory(reasoning ? fp_outcome_add_reasoning(outcome, content)
                              : fp_outcome_add_text(outcome, content));
        add_event(m, reasoning ? "reasoning" : "text", "data", content);
    }
    free((char *)(uintptr_t)content.ptr);
    return true;
}

static bool take_delta(message *m, fp_str json)
{
    enum { REASONING, CONTENT, TOOL_CALLS, FINISH_REASON, ROLE };
    static const char *const NAMES[] = { "reasoning_content", "content", "tool_calls",
                                         "finish_reason",     "role",    NULL };
    fp_str of[READER_MEMBERS];

    if (fp_jsontext_kind(json) != '{')
        return wire_wrong(&m->r->fault, "%sa delta is not an object (PROTOCOL-3.11)",
                          reader_where(m->r));
    if (!reader_members(m->r, json, NAMES, "PROTOCOL-3.11", of) ||
        !take_content(m, of[REASONING], NAMES[REASONING], true) ||
        !take_content(m, of[CONTENT], NAMES[CONTENT], false) || !take_entries(m, of[TOOL_CALLS]))
        return false;
    if (!of[FINISH_REASON].len || fp_jsontext_kind(of[FINISH_REASON]) == 'n')
        return true;
    if (m->finished)
        breaks(m, "\"finish_reason\" comes again");
    m->finished = true;
    return true;
}

/* What clients make of the message. */
static void add_calls(message *m)
{
    for (size_t i = 0; i < m->count; i++) {
        fp_call call = call_of(&m->calls[i]);

        need_memory(fp_outcome_add_call(m->answer->outcome, &call));
        call_free(&call);
        fp_json_free(&m->calls[i].name);
        fp_json_free(&m->calls[i].arguments);
    }
    free(m->calls);
}

bool reader_deltas(reader *r, fp_str deltas, wire_answer *answer)
{
    message m = { .r = r, .answer = answer };
    uint64_t before = 0;
    bool good = true;
    fp_str json, delta;

    if (fp_jsontext_kind(deltas) != '[')
        return wire_wrong(&r->fault,
                          "\"deltas\" %s: an array, empty if there are none (PROTOCOL-3.11)",
                          deltas.len ? "is not an array" : "is missing");
    for (size_t i = 0, at = 0; good && fp_jsontext_item(deltas, &at, &json); i++) {
        reader_begin(r, "deltas", i);
        good = reader_tagged(r, json, "delta", &before, &delta);
        m.chunk = before;
        good = good && take_delta(&m, delta);
    }
    m.chunk = r->asked->chunks;
    end_call(&m);
    add_calls(&m);
    fp_json_raw(&answer->made, answer->made.len ? "]" : "[]");
    need_memory(!answer->made.failed);
    answer->events = json_text(&answer->made);
    return good;
}
