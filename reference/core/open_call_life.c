/* SPDX-License-Identifier: Apache-2.0 */
/* open_call_life.c: the open call as a value: its memory, copies of it, and whether two are equal.
 */
#include "open_call.h"

void fp_open_call_free(fp_open_call *call)
{
    fp_builder_free(&call->builder);
    fp_json_args_free(&call->json);
    fp_buf_free(&call->unsaid_key);
    fp_buf_free(&call->edge.pending);
}

void fp_open_call_reset(fp_open_call *call)
{
    const fp_open_call old = *call;

    *call = (fp_open_call){ .builder = old.builder,
                            .json = old.json,
                            .unsaid_key = fp_buf_emptied(&old.unsaid_key),
                            .edge.pending = fp_buf_emptied(&old.edge.pending) };
}

bool fp_open_call_assign(fp_open_call *to, const fp_open_call *from)
{
    const fp_open_call old = *to;

    *to = *from;
    to->builder = old.builder;
    to->json = old.json;
    to->unsaid_key = old.unsaid_key;
    to->edge.pending = old.edge.pending;
    if (!fp_json_args_assign(&to->json, &from->json) ||
        !fp_buf_assign(&to->unsaid_key, &from->unsaid_key) ||
        !fp_buf_assign(&to->edge.pending, &from->edge.pending))
        return false;
    /* What is left of the last call matters no more. */
    return !fp_call_is_open(from) || fp_builder_assign(&to->builder, &from->builder);
}

bool fp_open_call_equal(const fp_open_call *a, const fp_open_call *b)
{
    if (a->count != b->count || a->stopped != b->stopped || a->state != b->state)
        return false;
    if (!fp_call_is_open(a))
        return true;
    return a->loss == b->loss && a->start == b->start && a->size == b->size && a->arg == b->arg &&
           a->read_json == b->read_json && a->in_item == b->in_item &&
           fp_json_args_equal(&a->json, &b->json) && fp_buf_equal(&a->unsaid_key, &b->unsaid_key) &&
           fp_edge_equal(&a->edge, &b->edge) && fp_builder_equal(&a->builder, &b->builder);
}
