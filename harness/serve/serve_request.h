/* SPDX-License-Identifier: Apache-2.0 */
/* serve_request.h: a line from the runner to a worker, read by a worker (spec/protocol.md). */
#ifndef FENCEPOST_HARNESS_SERVE_REQUEST_H
#define FENCEPOST_HARNESS_SERVE_REQUEST_H

#include "base/token_list.h"

#include <fencepost/json.h>

typedef enum serve_op {
    SERVE_HELLO,
    SERVE_PARSE,
    SERVE_RENDER,
    SERVE_SWEEP,
    SERVE_BYE,
    SERVE_UNKNOWN
} serve_op;

/* Zero it to begin; it serves for one request after the other; serve_request_free() to end. */
typedef struct serve_request {
    serve_op op;
    fp_str id;        /* its digits, in the line; empty: there is none */
    bool speaks_ours; /* hello: protocol 1 is among those offered */
    fp_json syntax;   /* parse, render: its id, with a NUL after it */
    fp_json input;    /* all chunks */
    fp_json prefix;   /* parse: what the prompt ended with; empty: nothing is known */
    size_t *ends;     /* where each ends in the input */
    token_list tokens;
    fp_finish finish; /* parse: how the input ended */
    fp_str finish_token;
    fp_json finish_text; /* as it is written, with a NUL after it */
    size_t chunk_count, chunk_cap;
    fp_str cuts;      /* sweep: the text of an array of arrays, in the line */
    fp_str call;      /* render: its text, in the line */
    bool reuse;       /* parse: by the parser before */
    bool whole;       /* parse: by the one-shot path */
    bool timed;       /* parse: the answer says how long it took */
    fp_str beside;    /* parse: the text of an array of chunks, in the line; empty: there is none */
    fp_str catalogue; /* the text of an array, in the line; empty: there is none */
} serve_request;

/* Reads a line, which the request borrows. False, with a sentence in error, if the line is wrong;
 * r->id is set if it can be answered at all. */
bool serve_request_read(fp_str line, serve_request *r, char *error, size_t size);

/* Appends the next chunk of an array of chunks (request.beside) to *bytes. False at the end of the
 * array, or if it is not one. */
bool serve_request_next(fp_str chunks, size_t *at, fp_json *bytes);

/* Cuts the input of a sweep at the offsets of the array. They count bytes, or the units between
 * edges (unit_edges()) if these are not NULL. False unless they are ascending offsets of the input.
 */
bool serve_request_cut(serve_request *r, fp_str cut, const size_t *edges, size_t edge_count);

void serve_request_free(serve_request *r);

#endif
