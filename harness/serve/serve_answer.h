/* SPDX-License-Identifier: Apache-2.0 */
/* serve_answer.h: turns what a parser emits into the sink of fencepost/adapter.h into the JSON of
 * an answer. */
#ifndef FENCEPOST_HARNESS_SERVE_ANSWER_H
#define FENCEPOST_HARNESS_SERVE_ANSWER_H

#include <fencepost/adapter.h>
#include <fencepost/json.h>

/* Zero it to begin; it serves for one answer after the other; serve_answer_free() to end. */
typedef struct serve_answer {
    fp_adapter_sink sink; /* the first member: the parser is handed its address */
    uint32_t capabilities;
    fp_str input;        /* of which offsets are counted; */
    const size_t *edges; /* its characters begin there (unit_edges()); NULL: they count bytes */
    size_t edge_count;
    size_t chunk; /* events emitted now come after this one */
    size_t call_count;
    fp_json text, reasoning, calls, diagnostics, events, call;
    fp_json log;     /* the events, coalesced, whatever the chunks were; */
    const char *run; /* the name of the run of text or data that it ends with, static; or NULL */
    size_t run_start;
    fp_json refusal;
    bool refused;
} serve_answer;

/* Begins the answer to one request. input is borrowed until it is written. */
void serve_answer_begin(serve_answer *a, uint32_t capabilities, fp_str input);

/* Refuses on behalf of the parser, unless it has refused already. */
void serve_answer_refuse(serve_answer *a, const char *message);

/* Takes a call from a parser that knows whether it ends with call_end (ended) or call_cut. A call
 * that is recovered is not complete, but ends with call_end (MODEL-3.1). */
void serve_answer_call(fp_adapter_sink *self, const fp_adapter_call *call, bool ended);

/* Appends the answer, a line with its LF. False when memory is out. */
bool serve_answer_write(const serve_answer *a, fp_str id, fp_json *out);

/* Appends the whole log, events coalesced: two answers that do not differ have the same log. */
void serve_answer_said(serve_answer *a, fp_json *out);

/* Appends an answer that has only text. False when memory is out. */
bool serve_answer_write_text(const serve_answer *a, fp_str id, fp_json *out);

void serve_answer_free(serve_answer *a);

/* Appends {"id", "error"}, a line with its LF. */
void serve_error_write(fp_str id, fp_str message, fp_json *out);

#endif
