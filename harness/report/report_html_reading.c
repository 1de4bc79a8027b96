/* SPDX-License-Identifier: Apache-2.0 */
/* report_html_reading.c: the events of our own parser after each byte of an input. With them the
 * page can show any prefix and any cut without a parser of its own: what has been emitted after i
 * bytes does not depend on how they were cut (CHUNK).
 */
#include "report/report_html.h"

#include "base/members.h"

#include <stdlib.h>
#include <string.h>

/* Bytes: of a longer input only the start is read, as if more were to come. */
enum { READ_MOST = 8192 };

/* How bytes came out: [at, n]: n at once, after `at` bytes were fed; [at, n, 1]: one each time. */
typedef struct steps {
    fp_json json;
    size_t at, n; /* the last step, not written yet; n = 0: there is none */
    bool single;
} steps;

static void steps_flush(steps *s)
{
    if (!s->n)
        return;
    fp_json_raw(&s->json, s->json.len ? ",[" : "[");
    fp_json_number(&s->json, s->at);
    fp_json_raw(&s->json, ",");
    fp_json_number(&s->json, s->n);
    fp_json_raw(&s->json, s->single && s->n > 1 ? ",1]" : "]");
    s->n = 0;
}

static void steps_add(steps *s, size_t at, size_t n)
{
    if (!n)
        return;
    if (s->n && s->single && n == 1 && at == s->at + s->n) {
        s->n++;
        return;
    }
    if (s->n && at == s->at && (!s->single || s->n == 1)) {
        s->n += n;
        s->single = false;
        return;
    }
    steps_flush(s);
    s->at = at;
    s->n = n;
    s->single = n == 1;
}

/* Writes "name":[…] and empties them. */
static void steps_write(steps *s, const char *name, fp_json *json)
{
    steps_flush(s);
    member_key(json, name);
    fp_json_raw(json, "[");
    html_append(json, &s->json);
    fp_json_raw(json, "]");
    fp_json_free(&s->json);
    *s = (steps){ 0 };
}

/* A reading under way. */
typedef struct reading_log {
    rows *texts;
    size_t fed; /* bytes; one more at the end of the input */
    fp_json events;
    bool streams; /* text or arg_data is being said, which is this: */
    fp_event_type streamed;
    fp_json data;
    steps steps;
    fp_json ranges; /* of roles; and the last, not written yet */
    uint64_t start, end;
    fp_role role;
    const char *clause;
} reading_log;

static void begin_event(reading_log *log, fp_event_type type)
{
    fp_json_raw(&log->events, log->events.len ? ",\n{\"event\":" : "{\"event\":");
    fp_json_string(&log->events, fp_str_of(fp_event_name(type)));
}

/* Ends what streams. */
static void flush_stream(reading_log *log)
{
    if (!log->streams)
        return;
    begin_event(log, log->streamed);
    fp_json_raw(&log->events, ",");
    html_bytes(&log->events, json_text(&log->data));
    steps_write(&log->steps, "steps", &log->events);
    fp_json_raw(&log->events, "}");
    fp_json_free(&log->data);
    log->data = (fp_json){ 0 };
    log->streams = false;
}

static void add_call(reading_log *log, const fp_call *call)
{
    fp_json json = { 0 };

    fp_json_call(&json, call);
    member_key(&log->events, "call");
    fp_json_string(&log->events, json_text(&json));
    fp_json_free(&json);
}

/* An fp_sink. */
static int take_event(void *context, const fp_event *event)
{
    reading_log *log = context;

    if (event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING ||
        event->type == FP_EVENT_ARG_DATA) {
        if (log->streamed != event->type)
            flush_stream(log);
        log->streams = true;
        log->streamed = event->type;
        fp_json_bytes(&log->data, event->data);
        steps_add(&log->steps, log->fed, event->data.len);
        return 0;
    }
    flush_stream(log);
    begin_event(log, event->type);
    member_number(&log->events, "at", log->fed);
    if (event->type == FP_EVENT_CALL_BEGIN || event->type == FP_EVENT_ARG_BEGIN) {
        fp_json_raw(&log->events, ",");
        html_bytes(&log->events, event->data);
    } else if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT) {
        add_call(log, event->call);
    } else if (event->type == FP_EVENT_DIAGNOSTIC) {
        member_text_if(&log->events, "code", fp_code_name(event->diagnostic.code));
        member_number(&log->events, "offset", event->diagnostic.offset);
        member_number(&log->events, "clause", rows_text(log->texts, event->diagnostic.clause));
    }
    fp_json_raw(&log->events, "}");
    return 0;
}

/* [start, end, role + 1, clause] */
static void flush_range(reading_log *log)
{
    if (log->end == log->start)
        return;
    fp_json_raw(&log->ranges, log->ranges.len ? ",[" : "[");
    fp_json_number(&log->ranges, log->start);
    fp_json_raw(&log->ranges, ",");
    fp_json_number(&log->ranges, log->end);
    fp_json_raw(&log->ranges, ",");
    fp_json_number(&log->ranges, (uint64_t)log->role + 1);
    fp_json_raw(&log->ranges, ",");
    fp_json_number(&log->ranges, rows_text(log->texts, log->clause));
    fp_json_raw(&log->ranges, "]");
    log->start = log->end;
}

/* An fp_trace. */
static void take_range(void *context, fp_role role, const char *by, uint64_t start, uint64_t end)
{
    reading_log *log = context;
    const bool same_clause =
        by == log->clause || (by && log->clause && strcmp(by, log->clause) == 0);

    if (role != log->role || !same_clause || start != log->end) {
        flush_range(log);
        log->start = start;
        log->role = role;
        log->clause = by;
    }
    log->end = end;
}

/* Feeds byte by byte. Returns whether memory sufficed. */
static bool feed(reading_log *log, fp_parser *parser, fp_str input, bool whole, steps *decided)
{
    size_t before = 0;

    fp_parser_trace(parser, take_range, log);
    for (size_t i = 0; i < input.len; i++) {
        log->fed = i + 1;
        if (fp_parser_feed(parser, input.ptr + i, 1) == FP_NO_MEMORY)
            return false;

        const size_t now = i + 1 - fp_parser_held(parser);

        steps_add(decided, i + 1, now - before);
        before = now;
    }
    log->fed = input.len + 1;
    steps_add(decided, log->fed, input.len - before);
    return !whole || fp_parser_finish(parser) != FP_NO_MEMORY;
}

void html_reading(fp_json *json, rows *texts, const fp_syntax *syntax, const fp_options *options,
                  fp_str input)
{
    const bool whole = input.len <= READ_MOST;
    const fp_str part = { input.ptr, whole ? input.len : READ_MOST };
    reading_log log = { .texts = texts };
    steps decided = { 0 };
    fp_parser *parser = syntax ? fp_parser_new(syntax, options, take_event, &log) : NULL;

    if (syntax && (!parser || !feed(&log, parser, part, whole, &decided))) {
        fputs("fencepost: out of memory\n", stderr);
        exit(EXIT_ADAPTER);
    }
    flush_stream(&log);
    flush_range(&log);
    fp_json_raw(json, "{");
    html_bytes(json, part);
    member_number(json, "length", input.len);
    fp_json_raw(json, whole ? ",\"whole\":true,\"ranges\":[" : ",\"whole\":false,\"ranges\":[");
    html_append(json, &log.ranges);
    fp_json_raw(json, "]");
    steps_write(&decided, "decided", json);
    fp_json_raw(json, ",\"events\":[");
    html_append(json, &log.events);
    fp_json_raw(json, "]}");
    fp_json_free(&log.events);
    fp_json_free(&log.ranges);
    fp_parser_free(parser);
}
