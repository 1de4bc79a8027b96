/* SPDX-License-Identifier: Apache-2.0 */
/* wire_log.h: the single events of an answer; compares the coalesced events of two answers. */
#ifndef FENCEPOST_HARNESS_WIRE_LOG_H
#define FENCEPOST_HARNESS_WIRE_LOG_H

#include "judge/judge.h"
#include "worker/arguments_split.h"
#include "worker/wire.h"

/* One event, as it came. */
typedef struct wire_event {
    fp_event_type type;
    size_t place;     /* its index in the answer */
    size_t chunk;     /* the chunk after which it came out */
    size_t from, len; /* in the log's bytes: the name, key or data; of a call its JSON text, or
                       * nothing where it is not known */
    size_t text_from, text_len; /* of call_end and call_cut, in the log's arguments: the pieces of
                                 * the arguments' text that came before it, joined */
    fp_code code;               /* of a diagnostic, */
    uint64_t offset;            /* and its offset, in the worker's unit; or WIRE_NO_OFFSET */
} wire_event;

/* Zero it to begin; wire_log_free() to end. */
typedef struct wire_log {
    wire_event *events;
    size_t count, cap;
    fp_json bytes;
    fp_json arguments;
    bool as_text; /* arguments come as pieces of text (PROTOCOL-3.10): arg_begin, arg_end, and the
                   * arg_data of strings, decoded, were read from them */
    size_t now;   /* the chunk of what wire_log_sink() takes next */
    const fp_syntax *decoded; /* NULL, or: wire_log_sink() takes events of this syntax, and has of
                               * arguments what there is where they come as text */
    bool value_begun, is_string, string_ended; /* of an argument that is decoded */
    string_pieces string;
} wire_log;

void wire_log_free(wire_log *log);

/* Reads the events of an answer, which wire_answer_read() has checked; empty text: none. Replaces
 * the content of the log, and reuses its memory. */
void wire_log_read(wire_log *log, fp_str events);

/* An fp_sink: adds an event of our own parser. Its calls are not kept. Ends the program when memory
 * is out. */
int wire_log_sink(void *context, const fp_event *event);

/* Adds a copy of an event of another log, which keeps its place. */
void wire_log_add(wire_log *log, const wire_log *from, const wire_event *event);

/* Makes a log the copy of another one. */
void wire_log_copy(wire_log *log, const wire_log *from);

/* Returns the joined pieces of the arguments' text of a call_end or call_cut; empty if it has none.
 */
fp_str wire_log_arguments(const wire_log *log, const wire_event *event);

/* Returns the name, key, data or call of an event; borrowed until more is added. */
fp_str wire_log_bytes(const wire_log *log, const wire_event *event);

/* Reads the call of a call_end or call_cut into an owned *call: call_free(). Its span is left out.
 */
void wire_log_call(const wire_log *log, const wire_event *event, fp_call *call);

/* Returns an event for people, `arg_data "x" of "path"`, `call_end of "read"`; owned: free(). index
 * == log->count is the end of the events. */
char *wire_log_text(const wire_log *log, size_t index);

/* Returns whether two logs are the same, coalesced. If not, *d names the place of the first event
 * of `actual` that differs, and both events. Diagnostics and spans count only if they are judged,
 * and an unknown call equals any. */
bool wire_log_same(const wire_log *expected, const wire_log *actual, const judged *what,
                   difference *d);

#endif
