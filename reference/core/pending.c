/* SPDX-License-Identifier: Apache-2.0 */
/* pending.c: what of a block waits for its end. */
#include "pending.h"

/* An event that waits; its data follows it. */
typedef struct record {
    fp_event_type type;
    fp_code code;
    uint64_t offset;
    const char *clause;
    size_t len;
} record;

typedef struct role_record {
    uint64_t start, end;
    const char *clause;
    fp_role role;
} role_record;

/* -- life ------------------------------------------------------------------------------------ */

void fp_pending_free(fp_pending *pending)
{
    fp_buf_free(&pending->input);
    fp_buf_free(&pending->events);
    fp_buf_free(&pending->roles);
}

void fp_pending_reset(fp_pending *pending, bool wanted)
{
    *pending = (fp_pending){ .wanted = wanted,
                             .input = fp_buf_emptied(&pending->input),
                             .events = fp_buf_emptied(&pending->events),
                             .roles = fp_buf_emptied(&pending->roles) };
}

bool fp_pending_assign(fp_pending *to, const fp_pending *from)
{
    const fp_pending old = *to;

    *to = *from;
    to->trace = NULL;
    to->input = old.input;
    to->events = old.events;
    to->roles = old.roles;
    /* GCOVR_EXCL_BR_START: test_memory lets each of them run out of memory, not all in one build */
    return fp_buf_assign(&to->input, &from->input) && fp_buf_assign(&to->events, &from->events) &&
           fp_buf_assign(&to->roles, &from->roles);
    /* GCOVR_EXCL_BR_STOP */
}

bool fp_pending_equal(const fp_pending *a, const fp_pending *b, uint64_t start)
{
    /* GCOVR_EXCL_BR_START: where these differ, calls or ledgers do, which are compared first */
    return a->muted == b->muted && a->opening == b->opening &&
           fp_str_equal(fp_pending_bytes(a, start, UINT64_MAX),
                        fp_pending_bytes(b, start, UINT64_MAX)) &&
           fp_buf_equal(&a->events, &b->events);
    /* GCOVR_EXCL_BR_STOP */
}

/* -- bytes ----------------------------------------------------------------------------------- */

bool fp_pending_read(fp_pending *pending, uint64_t offset, unsigned char byte)
{
    if (!pending->input.len)
        pending->from = offset;
    return fp_buf_push(&pending->input, (char)byte);
}

/* Bytes are moved when at least as many are dropped. */
size_t fp_pending_forget(fp_pending *pending, uint64_t offset)
{
    const size_t len = pending->input.len;
    const uint64_t past = offset > pending->from ? offset - pending->from : 0;

    if (past >= len) {
        pending->input.len = 0;
        return 0;
    }
    if (past * 2 < len)
        return 0;
    fp_buf_drop(&pending->input, (size_t)past);
    pending->from = offset;
    return pending->input.len;
}

fp_str fp_pending_bytes(const fp_pending *pending, uint64_t start, uint64_t end)
{
    const size_t len = pending->input.len;
    const uint64_t first = start - pending->from, last = end - pending->from;
    const size_t to = last < len ? (size_t)last : len;

    if (start < pending->from || first >= to) /* GCOVR_EXCL_BR_LINE: those of a block are there */
        return (fp_str){ 0 };
    return (fp_str){ pending->input.ptr + first, to - (size_t)first };
}

/* -- events ---------------------------------------------------------------------------------- */

static record record_at(const fp_pending *pending, size_t at)
{
    record r;

    memcpy(&r, pending->events.ptr + at, sizeof r);
    return r;
}

/* Whether the data goes on where that of the last record ends: adds it there. */
static bool add_data(fp_pending *pending, const fp_event *event, bool *added)
{
    record r;

    *added = false;
    /* GCOVR_EXCL_BR_START: data comes after the beginning of a call */
    if (event->type != FP_EVENT_ARG_DATA || !pending->events.len)
        return true;
    /* GCOVR_EXCL_BR_STOP */
    r = record_at(pending, pending->last);
    if (r.type != FP_EVENT_ARG_DATA || r.offset + r.len != event->offset)
        return true;
    *added = true;
    if (!fp_buf_append(&pending->events, event->data.ptr, event->data.len))
        return false;
    r.len += event->data.len;
    memcpy(pending->events.ptr + pending->last, &r, sizeof r);
    return true;
}

bool fp_pending_event(fp_pending *pending, const fp_event *event)
{
    bool added;
    record r;

    if (!add_data(pending, event, &added))
        return false;
    if (added)
        return true;
    memset(&r, 0, sizeof r); /* records are compared as bytes */
    r.type = event->type;
    r.offset = event->offset;
    r.code = event->diagnostic.code;
    r.clause = event->diagnostic.clause;
    r.len = event->data.len;
    if (!fp_buf_grow(&pending->events, sizeof r + r.len))
        return false;
    pending->last = pending->events.len;
    /* GCOVR_EXCL_BR_START: there is room for both */
    return fp_buf_append(&pending->events, (const char *)&r, sizeof r) &&
           fp_buf_append(&pending->events, event->data.ptr, event->data.len);
    /* GCOVR_EXCL_BR_STOP */
}

bool fp_pending_next_event(const fp_pending *pending, size_t *at, fp_event *event)
{
    record r;

    if (*at >= pending->events.len)
        return false;
    r = record_at(pending, *at);
    *event = (fp_event){ .type = r.type,
                         .offset = r.offset,
                         .data = { pending->events.ptr + *at + sizeof r, r.len } };
    if (r.type == FP_EVENT_DIAGNOSTIC)
        event->diagnostic = (fp_diagnostic){ r.code, r.offset, r.clause };
    *at += sizeof r + r.len;
    return true;
}

/* -- roles ----------------------------------------------------------------------------------- */

bool fp_pending_role(fp_pending *pending, fp_role role, const char *clause, uint64_t start,
                     uint64_t end)
{
    const size_t len = pending->roles.len;
    role_record r;

    if (len) {
        memcpy(&r, pending->roles.ptr + len - sizeof r, sizeof r);
        if (r.role == role && r.clause == clause && r.end == start) {
            r.end = end;
            memcpy(pending->roles.ptr + len - sizeof r, &r, sizeof r);
            return true;
        }
    }
    r = (role_record){ .start = start, .end = end, .clause = clause, .role = role };
    return fp_buf_append(&pending->roles, (const char *)&r, sizeof r);
}

void fp_pending_tell_roles(const fp_pending *pending)
{
    for (size_t at = 0; pending->trace && at < pending->roles.len; at += sizeof(role_record)) {
        role_record r;

        memcpy(&r, pending->roles.ptr + at, sizeof r);
        pending->trace(pending->trace_context, r.role, r.clause, r.start, r.end);
    }
}
