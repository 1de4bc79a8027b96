/* SPDX-License-Identifier: Apache-2.0 */
/* events.c: the stream of events. */
#include "events.h"

#include <string.h>

/* The sink of a parser without a sink: it ignores all events. */
static int ignore(void *context, const fp_event *event)
{
    (void)context;
    (void)event;
    return 0;
}

void fp_events_end(fp_events *events, fp_status status)
{
    if (events->status == FP_OK)
        events->status = status;
}

void fp_events_flush(fp_events *events)
{
    fp_batch *batch = &events->batch;

    if (!batch->len)
        return;

    const fp_event event = { .type = batch->type,
                             .offset = batch->offset,
                             .data = { batch->bytes, batch->len } };

    batch->len = 0;
    fp_events_emit(events, &event);
}

void fp_events_say(fp_events *events, const fp_event *event)
{
    fp_events_flush(events);
    fp_events_emit(events, event);
}

/* Out of the way of fp_events_say_bytes(), whose common case needs no event. */
__attribute__((noinline)) static void say_unbatched(fp_events *events, fp_event_type type,
                                                    uint64_t offset, fp_str bytes)
{
    fp_events_say(events, &(fp_event){ .type = type, .offset = offset, .data = bytes });
}

void fp_events_say_bytes(fp_events *events, fp_event_type type, uint64_t offset, const char *bytes,
                         size_t len)
{
    fp_batch *batch = &events->batch;

    if (len > FP_BATCH - batch->len)
        fp_events_flush(events);
    if (len > FP_BATCH / 2 || (events->last && !batch->len)) {
        say_unbatched(events, type, offset, (fp_str){ bytes, len });
        return;
    }
    if (!batch->len) {
        batch->type = type;
        batch->offset = offset;
    }
    fp_copy(batch->bytes + batch->len, bytes, len);
    batch->len += len;
}

void fp_events_say_byte(fp_events *events, fp_event_type type, uint64_t offset, char byte)
{
    fp_batch *batch = &events->batch;

    if (batch->len == FP_BATCH)
        fp_events_flush(events);
    if (!batch->len) {
        batch->type = type;
        batch->offset = offset;
    }
    batch->bytes[batch->len++] = byte;
}

/* -- text ------------------------------------------------------------------------------------ */

/* Where bytes of the text edge's pending are in the input: those from one of them on follow each
 * other from an offset on. There are several such parts where framing is between them. */
typedef struct text_part {
    size_t from;
    uint64_t offset;
} text_part;

static text_part text_part_at(const fp_events *events, size_t i)
{
    text_part part;

    memcpy(&part, events->text_parts.ptr + i * sizeof part, sizeof part);
    return part;
}

static void text_waits(fp_events *events, uint64_t offset, const char *bytes, size_t len)
{
    fp_buf *pending = &events->text_edge.pending;
    const text_part part = { pending->len, offset };
    const size_t parts = events->text_parts.len / sizeof part;
    bool goes_on = false;

    if (!len)
        return;
    if (parts) {
        const text_part last = text_part_at(events, parts - 1);

        goes_on = last.offset + (pending->len - last.from) == offset || events->encoded;
    }
    /* A part is noted only where its bytes have room: what waits is read by the parts. */
    if (!fp_buf_grow(pending, len) ||
        (!goes_on && !fp_buf_append(&events->text_parts, (const char *)&part, sizeof part))) {
        fp_events_end(events, FP_NO_MEMORY);
        return;
    }
    fp_copy(pending->ptr + pending->len, bytes, len);
    pending->len += len;
}

/* What waits is content after all, and so is what follows from next on. */
static void say_waiting(fp_events *events, uint64_t next)
{
    fp_buf *pending = &events->text_edge.pending;
    const size_t parts = events->text_parts.len / sizeof(text_part);

    for (size_t i = 0; i < parts; i++) {
        const text_part part = text_part_at(events, i);
        const size_t end = i + 1 < parts ? text_part_at(events, i + 1).from : pending->len;
        const size_t len = end - part.from;

        fp_events_text(events, part.offset, pending->ptr + part.from, len);
        if (part.offset + len != next && !events->encoded)
            fp_events_flush(events);
    }
    pending->len = 0;
    events->text_parts.len = 0;
}

void fp_events_trimmed(fp_events *events, uint64_t offset, const char *bytes, size_t len)
{
    fp_edge *edge = &events->text_edge;
    size_t keep;
    const size_t front = fp_edge_take(edge, bytes, len, &keep);
    const size_t waiting = edge->pending.len;
    const size_t content = waiting + len - front - keep;

    if (content) {
        say_waiting(events, offset + front);
        fp_events_text(events, offset + front, bytes + front, content - waiting);
    }
    keep = keep < len ? keep : len;
    if (edge->begun)
        text_waits(events, offset + len - keep, bytes + len - keep, keep);
}

void fp_events_text_begins(fp_events *events, fp_event_type text)
{
    events->text = text;
    fp_edge_begin(&events->text_edge, FP_FRAMING_TRIMMED);
    events->text_parts.len = 0;
}

/* -- life ------------------------------------------------------------------------------------ */

void fp_events_init(fp_events *events, bool encoded, fp_sink *sink, void *context)
{
    *events =
        (fp_events){ .sink = sink ? sink : ignore, .sink_context = context, .encoded = encoded };
    fp_events_text_begins(events, FP_EVENT_TEXT);
}

void fp_events_free(fp_events *events)
{
    fp_buf_free(&events->text_edge.pending);
    fp_buf_free(&events->text_parts);
}

void fp_events_reset(fp_events *events)
{
    events->status = FP_OK;
    events->batch.len = 0;
    fp_events_text_begins(events, FP_EVENT_TEXT);
}

/* The batch is long, and empty in both. */
bool fp_events_assign(fp_events *to, const fp_events *from)
{
    const fp_buf pending = to->text_edge.pending;

    to->status = from->status;
    to->encoded = from->encoded;
    to->text = from->text;
    to->text_edge = from->text_edge;
    to->text_edge.pending = pending;
    return fp_buf_assign(&to->text_edge.pending, &from->text_edge.pending) &&
           fp_buf_assign(&to->text_parts, &from->text_parts);
}

bool fp_events_equal(const fp_events *a, const fp_events *b)
{
    return a->status == b->status && fp_edge_equal(&a->text_edge, &b->text_edge) &&
           fp_buf_equal(&a->text_parts, &b->text_parts);
}

static bool parts_are_valid(const fp_events *events)
{
    const size_t parts = events->text_parts.len / sizeof(text_part);
    const size_t pending = events->text_edge.pending.len;

    if (events->text_parts.len % sizeof(text_part) || !parts != !pending)
        return false;
    for (size_t i = 0; i < parts; i++) {
        const size_t from = text_part_at(events, i).from;

        if (from >= pending || (i ? from <= text_part_at(events, i - 1).from : from > 0))
            return false;
    }
    return true;
}

bool fp_events_is_valid(const fp_events *events)
{
    const fp_batch *batch = &events->batch;

    if (batch->len > FP_BATCH ||
        (batch->len && batch->type != FP_EVENT_TEXT && batch->type != FP_EVENT_REASONING &&
         batch->type != FP_EVENT_ARG_DATA))
        return false;
    return (events->text_edge.begun || !events->text_edge.pending.len) && parts_are_valid(events);
}
