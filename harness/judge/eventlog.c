/* SPDX-License-Identifier: Apache-2.0 */
/* eventlog.c: writes events as bytes that can be compared. */
#include "judge/eventlog.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

static char *room(eventlog *log, size_t len)
{
    if (log->cap - log->len < len) {
        const size_t need = log->len + len;

        log->cap = log->cap ? log->cap : 512;
        while (log->cap < need)
            log->cap *= 2;
        log->ptr = xrealloc(log->ptr, log->cap);
    }
    return log->ptr + log->len;
}

static void add(eventlog *log, const void *bytes, size_t len)
{
    if (len)
        memcpy(room(log, len), bytes, len);
    log->len += len;
}

static void add_number(eventlog *log, uint64_t number)
{
    add(log, &number, sizeof number);
}

static void add_str(eventlog *log, fp_str str)
{
    add_number(log, str.len);
    add(log, str.ptr, str.len);
}

static void add_payload(eventlog *log, char tag, fp_str bytes)
{
    char *at = room(log, bytes.len * 2);

    for (size_t i = 0; i < bytes.len; i++) {
        at[2 * i] = tag;
        at[2 * i + 1] = bytes.ptr[i];
    }
    log->len += bytes.len * 2;
}

static void add_call(eventlog *log, const fp_call *call)
{
    add_str(log, call->name);
    add_number(log, call->start);
    add_number(log, call->end);
    add_number(log, call->complete);
    add_number(log, call->arg_count);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_value *value = &call->args[i].value;

        add_str(log, call->args[i].key);
        add_number(log, value->kind);
        add_str(log, value->text);
        add_number(log, value->item_count);
        for (size_t k = 0; k < value->item_count; k++)
            add_str(log, value->items[k]);
    }
}

int eventlog_sink(void *context, const fp_event *event)
{
    eventlog *log = context;
    const char tag = (char)('A' + (int)event->type);

    log->count[event->type]++;
    switch (event->type) {
    case FP_EVENT_TEXT:
        log->text += event->data.len;
        add_payload(log, tag, event->data);
        return 0;
    case FP_EVENT_REASONING:
        log->reasoning += event->data.len;
        add_payload(log, tag, event->data);
        return 0;
    case FP_EVENT_ARG_DATA:
        log->data += event->data.len;
        add_payload(log, tag, event->data);
        return 0;
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
        add(log, &tag, 1);
        add_number(log, event->offset);
        add_str(log, event->data);
        return 0;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        add(log, &tag, 1);
        add_call(log, event->call);
        return 0;
    case FP_EVENT_DIAGNOSTIC:
        add(log, &tag, 1);
        add_number(log, (uint64_t)event->diagnostic.code);
        add_number(log, event->diagnostic.offset);
        add_str(log, fp_str_of(event->diagnostic.clause));
        return 0;
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        add(log, &tag, 1);
        return 0;
    }
    return 0;
}

void eventlog_free(eventlog *log)
{
    free(log->ptr);
    *log = (eventlog){ 0 };
}

void eventlog_clear(eventlog *log)
{
    char *ptr = log->ptr;
    const size_t cap = log->cap;

    *log = (eventlog){ .ptr = ptr, .cap = cap };
}

bool eventlog_is(const eventlog *b, const eventlog *a, size_t from, size_t to)
{
    return b->len == to - from && (b->len == 0 || memcmp(b->ptr, a->ptr + from, b->len) == 0);
}
