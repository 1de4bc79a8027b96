/* SPDX-License-Identifier: Apache-2.0 */
/* open_call.h: the open call: its key, value and items, within the limits; and how many calls there
 * were.
 *
 * Only open_call.h, the files open_call*.c and out_pending.c read or write the members.
 */
#ifndef FENCEPOST_CORE_OPEN_CALL_H
#define FENCEPOST_CORE_OPEN_CALL_H

#include "call.h"
#include "edge.h"
#include "json_args.h"

#include <fencepost/syntax.h>

typedef enum fp_call_state {
    FP_CALL_NONE,
    FP_CALL_EMITTED,
    FP_CALL_MUTED,  /* unknown_tool: drop */
    FP_CALL_PENDING /* its end decides whether it is a call or text (pending.h) */
} fp_call_state;

/* Why the call will not be complete. */
typedef enum fp_call_loss {
    FP_LOSS_NONE,
    FP_LOSS_SPOILT, /* fp_out_call_spoil() */
    FP_LOSS_LIMIT   /* it lost something to a limit, which was diagnosed */
} fp_call_loss;

typedef enum fp_arg_state {
    FP_ARG_NONE,
    FP_ARG_KEPT,
    FP_ARG_FULL,  /* its begin was emitted; no room is left for more data */
    FP_ARG_UNSAID /* a duplicate, or its key is too long: nothing of it is emitted */
} fp_arg_state;

typedef struct fp_open_call {
    uint64_t count; /* calls opened so far */
    bool stopped;   /* extra_call: stop has struck: no call is opened any more */
    bool cut_short; /* the input has ended, by a limit of length: no call is complete (MODEL-6.2) */
    bool end_comes; /* it has ended, by a token that ends the call (MODEL-6.3) */

    fp_call_state state;
    fp_call_loss loss;
    const fp_tool *tool; /* whose schema gives the values their types; NULL: none does */
    uint64_t start;
    uint64_t size; /* bytes of values so far */
    fp_builder builder;
    fp_json_args json;

    fp_arg_state arg;
    size_t room;    /* bytes that may still be kept of the open argument */
    bool read_json; /* fp_out_arg_is_read_json() */
    bool in_item;
    fp_buf unsaid_key;
    fp_edge edge; /* of the value */
} fp_open_call;

void fp_open_call_free(fp_open_call *call);

/* No call was opened yet. Keeps the memory, which the next call clears. */
void fp_open_call_reset(fp_open_call *call);

/* Makes to a copy; keeps its memory. False when memory is out: to can then only be freed. */
bool fp_open_call_assign(fp_open_call *to, const fp_open_call *from);
bool fp_open_call_equal(const fp_open_call *a, const fp_open_call *b);

/* The invariants:
 * - an open call was counted; a closed one has lost nothing, and no argument of it is open;
 * - only an argument that is kept has room; only one that is not emitted has its key apart;
 * - bytes of a value wait, and an item is open, only while an argument is;
 * - an argument that is emitted is the builder's last, and its value is part of the call's size;
 * and those of its JSON. */
bool fp_open_call_is_valid(const fp_open_call *call);

static inline bool fp_call_is_open(const fp_open_call *call)
{
    return call->state != FP_CALL_NONE;
}

static inline bool fp_call_is_emitted(const fp_open_call *call)
{
    return call->state == FP_CALL_EMITTED;
}

static inline bool fp_call_is_pending(const fp_open_call *call)
{
    return call->state == FP_CALL_PENDING;
}

static inline bool fp_call_is_muted(const fp_open_call *call)
{
    return call->state == FP_CALL_MUTED;
}

/* Whether a call was closed. To be asked while none is open. */
static inline bool fp_call_was_closed(const fp_open_call *call)
{
    return call->count;
}

static inline bool fp_calls_are_stopped(const fp_open_call *call)
{
    return call->stopped;
}

/* The input has ended, by a limit of length. */
static inline void fp_call_cut_short(fp_open_call *call)
{
    call->cut_short = true;
}

/* The input has ended, by a token that ends the open call. */
static inline void fp_call_end_comes(fp_open_call *call)
{
    call->end_comes = true;
}

/* Whether an argument is open. */
static inline bool fp_call_in_arg(const fp_open_call *call)
{
    return call->arg != FP_ARG_NONE;
}

/* Whether data of the open argument is emitted as it comes: past the front, and nothing waits. */
static inline bool fp_call_is_past_edge(const fp_open_call *call)
{
    return call->edge.begun && !call->edge.pending.len;
}

/* Whether bytes of the value wait for what follows them. */
static inline bool fp_call_edge_waits(const fp_open_call *call)
{
    return call->edge.pending.len;
}

/* Adds a chunk of 1 to 16 bytes to the open argument, past the edge. False, with nothing done,
 * where there is no room, or the last byte may be the back. */
static inline bool fp_call_keep_few(fp_open_call *call, const char *bytes, size_t len)
{
    if (len > call->room || len > fp_buf_room(&call->builder.bytes) ||
        fp_edge_may_be(&call->edge, (unsigned char)bytes[len - 1]))
        return false;
    fp_builder_few(&call->builder, bytes, len);
    call->size += len;
    call->room -= len;
    return true;
}

/* Something is over a limit. Returns whether that was not diagnosed yet for this call; always if
 * none is open. */
bool fp_call_meets_limit(fp_open_call *call);

/* The next bytes of the open argument; offset is that of the first. */
void fp_out_value(fp_out *out, uint64_t offset, const char *bytes, size_t len);

/* The byte after the value's bytes so far is not LF, though it is not a byte of the value yet: a CR
 * at the value's front is not a newline. */
void fp_out_value_goes_on(fp_out *out);

#endif
