/* SPDX-License-Identifier: Apache-2.0 */
/* out_pending.c: a block that waits for its end (MODEL-3.23, MODEL-3.25): it becomes the call that
 * it began, or text. */
#include "out.h"

/* Takes the roles of the block's bytes in place of the trace. */
static void note_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end)
{
    fp_out *out = context;

    if (!fp_pending_role(&out->pending, role, clause, start, end))
        fp_out_no_memory(out);
}

bool fp_out_may_be_text(const fp_out *out, fp_policy policy)
{
    const unsigned text =
        policy == FP_MALFORMED ? (unsigned)FP_MALFORMED_TEXT : (unsigned)FP_UNTERMINATED_TEXT;

    return fp_out_policy(out, policy) == text && fp_syntax_allows(out->syntax, policy, text);
}

void fp_out_pending_watch(fp_out *out)
{
    fp_ledger_trace(&out->ledger, note_role, out);
}

void fp_out_pending_begin(fp_out *out, bool muted)
{
    fp_pending *pending = &out->pending;

    pending->muted = muted;
    pending->events.len = pending->roles.len = 0;
    pending->trace = out->ledger.trace;
    pending->trace_context = out->ledger.trace_context;
    fp_out_pending_watch(out);
}

void fp_out_pending_opened(fp_out *out)
{
    out->pending.opening = out->pending.events.len;
}

void fp_out_pending_event(fp_out *out, const fp_event *event)
{
    const bool diagnosed = event->type == FP_EVENT_DIAGNOSTIC;

    if (fp_call_is_pending(&out->call) && fp_out_goes_on(out) &&
        (diagnosed || !out->pending.muted) && !fp_pending_event(&out->pending, event))
        fp_out_no_memory(out);
}

void fp_out_pending_stop_watching(fp_out *out)
{
    if (fp_call_is_pending(&out->call))
        fp_ledger_trace(&out->ledger, out->pending.trace, out->pending.trace_context);
}

void fp_out_pending_trace(fp_out *out, fp_trace *trace, void *context)
{
    out->pending.trace = trace;
    out->pending.trace_context = context;
}

/* Nothing waits any more. What waited is read once more. */
static void end_waiting(fp_out *out)
{
    fp_pending *pending = &out->pending;

    fp_ledger_work(&out->ledger, pending->events.len + pending->roles.len);
    pending->events.len = pending->roles.len = 0;
    pending->last = pending->opening = 0;
    pending->trace = NULL;
}

void fp_out_pending_is_call(fp_out *out)
{
    fp_event event;

    fp_out_pending_stop_watching(out);
    out->call.state = out->pending.muted ? FP_CALL_MUTED : FP_CALL_EMITTED;
    fp_out_reasoning_end(out);
    for (size_t at = 0; fp_pending_next_event(&out->pending, &at, &event);)
        fp_events_say(&out->events, &event);
    fp_pending_tell_roles(&out->pending);
    end_waiting(out);
}

void fp_out_pending_is_text(fp_out *out, fp_policy policy)
{
    const uint64_t start = out->call.start, end = fp_ledger_next(&out->ledger);
    const fp_str bytes = fp_pending_bytes(&out->pending, start, end);
    const fp_role role = out->reasoning.inside ? FP_ROLE_REASONING : FP_ROLE_TEXT;
    fp_event event;

    fp_out_pending_stop_watching(out);
    out->call.state = FP_CALL_NONE;
    out->call.loss = FP_LOSS_NONE;
    out->call.tool = NULL;
    out->call.count--;
    for (size_t at = out->pending.opening; fp_pending_next_event(&out->pending, &at, &event);)
        if (event.type == FP_EVENT_DIAGNOSTIC)
            fp_events_say(&out->events, &event);
    if (bytes.len) /* GCOVR_EXCL_BR_LINE: a block has bytes */
        fp_out_emit_text(out, start, bytes.ptr, bytes.len);
    fp_ledger_tell(&out->ledger, role, policy == FP_MALFORMED ? "MODEL-3.25" : "MODEL-3.23", start,
                   (size_t)(end - start));
    fp_ledger_work(&out->ledger, bytes.len);
    fp_quote_interrupt(&out->quote);
    end_waiting(out);
}

void fp_out_pending_read(fp_out *out, unsigned char byte)
{
    if (!fp_call_is_pending(&out->call))
        fp_ledger_work(&out->ledger,
                       fp_pending_forget(&out->pending, fp_ledger_next(&out->ledger)));
    if (!fp_pending_read(&out->pending, fp_ledger_fed(&out->ledger) - 1, byte))
        fp_out_no_memory(out);
}

void fp_out_pending_bound(fp_out *out)
{
    const size_t limit = out->options.limits.call;

    if (!fp_call_is_pending(&out->call) || fp_ledger_fed(&out->ledger) - out->call.start <= limit)
        return;
    fp_out_limit_exceeded(out, out->call.start + limit);
    fp_out_pending_is_call(out);
}
