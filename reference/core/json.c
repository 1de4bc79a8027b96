/* SPDX-License-Identifier: Apache-2.0 */
/* json.c: calls, events and outcomes as JSON text. */
#include "buf.h"
#include "utf8.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>

/* Out of the way of add(), which mostly finds room. */
__attribute__((noinline)) static void grow(fp_json *json, size_t len)
{
    fp_buf buf = { json->ptr, json->len, json->cap };

    json->failed = json->failed || !fp_buf_grow(&buf, len);
    json->ptr = buf.ptr;
    json->cap = buf.cap;
}

static inline void add(fp_json *json, const char *bytes, size_t len)
{
    if (len > json->cap - json->len)
        grow(json, len);
    if (!len || json->failed)
        return;
    fp_copy(json->ptr + json->len, bytes, len);
    json->len += len;
}

void fp_json_free(fp_json *json)
{
    free(json->ptr);
    *json = (fp_json){ 0 };
}

void fp_json_raw(fp_json *json, const char *text)
{
    const fp_str str = fp_str_of(text);

    add(json, str.ptr, str.len);
}

void fp_json_bytes(fp_json *json, fp_str bytes)
{
    if (bytes.len)
        add(json, bytes.ptr, bytes.len);
}

void fp_json_number(fp_json *json, uint64_t number)
{
    char digits[24];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    add(json, digits + at, sizeof digits - at);
}

/* One character that JSON wants escaped, or the byte that is no character (MODEL-1.6). */
static void escape(fp_json *json, unsigned char c)
{
    char text[8];

    switch (c) {
    case '"':
        fp_json_raw(json, "\\\"");
        break;
    case '\\':
        fp_json_raw(json, "\\\\");
        break;
    case '\n':
        fp_json_raw(json, "\\n");
        break;
    case '\r':
        fp_json_raw(json, "\\r");
        break;
    case '\t':
        fp_json_raw(json, "\\t");
        break;
    default:
        snprintf(text, sizeof text, "\\u%04x", c);
        fp_json_raw(json, c < 0x80 ? text : "\xEF\xBF\xBD");
        break;
    }
}

/* Whether it is a character, of ASCII, that needs no escape. */
static bool is_plain(unsigned char c)
{
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void fp_json_string(fp_json *json, fp_str bytes)
{
    const unsigned char *b = (const unsigned char *)bytes.ptr;
    size_t plain = 0; /* where the bytes begin that need no escape */

    add(json, "\"", 1);
    for (size_t i = 0; i < bytes.len;) {
        const size_t n = is_plain(b[i]) ? 1
                         : b[i] < 0x80  ? 0
                                        : fp_utf8_sequence(b + i, bytes.len - i);

        if (n) {
            i += n;
            continue;
        }
        add(json, bytes.ptr + plain, i - plain);
        escape(json, b[i]);
        plain = ++i;
    }
    if (bytes.len)
        add(json, bytes.ptr + plain, bytes.len - plain);
    add(json, "\"", 1);
}

void fp_json_value(fp_json *json, const fp_value *value)
{
    switch (value->kind) {
    case FP_VALUE_STRING:
        fp_json_string(json, value->text);
        break;
    case FP_VALUE_JSON:
        add(json, value->text.ptr, value->text.len);
        break;
    case FP_VALUE_LIST:
        fp_json_raw(json, "[");
        for (size_t i = 0; i < value->item_count; i++) {
            fp_json_raw(json, i ? "," : "");
            fp_json_string(json, value->items[i]);
        }
        fp_json_raw(json, "]");
        break;
    }
}

void fp_json_input(fp_json *json, const fp_call *call)
{
    fp_json_raw(json, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_string(json, call->args[i].key);
        fp_json_raw(json, ":");
        fp_json_value(json, &call->args[i].value);
    }
    fp_json_raw(json, "}");
}

void fp_json_call(fp_json *json, const fp_call *call)
{
    fp_json_raw(json, "{\"name\":");
    fp_json_string(json, call->name);
    if (call->id.len) {
        fp_json_raw(json, ",\"id\":");
        fp_json_string(json, call->id);
    }
    fp_json_raw(json, ",\"input\":");
    fp_json_input(json, call);
    fp_json_raw(json, ",\"span\":[");
    fp_json_number(json, call->start);
    fp_json_raw(json, ",");
    fp_json_number(json, call->end);
    fp_json_raw(json, call->complete ? "],\"complete\":true}" : "],\"complete\":false}");
}

/* Without the first brace. */
static void write_diagnostic(fp_json *json, const fp_diagnostic *diagnostic)
{
    fp_json_raw(json, "\"code\":");
    fp_json_string(json, fp_str_of(fp_code_name(diagnostic->code)));
    fp_json_raw(json, ",\"offset\":");
    fp_json_number(json, diagnostic->offset);
    if (diagnostic->clause) {
        fp_json_raw(json, ",\"clause\":");
        fp_json_string(json, fp_str_of(diagnostic->clause));
    }
    fp_json_raw(json, "}");
}

void fp_json_diagnostic(fp_json *json, const fp_diagnostic *diagnostic)
{
    fp_json_raw(json, "{");
    write_diagnostic(json, diagnostic);
}

void fp_json_event(fp_json *json, const fp_event *event)
{
    fp_json_raw(json, "{\"event\":");
    fp_json_string(json, fp_str_of(fp_event_name(event->type)));
    switch (event->type) {
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_TEXT:
    case FP_EVENT_ARG_DATA:
        fp_json_raw(json, event->type == FP_EVENT_CALL_BEGIN  ? ",\"name\":"
                          : event->type == FP_EVENT_ARG_BEGIN ? ",\"key\":"
                                                              : ",\"data\":");
        fp_json_string(json, event->data);
        break;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        fp_json_raw(json, ",\"call\":");
        fp_json_call(json, event->call);
        break;
    case FP_EVENT_DIAGNOSTIC:
        fp_json_raw(json, ",");
        write_diagnostic(json, &event->diagnostic);
        return;
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    fp_json_raw(json, "}");
}

void fp_json_outcome(fp_json *json, const fp_outcome *outcome)
{
    fp_json_raw(json, "{\"text\":");
    fp_json_string(json, fp_outcome_text(outcome));
    fp_json_raw(json, ",\"calls\":[");
    for (size_t i = 0; i < fp_outcome_call_count(outcome); i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_call(json, fp_outcome_call(outcome, i));
    }
    fp_json_raw(json, "],\"diagnostics\":[");
    for (size_t i = 0; i < fp_outcome_diagnostic_count(outcome); i++) {
        fp_json_raw(json, i ? "," : "");
        fp_json_diagnostic(json, fp_outcome_diagnostic(outcome, i));
    }
    fp_json_raw(json, "]}");
}
