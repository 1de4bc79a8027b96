/* SPDX-License-Identifier: Apache-2.0 */
/* open_call_valid.c: the invariants of the open call. */
#include "open_call.h"

/* Of an argument that was emitted. */
static bool emitted_is_valid(const fp_open_call *call)
{
    const fp_builder *builder = &call->builder;
    const fp_arg_range *arg = builder->arg_count ? &builder->args[builder->arg_count - 1] : NULL;

    return arg && arg->value.len <= call->size && (!call->in_item || arg->item_count) &&
           !call->unsaid_key.len;
}

static bool arg_is_valid(const fp_open_call *call)
{
    const bool item_or_room = call->in_item || call->room;

    if (call->arg == FP_ARG_NONE)
        return !item_or_room && !call->unsaid_key.len && !call->edge.pending.len;
    if (call->arg == FP_ARG_UNSAID)
        return !item_or_room;
    return emitted_is_valid(call) && (call->arg == FP_ARG_KEPT || !call->room);
}

bool fp_open_call_is_valid(const fp_open_call *call)
{
    if (!fp_call_is_open(call))
        return !call->loss && !call->arg && !call->tool;
    return call->count && arg_is_valid(call) && fp_json_args_is_valid(&call->json);
}
