/* SPDX-License-Identifier: Apache-2.0 */
/* turns.c: calls that overlap: one is emitted at a time, and text and other calls wait
 * (NATIVE-ANTHROPIC-5.11, NATIVE-OPENAI-5.15). */
#include "native.h"

#include "core/out_call.h"
#include "core/out_json.h"
#include "core/unescape.h"

/* -- what waits ----------------------------------------------------------------------------------
 */

static void join(native *n, uint32_t *first, uint32_t *last, uint32_t node)
{
    if (*last)
        fp_native_at(n, *last)->next = node;
    else
        *first = node;
    *last = node;
}

static native_call *call_at(native *n, uint32_t call)
{
    return &fp_native_at(n, call)->of.call;
}

void fp_native_text(native *n, fp_str string)
{
    uint32_t node;

    if (!n->s->said) {
        fp_out_at(n->out, fp_native_offset(n, string.ptr));
        fp_out_json_text(n->out, string);
    } else if ((node = fp_native_keep(n, NATIVE_STRING, string)) != 0) {
        join(n, &n->s->first, &n->s->last, node);
    }
}

/* What was kept, to be emitted. */
static fp_str recall(native *n, uint32_t node)
{
    if (node) /* GCOVR_EXCL_BR_LINE: else memory was out when it was to be kept */
        fp_out_at(n->out, fp_native_at(n, node)->of.string.offset);
    return fp_native_kept(n, node);
}

/* -- the call that is being emitted ---------------------------------------------------------------
 */

/* The arguments have become bad, perhaps. */
static void judge_args(native *n, uint32_t call, fp_args_state args)
{
    uint64_t wrong;

    if (args != FP_ARGS_BAD)
        return;
    if (fp_out_json_args_wrong(n->out, &wrong))
        fp_out_diagnostic(n->out, FP_INVALID_JSON, wrong, n->spec->bad_args);
    call_at(n, call)->spoilt = true;
    fp_out_call_spoil(n->out);
}

static void say_other_value(native *n, uint32_t call, uint64_t offset, const char *clause)
{
    fp_out_diagnostic(n->out, FP_INVALID_JSON, offset, clause);
    call_at(n, call)->spoilt = true;
    fp_out_call_spoil(n->out);
}

static void say_piece(native *n, uint32_t call, fp_str string)
{
    judge_args(n, call, fp_out_json_args_in(n->out, string, n->spec->duplicate));
}

/* The input of the block's beginning, as no piece has come (NATIVE-ANTHROPIC-5.5). */
static void say_input(native *n, uint32_t call)
{
    const uint32_t input = call_at(n, call)->input;

    if (!input || fp_out_json_args_state(n->out) != FP_ARGS_BLANK)
        return;

    const fp_str kept = recall(n, input);

    if (fp_native_at(n, input)->kind == NATIVE_OTHER_VALUE)
        say_other_value(n, call, fp_native_at(n, input)->of.string.offset, n->spec->bad_input);
    else
        judge_args(n, call, fp_out_json_args(n->out, kept, n->spec->duplicate));
}

static void free_call(native *n, uint32_t call)
{
    const native_call at = *call_at(n, call);

    fp_native_free(n, at.name);
    fp_native_free(n, at.id);
    fp_native_free(n, at.input);
    fp_native_free(n, call);
}

/* The call that is being emitted has ended. */
static void close_call(native *n, uint32_t call)
{
    const native_ending ending = call_at(n, call)->ending;
    const uint64_t end = call_at(n, call)->end;
    bool spoilt, has_all;

    if (ending == NATIVE_CLOSED && !call_at(n, call)->spoilt)
        say_input(n, call);
    if (call_at(n, call)->id)
        fp_out_json_call_id(n->out, recall(n, call_at(n, call)->id));
    spoilt = call_at(n, call)->spoilt;
    has_all = fp_out_json_args_state(n->out) == FP_ARGS_CLOSED;
    if (spoilt ? ending <= NATIVE_LOST
               : ending == NATIVE_CLOSED && fp_out_json_args_state(n->out) != FP_ARGS_OPEN)
        fp_out_call_end(n->out, end);
    else if (ending == NATIVE_INPUT && !spoilt && has_all)
        fp_out_call_lacks_end(n->out, n->spec->unterminated);
    else if (ending == NATIVE_INPUT && !spoilt)
        fp_out_call_unfinished(n->out, n->spec->unterminated);
    else
        fp_out_call_cut(n->out, end, n->spec->unterminated);
    free_call(n, call);
    n->s->said = 0;
}

/* A call that waited takes its turn: it is emitted as far as it has come. */
static void say_call(native *n, uint32_t call)
{
    uint32_t piece = call_at(n, call)->first, next;
    bool spoilt = false;

    n->s->said = call;
    fp_out_json_call_begin(n->out, call_at(n, call)->start, recall(n, call_at(n, call)->name));
    for (; piece; piece = next) {
        next = fp_native_at(n, piece)->next;
        if (fp_native_at(n, piece)->kind == NATIVE_OTHER_VALUE)
            say_other_value(n, call, fp_native_at(n, piece)->of.string.offset, n->spec->bad_input);
        /* GCOVR_EXCL_BR_START: by then follow() keeps none */
        else if (fp_out_json_args_state(n->out) != FP_ARGS_BAD)
            say_piece(n, call, recall(n, piece));
        /* GCOVR_EXCL_BR_STOP */
        fp_native_free(n, piece);
    }
    spoilt = call_at(n, call)->spoilt;
    if (spoilt)
        fp_out_call_spoil(n->out);
    if (call_at(n, call)->ending)
        close_call(n, call);
}

/* No call is being emitted: emits what waits, up to and including a call that has not ended. */
static void take_turns(native *n)
{
    while (n->s->first && !n->s->said) {
        const uint32_t node = n->s->first;

        n->s->first = fp_native_at(n, node)->next;
        if (!n->s->first)
            n->s->last = 0;
        if (fp_native_at(n, node)->kind == NATIVE_CALL) {
            say_call(n, node);
        } else {
            fp_out_json_text(n->out, recall(n, node));
            fp_native_free(n, node);
        }
    }
}

/* -- calls ------------------------------------------------------------------------------------- */

static void begin_open(native *n, uint32_t call)
{
    native_state *s = n->s;

    call_at(n, call)->open_prev = s->open_last;
    if (s->open_last)
        call_at(n, s->open_last)->open_next = call;
    else
        s->open = call;
    s->open_last = call;
    s->open_count++;
    n->call_over++;
}

static void end_open(native *n, uint32_t call)
{
    native_state *s = n->s;
    const native_call at = *call_at(n, call);

    if (at.open_prev)
        call_at(n, at.open_prev)->open_next = at.open_next;
    else
        s->open = at.open_next;
    if (at.open_next)
        call_at(n, at.open_next)->open_prev = at.open_prev;
    else
        s->open_last = at.open_prev;
    s->open_count--;
    if (at.slot)
        fp_native_at(n, at.slot)->of.slot.call = 0;
}

uint32_t fp_native_call_begin(native *n, uint64_t start, fp_str name, fp_str id)
{
    const bool stops = fp_out_policy(n->out, FP_EXTRA_CALLS) == FP_EXTRA_STOP && n->s->called;
    const uint32_t call = stops ? 0 : fp_native_new(n, NATIVE_CALL);
    uint32_t kept;

    if (stops)
        fp_out_call_begin(n->out, start, FP_STR(""));
    if (!call)
        return 0;
    n->s->called = true;
    call_at(n, call)->start = start;
    begin_open(n, call);
    if (!n->s->said) {
        n->s->said = call;
        fp_out_at(n->out, fp_native_offset(n, name.ptr));
        fp_out_json_call_begin(n->out, start, name);
    } else {
        kept = fp_native_keep(n, NATIVE_STRING, name);
        call_at(n, call)->name = kept;
        join(n, &n->s->first, &n->s->last, call);
    }
    fp_native_call_id(n, call, id);
    return call;
}

void fp_native_call_id(native *n, uint32_t call, fp_str id)
{
    uint32_t kept;

    if (!id.len)
        return;
    kept = fp_native_keep(n, NATIVE_STRING, id);
    call_at(n, call)->id = kept;
}

/* Follows the arguments of a call that waits, to see whether they end it. */
static void follow(native_call *call, const fp_limits *limits, unsigned char c)
{
    const fp_scan_byte kind = fp_jsonscan_step(&call->scan, c);

    if (kind == FP_SCAN_BAD || call->scan.depth > limits->depth ||
        (call->args == FP_ARGS_BLANK && kind != FP_SCAN_BLANK && c != '{'))
        call->args = FP_ARGS_BAD;
    else if (kind != FP_SCAN_BLANK)
        call->args = call->scan.depth ? FP_ARGS_OPEN : FP_ARGS_CLOSED;
}

static void follow_piece(native *n, uint32_t call, fp_str string)
{
    fp_unescape unescape = { 0 };
    native_call *at = call_at(n, call);

    for (size_t i = 1; i < string.len && at->args != FP_ARGS_BAD; i++) {
        char bytes[FP_UNESCAPE_MAX];
        const size_t count = i + 1 == string.len
                                 ? fp_unescape_end(&unescape, bytes)
                                 : fp_unescape_step(&unescape, (unsigned char)string.ptr[i], bytes);

        for (size_t k = 0; k < count && at->args != FP_ARGS_BAD; k++)
            follow(at, fp_out_limits(n->out), (unsigned char)bytes[k]);
    }
    at->spoilt = at->args == FP_ARGS_BAD;
}

/* Keeps a piece for the call's turn. */
static void keep_piece(native *n, uint32_t call, native_node_kind kind, fp_str value)
{
    const uint32_t node = fp_native_keep(n, kind, value);
    uint32_t first = call_at(n, call)->first, last = call_at(n, call)->last;

    if (!node)
        return;
    join(n, &first, &last, node);
    call_at(n, call)->first = first;
    call_at(n, call)->last = last;
}

void fp_native_call_piece(native *n, uint32_t call, fp_str string)
{
    if (call_at(n, call)->spoilt)
        return;
    if (n->s->said == call) {
        fp_out_at(n->out, fp_native_offset(n, string.ptr));
        say_piece(n, call, string);
        return;
    }
    keep_piece(n, call, NATIVE_STRING, string);
    follow_piece(n, call, string);
}

void fp_native_call_wrong(native *n, uint32_t call, fp_str value)
{
    if (call_at(n, call)->spoilt)
        return;
    if (n->s->said == call) {
        say_other_value(n, call, fp_native_offset(n, value.ptr), n->spec->bad_input);
        return;
    }
    keep_piece(n, call, NATIVE_OTHER_VALUE, (fp_str){ value.ptr, 1 });
    call_at(n, call)->spoilt = true;
}

void fp_native_call_input(native *n, uint32_t call, fp_str value)
{
    const bool object = fp_jsontext_kind(value) == '{';
    const uint32_t kept = fp_native_keep(n, object ? NATIVE_STRING : NATIVE_OTHER_VALUE, value);

    call_at(n, call)->input = kept;
}

void fp_native_call_object(native *n, uint32_t call, fp_str value)
{
    if (fp_jsontext_kind(value) == '{') {
        fp_out_at(n->out, fp_native_offset(n, value.ptr));
        judge_args(n, call, fp_out_json_args(n->out, value, n->spec->duplicate));
    } else {
        say_other_value(n, call, fp_native_offset(n, value.ptr), n->spec->bad_object);
    }
}

fp_args_state fp_native_call_args(native *n, uint32_t call)
{
    if (call == n->s->said)
        return fp_out_json_args_state(n->out);
    return (fp_args_state)call_at(n, call)->args;
}

void fp_native_spoil(native *n)
{
    for (uint32_t call = n->s->open; call; call = call_at(n, call)->open_next) {
        call_at(n, call)->spoilt = true;
        if (call == n->s->said)
            fp_out_call_spoil(n->out);
    }
}

void fp_native_call_end(native *n, uint32_t call, uint64_t end, native_ending ending)
{
    end_open(n, call);
    call_at(n, call)->end = end;
    call_at(n, call)->ending = (uint8_t)ending;
    if (end <= n->start && n->call_over)
        n->call_over--;
    if (n->s->said != call)
        return;
    close_call(n, call);
    take_turns(n);
}

void fp_native_end_calls(native *n, uint64_t end, native_ending ending)
{
    while (n->s->open)
        fp_native_call_end(n, n->s->open, end, ending);
}
