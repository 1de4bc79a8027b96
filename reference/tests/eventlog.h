/* SPDX-License-Identifier: Apache-2.0 */
/* eventlog.h: events as comparable bytes, coalesced as MODEL-2.1 says. For tests and fuzz targets:
 * the program ends when memory is out. Zero a log to begin; eventlog_free() to end.
 */
#ifndef FENCEPOST_TESTS_EVENTLOG_H
#define FENCEPOST_TESTS_EVENTLOG_H

#include <fencepost/parser.h>

#include <stdio.h>

typedef struct eventlog {
    char *ptr;
    size_t len, cap;
    bool open;          /* the last event is text or data, and may go on */
    fp_event_type type; /* of the last event, while open */
    size_t data;        /* where its data begin */
} eventlog;

/* An fp_sink; log is an eventlog. Returns 0. */
int eventlog_sink(void *context, const fp_event *event);

/* Whether both received the same events. */
bool eventlog_equal(const eventlog *a, const eventlog *b);

/* Forgets the events, keeps the memory. */
void eventlog_clear(eventlog *log);
void eventlog_free(eventlog *log);

/* For people: one line for each event, bytes that are not printable as \xNN. */
void eventlog_print(const eventlog *log, FILE *file);

#endif
