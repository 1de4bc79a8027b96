/* SPDX-License-Identifier: Apache-2.0 */
/* wire_reader.h: reads an answer in place: what the files that read its parts share (wire_answer.c,
 * wire_events.c).
 */
#ifndef FENCEPOST_HARNESS_WIRE_READER_H
#define FENCEPOST_HARNESS_WIRE_READER_H

#include "worker/wire_check.h"

#include <fencepost/jsontext.h>

enum { READER_PLACE_SIZE = 64, READER_DEPTH = 4096, READER_MEMBERS = 10 };

typedef struct reader {
    fp_str line; /* a valid one */
    const wire_asked *asked;
    const wire_hello *hello;
    wire_fault fault;
    size_t *edges; /* of units, made when the first offset is converted */
    size_t edge_count;
    fp_json text;     /* what reader_string() has decoded last */
    const char *list; /* the member that is read, and its item; NULL: the answer itself */
    size_t item;
    bool refusal;
    bool as_text, in_keys; /* the ways in which the events so far have arguments */
    char place[READER_PLACE_SIZE];
} reader;

/* Returns the place that is being read, for sentences: "calls[2]: "; "" for the answer itself. */
const char *reader_where(reader *r);
void reader_begin(reader *r, const char *list, size_t item);

/* Decodes a string; borrowed until the next one is read. */
bool reader_string(reader *r, fp_str json, fp_str *text);

/* The same, or {"base64"} decoded. name is the member's. */
bool reader_bytes(reader *r, fp_str json, const char *name, fp_str *bytes);

/* Reads the values of an object's members, in the order of the names, which NULL ends; a missing
 * member is empty. values has room for READER_MEMBERS. */
bool reader_members(reader *r, fp_str object, const char *const *names, const char *clause,
                    fp_str *values);

/* Reads a number from 0 up, as jansson does: below 2^63, without a fraction. */
bool reader_number(fp_str json, uint64_t *value);

/* Returns whether the text is an array of two values. */
bool reader_pair(fp_str json, fp_str *first, fp_str *second);

/* Reads an offset in the worker's unit, and converts it to bytes if it is judged. */
bool reader_offset(reader *r, fp_str json, bool judged, uint64_t *offset);

/* Fills an owned call: call_free(), even after false. *spans is whether it has a span. */
bool reader_call(reader *r, fp_str json, fp_call *call, bool *spans);

/* Reads a diagnostic's members, which are the same in an event. */
bool reader_diagnostic(reader *r, fp_str code, fp_str offset, fp_str clause, fp_diagnostic *d);

/* Returns whether the text is a valid array of events; empty text has none. */
bool reader_events(reader *r, fp_str events);

/* Reads deltas (PROTOCOL-3.11): text and calls go to the outcome of the answer, and its events are
 * made of them. */
bool reader_deltas(reader *r, fp_str deltas, wire_answer *answer);

/* Reads an answer that refuses the input: only {"id", "error"}. */
bool reader_refusal(reader *r, wire_answer *answer);

/* Reads the cost of a timed answer: one of the two, not both. */
bool reader_cost(reader *r, fp_str time, fp_str work, wire_answer *answer);

/* Reads the answer to a value request (PROTOCOL-7.3). */
bool reader_values(reader *r, wire_answer *answer);

/* Reads the answer to a template request (PROTOCOL-8.3). */
bool reader_template(reader *r, wire_answer *answer);

/* Reads an item [chunk, value] of a list whose chunks must not decrease. */
bool reader_tagged(reader *r, fp_str json, const char *what, uint64_t *before, fp_str *value);

#endif
