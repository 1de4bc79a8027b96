/* SPDX-License-Identifier: Apache-2.0 */
/* eventlog.h: events as bytes that can be compared: equal logs, equal coalesced events.
 *
 * Text and argument data are written byte by byte, so the log of two runs after one another is the
 * two logs after one another, wherever the events were cut.
 */
#ifndef FENCEPOST_HARNESS_EVENTLOG_H
#define FENCEPOST_HARNESS_EVENTLOG_H

#include <fencepost/parser.h>

/* Zero it to begin; eventlog_free() to end. */
typedef struct eventlog {
    char *ptr;
    size_t len, cap;
    size_t text;                  /* bytes of text so far */
    size_t reasoning;             /* bytes of reasoning so far */
    size_t data;                  /* bytes of argument data so far */
    size_t count[FP_EVENT_COUNT]; /* events; text and data in pieces */
} eventlog;

void eventlog_free(eventlog *log);
void eventlog_clear(eventlog *log);

/* An fp_sink: context is the log. Ends the program when memory is out. */
int eventlog_sink(void *context, const fp_event *event);

/* Returns whether b says the same as a's bytes [from, to). */
bool eventlog_is(const eventlog *b, const eventlog *a, size_t from, size_t to);

#endif
