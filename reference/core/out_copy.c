/* SPDX-License-Identifier: Apache-2.0 */
/* out_copy.c: parsers that are copied, and compared. */
#include "out_call.h"

#include <stdlib.h>
#include <string.h>

/* The buffers, but for those of the call. */
static const size_t BUFS[] = {
    offsetof(fp_out, held),
    offsetof(fp_out, aside),
    offsetof(fp_out, memory),
    offsetof(fp_out, args_key),
    offsetof(fp_out, text_edge.pending),
    offsetof(fp_out, text_parts),
    offsetof(fp_out, value_edge.pending),
    offsetof(fp_out, muted_key),
};

enum { BUF_COUNT = sizeof BUFS / sizeof *BUFS };

static void get_buf(const fp_out *out, size_t i, fp_buf *buf)
{
    memcpy(buf, (const char *)out + BUFS[i], sizeof *buf);
}

static void set_buf(fp_out *out, size_t i, const fp_buf *buf)
{
    memcpy((char *)out + BUFS[i], buf, sizeof *buf);
}

/* All but the batch, which is empty between two chunks, in both, and long. */
static void copy_flat(fp_out *to, const fp_out *from)
{
    enum { BATCH = offsetof(fp_out, batch), BEHIND = BATCH + sizeof from->batch };

    memcpy(to, from, BATCH);
    memcpy((char *)to + BEHIND, (const char *)from + BEHIND, sizeof *to - BEHIND);
}

bool fp_out_assign(fp_out *to, const fp_out *from)
{
    fp_sink *sink = to->sink;
    void *context = to->sink_context;
    const fp_builder call = to->call;
    fp_buf bufs[BUF_COUNT], other;
    bool fits = true;

    for (size_t i = 0; i < BUF_COUNT; i++)
        get_buf(to, i, &bufs[i]);
    copy_flat(to, from);
    to->sink = sink;
    to->sink_context = context;
    to->trace = NULL;
    for (size_t i = 0; i < BUF_COUNT; i++) {
        get_buf(from, i, &other);
        bufs[i].len = 0;
        fits = fp_buf_append(&bufs[i], other.ptr, other.len) && fits;
        set_buf(to, i, &bufs[i]);
    }
    to->call = call;
    if (from->in_call) /* what is left of the last call matters no more */
        return fp_builder_assign(&to->call, &from->call) && fits;
    return fits;
}

bool fp_out_copy(fp_out *to, const fp_out *from, fp_sink *sink, void *context)
{
    memset(to, 0, sizeof *to);
    to->sink = sink ? sink : fp_out_ignore;
    to->sink_context = context;
    if (fp_out_assign(to, from))
        return true;
    fp_out_free(to);
    return false;
}

static bool edge_equal(const fp_edge *a, const fp_edge *b)
{
    return a->mode == b->mode && a->begun == b->begun && fp_buf_equal(&a->pending, &b->pending);
}

static bool quote_equal(const fp_quote *a, const fp_quote *b)
{
    return a->part == b->part && a->indent == b->indent && a->mark == b->mark && a->run == b->run &&
           a->fence_line == b->fence_line && a->open_mark == b->open_mark &&
           (!a->open_mark || a->open_run == b->open_run) && a->matched == b->matched &&
           a->in_tag == b->in_tag;
}

static bool reasoning_equal(const fp_reasoning *a, const fp_reasoning *b)
{
    return a->inside == b->inside && a->matched == b->matched && a->waiting == b->waiting;
}

static bool held_equal(const fp_out *a, const fp_out *b)
{
    const size_t len = fp_out_waiting(a);

    return len == fp_out_waiting(b) &&
           (!len || memcmp(a->held.ptr + a->gone, b->held.ptr + b->gone, len) == 0);
}

static bool args_equal(const fp_out *a, const fp_out *b)
{
    return a->args == b->args && a->args_begun == b->args_begun &&
           memcmp(&a->args_scan, &b->args_scan, sizeof a->args_scan) == 0 &&
           fp_unescaped_equal(&a->args_string, &b->args_string) &&
           a->args_key_at == b->args_key_at && a->args_key_over == b->args_key_over &&
           a->args_key_len == b->args_key_len && a->args_wrong == b->args_wrong &&
           a->args_too_deep == b->args_too_deep;
}

bool fp_out_equal(const fp_out *a, const fp_out *b)
{
    if (a->status != b->status || a->fed != b->fed || a->accounted != b->accounted ||
        a->blocks != b->blocks || a->blocks_done != b->blocks_done || a->stopped != b->stopped ||
        a->all_text != b->all_text || a->in_call != b->in_call)
        return false;
    if (!held_equal(a, b) || !fp_buf_equal(&a->aside, &b->aside) ||
        !fp_buf_equal(&a->memory, &b->memory) || !edge_equal(&a->text_edge, &b->text_edge) ||
        !fp_buf_equal(&a->text_parts, &b->text_parts) || !quote_equal(&a->quote, &b->quote) ||
        !reasoning_equal(&a->reasoning, &b->reasoning))
        return false;
    if (!a->in_call)
        return true;
    return a->muted_call == b->muted_call && a->cut_short == b->cut_short &&
           a->call_start == b->call_start && a->call_size == b->call_size &&
           a->in_arg == b->in_arg && a->muted_arg == b->muted_arg &&
           a->unsaid_arg == b->unsaid_arg && a->read_arg == b->read_arg &&
           a->in_item == b->in_item && a->spoilt == b->spoilt && args_equal(a, b) &&
           fp_buf_equal(&a->args_key, &b->args_key) && fp_buf_equal(&a->muted_key, &b->muted_key) &&
           edge_equal(&a->value_edge, &b->value_edge) && fp_builder_equal(&a->call, &b->call);
}
