/* SPDX-License-Identifier: Apache-2.0 */
/* out.h: between a syntax and the sink. It accounts for every byte, keeps what is undecided, builds
 * the open call, applies the policies that are the same for all syntaxes, and says the events.
 */
#ifndef FENCEPOST_CORE_OUT_H
#define FENCEPOST_CORE_OUT_H

#include "call.h"
#include "edge.h"
#include "jsonscan.h"
#include "quote.h"
#include "reasoning.h"
#include "unescape.h"

#include <fencepost/syntax.h>

enum { FP_BATCH = 512 };

/* Text or argument data not yet said: neighbours go out as one event. */
typedef struct fp_batch {
    fp_event_type type; /* FP_EVENT_TEXT, FP_EVENT_REASONING or FP_EVENT_ARG_DATA */
    uint64_t offset;
    size_t len;
    char bytes[FP_BATCH];
} fp_batch;

struct fp_out {
    const fp_syntax *syntax;
    fp_options options;
    fp_sink *sink;
    void *sink_context;
    fp_trace *trace;
    void *trace_context;

    fp_status status;
    bool last;          /* what is said now ends the chunk: it need not wait in the batch */
    uint64_t fed;       /* bytes read */
    uint64_t work;      /* steps other than one for each byte read: fp_parser_work() */
    uint64_t accounted; /* bytes that have a role; fed = accounted + held + the one in step() */
    fp_buf held;
    size_t gone;      /* bytes at the front of held that have a meaning by now */
    fp_buf aside;     /* fp_out_put_aside() */
    fp_buf memory;    /* fp_out_memory() */
    const char *cite; /* fp_out_cite(); NULL: the row's clause */
    uint64_t at;      /* fp_out_at(), while placed */
    bool placed;
    fp_batch batch;

    uint64_t blocks;      /* calls opened */
    uint64_t blocks_done; /* calls closed */
    bool stopped;         /* extra_call: stop has struck */
    bool all_text;        /* and what follows is text as it stands */
    fp_quote quote;
    fp_reasoning reasoning;
    fp_edge text_edge;
    fp_buf text_parts; /* where its pending bytes stand */

    bool in_call;
    bool muted_call;     /* unknown_tool: drop */
    bool cut_short;      /* the call lost something to a limit */
    bool spoilt;         /* fp_out_call_spoil() */
    const fp_tool *tool; /* whose schema gives the values their types; NULL: none does */
    uint64_t call_start;
    uint64_t call_size; /* bytes of values so far */
    size_t value_room;  /* bytes that may still be kept of the open argument, if there is one */
    fp_builder call;

    bool in_arg;
    bool muted_arg;  /* a duplicate, or over a limit */
    bool unsaid_arg; /* its arg_begin was not said: its arg_end is not either */
    bool read_arg;   /* fp_out_arg_is_read_json() */
    bool in_item;
    fp_buf muted_key;
    fp_edge value_edge;

    fp_args_state args; /* the call's JSON object: out_json.c */
    fp_jsonscan args_scan;
    fp_buf args_key;          /* the key being read, as written */
    bool args_begun;          /* a byte of the open member's value has come */
    fp_unescaped args_string; /* the string being read, whatever its depth */
    uint64_t args_key_at;     /* offset of the key's opening quote */
    uint64_t args_key_over;   /* of the call's first that is over the limit; 0: none is yet */
    size_t args_key_len;      /* what the key stands for so far, up to the limit */
    uint64_t args_wrong;      /* offset of the wrong byte; only with FP_ARGS_BAD */
    bool args_too_deep;       /* which is over the limit `depth` */
};

/* The offset of the encoded payload that is being said. */
static inline uint64_t fp_out_where(const fp_out *out)
{
    return out->placed ? out->at : out->accounted;
}

/* The number of bytes held. */
static inline size_t fp_out_waiting(const fp_out *out)
{
    return out->held.len - out->gone;
}

void fp_out_init(fp_out *out, const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                 void *context);
void fp_out_free(fp_out *out);

/* As after fp_out_init(), memory kept. */
void fp_out_reset(fp_out *out);

/* The sink of who wants to hear nothing. */
int fp_out_ignore(void *context, const fp_event *event);

/* to is not initialised; false when memory is out, with nothing to free. */
bool fp_out_copy(fp_out *to, const fp_out *from, fp_sink *sink, void *context);
/* The same, sink and memory kept; false when memory is out: to can then only be freed. */
bool fp_out_assign(fp_out *to, const fp_out *from);
bool fp_out_equal(const fp_out *a, const fp_out *b);

/* Payload in bulk: len > 0 bytes that follow those read, and change nothing in the quotation;
 * nothing is held. */
void fp_out_payload_run(fp_out *out, const unsigned char *bytes, size_t len);

/* One text byte that bypasses the syntax; nothing is held. */
void fp_out_text_byte(fp_out *out, unsigned char byte);

/* Where reasoning is an output: the next byte read, outside a call. True if it is taken, and the
 * syntax is not to see it: it ends a mark, or stands in reasoning in which no block begins. */
bool fp_out_reasoning_byte(fp_out *out, unsigned char byte);

/* What waits for a mark of reasoning is none: the input ends, or a block begins, which ends
 * reasoning as well. */
void fp_out_reasoning_settle(fp_out *out);
void fp_out_reasoning_end(fp_out *out);

/* Says what the batch holds. */
void fp_out_flush(fp_out *out);

/* Whether content goes to the sink as it comes: so it is until the call, or the text, ends. */
static inline bool fp_out_passes(const fp_out *out)
{
    if (out->in_call)
        return !out->muted_call;
    return !out->reasoning.marks && out->options.policies.of[FP_TEXT_AFTER] == FP_TEXT_AFTER_KEEP &&
           out->options.policies.of[FP_TEXT_SPACE] == FP_TEXT_SPACE_EXACT;
}

/* Gives an event to the sink. */
static inline void fp_out_emit(fp_out *out, const fp_event *event)
{
    if (out->status == FP_OK && out->sink(out->sink_context, event))
        out->status = FP_STOPPED;
}

/* These bytes have this role; the clause is that of fp_out_cite(), or of the row. */
static inline void fp_out_trace(const fp_out *out, fp_role role, uint64_t start, size_t len)
{
    if (out->trace && len)
        out->trace(out->trace_context, role, out->cite ? out->cite : out->syntax->clauses[role],
                   start, start + len);
}

/* The next bytes have this role. */
static inline void fp_out_account(fp_out *out, fp_role role, size_t len)
{
    fp_out_trace(out, role, out->accounted, len);
    out->accounted += len;
    out->placed = false;
}

/* Adds to the open argument, in which there is room. */
static inline void fp_out_keep(fp_out *out, const char *bytes, size_t len)
{
    if (!fp_builder_data(&out->call, bytes, len))
        fp_out_no_memory(out);
    out->call_size += len;
    out->value_room -= len;
}

/* Whether that goes for the next chunk as a whole, if it is payload and all before it is said:
 * nobody is told more of it, and no byte of the value waits for others. */
static inline bool fp_out_passes_chunk(const fp_out *out)
{
    if (out->status != FP_OK || out->trace || !fp_out_passes(out))
        return false;
    return !out->in_call || (out->value_edge.begun && !out->value_edge.pending.len);
}

/* Gives a chunk of a few bytes of payload to the sink as it is; fp_out_passes_chunk(). False, with
 * nothing done, where there is more to it. */
static inline bool fp_out_pass(fp_out *out, const char *bytes, size_t len)
{
    const fp_event event = { .type = out->in_call ? FP_EVENT_ARG_DATA : FP_EVENT_TEXT,
                             .offset = out->accounted,
                             .data = { bytes, len } };

    if (out->in_call) {
        if (len > out->value_room || len > fp_buf_room(&out->call.bytes) ||
            fp_edge_may_be(&out->value_edge, (unsigned char)bytes[len - 1]))
            return false;
        fp_builder_few(&out->call, bytes, len);
        out->call_size += len;
        out->value_room -= len;
    }
    out->fed += len;
    out->accounted += len;
    if (out->sink(out->sink_context, &event))
        out->status = FP_STOPPED;
    return true;
}

/* Holds a chunk of 1 to 16 bytes, behind others, under the limit `call`. False, with nothing done,
 * where there is more to it. */
static inline bool fp_out_hold_few(fp_out *out, const char *bytes, size_t len)
{
    if (len > fp_buf_room(&out->held) || len + fp_out_waiting(out) > out->options.limits.call)
        return false;
    fp_copy(out->held.ptr + out->held.len, bytes, len);
    out->held.len += len;
    out->fed += len;
    return true;
}

#endif
