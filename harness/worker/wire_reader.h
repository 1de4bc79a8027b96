/* SPDX-License-Identifier: Apache-2.0 */
/* wire_reader.h: an answer that is read as it is in its line: what the files that read its
 * parts share (wire_answer.c, wire_events.c).
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

/* What is read, for sentences: "calls[2]: "; nothing for the answer itself. */
const char *reader_where(reader *r);
void reader_begin(reader *r, const char *list, size_t item);

/* What a string stands for; borrowed until the next one is read. */
bool reader_string(reader *r, fp_str json, fp_str *text);

/* The same, or {"base64"} decoded. name is the member's. */
bool reader_bytes(reader *r, fp_str json, const char *name, fp_str *bytes);

/* The values of an object's members, in the order of the names, which NULL ends; empty for a member
 * that is missing. values has room for READER_MEMBERS. */
bool reader_members(reader *r, fp_str object, const char *const *names, const char *clause,
                    fp_str *values);

/* A number from 0 up, as jansson takes it: below 2^63, without a fraction. */
bool reader_number(fp_str json, uint64_t *value);

/* Returns whether it is an array of two. */
bool reader_pair(fp_str json, fp_str *first, fp_str *second);

/* An offset in the worker's unit, made one in bytes if it is to be judged. */
bool reader_offset(reader *r, fp_str json, bool judged, uint64_t *offset);

/* Fills an owned call: call_free(), also after false. *spans says whether it has a span. */
bool reader_call(reader *r, fp_str json, fp_call *call, bool *spans);

/* A diagnostic's members, which in an event are the same. */
bool reader_diagnostic(reader *r, fp_str code, fp_str offset, fp_str clause, fp_diagnostic *d);

/* Returns whether the text is the events of an answer, as they should be; empty text has none. */
bool reader_events(reader *r, fp_str events);

/* Reads deltas (PROTOCOL-3.11): text and calls go to the outcome of the answer, and its events are
 * made of them. */
bool reader_deltas(reader *r, fp_str deltas, wire_answer *answer);

/* An answer that refuses the input: {"id", "error"} alone. */
bool reader_refusal(reader *r, wire_answer *answer);

/* What a timed answer has cost: one of the two, and not both. */
bool reader_cost(reader *r, fp_str time, fp_str work, wire_answer *answer);

/* The answer to a value request (PROTOCOL-7.3). */
bool reader_values(reader *r, wire_answer *answer);

/* The answer to a template request (PROTOCOL-8.3). */
bool reader_template(reader *r, wire_answer *answer);

/* An item [chunk, value] of a list, whose chunks do not go back. */
bool reader_tagged(reader *r, fp_str json, const char *what, uint64_t *before, fp_str *value);

#endif
