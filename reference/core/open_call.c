/* SPDX-License-Identifier: Apache-2.0 */
/* open_call.c: the open call, its arguments and their limits. */
#include "open_call.h"

#include "out.h"

#include <fencepost/catalogue.h>
#include <fencepost/jsontext.h>

/* -- values ---------------------------------------------------------------------------------- */

/* How many bytes the limits of the value and of the call leave to a new argument. */
static size_t room(const fp_out *out)
{
    const fp_limits *limits = &out->options.limits;
    const uint64_t in_call = limits->call > out->call.size ? limits->call - out->call.size : 0;

    return limits->value < in_call ? limits->value : (size_t)in_call;
}

/* Adds to the open argument, in which there is room. */
static void keep(fp_out *out, const char *bytes, size_t len)
{
    fp_open_call *call = &out->call;

    if (!fp_builder_data(&call->builder, bytes, len))
        fp_out_no_memory(out);
    call->size += len;
    call->room -= len;
}

/* Content of the open argument, framing removed. */
static void add_content(fp_out *out, uint64_t offset, const char *bytes, size_t len)
{
    fp_open_call *call = &out->call;

    if (!len || call->arg > FP_ARG_KEPT || !fp_out_goes_on(out))
        return;

    const size_t fit = len < call->room ? len : call->room;

    if (fit) {
        keep(out, bytes, fit);
        if (!fp_call_is_emitted(call))
            fp_out_pending_event(
                out,
                &(fp_event){ .type = FP_EVENT_ARG_DATA, .offset = offset, .data = { bytes, fit } });
        else if (fit == 1)
            fp_events_say_byte(&out->events, FP_EVENT_ARG_DATA, offset, *bytes);
        else
            fp_events_say_bytes(&out->events, FP_EVENT_ARG_DATA, offset, bytes, fit);
    }
    if (fit < len) {
        if (fp_call_in_arg(call)) /* GCOVR_EXCL_BR_LINE: a syntax has data of an open one only */
            call->arg = FP_ARG_FULL;
        fp_out_limit_exceeded(out, offset + fit);
    }
}

/* Out of the way of fp_out_value(), whose common case is short. */
__attribute__((noinline)) static void add_framed(fp_out *out, uint64_t offset, const char *bytes,
                                                 size_t len)
{
    fp_edge *edge = &out->call.edge;
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
    fp_edge *edge = &out->call.edge;

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
    fp_edge *edge = &out->call.edge;

    if (edge->begun)
        return;
    edge->begun = true;
    if (edge->back_below)
        return; /* it may be the back as well */
    add_content(out, edge->at, edge->pending.ptr, edge->pending.len);
    edge->pending.len = 0;
}

/* The value is over: what waits is framing or content. closed: its closing delimiter has come. */
static void end_value(fp_out *out, bool closed)
{
    fp_open_call *call = &out->call;
    const size_t content = closed ? fp_edge_close(&call->edge) : call->edge.pending.len;

    add_content(out, call->edge.at, call->edge.pending.ptr, content);
    fp_edge_begin(&call->edge, FP_FRAMING_EXACT);
    call->arg = FP_ARG_NONE;
    call->room = 0;
    call->in_item = false;
    call->unsaid_key.len = 0;
}

/* Emits an event of the open call. */
static void say_in_call(fp_out *out, const fp_event *event)
{
    if (fp_call_is_emitted(&out->call))
        fp_events_say(&out->events, event);
    else
        fp_out_pending_event(out, event);
}

/* -- arguments ------------------------------------------------------------------------------- */

/* Whether an argument given again is one more item of an array: MODEL-3.9. JSON has arrays. */
static bool collects(const fp_out *out, fp_str key)
{
    const bool texts =
        out->call.tool && !out->syntax->encoded && !out->syntax->json && !out->syntax->typed;
    const fp_tool_arg *arg = texts ? fp_tool_find_arg(out->call.tool, key) : NULL;

    return arg && arg->types & FP_TYPE_ARRAY && !fp_builder_has_single(&out->call.builder, key);
}

/* Where a key is too long: in the key; one that is not held is not in the input, and is too
 * long where its argument begins. */
static uint64_t key_ends(const fp_out *out, fp_str key, uint64_t offset)
{
    return fp_ledger_owns(&out->ledger, key.ptr) ? offset + out->options.limits.key : offset;
}

/* An argument of which nothing is emitted, because of its key. */
static void begin_unsaid(fp_out *out, fp_str key, uint64_t offset, bool too_long,
                         const char *clause)
{
    fp_open_call *call = &out->call;

    call->arg = FP_ARG_UNSAID;
    call->room = 0;
    if (!fp_buf_append(&call->unsaid_key, key.ptr, key.len))
        fp_out_no_memory(out);
    if (too_long)
        fp_out_limit_exceeded(out, key_ends(out, key, offset));
    else
        fp_out_call_diagnostic(out, FP_DUPLICATE_ARGUMENT, offset, clause);
}

/* once: of all arguments of this key the first alone counts. */
static void begin_arg(fp_out *out, fp_str key, uint64_t offset, bool once, const char *clause)
{
    fp_open_call *call = &out->call;
    const bool too_long = key.len > out->options.limits.key;
    const bool again = !too_long && fp_builder_has(&call->builder, key);
    const bool duplicate = again && (once || (clause && !collects(out, key)));

    call->read_json = false;
    if (too_long || duplicate) {
        begin_unsaid(out, key, offset, too_long, clause);
        return;
    }
    call->arg = FP_ARG_KEPT;
    call->room = room(out);
    say_in_call(out, &(fp_event){ .type = FP_EVENT_ARG_BEGIN, .offset = offset, .data = key });
    if (!fp_builder_arg(&call->builder, key))
        fp_out_no_memory(out);
}

void fp_out_arg_begin(fp_out *out, fp_str key, uint64_t offset, bool framed, const char *clause)
{
    fp_edge_begin(&out->call.edge,
                  framed ? fp_out_policy(out, FP_VALUE_FRAMING) : FP_FRAMING_EXACT);
    begin_arg(out, key, offset, false, clause);
}

/* Whether the open argument takes more: neither muted nor over a limit. */
static bool takes_more(const fp_out *out)
{
    return out->call.arg <= FP_ARG_KEPT && fp_out_goes_on(out);
}

void fp_out_flag(fp_out *out, fp_str key, uint64_t offset, const char *clause)
{
    begin_arg(out, key, offset, true, clause);
    if (takes_more(out) && !fp_builder_flag(&out->call.builder))
        fp_out_no_memory(out);
    fp_out_arg_end(out);
}

fp_str fp_out_key(const fp_out *out)
{
    const fp_builder *builder = &out->call.builder;

    if (out->call.arg == FP_ARG_UNSAID)
        return fp_buf_str(&out->call.unsaid_key);
    if (!builder->arg_count) /* GCOVR_EXCL_BR_LINE: memory is out */
        return (fp_str){ 0 };
    return fp_builder_str(builder, builder->args[builder->arg_count - 1].key);
}

void fp_out_arg_is(fp_out *out, fp_value_kind kind)
{
    fp_arg_range *arg;

    if (!takes_more(out))
        return;
    arg = fp_builder_last(&out->call.builder);
    if (kind == FP_VALUE_JSON)
        arg->is_json = true;
    else
        arg->kind = kind;
}

/* An item ends, if there is one. */
static void end_item(fp_out *out)
{
    if (out->call.in_item)
        fp_builder_item_end(&out->call.builder);
    out->call.in_item = false;
}

void fp_out_item(fp_out *out, bool inside)
{
    if (!inside)
        end_item(out);
    else if (!takes_more(out)) /* GCOVR_EXCL_BR_LINE: in a step of its own */
        return;
    else if (!fp_builder_item(&out->call.builder))
        fp_out_no_memory(out);
    else
        out->call.in_item = true;
}

void fp_out_arg_is_read_json(fp_out *out)
{
    fp_out_arg_is(out, FP_VALUE_JSON);
    out->call.read_json = true;
}

bool fp_out_arg_try_json(fp_out *out, uint64_t *offset)
{
    const size_t depth = out->options.limits.depth;
    size_t wrong, syntax_error;
    fp_str text;

    if (!takes_more(out))
        return true;
    text = fp_builder_str(&out->call.builder, fp_builder_last(&out->call.builder)->value);
    if (fp_jsontext_valid(text, depth, &wrong)) {
        fp_out_arg_is(out, FP_VALUE_JSON);
        return true;
    }
    *offset += wrong;
    if (!fp_jsontext_valid(text, FP_SCAN_DEPTH_MAX, &syntax_error) && syntax_error == wrong)
        return false;
    fp_out_limit_exceeded(out, *offset);
    return true;
}

bool fp_out_arg_text(const fp_out *out, fp_str *text)
{
    const fp_builder *builder = &out->call.builder;

    if (!takes_more(out))
        return false;
    *text = fp_builder_str(builder, builder->args[builder->arg_count - 1].value);
    return true;
}

void fp_out_arg_is_tree(fp_out *out, fp_str tree)
{
    if (takes_more(out) && !fp_builder_tree(&out->call.builder, tree))
        fp_out_no_memory(out);
}

bool fp_out_has_arg(const fp_out *out, fp_str key)
{
    return fp_builder_has(&out->call.builder, key);
}

void fp_out_arg_lost(fp_out *out, fp_str key)
{
    if (!fp_builder_lost(&out->call.builder, key))
        fp_out_no_memory(out);
}

/* JSON text gets its meaning. */
static void end_json(fp_out *out)
{
    bool lone = false;

    if (!takes_more(out))
        return;
    if (!fp_builder_arg_end(&out->call.builder, &lone))
        fp_out_no_memory(out);
    if (lone && !out->call.read_json)
        fp_out_call_diagnostic(out, FP_INVALID_JSON, fp_ledger_next(&out->ledger), "MODEL-1.7");
}

void fp_out_data(fp_out *out, fp_str bytes)
{
    if (bytes.len)
        fp_out_value(out, fp_ledger_where(&out->ledger), bytes.ptr, bytes.len);
}

void fp_out_arg_end(fp_out *out)
{
    const bool said = out->call.arg != FP_ARG_UNSAID;

    end_json(out);
    end_value(out, true);
    if (said)
        say_in_call(
            out, &(fp_event){ .type = FP_EVENT_ARG_END, .offset = fp_ledger_where(&out->ledger) });
}

bool fp_out_in_arg(const fp_out *out)
{
    return fp_call_in_arg(&out->call);
}

bool fp_out_in_item(const fp_out *out)
{
    return out->call.in_item;
}

/* -- calls ----------------------------------------------------------------------------------- */

bool fp_out_in_call(const fp_out *out)
{
    return fp_call_is_open(&out->call);
}

void fp_out_call_diagnostic(fp_out *out, fp_code code, uint64_t offset, const char *clause)
{
    if (!fp_out_is_muted(out))
        fp_out_diagnostic(out, code, offset, clause);
}

bool fp_call_meets_limit(fp_open_call *call)
{
    const bool first = call->loss != FP_LOSS_LIMIT;

    if (fp_call_is_open(call))
        call->loss = FP_LOSS_LIMIT;
    return first;
}

const fp_tool *fp_out_tool(const fp_out *out)
{
    return out->call.tool;
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
    return fp_builder_str(&out->call.builder, out->call.builder.name);
}

void fp_out_call_id(fp_out *out, fp_str id)
{
    if (!fp_builder_id(&out->call.builder, id))
        fp_out_no_memory(out);
}

/* Policy extra_call: stop has struck: no call any more. In an encoded syntax text goes on to be
 * decoded, so it is the syntax that goes on asking. */
static void stop_calls(fp_out *out, uint64_t start)
{
    if (!out->call.stopped)
        fp_out_diagnostic(out, FP_EXTRA_CALL, start, out->syntax->policies[FP_EXTRA_CALLS].clause);
    out->call.stopped = true;
    out->quote = (fp_quote){ 0 };
}

/* What was open before has ended. */
static void open_call(fp_out *out, uint64_t start, bool muted, const fp_tool *tool)
{
    fp_open_call *call = &out->call;

    call->count++;
    call->state = muted ? FP_CALL_MUTED : FP_CALL_EMITTED;
    if (out->pending.wanted) {
        call->state = FP_CALL_PENDING;
        fp_out_pending_begin(out, muted);
    }
    call->tool = tool;
    call->start = start;
    call->size = 0;
    fp_json_args_reset(&call->json);
    fp_builder_clear(&call->builder);
}

bool fp_out_call_begin(fp_out *out, uint64_t start, fp_str name)
{
    const unsigned extra = fp_out_policy(out, FP_EXTRA_CALLS);
    const unsigned unknown = fp_out_policy(out, FP_UNKNOWN_TOOLS);
    const fp_tool *tool = fp_out_find_tool(out, name);
    const bool known = !out->options.catalogue || tool;
    const bool muted = !known && unknown == FP_UNKNOWN_DROP;
    const bool again = out->call.count;

    if (out->pending.wanted && !(again && extra == FP_EXTRA_STOP))
        fp_out_reasoning_settle(out); /* the block's end decides whether it ends reasoning */
    else
        fp_out_reasoning_end(out);
    if (again && extra == FP_EXTRA_STOP) {
        stop_calls(out, start);
        return false;
    }
    open_call(out, start, muted, fp_out_policy(out, FP_TYPES) == FP_TYPES_SCHEMA ? tool : NULL);
    if (again && extra == FP_EXTRA_REPORT)
        fp_out_diagnostic(out, FP_EXTRA_CALL, start, out->syntax->policies[FP_EXTRA_CALLS].clause);
    if (!known && unknown != FP_UNKNOWN_PASS)
        fp_out_diagnostic(out, FP_UNKNOWN_TOOL, start,
                          out->syntax->policies[FP_UNKNOWN_TOOLS].clause);
    fp_out_pending_opened(out);
    say_in_call(out, &(fp_event){ .type = FP_EVENT_CALL_BEGIN, .offset = start, .data = name });
    if (!fp_builder_name(&out->call.builder, name))
        fp_out_no_memory(out);
    return true;
}

/* What the schema finds wrong with a complete call: MODEL-3.9, MODEL-3.11. */
static void check_schema(fp_out *out, const fp_call *call, size_t misfits)
{
    const char *misfit = out->syntax->misfit ? out->syntax->misfit : "MODEL-3.9";
    const fp_tool *tool = out->call.tool;

    for (; misfits; misfits--)
        fp_out_diagnostic(out, FP_BAD_TYPE, call->start, misfit);
    for (size_t i = 0; i < tool->arg_count; i++)
        if (tool->args[i].required && !fp_builder_has(&out->call.builder, tool->args[i].name))
            fp_out_diagnostic(out, FP_MISSING_ARGUMENT, call->start, "MODEL-3.11");
}

/* How a block ends. */
typedef enum ending {
    WHOLE,
    AT_END, /* the input ends it: `unterminated` has what becomes of it */
    WRONG   /* something is wrong in it, or follows in the place of its end */
} ending;

/* As the end of input has it where the call has no end of its own. */
static fp_event_type unfinished_type(const fp_out *out)
{
    return fp_out_policy(out, FP_UNTERMINATED) == FP_UNTERMINATED_RECOVER ? FP_EVENT_CALL_END
                                                                          : FP_EVENT_CALL_CUT;
}

/* Whether a block that waited is text, by the policy that is set. */
static bool becomes_text(fp_out *out, ending how, fp_policy *by)
{
    *by = how == AT_END && !out->call.loss ? FP_UNTERMINATED : FP_MALFORMED;
    return fp_call_is_pending(&out->call) && how != WHOLE && fp_out_may_be_text(out, *by);
}

/* Emits call_end or call_cut, and begins a run of text. Only a complete call is checked against its
 * schema: in another it is unknown what is missing. */
static void close_call(fp_out *out, uint64_t end, ending how)
{
    fp_open_call *open = &out->call;
    const bool complete = how == WHOLE;
    const fp_event_type type = complete        ? FP_EVENT_CALL_END
                               : how == AT_END ? unfinished_type(out)
                                               : FP_EVENT_CALL_CUT;
    const fp_tool *tool = complete && !fp_out_is_muted(out) ? open->tool : NULL;
    fp_call call = { .start = open->start, .end = end, .complete = complete };
    fp_policy by;
    size_t misfits;

    if (becomes_text(out, how, &by)) {
        fp_out_pending_is_text(out, by);
        return;
    }
    if (fp_call_is_pending(open))
        fp_out_pending_is_call(out);
    if (!fp_builder_view(&open->builder, tool, out->syntax->typed, &call, &misfits))
        fp_out_no_memory(out);
    else if (tool)
        check_schema(out, &call, misfits);
    say_in_call(out, &(fp_event){ .type = type, .offset = open->start, .call = &call });
    open->state = FP_CALL_NONE;
    open->loss = FP_LOSS_NONE;
    open->tool = NULL;
    fp_out_reasoning_after_call(out, end);
    fp_quote_interrupt(&out->quote);
    fp_events_text_begins(&out->events, FP_EVENT_TEXT);
}

/* An open argument ends without its end. */
static void break_off_arg(fp_out *out)
{
    if (out->call.in_item) /* GCOVR_EXCL_BR_LINE: in caret it ends with its line */
        end_item(out);
    if (fp_call_in_arg(&out->call))
        end_value(out, false);
}

void fp_out_call_end(fp_out *out, uint64_t end)
{
    if (out->call.cut_short || out->call.loss)
        break_off_arg(out);
    if (out->call.cut_short) {
        fp_out_diagnostic(out, FP_UNTERMINATED_CALL, out->call.start, "MODEL-6.2");
        close_call(out, end, AT_END);
    } else {
        close_call(out, end, out->call.loss ? WRONG : WHOLE);
    }
}

void fp_out_call_spoil(fp_out *out)
{
    break_off_arg(out);
    if (out->call.loss == FP_LOSS_NONE)
        out->call.loss = FP_LOSS_SPOILT;
}

/* Closes an argument that the call's end leaves open, and diagnoses. */
static void break_off(fp_out *out, const char *clause)
{
    break_off_arg(out);
    fp_out_diagnostic(out, FP_UNTERMINATED_CALL, out->call.start, clause);
}

void fp_out_call_cut(fp_out *out, uint64_t end, const char *clause)
{
    break_off(out, clause);
    close_call(out, end, WRONG);
}

void fp_out_call_unfinished(fp_out *out, const char *clause)
{
    if (out->call.end_comes) {
        fp_out_call_end(out, fp_ledger_fed(&out->ledger));
        return;
    }
    break_off(out, clause);
    close_call(out, fp_ledger_fed(&out->ledger), AT_END);
}

/* MODEL-3.24 */
static bool needs_no_end(const fp_out *out)
{
    const bool is_object = out->syntax->json || out->syntax->encoded;

    return fp_out_policy(out, FP_UNTERMINATED) == FP_UNTERMINATED_WHOLE &&
           out->options.finish != FP_FINISH_LENGTH && !out->call.loss &&
           (is_object ||
            out->call.builder.arg_count); /* or it may have been cut before the first */
}

void fp_out_call_lacks_end(fp_out *out, const char *clause)
{
    if (needs_no_end(out))
        fp_out_call_end(out, fp_ledger_fed(&out->ledger));
    else
        fp_out_call_unfinished(out, clause);
}
