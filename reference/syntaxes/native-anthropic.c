/* SPDX-License-Identifier: Apache-2.0 */
/* native-anthropic.c: content blocks of the Messages API. Clauses: spec/native-anthropic.md. */
#include "syntaxes/native/native.h"

/* -- blocks: NATIVE-ANTHROPIC-4.1 ----------------------------------------------------------------
 */

typedef enum block_type {
    OTHER_BLOCK, /* NATIVE-ANTHROPIC-4.3, 4.4 */
    TEXT_BLOCK,
    TOOL_USE
} block_type;

typedef struct block {
    fp_str object;
    block_type type;
    fp_str text;            /* a string; empty if there is none */
    fp_str name, id, input; /* as they are written */
} block;

/* An empty text if the value is absent or null. */
static fp_str read_string(native *n, fp_str object, fp_str value)
{
    return fp_native_has(n, object, value, "\"n", false) ? value : (fp_str){ 0 };
}

static block read_block(native *n, fp_str object)
{
    static const char *const TYPE[] = { "type", NULL };
    static const char *const TEXT[] = { "text", NULL };
    static const char *const CALL[] = { "name", "id", "input", NULL };
    block b = { .object = object };
    fp_str type, values[3];

    fp_native_read(n, object, TYPE, &type);
    if (!fp_native_has(n, object, type, "\"", true))
        return b;
    if (fp_jsontext_is(type, FP_STR("text"))) {
        b.type = TEXT_BLOCK;
        fp_native_read(n, object, TEXT, values);
        b.text = read_string(n, object, values[0]);
    } else if (fp_jsontext_is(type, FP_STR("tool_use"))) {
        b.type = TOOL_USE;
        fp_native_read(n, object, CALL, values);
        b.name = values[0];
        b.id = fp_native_is_filled(values[1]) ? values[1] : (fp_str){ 0 };
        b.input = fp_jsontext_kind(values[2]) == 'n' ? (fp_str){ 0 } : values[2];
    }
    return b;
}

/* NATIVE-ANTHROPIC-4.2 */
static void say_text(native *n, fp_str string)
{
    if (!string.len)
        return;
    fp_native_text(n, string);
    fp_native_ink_string(n, string, NATIVE_TEXT);
}

/* The call of a block; 0 if there is none: NATIVE-ANTHROPIC-5.1, 6.5. */
static uint32_t begin_call(native *n, const block *b, uint64_t start)
{
    const char *over;
    uint32_t call;

    if (!fp_native_is_filled(b->name)) {
        fp_out_diagnostic(n->out, FP_BAD_NAME, start, "NATIVE-ANTHROPIC-5.1");
        return 0;
    }
    if (fp_native_is_over(b->name, fp_out_limits(n->out)->name, &over)) {
        fp_out_limit_exceeded(n->out, fp_native_offset(n, over));
        return 0;
    }
    call = fp_native_call_begin(n, start, b->name, b->id);
    if (call)
        fp_native_ink_string(n, b->name, NATIVE_NAME);
    return call;
}

/* -- documents ------------------------------------------------------------------------------------
 */

static void say_block(native *n, const block *b, bool cut)
{
    const uint64_t start = fp_native_offset(n, b->object.ptr);
    uint32_t call;

    if (b->type == TEXT_BLOCK)
        say_text(n, b->text);
    if (b->type != TOOL_USE)
        return;
    call = begin_call(n, b, start);
    if (!call)
        return;
    if (b->input.len) /* NATIVE-ANTHROPIC-5.3 */
        fp_native_call_object(n, call, b->input);
    fp_native_call_end(n, call, start + b->object.len, cut ? NATIVE_CUT : NATIVE_CLOSED);
    fp_native_ink(n, b->input, NATIVE_VALUE);
    fp_native_ink(n, (fp_str){ b->object.ptr, 1 }, NATIVE_CALL_OPEN);
    fp_native_ink(n, (fp_str){ b->object.ptr + b->object.len - 1, 1 }, NATIVE_CALL_CLOSE);
}

/* NATIVE-ANTHROPIC-5.13: the last block may have been cut. */
static bool is_cut(fp_str stop_reason)
{
    return fp_jsontext_is(stop_reason, FP_STR("max_tokens")) ||
           fp_jsontext_is(stop_reason, FP_STR("model_context_window_exceeded"));
}

static void take_document(native *n)
{
    static const char *const NAMES[] = { "content", "stop_reason", NULL };
    fp_str values[2], item;
    size_t last = 0;

    fp_native_read(n, n->json, NAMES, values);
    if (!fp_native_has(n, n->json, values[0], "[n", false))
        return;
    for (size_t at = 0; fp_jsontext_item(values[0], &at, &item); last = at)
        if (fp_native_has(n, values[0], item, "{", true))
            read_block(n, item);
    if (n->wrong)
        return;

    const bool cut = is_cut(values[1]);

    for (size_t at = 0; fp_jsontext_item(values[0], &at, &item);) {
        const block b = read_block(n, item);

        say_block(n, &b, cut && at == last);
    }
}

/* -- events ---------------------------------------------------------------------------------------
 */

/* NATIVE-ANTHROPIC-4.5: the block at a place closes, with an event or, for another, before it. */
static void close_block(native *n, uint32_t slot, uint64_t end, native_ending ending)
{
    native_slot *at = &fp_native_at(n, slot)->of.slot;

    if (!at->taken)
        return;
    at->taken = false;
    n->s->taken--;
    if (at->call)
        fp_native_call_end(n, at->call, end, ending);
}

static void start_block(native *n, uint64_t index, const block *b)
{
    const uint32_t slot = fp_native_slot_of(n, index);
    uint32_t call = 0;

    if (!slot)
        return;
    close_block(n, slot, n->start, NATIVE_CUT);
    if (b->type == TEXT_BLOCK)
        say_text(n, b->text);
    if (b->type == TOOL_USE)
        call = begin_call(n, b, n->start);
    if (call && b->input.len) /* NATIVE-ANTHROPIC-5.5 */
        fp_native_call_input(n, call, b->input);
    fp_native_at(n, slot)->of.slot.taken = true;
    fp_native_at(n, slot)->of.slot.call = call;
    n->s->taken++;
}

static void stop_block(native *n, uint64_t index)
{
    const uint32_t slot = fp_native_slot_of(n, index);

    if (slot && !fp_native_at(n, slot)->of.slot.taken)
        fp_out_diagnostic(n->out, FP_MISMATCHED_END, n->start, "NATIVE-ANTHROPIC-4.7");
    else if (slot)
        close_block(n, slot, n->end, NATIVE_CLOSED);
}

static void take_piece(native *n, uint64_t index, fp_str piece)
{
    const uint32_t slot = fp_native_slot_of(n, index);

    if (!slot)
        return;
    if (!fp_native_at(n, slot)->of.slot.taken) { /* NATIVE-ANTHROPIC-4.7 */
        fp_out_diagnostic(n->out, FP_BAD_LINE, n->start, "NATIVE-ANTHROPIC-4.7");
        if (fp_native_solid(piece))
            fp_native_spoil(n);
    } else if (fp_native_at(n, slot)->of.slot.call && piece.len) {
        fp_native_call_piece(n, fp_native_at(n, slot)->of.slot.call, piece);
        fp_native_ink_string(n, piece, NATIVE_VALUE);
    }
}

/* NATIVE-ANTHROPIC-4.6 */
static void end_message(native *n, uint64_t end)
{
    fp_native_end_calls(n, end, NATIVE_CUT);
    n->s->taken = 0;
}

static uint64_t read_index(native *n, fp_str object, fp_str value)
{
    if (fp_native_has(n, object, value, "0", true) && !fp_native_is_index(value))
        fp_native_wrong(n, value.ptr);
    return n->wrong ? 0 : fp_native_index(value);
}

static void take_start(native *n)
{
    static const char *const NAMES[] = { "index", "content_block", NULL };
    fp_str values[2];
    block b = { 0 };

    fp_native_read(n, n->json, NAMES, values);
    if (fp_native_has(n, n->json, values[1], "{", true))
        b = read_block(n, values[1]);

    const uint64_t index = read_index(n, n->json, values[0]);

    if (!n->wrong)
        start_block(n, index, &b);
}

static void take_delta(native *n)
{
    static const char *const DELTA[] = { "delta", NULL }, *const TYPE[] = { "type", NULL };
    static const char *const TEXT[] = { "text", NULL }, *const PIECE[] = { "partial_json", NULL };
    static const char *const INDEX[] = { "index", NULL };
    fp_str delta, type, value, index;

    fp_native_read(n, n->json, DELTA, &delta);
    if (!fp_native_has(n, n->json, delta, "{", true))
        return;
    fp_native_read(n, delta, TYPE, &type);
    if (!fp_native_has(n, delta, type, "\"", true))
        return;
    if (fp_jsontext_is(type, FP_STR("text_delta"))) {
        fp_native_read(n, delta, TEXT, &value);
        value = read_string(n, delta, value);
        if (!n->wrong)
            say_text(n, value);
    } else if (fp_jsontext_is(type, FP_STR("input_json_delta"))) {
        fp_native_read(n, delta, PIECE, &value);
        value = read_string(n, delta, value);
        fp_native_read(n, n->json, INDEX, &index);

        const uint64_t number = read_index(n, n->json, index);

        if (!n->wrong)
            take_piece(n, number, value);
    }
}

static void take_stop(native *n)
{
    static const char *const NAMES[] = { "index", NULL };
    fp_str value;

    fp_native_read(n, n->json, NAMES, &value);

    const uint64_t index = read_index(n, n->json, value);

    if (!n->wrong)
        stop_block(n, index);
}

static void start_message(native *n)
{
    if (!n->wrong)
        end_message(n, n->start);
}

static void stop_message(native *n)
{
    if (!n->wrong)
        end_message(n, n->end);
}

/* NATIVE-ANTHROPIC-2.9, 4.1 */
static void take_event(native *n)
{
    static const char *const NAMES[] = { "type", NULL };
    static const struct {
        const char *type;
        void (*take)(native *n);
    } EVENTS[] = {
        { "message_start", start_message },    { "message_stop", stop_message },
        { "content_block_start", take_start }, { "content_block_delta", take_delta },
        { "content_block_stop", take_stop },
    };
    fp_str type;

    fp_native_read(n, n->json, NAMES, &type);
    if (!fp_native_has(n, n->json, type, "\"", false))
        return;
    for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++)
        if (fp_jsontext_is(type, fp_str_of(EVENTS[i].type)))
            EVENTS[i].take(n);
    if (!n->s->taken) /* no call is open, so that nothing waits for its turn */
        fp_native_forget(n);
}

static void take_done(native *n) /* NATIVE-ANTHROPIC-2.8 */
{
    (void)n;
}

/* -- the syntax -----------------------------------------------------------------------------------
 */

static const native_spec SPEC = {
    .behind = "NATIVE-ANTHROPIC-1.5",
    .bad_document = "NATIVE-ANTHROPIC-1.6",
    .bad_line = "NATIVE-ANTHROPIC-2.4",
    .unfinished = "NATIVE-ANTHROPIC-2.6",
    .bad_data = "NATIVE-ANTHROPIC-2.7",
    .bad_args = "NATIVE-ANTHROPIC-5.7",
    .bad_input = "NATIVE-ANTHROPIC-5.5",
    .bad_object = "NATIVE-ANTHROPIC-5.3",
    .duplicate = "NATIVE-ANTHROPIC-5.17",
    .unterminated = "NATIVE-ANTHROPIC-6.1",
    .document = take_document,
    .event = take_event,
    .done = take_done,
};

static void step(void *self, fp_out *out, unsigned char c)
{
    fp_native_step(&(native){ .s = self, .out = out, .spec = &SPEC }, c);
}

static fp_in_string in_string(const void *self)
{
    return fp_native_in_string(self);
}

static size_t run(void *self, fp_out *out, const char *bytes, size_t len)
{
    return fp_native_run(&(native){ .s = self, .out = out, .spec = &SPEC }, (fp_str){ bytes, len });
}

static void finish(void *self, fp_out *out)
{
    fp_native_finish(&(native){ .s = self, .out = out, .spec = &SPEC });
}

static const char *const COMPLETIONS[] = { NULL }; /* text is never held: all of it comes at once */

static const char *const MARKERS[] = {
    "data: ",
    "event: ",
    "\r\n",
    "\n\n",
    "[DONE]",
    "\xEF\xBB\xBF",
    "{\"type\":\"",
    "\"content_block_start\",\"index\":0,\"content_block\":",
    "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}",
    "\"content_block_delta\",\"index\":0,\"delta\":",
    "{\"type\":\"input_json_delta\",\"partial_json\":\"",
    "{\"type\":\"text_delta\",\"text\":\"",
    "\"content_block_stop\",\"index\":0",
    "{\"content\":[",
    "\\u00e9",
    "\\ud83d",
    "\"}}\n\n",
    NULL,
};

static const fp_speed FAST = {
    .in_string = in_string,
    .run = run,
};

const fp_syntax FP_NATIVE_ANTHROPIC = {
    .id = "native-anthropic",
    .title = "content blocks of the Messages API, whole or streamed (seed 1)",
    .howto = "The provider writes this format: offer the tools in the request's `tools`, and the "
             "model's calls come as blocks of type `tool_use`.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "NATIVE-ANTHROPIC-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "NATIVE-ANTHROPIC-5.14" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "NATIVE-ANTHROPIC-4.2" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "NATIVE-ANTHROPIC-4.2" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "NATIVE-ANTHROPIC-6.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "NATIVE-ANTHROPIC-5.15" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_CALL, "NATIVE-ANTHROPIC-1.1" },
        [FP_TYPES] = { FP_TYPES_STRING, "NATIVE-ANTHROPIC-5.16" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "NATIVE-ANTHROPIC-6.2" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "NATIVE-ANTHROPIC-1.1" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "NATIVE-ANTHROPIC-4.2",
        [FP_ROLE_MARKER] = "NATIVE-ANTHROPIC-5.12",
        [FP_ROLE_NAME] = "NATIVE-ANTHROPIC-5.1",
        [FP_ROLE_VALUE] = "NATIVE-ANTHROPIC-5.4",
        [FP_ROLE_BLANK] = "NATIVE-ANTHROPIC-2.2",
        [FP_ROLE_SKIPPED] = "NATIVE-ANTHROPIC-5.12",
        [FP_ROLE_FRAMING] = "NATIVE-ANTHROPIC-5.12",
    },
    .misfit = "NATIVE-ANTHROPIC-5.16",
    .encoded = true,
    .document = true,
    .state_size = sizeof(native_state),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .render = fp_native_anthropic_render,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
