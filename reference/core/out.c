/* SPDX-License-Identifier: Apache-2.0 */
/* out.c: passes what a syntax reports about bytes on to the ledger, the call and the events. */
#include "out.h"

#include <string.h>

void fp_out_no_memory(fp_out *out)
{
    fp_events_end(&out->events, FP_NO_MEMORY);
}

void fp_out_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause)
{
    const fp_event event = { .type = FP_EVENT_DIAGNOSTIC,
                             .offset = offset,
                             .diagnostic = { code, offset, clause } };

    if (fp_call_is_pending(&out->call))
        fp_out_pending_event(out, &event);
    else
        fp_events_say(&out->events, &event);
}

void fp_out_limit_exceeded(fp_out *out, uint64_t offset)
{
    if (fp_call_meets_limit(&out->call))
        fp_out_diagnostic(out, FP_LIMIT_EXCEEDED, offset, "MODEL-4.1");
}

const void *fp_out_table(const fp_out *out)
{
    return out->syntax->table;
}

unsigned fp_out_policy(const fp_out *out, fp_policy policy)
{
    return out->options.policies.of[policy];
}

const fp_limits *fp_out_limits(const fp_out *out)
{
    return &out->options.limits;
}

/* -- payload --------------------------------------------------------------------------------- */

static bool quotes(const fp_out *out)
{
    return (out->quote.fences || out->quote.tags) && !out->reasoning.inside;
}

void fp_out_false_opener(fp_out *out)
{
    out->drops_rest =
        out->drops_rest || (!out->reasoning.inside &&
                            fp_out_policy(out, FP_FALSE_OPENER) == FP_FALSE_OPENER_DROP_REST);
}

void fp_out_emit_text(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    if (out->drops_rest && !out->reasoning.inside)
        return;
    if (fp_call_was_closed(&out->call) && !out->reasoning.inside &&
        fp_out_policy(out, FP_TEXT_AFTER) == FP_TEXT_AFTER_DROP)
        return;
    if (fp_out_policy(out, FP_TEXT_SPACE) == FP_TEXT_SPACE_EXACT) {
        fp_events_text(&out->events, offset, bytes, len);
        return;
    }
    if (fp_out_policy(out, FP_TEXT_SPACE) == FP_TEXT_SPACE_TRIMMED_END)
        fp_events_keep_front(&out->events);
    fp_events_trimmed(&out->events, offset, bytes, len);
}

void fp_out_payload(fp_out *out, unsigned char byte)
{
    const char c = (char)byte;
    const uint64_t offset = fp_ledger_next(&out->ledger);

    if (fp_call_is_open(&out->call)) {
        fp_out_value(out, offset, &c, 1);
        fp_ledger_account(&out->ledger, FP_ROLE_VALUE, 1);
        return;
    }
    if (quotes(out) && !fp_quote_ignores(&out->quote, byte))
        fp_out_watch_text(out, byte, offset);
    if (fp_out_reasons(out)) {
        fp_out_take_text(out, &c, 1);
        return;
    }
    if (fp_out_passes(out))
        fp_events_say_byte(&out->events, FP_EVENT_TEXT, offset, c);
    else
        fp_out_emit_text(out, offset, &c, 1);
    fp_ledger_account(&out->ledger, FP_ROLE_TEXT, 1);
}

void fp_out_payload_run(fp_out *out, const unsigned char *bytes, size_t len)
{
    const char *chars = (const char *)bytes;
    const uint64_t offset = fp_ledger_next(&out->ledger);

    if (fp_call_is_open(&out->call)) {
        fp_out_value(out, offset, chars, len);
        fp_ledger_account(&out->ledger, FP_ROLE_VALUE, len);
        return;
    }
    if (fp_out_reasons(out)) {
        fp_out_take_text(out, chars, len);
        return;
    }
    fp_out_emit_text(out, offset, chars, len);
    fp_ledger_account(&out->ledger, FP_ROLE_TEXT, len);
}

void fp_out_text(fp_out *out, fp_str bytes)
{
    if (bytes.len)
        fp_out_emit_text(out, fp_ledger_where(&out->ledger), bytes.ptr, bytes.len);
}

/* -- held bytes ------------------------------------------------------------------------------ */

/* Holds a byte under this limit. It may tell what a value's last bytes are, need memory, or be one
 * too many. */
__attribute__((noinline)) static bool hold_with_care(fp_out *out, unsigned char byte, size_t limit)
{
    if (byte != '\n' && fp_call_edge_waits(&out->call))
        fp_out_value_goes_on(out);
    if (!fp_ledger_hold(&out->ledger, byte)) {
        fp_out_no_memory(out);
        return true;
    }
    if (fp_ledger_waiting(&out->ledger) <= limit)
        return true;
    fp_out_limit_exceeded(out, fp_ledger_next(&out->ledger) + limit);
    return false;
}

/* The same; most bytes do none of that. */
static inline bool hold(fp_out *out, unsigned char byte, size_t limit)
{
    return (!fp_call_edge_waits(&out->call) && fp_ledger_hold_one(&out->ledger, byte, limit)) ||
           hold_with_care(out, byte, limit);
}

bool fp_out_hold(fp_out *out, unsigned char byte)
{
    return hold(out, byte, out->options.limits.held);
}

bool fp_out_hold_unit(fp_out *out, unsigned char byte)
{
    return hold(out, byte, out->options.limits.call);
}

void fp_out_hold_run(fp_out *out, fp_str bytes)
{
    size_t newlines = 0;

    while (newlines < bytes.len && bytes.ptr[newlines] == '\n')
        newlines++;
    /* GCOVR_EXCL_BR_START: our syntaxes hold runs only of JSON, whose values have no edges */
    if (newlines < bytes.len && fp_call_edge_waits(&out->call))
        fp_out_value_goes_on(out);
    /* GCOVR_EXCL_BR_STOP */
    if (!fp_ledger_hold_run(&out->ledger, bytes))
        fp_out_no_memory(out);
}

void fp_out_release_first(fp_out *out, size_t len)
{
    if (len) { /* or else nothing may be held, which has no address to count from */
        const unsigned char *held = (const unsigned char *)fp_ledger_held(&out->ledger);
        const uint64_t offset = fp_ledger_next(&out->ledger);

        if (!fp_call_is_open(&out->call)) {
            for (size_t i = 0; quotes(out) && i < len; i++)
                if (!fp_quote_ignores(&out->quote, held[i]))
                    fp_out_watch_text(out, held[i], offset + i);
            /* What was read after them begins no mark. */
            if (fp_quote_open(&out->quote)) /* GCOVR_EXCL_BR_LINE: no mark begins as a fence does */
                fp_out_reasoning_settle(out);
        }
        fp_out_payload_run(out, held, len);
    }
    fp_ledger_drop(&out->ledger, len);
}

void fp_out_release(fp_out *out)
{
    fp_out_release_first(out, fp_ledger_waiting(&out->ledger));
}

/* -- roles ----------------------------------------------------------------------------------- */

/* Framing between two pieces of text ends the line for the search for quotations. It also ends the
 * text event, which is a view of the input. */
static inline void mark(fp_out *out, size_t len, fp_role role)
{
    fp_ledger_account(&out->ledger, role, len);
    if (role != FP_ROLE_FRAMING)
        return;
    fp_quote_interrupt(&out->quote);
    fp_events_interrupt(&out->events);
}

void fp_out_mark_first(fp_out *out, size_t len, fp_role role)
{
    mark(out, len, role);
    fp_ledger_drop(&out->ledger, len);
}

void fp_out_mark(fp_out *out, fp_role role)
{
    fp_out_mark_first(out, fp_ledger_waiting(&out->ledger), role);
}

void fp_out_mark_each(fp_out *out, size_t len,
                      size_t (*role)(void *context, fp_str bytes, fp_role *role), void *context)
{
    const char *held = fp_ledger_held(&out->ledger);
    fp_role run = FP_ROLE_TEXT;
    size_t from = 0;

    for (size_t i = 0; i < len;) {
        fp_role next;
        const size_t count = role(context, (fp_str){ held + i, len - i }, &next);

        if (i > from && next != run) {
            mark(out, i - from, run);
            from = i;
        }
        run = next;
        i += count;
    }
    mark(out, len - from, run);
    fp_ledger_drop(&out->ledger, len);
}

bool fp_out_may_be_mark(const fp_out *out, const char *missing)
{
    return fp_tokens_allow(&out->tokens, missing);
}

bool fp_out_is_spelt(const fp_out *out)
{
    return out->tokens.marks && !out->tokens.begun;
}

bool fp_out_quoted(const fp_out *out)
{
    return !fp_call_is_open(&out->call) && fp_quote_open(&out->quote);
}

void fp_out_mark_run(fp_out *out, size_t len, fp_role role)
{
    mark(out, len, role);
    fp_ledger_cited(&out->ledger);
}

void fp_out_mark_byte(fp_out *out, fp_role role)
{
    fp_out_mark_run(out, 1, role);
}

void fp_out_line_start(fp_out *out)
{
    fp_quote_line_start(&out->quote);
}

/* -- what a syntax keeps that does not fit its state ------------------------------------------- */

bool fp_out_put_aside(fp_out *out, fp_str bytes)
{
    const size_t limit = out->options.limits.call;

    /* GCOVR_EXCL_BR_START: except ids, which come byte by byte, our syntaxes put aside what was
     * held under the same limit */
    if (bytes.len > limit || out->aside.len > limit - bytes.len) {
        fp_out_limit_exceeded(out, fp_ledger_next(&out->ledger));
        return false;
    }
    /* GCOVR_EXCL_BR_STOP */
    if (!fp_buf_append(&out->aside, bytes.ptr, bytes.len))
        fp_out_no_memory(out);
    return true;
}

fp_str fp_out_aside(const fp_out *out)
{
    return fp_buf_str(&out->aside);
}

void fp_out_drop_aside(fp_out *out, size_t len)
{
    fp_buf_drop(&out->aside, len);
    fp_ledger_work(&out->ledger, out->aside.len);
}

void *fp_out_memory(fp_out *out, size_t size)
{
    fp_buf *memory = &out->memory;

    if (!fp_buf_reserve(memory, size)) {
        fp_out_no_memory(out);
        return NULL;
    }
    if (size > memory->len)
        memset(memory->ptr + memory->len, 0, size - memory->len);
    memory->len = size;
    return size ? memory->ptr : NULL;
}

/* -- life ------------------------------------------------------------------------------------ */

static void begin(fp_out *out)
{
    out->quote = (fp_quote){
        .fences = fp_out_policy(out, FP_CODE_FENCE) == FP_CODE_FENCE_TEXT,
        .tags = fp_out_policy(out, FP_REASONING) == FP_REASONING_OPAQUE,
    };
    fp_quote_begin_after(&out->quote, out->options.prefix);
    fp_pending_reset(&out->pending, fp_out_may_be_text(out, FP_UNTERMINATED) ||
                                        fp_out_may_be_text(out, FP_MALFORMED));
    out->drops_rest = false;
    fp_tokens_begin(&out->tokens, out->syntax, &out->options);
    out->reasoning = fp_reasoning_begin(out->syntax, &out->options);
    if (out->reasoning.inside)
        fp_events_text_begins(&out->events, FP_EVENT_REASONING);
}

void fp_out_init(fp_out *out, const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                 void *context)
{
    memset(out, 0, sizeof *out);
    out->syntax = syntax;
    out->options = *options;
    fp_ledger_init(&out->ledger, syntax->clauses);
    fp_events_init(&out->events, syntax->encoded, sink, context);
    begin(out);
}

void fp_out_free(fp_out *out)
{
    fp_ledger_free(&out->ledger);
    fp_open_call_free(&out->call);
    fp_events_free(&out->events);
    fp_pending_free(&out->pending);
    fp_tokens_free(&out->tokens);
    fp_buf_free(&out->aside);
    fp_buf_free(&out->memory);
}

void fp_out_reset(fp_out *out)
{
    fp_out_pending_stop_watching(out);
    fp_ledger_reset(&out->ledger);
    fp_open_call_reset(&out->call);
    fp_events_reset(&out->events);
    out->aside.len = 0;
    out->memory.len = 0;
    begin(out);
}

/* After the ledger, which has no trace then. */
static bool assign_pending(fp_out *to, const fp_out *from)
{
    if (!fp_pending_assign(&to->pending, &from->pending))
        return false; /* GCOVR_EXCL_BR_LINE: likewise */
    if (fp_call_is_pending(&from->call))
        fp_out_pending_watch(to);
    return true;
}

bool fp_out_assign(fp_out *to, const fp_out *from)
{
    to->syntax = from->syntax;
    to->options = from->options;
    to->quote = from->quote;
    to->reasoning = from->reasoning;
    to->drops_rest = from->drops_rest;
    /* GCOVR_EXCL_BR_START: test_memory lets each of them run out of memory, not all in one build */
    return fp_tokens_assign(&to->tokens, &from->tokens) &&
           fp_ledger_assign(&to->ledger, &from->ledger) && assign_pending(to, from) &&
           fp_open_call_assign(&to->call, &from->call) &&
           fp_events_assign(&to->events, &from->events) &&
           fp_buf_assign(&to->aside, &from->aside) && fp_buf_assign(&to->memory, &from->memory);
    /* GCOVR_EXCL_BR_STOP */
}

bool fp_out_copy(fp_out *to, const fp_out *from, fp_sink *sink, void *context)
{
    fp_out_init(to, from->syntax, &from->options, sink, context);
    if (fp_out_assign(to, from))
        return true;
    fp_out_free(to);
    return false;
}

bool fp_out_equal(const fp_out *a, const fp_out *b)
{
    return a->drops_rest == b->drops_rest && fp_ledger_equal(&a->ledger, &b->ledger) &&
           fp_open_call_equal(&a->call, &b->call) && fp_events_equal(&a->events, &b->events) &&
           fp_quote_equal(&a->quote, &b->quote) &&
           fp_reasoning_equal(&a->reasoning, &b->reasoning) && fp_buf_equal(&a->aside, &b->aside) &&
           fp_buf_equal(&a->memory, &b->memory) &&
           (!fp_call_is_pending(&a->call) || /* GCOVR_EXCL_BR_LINE: equal calls wait for the same */
            fp_pending_equal(&a->pending, &b->pending, a->call.start));
}

bool fp_out_is_valid(const fp_out *out)
{
    return fp_ledger_is_valid(&out->ledger) && fp_open_call_is_valid(&out->call) &&
           fp_events_is_valid(&out->events);
}
