/* SPDX-License-Identifier: Apache-2.0 */
/* eventlog.c: events as comparable bytes.
 *
 * Each string is followed by its length, so that no data can look like another event. Data that may
 * go on have no length yet; equal bytes with equal open data are equal events.
 */
#include "eventlog.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void add(eventlog *log, const char *bytes, size_t len)
{
    if (len > log->cap - log->len) {
        log->cap = (log->cap + len) * 2;
        log->ptr = realloc(log->ptr, log->cap);
        if (!log->ptr)
            abort();
    }
    if (len)
        memcpy(log->ptr + log->len, bytes, len);
    log->len += len;
}

static void add_number(eventlog *log, char before, uint64_t number)
{
    char text[32];
    const int len = snprintf(text, sizeof text, "%c%" PRIu64, before, number);

    add(log, text, (size_t)len);
}

static void add_string(eventlog *log, fp_str bytes)
{
    add(log, " ", 1);
    add(log, bytes.ptr, bytes.len);
    add_number(log, '#', bytes.len);
}

static void close_data(eventlog *log)
{
    if (log->open) {
        add_number(log, '#', log->len - log->data);
        add(log, "\n", 1);
    }
    log->open = false;
}

static void add_call(eventlog *log, const fp_call *call)
{
    add_string(log, call->name);
    add_number(log, '[', call->start);
    add_number(log, ',', call->end);
    add(log, call->complete ? ") complete" : ") cut", call->complete ? 10 : 5);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_arg *arg = &call->args[i];

        add_string(log, arg->key);
        add_number(log, '=', (uint64_t)arg->value.kind);
        add_string(log, arg->value.text);
        for (size_t k = 0; k < arg->value.item_count; k++)
            add_string(log, arg->value.items[k]);
    }
}

int eventlog_sink(void *context, const fp_event *event)
{
    eventlog *log = context;
    const bool data = event->type == FP_EVENT_TEXT || event->type == FP_EVENT_REASONING ||
                      event->type == FP_EVENT_ARG_DATA;
    const fp_str name = fp_str_of(fp_event_name(event->type));

    if (data && event->data.len == 0)
        return 0;
    if (data && log->open && log->type == event->type) {
        add(log, event->data.ptr, event->data.len);
        return 0;
    }
    close_data(log);
    add(log, name.ptr, name.len);
    add_number(log, '@', event->offset);
    if (data) {
        add(log, " ", 1);
        log->open = true;
        log->type = event->type;
        log->data = log->len;
        add(log, event->data.ptr, event->data.len);
        return 0;
    }
    if (event->type == FP_EVENT_DIAGNOSTIC) {
        add_string(log, fp_str_of(fp_code_name(event->diagnostic.code)));
        add_string(log, fp_str_of(event->diagnostic.clause));
        add_number(log, '@', event->diagnostic.offset);
    } else if (event->type == FP_EVENT_CALL_END || event->type == FP_EVENT_CALL_CUT) {
        add_call(log, event->call);
    } else {
        add_string(log, event->data);
    }
    add(log, "\n", 1);
    return 0;
}

bool eventlog_equal(const eventlog *a, const eventlog *b)
{
    return a->len == b->len && a->open == b->open && (!a->open || a->data == b->data) &&
           (a->len == 0 || memcmp(a->ptr, b->ptr, a->len) == 0);
}

void eventlog_clear(eventlog *log)
{
    log->len = 0;
    log->open = false;
}

void eventlog_free(eventlog *log)
{
    free(log->ptr);
    *log = (eventlog){ 0 };
}

void eventlog_print(const eventlog *log, FILE *file)
{
    for (size_t i = 0; i < log->len; i++) {
        const unsigned char c = (unsigned char)log->ptr[i];

        if (c == '\n' || (c >= ' ' && c < 0x7F))
            fputc(c, file);
        else
            fprintf(file, "\\x%02X", c);
    }
    fputc('\n', file);
}
