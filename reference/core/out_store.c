/* SPDX-License-Identifier: Apache-2.0 */
/* out_store.c: what a syntax keeps that does not fit its state. */
#include "out_call.h"

#include <string.h>

size_t fp_out_hold_room(const fp_out *out)
{
    const size_t limit = out->options.limits.call, held = fp_out_waiting(out);

    return limit > held ? limit - held : 0;
}

void fp_out_hold_run(fp_out *out, fp_str bytes)
{
    size_t newlines = 0;

    while (newlines < bytes.len && bytes.ptr[newlines] == '\n')
        newlines++;
    /* GCOVR_EXCL_BR_START: our syntaxes hold runs only of JSON, whose values have no edges */
    if (newlines < bytes.len && out->value_edge.pending.len)
        fp_out_value_goes_on(out);
    /* GCOVR_EXCL_BR_STOP */
    if (!fp_buf_append(&out->held, bytes.ptr, bytes.len))
        fp_out_no_memory(out);
}

bool fp_out_put_aside(fp_out *out, fp_str bytes)
{
    const size_t limit = out->options.limits.call;

    /* GCOVR_EXCL_BR_START: our syntaxes put aside what was held under the same limit */
    if (bytes.len > limit || out->aside.len > limit - bytes.len) {
        fp_out_limit_exceeded(out, out->accounted);
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
    out->work += out->aside.len;
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
