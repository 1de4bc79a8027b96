/* SPDX-License-Identifier: Apache-2.0 */
/* out_call.c: the open call, its arguments and their limits. */
#include "out_call.h"

#include <fencepost/catalogue.h>

/* -- values ---------------------------------------------------------------------------------- */

/* How many bytes the limits of the value and of the call leave to a new argument. */
static size_t room(const fp_out *out)
{
    const fp_limits *limits = &out->options.limits;
    const uint64_t in_call = limits->call > out->call_size ? limits->call - out->call_size : 0;

    return limits->value < in_call ? limits->value : (size_t)in_call;
}

/* Content of the open argument, framing removed. */
static void add_content(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    if (!len || out->muted_arg || out->status != FP_OK)
        return;

    const size_t fit = len < out->value_room ? len : out->value_room;

    if (fit) {
        fp_out_keep(out, bytes, fit);
        if (!out->muted_call && fit == 1)
            fp_out_say_byte(out, FP_EVENT_ARG_DATA, offset, *bytes);
        else if (!out->muted_call)
            fp_out_say_bytes(out, FP_EVENT_ARG_DATA, offset, bytes, fit);
    }
    if (fit < len) {
        out->muted_arg = true; /* there is no room any more */
        fp_out_limit_exceeded(out, offset + fit);
    }
}

/* Out of the way of fp_out_value(), whose common case is short. */
__attribute__((noinline)) static void add_framed(fp_out *out, uint64_t offset, const char *bytes,
                                                 size_t len)
{
    fp_edge *edge = &out->value_edge;
    size_t keep;

    const size_t front = fp_edge_take(edge, bytes, len, &keep);
    const size_t waiting = edge->pending.len;
    const size_t total = waiting + len - front;
    const size_t from_pending = total - keep < waiting ? total - keep : waiting;

    const size_t content = total - keep - from_pending;

    add_content(out, edge->at, edge->pending.ptr, from_pending);
    fp_buf_drop(&edge->pending, from_pending);
    edge->at = edge->pending.len ? edge->at + from_pending : offset + front + content;
    add_content(out, offset + front, bytes + front, content);
    if (!fp_buf_append(&edge->pending, bytes + front + content, len - front - content))
        fp_out_no_memory(out);
}

void fp_out_value(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    fp_edge *edge = &out->value_edge;

    if (!edge->begun || fp_edge_may_be(edge, (unsigned char)bytes[len - 1])) {
        add_framed(out, offset, bytes, len);
        return;
    }
    if (edge->pending.len) { /* it is not the back */
        add_content(out, edge->at, edge->pending.ptr, edge->pending.len);
        edge->pending.len = 0;
    }
    add_content(out, offset, bytes, len);
}

void fp_out_value_goes_on(fp_out *out)
{
    fp_edge *edge = &out->value_edge;

    if (edge->begun)
        return;
    edge->begun = true;
    if (edge->mode == FP_FRAMING_EACH_SIDE)
        return; /* it may be the back as well */
    add_content(out, edge->at, edge->pending.ptr, edge->pending.len);
    edge->pending.len = 0;
}

/* The value is over: what waits is framing or content. closed: its closing delimiter has come. */
static void end_value(fp_out *out, bool closed)
{
    fp_edge *edge = &out->value_edge;
    const size_t content = closed ? fp_edge_close(edge) : edge->pending.len;

    add_content(out, edge->at, edge->pending.ptr, content);
    fp_edge_begin(edge, FP_FRAMING_EXACT);
    out->in_arg = false;
    out->value_room = 0;
    out->muted_arg = false;
    out->in_item = false;
}

/* -- arguments ------------------------------------------------------------------------------- */

/* Whether an argument given again is one more item of an array: MODEL-3.9. JSON has arrays. */
static bool collects(const fp_out *out, fp_str key)
{
    const bool texts = out->tool && !out->syntax->encoded && !out->syntax->json;
    const fp_tool_arg *arg = texts ? fp_tool_find_arg(out->tool, key) : NULL;

    return arg && arg->types & FP_TYPE_ARRAY && !fp_builder_has_flag(&out->call, key);
}

/* Where a key is too long: in the key; one that is not held does not stand in the input, and is too
 * long where its argument begins. */
static uint64_t key_ends(const fp_out *out, fp_str key, uint64_t offset)
{
    const uintptr_t at = (uintptr_t)key.ptr, held = (uintptr_t)out->held.ptr;
    const bool is_held = at >= held && at - held < out->held.len;

    return is_held ? offset + out->options.limits.key : offset;
}

/* once: of all arguments of this key the first alone counts. */
static void begin_arg(fp_out *out, fp_str key, uint64_t offset, bool once, const char *clause)
{
    const bool too_long = key.len > out->options.limits.key;
    const bool again = !too_long && fp_builder_has(&out->call, key);
    const bool duplicate = again && (once || (clause && !collects(out, key)));

    out->in_arg = true;
    out->read_arg = false;
    out->muted_arg = duplicate || too_long;
    out->value_room = out->muted_arg ? 0 : room(out);
    out->unsaid_arg = out->muted_arg;
    if (out->muted_arg) {
        out->muted_key.len = 0;
        if (!fp_buf_append(&out->muted_key, key.ptr, key.len))
            fp_out_no_memory(out);
        if (too_long)
            fp_out_limit_exceeded(out, key_ends(out, key, offset));
        else if (!out->muted_call)
            fp_out_diagnostic(out, FP_DUPLICATE_ARGUMENT, offset, clause);
        return;
    }
    if (!out->muted_call)
        fp_out_say(out, &(fp_event){ .type = FP_EVENT_ARG_BEGIN, .offset = offset, .data = key });
    if (!fp_builder_arg(&out->call, key))
        fp_out_no_memory(out);
}

void fp_out_arg_begin(fp_out *out, fp_str key, uint64_t offset, bool framed, const char *clause)
{
    fp_edge_begin(&out->value_edge,
                  framed ? fp_out_policy(out, FP_VALUE_FRAMING) : FP_FRAMING_EXACT);
    begin_arg(out, key, offset, false, clause);
}

void fp_out_flag(fp_out *out, fp_str key, uint64_t offset, const char *clause)
{
    begin_arg(out, key, offset, true, clause);
    if (!out->muted_arg && out->status == FP_OK && !fp_builder_flag(&out->call))
        fp_out_no_memory(out);
    fp_out_arg_end(out);
}

fp_str fp_out_key(const fp_out *out)
{
    if (out->unsaid_arg)
        return fp_buf_str(&out->muted_key);
    if (!out->call.arg_count) /* GCOVR_EXCL_BR_LINE: memory is out */
        return (fp_str){ 0 };
    return fp_builder_str(&out->call, out->call.args[out->call.arg_count - 1].key);
}

void fp_out_list(fp_out *out)
{
    if (!out->muted_arg && out->status == FP_OK) /* GCOVR_EXCL_BR_LINE: in a step of its own */
        fp_builder_last(&out->call)->kind = FP_VALUE_LIST;
}

void fp_out_item_begin(fp_out *out)
{
    if (out->muted_arg || out->status != FP_OK) /* GCOVR_EXCL_BR_LINE: likewise an item */
        return;
    if (!fp_builder_item(&out->call))
        fp_out_no_memory(out);
    else
        out->in_item = true;
}

void fp_out_item_end(fp_out *out)
{
    if (out->in_item)
        fp_builder_item_end(&out->call);
    out->in_item = false;
}

void fp_out_arg_is_json(fp_out *out)
{
    if (!out->muted_arg && out->status == FP_OK)
        fp_builder_last(&out->call)->is_json = true;
}

void fp_out_arg_is_read_json(fp_out *out)
{
    fp_out_arg_is_json(out);
    out->read_arg = true;
}

bool fp_out_has_arg(const fp_out *out, fp_str key)
{
    return fp_builder_has(&out->call, key);
}

void fp_out_arg_lost(fp_out *out, fp_str key)
{
    if (!fp_builder_lost(&out->call, key))
        fp_out_no_memory(out);
}

/* JSON text gets its meaning. */
static void end_json(fp_out *out)
{
    bool lone = false;

    if (out->muted_arg || out->status != FP_OK)
        return;
    if (!fp_builder_arg_end(&out->call, &lone))
        fp_out_no_memory(out);
    if (lone && !out->read_arg) /* GCOVR_EXCL_BR_LINE: our syntaxes say it themselves */
        fp_out_call_diagnostic(out, FP_INVALID_JSON, out->accounted, "MODEL-1.7");
}

void fp_out_data(fp_out *out, fp_str bytes)
{
    if (bytes.len)
        fp_out_value(out, fp_out_where(out), bytes.ptr, bytes.len);
}

void fp_out_arg_end(fp_out *out)
{
    const bool said = !out->unsaid_arg;

    end_json(out);
    end_value(out, true);
    out->muted_key.len = 0;
    out->unsaid_arg = false;
    if (said && !out->muted_call)
        fp_out_say(out, &(fp_event){ .type = FP_EVENT_ARG_END, .offset = fp_out_where(out) });
}

bool fp_out_in_arg(const fp_out *out)
{
    return out->in_arg;
}

bool fp_out_in_item(const fp_out *out)
{
    return out->in_item;
}

/* -- calls ----------------------------------------------------------------------------------- */

bool fp_out_in_call(const fp_out *out)
{
    return out->in_call;
}

void fp_out_call_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause)
{
    if (!out->muted_call)
        fp_out_diagnostic(out, code, offset, clause);
}

const fp_tool *fp_out_tool(const fp_out *out)
{
    return out->tool;
}

const fp_tool *fp_out_find_tool(const fp_out *out, fp_str name)
{
    return out->options.catalogue ? fp_catalogue_find(out->options.catalogue, name) : NULL;
}

const fp_catalogue *fp_out_catalogue(const fp_out *out)
{
    return out->options.catalogue;
}

fp_str fp_out_call_name(const fp_out *out)
{
    return fp_builder_str(&out->call, out->call.name);
}

void fp_out_call_id(fp_out *out, fp_str id)
{
    if (!fp_builder_id(&out->call, id))
        fp_out_no_memory(out);
}

/* Policy extra_call: stop has struck: no call any more. In an encoded syntax text goes on to be
 * decoded, so it is the syntax that goes on asking. */
static void stop_calls(fp_out *out, uint64_t start)
{
    if (!out->stopped)
        fp_out_diagnostic(out, FP_EXTRA_CALL, start, out->syntax->policies[FP_EXTRA_CALLS].clause);
    out->stopped = true;
    out->all_text = !out->syntax->encoded;
    out->quote = (fp_quote){ 0 };
}

bool fp_out_call_begin(fp_out *out, uint64_t start, fp_str name)
{
    const unsigned extra = fp_out_policy(out, FP_EXTRA_CALLS);
    const fp_catalogue *catalogue = out->options.catalogue;
    const unsigned unknown = fp_out_policy(out, FP_UNKNOWN_TOOLS);
    const fp_tool *tool = fp_out_find_tool(out, name);
    const bool known = !catalogue || tool;

    fp_out_reasoning_end(out);
    if (out->blocks && extra == FP_EXTRA_STOP) {
        stop_calls(out, start);
        return false;
    }
    if (out->blocks && extra == FP_EXTRA_REPORT)
        fp_out_diagnostic(out, FP_EXTRA_CALL, start, out->syntax->policies[FP_EXTRA_CALLS].clause);
    if (!known && unknown != FP_UNKNOWN_PASS)
        fp_out_diagnostic(out, FP_UNKNOWN_TOOL, start,
                          out->syntax->policies[FP_UNKNOWN_TOOLS].clause);

    out->blocks++;
    out->in_call = true;
    out->muted_call = !known && unknown == FP_UNKNOWN_DROP;
    out->cut_short = false;
    out->spoilt = false;
    out->tool = fp_out_policy(out, FP_TYPES) == FP_TYPES_SCHEMA ? tool : NULL;
    fp_out_json_args_reset(out);
    out->call_start = start;
    out->call_size = 0;
    fp_builder_clear(&out->call);
    if (!out->muted_call)
        fp_out_say(out, &(fp_event){ .type = FP_EVENT_CALL_BEGIN, .offset = start, .data = name });
    if (!fp_builder_name(&out->call, name))
        fp_out_no_memory(out);
    return true;
}

/* What the schema finds wrong with a complete call: MODEL-3.9, MODEL-3.11. */
static void check_schema(fp_out *out, const fp_call *call, size_t misfits)
{
    const char *misfit = out->syntax->misfit ? out->syntax->misfit : "MODEL-3.9";

    for (; misfits; misfits--)
        fp_out_diagnostic(out, FP_BAD_TYPE, call->start, misfit);
    for (size_t i = 0; i < out->tool->arg_count; i++)
        if (out->tool->args[i].required && !fp_builder_has(&out->call, out->tool->args[i].name))
            fp_out_diagnostic(out, FP_MISSING_ARGUMENT, call->start, "MODEL-3.11");
}

/* Says call_end or call_cut, and begins a run of text. Only a complete call is held against its
 * schema: of another nobody knows what is missing. */
static void close_call(fp_out *out, uint64_t end, fp_event_type type, bool complete)
{
    const fp_tool *tool = complete && !out->muted_call ? out->tool : NULL;
    fp_call call = { .start = out->call_start, .end = end, .complete = complete };
    size_t misfits;

    if (!fp_builder_view(&out->call, tool, &call, &misfits))
        fp_out_no_memory(out);
    else if (tool)
        check_schema(out, &call, misfits);
    if (!out->muted_call)
        fp_out_say(out, &(fp_event){ .type = type, .offset = out->call_start, .call = &call });
    out->in_call = false;
    out->muted_call = false;
    out->cut_short = false;
    out->spoilt = false;
    out->tool = NULL;
    out->blocks_done++;
    fp_quote_interrupt(&out->quote);
    fp_out_text_edge(out);
}

void fp_out_call_end(fp_out *out, uint64_t end)
{
    if (out->cut_short || out->spoilt)
        close_call(out, end, FP_EVENT_CALL_CUT, false);
    else
        close_call(out, end, FP_EVENT_CALL_END, true);
}

void fp_out_line_start(fp_out *out)
{
    fp_quote_line_start(&out->quote);
}

/* An open argument ends without its end. */
static void break_off_arg(fp_out *out)
{
    if (out->in_item) /* GCOVR_EXCL_BR_LINE: in caret it ends with its line */
        fp_out_item_end(out);
    if (out->in_arg)
        end_value(out, false);
    out->muted_key.len = 0;
    out->unsaid_arg = false;
}

void fp_out_call_spoil(fp_out *out)
{
    break_off_arg(out);
    out->spoilt = true;
}

/* Closes an argument that the call's end leaves open, and diagnoses. */
static void break_off(fp_out *out, const char *clause)
{
    break_off_arg(out);
    fp_out_diagnostic(out, FP_UNTERMINATED_CALL, out->call_start, clause);
}

void fp_out_call_cut(fp_out *out, uint64_t end, const char *clause)
{
    break_off(out, clause);
    close_call(out, end, FP_EVENT_CALL_CUT, false);
}

void fp_out_call_unfinished(fp_out *out, const char *clause)
{
    const bool recover = fp_out_policy(out, FP_UNTERMINATED) == FP_UNTERMINATED_RECOVER;

    break_off(out, clause);
    close_call(out, out->fed, recover ? FP_EVENT_CALL_END : FP_EVENT_CALL_CUT, false);
}
