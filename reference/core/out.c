/* SPDX-License-Identifier: Apache-2.0 */
/* out.c: accounting, held bytes, text, and the events. What belongs to the open call is in
 * out_call.c.
 */
#include "out.h"
#include "out_call.h"

#include <string.h>

/* -- events ---------------------------------------------------------------------------------- */

void fp_out_no_memory(fp_out *out)
{
    if (out->status == FP_OK)
        out->status = FP_NO_MEMORY;
}

int fp_out_ignore(void *context, const fp_event *event)
{
    (void)context;
    (void)event;
    return 0;
}

void fp_out_flush(fp_out *out)
{
    fp_batch *batch = &out->batch;

    if (!batch->len)
        return;

    const fp_event event = { .type = batch->type,
                             .offset = batch->offset,
                             .data = { batch->bytes, batch->len } };

    batch->len = 0;
    fp_out_emit(out, &event);
}

void fp_out_say(fp_out *out, const fp_event *event)
{
    fp_out_flush(out);
    fp_out_emit(out, event);
}

/* Out of the way of fp_out_say_bytes(), whose common case needs no event. */
__attribute__((noinline)) static void say_unbatched(fp_out *out, fp_event_type type,
                                                    uint64_t offset, fp_str bytes)
{
    fp_out_say(out, &(fp_event){ .type = type, .offset = offset, .data = bytes });
}

void fp_out_say_bytes(fp_out *out, fp_event_type type, uint64_t offset, const char *bytes,
                      size_t len)
{
    fp_batch *batch = &out->batch;

    if (len > FP_BATCH - batch->len)
        fp_out_flush(out);
    if (len > FP_BATCH / 2 || (out->last && !batch->len)) {
        say_unbatched(out, type, offset, (fp_str){ bytes, len });
        return;
    }
    if (!batch->len) {
        batch->type = type;
        batch->offset = offset;
    }
    fp_copy(batch->bytes + batch->len, bytes, len);
    batch->len += len;
}

void fp_out_say_byte(fp_out *out, fp_event_type type, uint64_t offset, char byte)
{
    fp_batch *batch = &out->batch;

    if (batch->len == FP_BATCH)
        fp_out_flush(out);
    if (!batch->len) {
        batch->type = type;
        batch->offset = offset;
    }
    batch->bytes[batch->len++] = byte;
}

void fp_out_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause)
{
    fp_out_say(out, &(fp_event){ .type = FP_EVENT_DIAGNOSTIC,
                                 .offset = offset,
                                 .diagnostic = { code, offset, clause } });
}

void fp_out_limit_exceeded(fp_out *out, uint64_t offset)
{
    if (!out->cut_short)
        fp_out_diagnostic(out, FP_LIMIT_EXCEEDED, offset, "MODEL-4.1");
    out->cut_short = out->in_call;
}

/* -- accounting ------------------------------------------------------------------------------ */

void fp_out_cite(fp_out *out, const char *clause)
{
    out->cite = clause;
}

const void *fp_out_table(const fp_out *out)
{
    return out->syntax->table;
}

uint64_t fp_out_offset(const fp_out *out)
{
    return out->fed;
}

uint64_t fp_out_mark_offset(const fp_out *out)
{
    return out->accounted;
}

unsigned fp_out_policy(const fp_out *out, fp_policy policy)
{
    return out->options.policies.of[policy];
}

const fp_limits *fp_out_limits(const fp_out *out)
{
    return &out->options.limits;
}

/* -- text ------------------------------------------------------------------------------------ */

/* Where bytes of the text edge's pending stand in the input: those from one of them on follow each
 * other from an offset on. There are several such parts where framing stands between them. */
typedef struct text_part {
    size_t from;
    uint64_t offset;
} text_part;

static text_part text_part_at(const fp_out *out, size_t i)
{
    text_part part;

    memcpy(&part, out->text_parts.ptr + i * sizeof part, sizeof part);
    return part;
}

/* What text is now: reasoning is text between its marks. */
static fp_event_type text_event(const fp_out *out)
{
    return out->reasoning.inside ? FP_EVENT_REASONING : FP_EVENT_TEXT;
}

static void text_waits(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    fp_buf *pending = &out->text_edge.pending;
    const text_part part = { pending->len, offset };
    const size_t parts = out->text_parts.len / sizeof part;
    bool goes_on = false;

    if (!len)
        return;
    if (parts) {
        const text_part last = text_part_at(out, parts - 1);

        goes_on = last.offset + (pending->len - last.from) == offset || out->syntax->encoded;
    }
    /* A part is noted only where its bytes have room: what waits is read by the parts. */
    if (!fp_buf_grow(pending, len) ||
        (!goes_on && !fp_buf_append(&out->text_parts, (const char *)&part, sizeof part))) {
        fp_out_no_memory(out);
        return;
    }
    fp_copy(pending->ptr + pending->len, bytes, len);
    pending->len += len;
}

/* What waits is content after all, and so is what stands from next on. */
static void say_waiting(fp_out *out, uint64_t next)
{
    fp_buf *pending = &out->text_edge.pending;
    const size_t parts = out->text_parts.len / sizeof(text_part);

    for (size_t i = 0; i < parts; i++) {
        const text_part part = text_part_at(out, i);
        const size_t end = i + 1 < parts ? text_part_at(out, i + 1).from : pending->len;
        const size_t len = end - part.from;

        fp_out_say_bytes(out, text_event(out), part.offset, pending->ptr + part.from, len);
        if (part.offset + len != next && !out->syntax->encoded)
            fp_out_flush(out);
    }
    pending->len = 0;
    out->text_parts.len = 0;
}

/* Policy text_space: blanks at the end of a run of text wait in the edge's pending. Out of the way
 * of fp_out_say_text(), whose common case needs no stack. */
__attribute__((noinline)) static void trim_text(fp_out *out, uint64_t offset, const char *bytes,
                                                size_t len)
{
    fp_edge *edge = &out->text_edge;
    size_t keep;
    const size_t front = fp_edge_take(edge, bytes, len, &keep);
    const size_t waiting = edge->pending.len;
    const size_t content = waiting + len - front - keep;

    if (content) {
        say_waiting(out, offset + front);
        fp_out_say_bytes(out, text_event(out), offset + front, bytes + front, content - waiting);
    }
    keep = keep < len ? keep : len;
    if (edge->begun)
        text_waits(out, offset + len - keep, bytes + len - keep, keep);
}

void fp_out_say_text(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    if (out->blocks_done && fp_out_policy(out, FP_TEXT_AFTER) == FP_TEXT_AFTER_DROP &&
        !out->reasoning.inside)
        return;
    if (fp_out_policy(out, FP_TEXT_SPACE) == FP_TEXT_SPACE_TRIMMED)
        trim_text(out, offset, bytes, len);
    else
        fp_out_say_bytes(out, text_event(out), offset, bytes, len);
}

void fp_out_text_edge(fp_out *out)
{
    fp_edge_begin(&out->text_edge, FP_FRAMING_TRIMMED);
    out->text_parts.len = 0;
}

static bool quotes(const fp_out *out)
{
    return (out->quote.fences || out->quote.tags) && !out->reasoning.inside;
}

void fp_out_text_byte(fp_out *out, unsigned char byte)
{
    const char c = (char)byte;

    if (quotes(out) && !fp_quote_ignores(&out->quote, byte))
        fp_quote_watch(&out->quote, byte);
    if (out->reasoning.marks) {
        fp_out_take_text(out, &c, 1);
        return;
    }
    if (fp_out_passes(out))
        fp_out_say_byte(out, FP_EVENT_TEXT, out->accounted, c);
    else
        fp_out_say_text(out, out->accounted, &c, 1);
    fp_out_account(out, FP_ROLE_TEXT, 1);
}

/* -- what a syntax says of bytes ------------------------------------------------------------- */

void fp_out_payload(fp_out *out, unsigned char byte)
{
    const char c = (char)byte;

    if (!out->in_call) {
        fp_out_text_byte(out, byte);
        return;
    }
    fp_out_value(out, out->accounted, &c, 1);
    fp_out_account(out, FP_ROLE_VALUE, 1);
}

void fp_out_payload_run(fp_out *out, const unsigned char *bytes, size_t len)
{
    const char *chars = (const char *)bytes;

    if (out->in_call) {
        fp_out_value(out, out->accounted, chars, len);
        fp_out_account(out, FP_ROLE_VALUE, len);
        return;
    }
    if (out->reasoning.marks) {
        fp_out_take_text(out, chars, len);
        out->placed = false;
        return;
    }
    fp_out_say_text(out, out->accounted, chars, len);
    fp_out_account(out, FP_ROLE_TEXT, len);
}

/* Holds a byte under this limit. */
static bool hold(fp_out *out, unsigned char byte, size_t limit)
{
    if (byte != '\n' && out->value_edge.pending.len)
        fp_out_value_goes_on(out);
    if (!fp_buf_push(&out->held, (char)byte)) {
        fp_out_no_memory(out);
        return true;
    }
    if (fp_out_waiting(out) <= limit)
        return true;
    fp_out_limit_exceeded(out, out->accounted + limit);
    return false;
}

bool fp_out_hold(fp_out *out, unsigned char byte)
{
    return hold(out, byte, out->options.limits.held);
}

bool fp_out_hold_unit(fp_out *out, unsigned char byte)
{
    return hold(out, byte, out->options.limits.call);
}

fp_str fp_out_held_part(fp_out *out, size_t from, size_t len)
{
    const size_t held = fp_out_waiting(out);
    const size_t left = from < held ? held - from : 0;
    const size_t n = len < left ? len : left;

    out->work += n;
    return (fp_str){ n ? out->held.ptr + out->gone + from : NULL, n };
}

size_t fp_out_held_length(const fp_out *out)
{
    return fp_out_waiting(out);
}

fp_str fp_out_held(fp_out *out)
{
    out->work += fp_out_waiting(out);
    return (fp_str){ out->held.ptr ? out->held.ptr + out->gone : NULL, fp_out_waiting(out) };
}

/* The first bytes have a meaning. They are dropped when they are many: each byte is moved at most
 * once for each that is dropped. */
static void drop_held(fp_out *out, size_t len)
{
    out->gone += len;
    out->work += len;
    out->cite = NULL;
    if (out->gone * 2 < out->held.len)
        return;
    fp_buf_drop(&out->held, out->gone);
    out->work += out->held.len;
    out->gone = 0;
}

void fp_out_release_first(fp_out *out, size_t len)
{
    if (len) { /* or else nothing may be held, which has no address to count from */
        const unsigned char *held = (const unsigned char *)out->held.ptr + out->gone;

        if (!out->in_call)
            for (size_t i = 0; quotes(out) && i < len; i++)
                if (!fp_quote_ignores(&out->quote, held[i]))
                    fp_quote_watch(&out->quote, held[i]);
        fp_out_payload_run(out, held, len);
    }
    drop_held(out, len);
}

void fp_out_release(fp_out *out)
{
    fp_out_release_first(out, fp_out_waiting(out));
}

/* Framing between two pieces of text ends the line for whoever looks for quotations; and the event,
 * which is a view of the input. */
static void mark(fp_out *out, size_t len, fp_role role)
{
    fp_out_account(out, role, len);
    if (role != FP_ROLE_FRAMING)
        return;
    fp_quote_interrupt(&out->quote);
    if (!out->syntax->encoded)
        fp_out_flush(out);
}

void fp_out_mark_first(fp_out *out, size_t len, fp_role role)
{
    mark(out, len, role);
    drop_held(out, len);
}

void fp_out_mark(fp_out *out, fp_role role)
{
    fp_out_mark_first(out, fp_out_waiting(out), role);
}

void fp_out_overwrite(fp_out *out, size_t at, size_t len, char byte)
{
    if (len && len <= fp_out_waiting(out) && at <= fp_out_waiting(out) - len)
        memset(out->held.ptr + out->gone + at, byte, len);
    out->work += len;
}

void fp_out_mark_each(fp_out *out, size_t len,
                      size_t (*role)(void *context, fp_str bytes, fp_role *role), void *context)
{
    const char *held = out->held.ptr ? out->held.ptr + out->gone : "";
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
    drop_held(out, len);
}

bool fp_out_quoted(const fp_out *out)
{
    return !out->in_call && fp_quote_open(&out->quote);
}

void fp_out_mark_run(fp_out *out, size_t len, fp_role role)
{
    mark(out, len, role);
    out->cite = NULL;
}

void fp_out_mark_byte(fp_out *out, fp_role role)
{
    fp_out_mark_run(out, 1, role);
}

/* -- encoded payload --------------------------------------------------------------------------- */

void fp_out_text(fp_out *out, fp_str bytes)
{
    if (bytes.len)
        fp_out_say_text(out, fp_out_where(out), bytes.ptr, bytes.len);
}

void fp_out_at(fp_out *out, uint64_t offset)
{
    out->at = offset;
    out->placed = true;
}

/* -- life ------------------------------------------------------------------------------------ */

static void begin(fp_out *out)
{
    out->quote = (fp_quote){
        .fences = fp_out_policy(out, FP_CODE_FENCE) == FP_CODE_FENCE_TEXT,
        .tags = fp_out_policy(out, FP_REASONING) == FP_REASONING_OPAQUE,
    };
    fp_quote_begin_after(&out->quote, out->options.prefix);
    out->reasoning = fp_reasoning_begin(out->syntax, &out->options);
    fp_out_text_edge(out);
}

void fp_out_init(fp_out *out, const fp_syntax *syntax, const fp_options *options, fp_sink *sink,
                 void *context)
{
    memset(out, 0, sizeof *out);
    out->syntax = syntax;
    out->options = *options;
    out->sink = sink ? sink : fp_out_ignore;
    out->sink_context = context;
    begin(out);
}

void fp_out_free(fp_out *out)
{
    fp_buf_free(&out->held);
    fp_buf_free(&out->aside);
    fp_buf_free(&out->memory);
    fp_buf_free(&out->args_key);
    fp_buf_free(&out->text_edge.pending);
    fp_buf_free(&out->text_parts);
    fp_buf_free(&out->value_edge.pending);
    fp_buf_free(&out->muted_key);
    fp_builder_free(&out->call);
}

/* The memory, without its content. */
static fp_buf emptied(fp_buf buf)
{
    return (fp_buf){ .ptr = buf.ptr, .cap = buf.cap };
}

void fp_out_reset(fp_out *out)
{
    const fp_out old = *out;

    fp_out_init(out, old.syntax, &old.options, old.sink, old.sink_context);
    out->trace = old.trace;
    out->trace_context = old.trace_context;
    out->held = emptied(old.held);
    out->aside = emptied(old.aside);
    out->memory = emptied(old.memory);
    out->args_key = emptied(old.args_key);
    out->text_edge.pending = emptied(old.text_edge.pending);
    out->text_parts = emptied(old.text_parts);
    out->value_edge.pending = emptied(old.value_edge.pending);
    out->muted_key = emptied(old.muted_key);
    out->call = old.call;
    fp_builder_clear(&out->call);
}
