/* SPDX-License-Identifier: Apache-2.0 */
/* out.h: between a syntax and the sink. It combines a ledger of bytes, the open call and a stream
 * of events, with the policies that are the same for all syntaxes.
 */
#ifndef FENCEPOST_CORE_OUT_H
#define FENCEPOST_CORE_OUT_H

#include "events.h"
#include "ledger.h"
#include "open_call.h"
#include "out_around.h"
#include "out_call.h"
#include "out_json.h"
#include "out_tools.h"
#include "out_units.h"
#include "pending.h"
#include "quote.h"
#include "reasoning.h"
#include "tokens.h"

#include <fencepost/syntax.h>

struct fp_out {
    const fp_syntax *syntax;
    fp_options options;
    fp_ledger ledger;
    fp_quote quote; /* of the text so far */
    fp_reasoning reasoning;
    fp_tokens tokens;
    fp_open_call call;
    fp_pending pending;
    fp_buf aside;  /* fp_out_put_aside() */
    fp_buf memory; /* fp_out_memory() */
    fp_events events;
    bool drops_rest; /* false_opener: drop-rest has struck: no text comes out any more */
};

/* sink NULL: events are not reported. */
void fp_out_init(fp_out *out, const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                 void *context);
void fp_out_free(fp_out *out);

/* Back to the state after fp_out_init(); keeps the memory. */
void fp_out_reset(fp_out *out);

/* `to` must not be initialised. False when memory is out, with nothing to free. */
bool fp_out_copy(fp_out *to, const fp_out *from, fp_sink *sink, void *context);
/* Like fp_out_copy(), but `to` keeps its sink and memory. False when memory is out: `to` can then
 * only be freed. */
bool fp_out_assign(fp_out *to, const fp_out *from);
bool fp_out_equal(const fp_out *a, const fp_out *b);

/* The invariants of the three, which hold between two steps while the parser continues. */
bool fp_out_is_valid(const fp_out *out);

/* Whether the parser continues: memory is not out, and the sink has not stopped it. */
static inline bool fp_out_goes_on(const fp_out *out)
{
    return fp_events_status(&out->events) == FP_OK;
}

/* Whether all that follows is text, unchanged, because of extra_call: stop. In an encoded syntax
 * text must still be decoded. */
static inline bool fp_out_is_all_text(const fp_out *out)
{
    return fp_calls_are_stopped(&out->call) && !out->syntax->encoded;
}

/* Shows the next text byte, at this offset, to the search for quotations. */
static inline void fp_out_watch_text(fp_out *out, unsigned char byte, uint64_t offset)
{
    const bool may_begin =
        byte != '<' || fp_tokens_allowed(&out->tokens, fp_quote_tag(&out->quote), offset);

    fp_quote_watch(&out->quote, byte, may_begin);
}

/* Takes len > 0 bytes of payload that follow the bytes read and begin or end no quotation. No byte
 * may be held. */
void fp_out_payload_run(fp_out *out, const unsigned char *bytes, size_t len);

/* Emits text, as the policies require. */
void fp_out_emit_text(fp_out *out, uint64_t offset, const char *bytes, size_t len);

/* Where reasoning is an output: the next bytes that the syntax takes for text. Those that may begin
 * a mark wait. */
void fp_out_take_text(fp_out *out, const char *bytes, size_t len);

/* Where reasoning is an output: the next byte read, outside a call. True if it is taken, and the
 * syntax is not to see it: it ends a mark, or it is in reasoning in which no block begins. */
bool fp_out_reasoning_byte(fp_out *out, unsigned char byte);

/* In reasoning, outside a call and with no byte held: takes the next bytes, as read, at once, if no
 * block begins in it, up to one that may be of a mark. Returns how many. */
size_t fp_out_reasoning_run(fp_out *out, const char *bytes, size_t len);

/* Where reasoning is an output: the next byte read, in a call, before the syntax sees it; what of
 * such bytes may begin a mark, when the call goes on after it: none that the syntax does not hold;
 * and when the call has ended at this offset: none before that. */
void fp_out_reasoning_in_call(fp_out *out, unsigned char byte);
void fp_out_reasoning_as_held(fp_out *out);
void fp_out_reasoning_after_call(fp_out *out, uint64_t end);

/* The bytes that wait do not become a mark of reasoning: the input ends; or a block begins, which
 * ends reasoning as well. */
void fp_out_reasoning_settle(fp_out *out);
void fp_out_reasoning_end(fp_out *out);

/* Whether the open call is dropped, or would be if it is one (unknown_tool: drop). */
static inline bool fp_out_is_muted(const fp_out *out)
{
    return fp_call_is_muted(&out->call) || (fp_call_is_pending(&out->call) && out->pending.muted);
}

/* A block waits for its end, from here on; muted: its call would be dropped. The state of the call
 * is FP_CALL_PENDING. What its opening gave has come. */
void fp_out_pending_begin(fp_out *out, bool muted);
void fp_out_pending_opened(fp_out *out);

/* An event of it waits. Nothing is done if no block waits. */
void fp_out_pending_event(fp_out *out, const fp_event *event);

/* The roles of its bytes go to what waits, in the place of the trace, or no more. The trace that is
 * told once they are decided. */
void fp_out_pending_watch(fp_out *out);
void fp_out_pending_stop_watching(fp_out *out);
void fp_out_pending_trace(fp_out *out, fp_trace *trace, void *context);

/* Whether a block of which this policy decides is text: FP_UNTERMINATED, where the input ends it,
 * or FP_MALFORMED. */
bool fp_out_may_be_text(const fp_out *out, fp_policy policy);

/* What waits becomes a call that is open, or text, by this policy: all bytes of the block have
 * their roles. */
void fp_out_pending_is_call(fp_out *out);
void fp_out_pending_is_text(fp_out *out, fp_policy policy);

/* Where blocks wait: the next byte was read; and what a step is followed by. A block over the limit
 * of a call is held no longer. */
void fp_out_pending_read(fp_out *out, unsigned char byte);
void fp_out_pending_bound(fp_out *out);

/* Whether text may be reasoning, or may begin a mark of it. */
static inline bool fp_out_reasons(const fp_out *out)
{
    return out->reasoning.marks || out->reasoning.inside;
}

/* Whether content goes to the sink unchanged, as it comes. The result holds until the call, or the
 * text, ends. */
static inline bool fp_out_passes(const fp_out *out)
{
    if (fp_call_is_open(&out->call))
        return fp_call_is_emitted(&out->call);
    return !fp_out_reasons(out) && out->options.policies.of[FP_TEXT_AFTER] == FP_TEXT_AFTER_KEEP &&
           out->options.policies.of[FP_FALSE_OPENER] == FP_FALSE_OPENER_TEXT &&
           out->options.policies.of[FP_TEXT_SPACE] == FP_TEXT_SPACE_EXACT;
}

/* Whether the next chunk, if it is all payload and everything before it was emitted, may go to the
 * sink as a whole: no trace is set, and no byte of the value is held back. */
static inline bool fp_out_passes_chunk(const fp_out *out)
{
    if (!fp_out_goes_on(out) || fp_ledger_is_traced(&out->ledger) || !fp_out_passes(out))
        return false;
    return !fp_call_is_open(&out->call) || fp_call_is_past_edge(&out->call);
}

/* Passes a chunk of a few bytes of payload to the sink unchanged; fp_out_passes_chunk() must be
 * true. False, with nothing done, where that is not possible. */
static inline bool fp_out_pass(fp_out *out, const char *bytes, size_t len)
{
    const bool in_call = fp_call_is_open(&out->call);
    const uint64_t offset = fp_ledger_next(&out->ledger);

    if (in_call && !fp_call_keep_few(&out->call, bytes, len))
        return false;
    fp_ledger_pass(&out->ledger, len);
    fp_events_pass_bytes(&out->events, in_call ? FP_EVENT_ARG_DATA : FP_EVENT_TEXT, offset, bytes,
                         len);
    return true;
}

#endif
