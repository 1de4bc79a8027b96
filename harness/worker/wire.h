/* SPDX-License-Identifier: Apache-2.0 */
/* wire.h: writes and reads the messages of spec/protocol.md. Lines are without their LF.
 *
 * A worker's error is described in one sentence that names the member, the clause and the remedy,
 * and that fits WIRE_ERROR_SIZE.
 */
#ifndef FENCEPOST_HARNESS_WIRE_H
#define FENCEPOST_HARNESS_WIRE_H

#include "judge/declared_list.h"
#include "law/cuts.h"
#include "partial/partial_judge.h"
#include "suite/corpus.h"
#include "template/template_policies.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>

enum { WIRE_ERROR_SIZE = 1000, WIRE_WINDOW_MAX = 1024 };

/* -- hello ----------------------------------------------------------------------------------- */

/* A worker's description of itself: section 2 of the protocol. */
typedef struct wire_hello {
    char *name; /* this and the next two are visible (PROTOCOL-2.2) */
    char *version;
    char *language;
    const fp_syntax *
        *syntaxes; /* those of FP_SYNTAXES that it parses, in its order; at least one, … */
    size_t syntax_count;
    bool partial_json;          /* … unless it is a reader of partial JSON (PROTOCOL-7.1), */
    partial_policies reads;     /* and what it then declares */
    bool templates;             /* or an executor of response templates (PROTOCOL-8.1), */
    template_policies executes; /* and what that declares */
    char *file;                 /* of its source, from the folder of the run; NULL: not declared */
    size_t line;                /* in it; 0: not declared */
    char *unknown_syntaxes;     /* ids that we do not know, "xml, json"; NULL: none */
    unit unit;
    bool spans, diagnostics, events, bytes, catalogue, render, sweep, reset, interleave, timing;
    bool prefix;            /* it can begin inside of what the prompt opened, */
    bool finish;            /* be told how the input ended, */
    bool tokens;            /* and take tokens */
    bool deltas;            /* with which its answers have events, made of them */
    bool modes;             /* it has two paths, and is told which to take */
    bool needs_tools;       /* each request comes with a catalogue */
    bool constrained;       /* the model's output is constrained to the template's grammar */
    fp_limits limits;       /* 0: it states none */
    policy_set policy;      /* in all syntaxes */
    policy_set *own_policy; /* in each of them: wire_hello_policy() */
    declared_readings *own_readings; /* in each of them, what it declares to read otherwise */
    unsigned window;
} wire_hello;

void wire_hello_request(fp_json *out, uint64_t id);

/* Reads the answer to hello into an owned *hello: wire_hello_free(). False, with nothing to free
 * and a sentence in error, if it is wrong. */
bool wire_hello_read(fp_str line, uint64_t id, wire_hello *hello, char *error, size_t size);
void wire_hello_free(wire_hello *hello);

/* Returns the policies that it declares for one of its syntaxes. Borrowed from hello. */
const policy_set *wire_hello_policy(const wire_hello *hello, const fp_syntax *syntax);

/* Returns the clauses that it declares to read otherwise in one of its syntaxes. Borrowed. Whether
 * they may be declared is another question: readings_check.h. */
const declared_readings *wire_hello_readings(const wire_hello *hello, const fp_syntax *syntax);

/* Sets in the options what is declared for the syntax. */
void wire_hello_overlay(const wire_hello *hello, const fp_syntax *syntax, fp_options *options);

bool wire_hello_parses(const wire_hello *hello, const fp_syntax *syntax);

/* Returns whether the input, cut like this (NULL: not at all), can be sent to the worker: chunks
 * that are not UTF-8 need capability `bytes`. */
bool wire_can_take(const wire_hello *hello, fp_str input, const cutting *cut);

/* Returns why a worker cannot be told how the prompt or the input of the case ended; static; NULL:
 * it can. */
const char *wire_cannot_give(const wire_hello *hello, const test_case *t);

/* Returns whether inputs of the syntax are sent to the worker with their marks as tokens, since it
 * declares `markers: token` (PROTOCOL-3.15). */
bool wire_sends_tokens(const wire_hello *hello, const fp_syntax *syntax);

/* Returns whether this prefix of an input ends inside a token, for a worker that gets tokens. */
bool wire_cuts_token(const wire_hello *hello, const fp_syntax *syntax, fp_str beginning);

/* -- requests, and their answers
 * ----------------------------------------------------------------------------------- */

typedef enum wire_op { WIRE_PARSE, WIRE_RENDER, WIRE_SWEEP, WIRE_VALUE, WIRE_TEMPLATE } wire_op;

typedef struct wire_request {
    wire_op op;
    const fp_syntax *syntax; /* of all but value and template */
    fp_str input;
    fp_str prefix; /* of parse and sweep: what the prompt ended with; empty: nothing is known */
    const test_case *ends_as; /* of parse and sweep: the input ends as that of the case, */
    const test_case *of;      /* and has its tokens, as far as it goes; NULL: it is another one */
    const cutting *cut;       /* NULL: the whole in one chunk */
    const json_t
        *catalogue;       /* an array of tools, sent to workers that claim `catalogue`; or NULL */
    const fp_call *call;  /* of render */
    const cutting *sweep; /* of sweep, which has no cut */
    size_t sweep_count;
    fp_str template, tools; /* of template: JSON; no tools: empty */
    bool reuse;             /* of parse: by the parser before, reset */
    bool timed;             /* of parse and value: it says what it has cost */
    bool whole;             /* of parse, of a worker with two paths: by the one-shot path */
    fp_str beside;          /* of parse: fed in turns with it, to another parser; empty: nothing */
} wire_request;

void wire_request_write(fp_json *out, uint64_t id, const wire_request *request,
                        const wire_hello *hello);

/* What is needed of a request to read its answer. */
typedef struct wire_asked {
    wire_op op;
    uint64_t id;
    fp_str input; /* of parse */
    size_t chunks;
    size_t cuttings; /* of sweep */
    bool timed, whole;
} wire_asked;

wire_asked wire_asked_of(uint64_t id, const wire_request *request);

typedef struct wire_answer {
    bool paired; /* it is a JSON object with the id asked: also set when the rest is wrong */
    char *error; /* the parser refuses the input: its message, in quotes, visible, not longer than
                  * PROTOCOL-3.6 has it; then outcome is NULL */
    fp_outcome *outcome; /* spans and offsets in bytes; diagnostics have no clause. Of render: text
                          * alone */
    fp_str values;       /* of value: the array of the line, checked: wire_value_next(); of
                          * template the line, for template_answer_read() */
    fp_str events;  /* the array, checked, unchanged from the line, in the worker's units; empty:
                       none sent */
    size_t *differ; /* of sweep: which cuttings differ, ascending */
    size_t differ_count;
    uint64_t cost; /* of a timed parse: nanoseconds, or work */
    fp_json made;  /* the events, where they were made of deltas; owned */
    char *breach;  /* how the deltas are not well-formed (LAW-16.1); NULL: they are */
    bool borrowed; /* the outcome is another's: see wire_again.h */
} wire_answer;

/* The name of the event that has a piece of the arguments' text (PROTOCOL-3.10). */
#define WIRE_ARGUMENTS_DATA FP_STR("arguments_data")

/* A diagnostic that came without an offset has this one. */
#define WIRE_NO_OFFSET UINT64_MAX

/* Reads the answer to a request other than hello into an owned *answer: wire_answer_free(). False,
 * with nothing to free and a sentence in error, if it is wrong; then only answer->paired is valid.
 */
bool wire_answer_read(fp_str line, const wire_asked *asked, const wire_hello *hello,
                      wire_answer *answer, char *error, size_t size);
void wire_answer_free(wire_answer *answer);

/* Reads the next of the values of an answer to a value request; false after the last one. *at
 * begins as 0. Decoded text is in `text` until the next value is read. */
bool wire_value_next(fp_str values, size_t *at, fp_json *text, partial_answer *answer);

/* Returns whether the line is a JSON object with an id that a request may have had, in *id. */
bool wire_answer_id(fp_str line, uint64_t *id);

/* -- render ---------------------------------------------------------------------------------- */

/* Returns whether the call can be sent: what must be UTF-8 is, and it would be read as the same
 * call. */
bool wire_can_render(const fp_call *call);

/* -- bye ------------------------------------------------------------------------------------- */

void wire_bye(fp_json *out, uint64_t id);

/* -- people ---------------------------------------------------------------------------------- */

/* Writes the first 80 bytes of a line, with … if there is more; bytes that are not visible ASCII
 * become \xNN. NUL-terminated. */
void wire_visible(fp_str line, char *text, size_t size);

/* The same for as many bytes as fit. */
void wire_visible_all(fp_str line, char *text, size_t size);

#endif
