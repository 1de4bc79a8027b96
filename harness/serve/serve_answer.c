/* SPDX-License-Identifier: Apache-2.0 */
/* serve_answer.c: writes answers as JSON text: bytes that are not UTF-8 in base64, inputs of calls
 * as the parser wrote them (PROTOCOL-3.4 to 3.7).
 */
#include "serve/serve_answer.h"

#include "base/util.h"

#include <fencepost/jsontext.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH_MAX = 512 };

static serve_answer *answer_of(fp_adapter_sink *sink)
{
    return (serve_answer *)sink;
}

/* -- pieces ---------------------------------------------------------------------------------- */

/* Writes a string, or an object for bytes that are not UTF-8 (PROTOCOL-3.7). */
static void write_bytes(fp_json *out, fp_str bytes)
{
    if (is_utf8(bytes)) {
        fp_json_string(out, bytes);
        return;
    }

    char *text = base64_encode(bytes);

    fp_json_raw(out, "{\"base64\":\"");
    fp_json_raw(out, text);
    fp_json_raw(out, "\"}");
    free(text);
}

/* Where edges holds the offset, or would. */
static size_t edge_index(const serve_answer *a, uint64_t offset)
{
    size_t from = 0, to = a->edge_count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (a->edges[middle] < offset)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Writes an offset in the unit of the answer (PROTOCOL-2.3). An invalid one is the parser's fault.
 */
static void write_offset(serve_answer *a, fp_json *out, uint64_t offset)
{
    const size_t index = a->edges ? edge_index(a, offset) : 0;
    char text[120];

    if (offset > a->input.len ||
        (a->edges && (index == a->edge_count || a->edges[index] != offset))) {
        snprintf(text, sizeof text,
                 "the adapter says the offset %" PRIu64 ", which is beyond the input or inside a "
                 "character (fencepost/adapter.h)",
                 offset);
        serve_answer_refuse(a, text);
    }
    fp_json_number(out, a->edges ? index : offset);
}

/* -- the log --------------------------------------------------------------------------------- */

/* Closes the run of text or data at the end of the log with its name and length. Every part of the
 * log ends like that, so that two logs are equal only if all parts are. */
static void end_run(serve_answer *a)
{
    if (!a->run)
        return;
    fp_json_raw(&a->log, a->run);
    fp_json_number(&a->log, a->log.len - a->run_start);
    fp_json_raw(&a->log, ";");
    a->run = NULL;
}

/* Adds to the log: bytes of an event of this name, which make one run where `joins`. */
static void log_event(serve_answer *a, const char *name, fp_str bytes, bool joins)
{
    if (!(a->capabilities & FP_ADAPTER_EVENTS))
        return;
    if (a->run != name || !joins) {
        end_run(a);
        a->run = name;
        a->run_start = a->log.len;
    }
    fp_json_bytes(&a->log, bytes);
    if (!joins)
        end_run(a);
}

/* Begins [chunk, {"event": name …; what follows is written, and "}]". NULL: no events. */
static fp_json *begin_event(serve_answer *a, const char *name)
{
    fp_json *out = &a->events;

    if (!(a->capabilities & FP_ADAPTER_EVENTS))
        return NULL;
    fp_json_raw(out, out->len ? ",[" : "[");
    fp_json_number(out, a->chunk);
    fp_json_raw(out, ",{\"event\":\"");
    fp_json_raw(out, name);
    fp_json_raw(out, "\"");
    return out;
}

static void say_event(serve_answer *a, const char *name, const char *member, fp_str bytes,
                      bool joins)
{
    fp_json *out = begin_event(a, name);

    if (!out)
        return;
    log_event(a, name, bytes, joins);
    if (member) {
        fp_json_raw(out, member);
        write_bytes(out, bytes);
    }
    fp_json_raw(out, "}]");
}

static const char TEXT[] = "text", REASONING[] = "reasoning", DATA[] = "arg_data";

static void say_text(fp_adapter_sink *self, const char *bytes, size_t len)
{
    const fp_str text = { bytes, len };

    fp_json_bytes(&answer_of(self)->text, text);
    if (len)
        say_event(answer_of(self), TEXT, ",\"data\":", text, true);
}

static void say_reasoning(fp_adapter_sink *self, const char *bytes, size_t len)
{
    const fp_str reasoning = { bytes, len };

    fp_json_bytes(&answer_of(self)->reasoning, reasoning);
    if (len)
        say_event(answer_of(self), REASONING, ",\"data\":", reasoning, true);
}

static void say_call_begin(fp_adapter_sink *self, const char *name, size_t len)
{
    say_event(answer_of(self), "call_begin", ",\"name\":", (fp_str){ name, len }, false);
}

static void say_arg_begin(fp_adapter_sink *self, const char *key, size_t len)
{
    say_event(answer_of(self), "arg_begin", ",\"key\":", (fp_str){ key, len }, false);
}

static void say_arg_data(fp_adapter_sink *self, const char *bytes, size_t len)
{
    if (len)
        say_event(answer_of(self), DATA, ",\"data\":", (fp_str){ bytes, len }, true);
}

static void say_arg_end(fp_adapter_sink *self)
{
    say_event(answer_of(self), "arg_end", NULL, (fp_str){ 0 }, false);
}

/* The input must be what the answer can hold as it is. */
static bool check_input(serve_answer *a, fp_str name, fp_str input)
{
    size_t at = 0;
    char text[240];

    if (!fp_jsontext_valid(input, DEPTH_MAX, &at))
        snprintf(text, sizeof text,
                 "the input that the adapter gives for call %zu (%.*s) is not JSON: wrong at byte "
                 "%zu",
                 a->call_count + 1, (int)(name.len < 60 ? name.len : 60), name.ptr, at);
    else if (fp_jsontext_kind(input) != '{' || !is_utf8(input))
        snprintf(text, sizeof text,
                 "the input that the adapter gives for call %zu (%.*s) is not a JSON object in "
                 "UTF-8",
                 a->call_count + 1, (int)(name.len < 60 ? name.len : 60), name.ptr);
    else
        return true;
    serve_answer_refuse(a, text);
    return false;
}

/* As it is, but that an answer is one line: a line end in JSON is a blank between its parts. */
static void write_input(fp_json *out, fp_str input)
{
    const size_t from = out->len;

    fp_json_bytes(out, input);
    for (size_t i = from; !out->failed && i < out->len; i++)
        if (out->ptr[i] == '\n')
            out->ptr[i] = ' ';
}

static void write_call(serve_answer *a, const fp_adapter_call *call, fp_str input)
{
    fp_json *out = &a->call;

    out->len = 0;
    fp_json_raw(out, "{\"name\":");
    write_bytes(out, (fp_str){ call->name, call->name_len });
    fp_json_raw(out, ",\"input\":");
    write_input(out, input);
    if (!call->complete)
        fp_json_raw(out, ",\"complete\":false");
    if (a->capabilities & FP_ADAPTER_SPANS) {
        fp_json_raw(out, ",\"span\":[");
        write_offset(a, out, call->start);
        fp_json_raw(out, ",");
        write_offset(a, out, call->end);
        fp_json_raw(out, "]");
    }
    fp_json_raw(out, "}");
}

void serve_answer_call(fp_adapter_sink *self, const fp_adapter_call *call, bool ended)
{
    const char *name = ended ? "call_end" : "call_cut";
    serve_answer *a = answer_of(self);
    const fp_str input = { call->input, call->input_len };
    fp_json *out;

    if (!check_input(a, (fp_str){ call->name, call->name_len }, input))
        return;
    write_call(a, call, fp_jsontext_trim(input));
    fp_json_raw(&a->calls, a->call_count++ ? "," : "");
    fp_json_bytes(&a->calls, (fp_str){ a->call.ptr, a->call.len });
    out = begin_event(a, name);
    if (out) {
        log_event(a, name, (fp_str){ a->call.ptr, a->call.len }, false);
        fp_json_raw(out, ",\"call\":");
        fp_json_bytes(out, (fp_str){ a->call.ptr, a->call.len });
        fp_json_raw(out, "}]");
    }
}

static void say_call(fp_adapter_sink *self, const fp_adapter_call *call)
{
    serve_answer_call(self, call, call->complete);
}

static void say_diagnostic(fp_adapter_sink *self, const char *code, uint64_t offset,
                           const char *clause)
{
    serve_answer *a = answer_of(self);
    fp_json *out = &a->call;
    fp_json *event;

    if (!(a->capabilities & FP_ADAPTER_DIAGNOSTICS))
        return;
    out->len = 0;
    fp_json_raw(out, "\"code\":");
    fp_json_string(out, fp_str_of(code));
    fp_json_raw(out, ",\"offset\":");
    write_offset(a, out, offset);
    if (clause) {
        fp_json_raw(out, ",\"clause\":");
        fp_json_string(out, fp_str_of(clause));
    }
    fp_json_raw(out, "}");
    fp_json_raw(&a->diagnostics, a->diagnostics.len ? ",{" : "{");
    fp_json_bytes(&a->diagnostics, (fp_str){ out->ptr, out->len });
    event = begin_event(a, "diagnostic");
    if (event) {
        log_event(a, "diagnostic", (fp_str){ out->ptr, out->len }, false);
        fp_json_raw(event, ",");
        fp_json_bytes(event, (fp_str){ out->ptr, out->len });
        fp_json_raw(event, "]");
    }
}

static void say_refuse(fp_adapter_sink *self, const char *message, size_t len)
{
    serve_answer *a = answer_of(self);

    if (!a->refused)
        fp_json_bytes(&a->refusal, (fp_str){ message, len });
    a->refused = true;
}

void serve_answer_refuse(serve_answer *a, const char *message)
{
    const fp_str text = fp_str_of(message);

    say_refuse(&a->sink, text.ptr, text.len);
}

/* -- the answer ------------------------------------------------------------------------------ */

void serve_answer_begin(serve_answer *a, uint32_t capabilities, fp_str input)
{
    static const fp_adapter_sink SINK = {
        .text = say_text,
        .call = say_call,
        .diagnostic = say_diagnostic,
        .call_begin = say_call_begin,
        .arg_begin = say_arg_begin,
        .arg_data = say_arg_data,
        .arg_end = say_arg_end,
        .refuse = say_refuse,
        .reasoning = say_reasoning,
    };

    a->sink = SINK;
    a->capabilities = capabilities;
    a->input = input;
    a->edges = NULL;
    a->edge_count = a->chunk = a->call_count = 0;
    a->text.len = a->reasoning.len = a->calls.len = a->diagnostics.len = a->events.len =
        a->refusal.len = 0;
    a->log.len = 0;
    a->run = NULL;
    a->refused = false;
}

void serve_error_write(fp_str id, fp_str message, fp_json *out)
{
    fp_json_raw(out, "{\"id\":");
    fp_json_bytes(out, id);
    fp_json_raw(out, ",\"error\":");
    fp_json_string(out, message);
    fp_json_raw(out, "}\n");
}

void serve_answer_said(serve_answer *a, fp_json *out)
{
    const fp_json *const PARTS[] = { &a->text,        &a->reasoning, &a->calls,
                                     &a->diagnostics, &a->log,       &a->refusal };

    end_run(a);
    fp_json_raw(out, a->refused ? "refused " : "");
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        fp_json_number(out, PARTS[i]->len);
        fp_json_raw(out, ":");
        fp_json_bytes(out, (fp_str){ PARTS[i]->ptr, PARTS[i]->len });
        out->failed = out->failed || PARTS[i]->failed;
    }
}

/* An answer as far as its text; false if it is a refusal, which is then written whole. */
static bool write_head(const serve_answer *a, fp_str id, fp_json *out)
{
    if (a->refused) {
        serve_error_write(id, (fp_str){ a->refusal.ptr, a->refusal.len }, out);
        out->failed = out->failed || a->refusal.failed;
        return false;
    }
    fp_json_raw(out, "{\"id\":");
    fp_json_bytes(out, id);
    fp_json_raw(out, ",\"text\":");
    write_bytes(out, (fp_str){ a->text.ptr, a->text.len });
    if (a->reasoning.len) {
        fp_json_raw(out, ",\"reasoning\":");
        write_bytes(out, (fp_str){ a->reasoning.ptr, a->reasoning.len });
    }
    out->failed = out->failed || a->text.failed || a->reasoning.failed;
    return true;
}

bool serve_answer_write_text(const serve_answer *a, fp_str id, fp_json *out)
{
    if (write_head(a, id, out))
        fp_json_raw(out, "}\n");
    return !out->failed;
}

bool serve_answer_write(const serve_answer *a, fp_str id, fp_json *out)
{
    if (!write_head(a, id, out))
        return !out->failed;
    fp_json_raw(out, ",\"calls\":[");
    fp_json_bytes(out, (fp_str){ a->calls.ptr, a->calls.len });
    fp_json_raw(out, "]");
    if (a->capabilities & FP_ADAPTER_DIAGNOSTICS) {
        fp_json_raw(out, ",\"diagnostics\":[");
        fp_json_bytes(out, (fp_str){ a->diagnostics.ptr, a->diagnostics.len });
        fp_json_raw(out, "]");
    }
    if (a->capabilities & FP_ADAPTER_EVENTS) {
        fp_json_raw(out, ",\"events\":[");
        fp_json_bytes(out, (fp_str){ a->events.ptr, a->events.len });
        fp_json_raw(out, "]");
    }
    fp_json_raw(out, "}\n");
    return !out->failed && !a->text.failed && !a->calls.failed && !a->call.failed &&
           !a->diagnostics.failed && !a->events.failed;
}

void serve_answer_free(serve_answer *a)
{
    fp_json_free(&a->text);
    fp_json_free(&a->reasoning);
    fp_json_free(&a->calls);
    fp_json_free(&a->diagnostics);
    fp_json_free(&a->events);
    fp_json_free(&a->call);
    fp_json_free(&a->log);
    fp_json_free(&a->refusal);
}
