/* SPDX-License-Identifier: Apache-2.0 */
/* events.h: the stream of events. It brings neighbours together in one event, holds back blanks at
 * the end of text where the policy trims them, and gives the events to the sink.
 *
 * Only events.h and events.c read or write the members.
 */
#ifndef FENCEPOST_CORE_EVENTS_H
#define FENCEPOST_CORE_EVENTS_H

#include "buf.h"
#include "edge.h"

#include <fencepost/parser.h>

enum { FP_BATCH = 512 };

/* Text or argument data that was not emitted yet: neighbours go out as one event. */
typedef struct fp_batch {
    fp_event_type type; /* FP_EVENT_TEXT, FP_EVENT_REASONING or FP_EVENT_ARG_DATA */
    uint64_t offset;
    size_t len;
    char bytes[FP_BATCH];
} fp_batch;

typedef struct fp_events {
    fp_sink *sink;
    void *sink_context;
    fp_status status;   /* once it is not FP_OK no event is emitted */
    bool encoded;       /* of the row: an event of text need not be one piece of the input */
    bool last;          /* what is emitted now ends the chunk: it need not wait in the batch */
    fp_event_type text; /* what the run of text is: FP_EVENT_TEXT or FP_EVENT_REASONING */
    fp_edge text_edge;  /* of that run */
    fp_buf text_parts;  /* where its pending bytes are in the input */
    fp_batch batch;     /* empty between two chunks */
    fp_event passed;    /* the event that fp_events_pass_bytes() gives; else it means nothing */
} fp_events;

/* sink NULL: events are not reported. */
void fp_events_init(fp_events *events, bool encoded, fp_sink *sink, void *context);
void fp_events_free(fp_events *events);

/* As after fp_events_init(). Keeps the memory and the sink. */
void fp_events_reset(fp_events *events);

/* Makes to a copy; keeps its memory and its sink. Nothing waits in the batch of either. False when
 * memory is out: to can then only be freed. */
bool fp_events_assign(fp_events *to, const fp_events *from);
bool fp_events_equal(const fp_events *a, const fp_events *b);

/* The invariants:
 * - the batch has room for what is in it, and that is text or data;
 * - each pending byte of text is in one part, and parts follow each other;
 * - no byte of text is pending before the run of text has begun. */
bool fp_events_is_valid(const fp_events *events);

/* The parser ends with this status, if it has not ended before. */
void fp_events_end(fp_events *events, fp_status status);

static inline fp_status fp_events_status(const fp_events *events)
{
    return events->status;
}

/* What comes now ends the chunk, or does not. */
static inline void fp_events_last(fp_events *events, bool last)
{
    events->last = last;
}

/* Gives an event to the sink, which has not stopped, while nothing waits. */
static inline void fp_events_pass(fp_events *events, const fp_event *event)
{
    if (events->sink(events->sink_context, event))
        events->status = FP_STOPPED;
}

/* The same for text or argument data. Its event is kept: for a few bytes, to clear one costs as
 * much as to give it. */
static inline void fp_events_pass_bytes(fp_events *events, fp_event_type type, uint64_t offset,
                                        const char *bytes, size_t len)
{
    events->passed.type = type;
    events->passed.offset = offset;
    events->passed.data = (fp_str){ bytes, len };
    fp_events_pass(events, &events->passed);
}

/* Gives an event to the sink, before what waits. */
static inline void fp_events_emit(fp_events *events, const fp_event *event)
{
    if (events->status == FP_OK)
        fp_events_pass(events, event);
}

/* Emits what the batch holds. */
void fp_events_flush(fp_events *events);

/* Emits an event, or payload, in its turn. */
void fp_events_say(fp_events *events, const fp_event *event);
void fp_events_say_bytes(fp_events *events, fp_event_type type, uint64_t offset, const char *bytes,
                         size_t len);
void fp_events_say_byte(fp_events *events, fp_event_type type, uint64_t offset, char byte);

/* Emits bytes of the run of text, */
static inline void fp_events_text(fp_events *events, uint64_t offset, const char *bytes, size_t len)
{
    fp_events_say_bytes(events, events->text, offset, bytes, len);
}

/* and the same under policy text_space: blanks at the end of the run wait. */
void fp_events_trimmed(fp_events *events, uint64_t offset, const char *bytes, size_t len);

/* Before them: blanks at the beginning of the run are text. */
static inline void fp_events_keep_front(fp_events *events)
{
    events->text_edge.begun = true;
}

/* A run of text, or of reasoning, begins: blanks at its front are the front. What was pending is
 * dropped. */
void fp_events_text_begins(fp_events *events, fp_event_type text);

/* Framing comes here: an event that is a view of the input ends. */
static inline void fp_events_interrupt(fp_events *events)
{
    if (!events->encoded)
        fp_events_flush(events);
}

#endif
