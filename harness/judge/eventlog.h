/* SPDX-License-Identifier: Apache-2.0 */
/* eventlog.h: writes events as bytes that can be compared: two logs are equal if and only if the
 * coalesced events are.
 *
 * Text and argument data are written byte by byte. So logs can be concatenated, wherever the events
 * were cut.
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

/* Returns whether b equals the bytes [from, to) of a. */
bool eventlog_is(const eventlog *b, const eventlog *a, size_t from, size_t to);

#endif
