/* SPDX-License-Identifier: Apache-2.0 */
/* native-openai.c: tool calls of the Chat Completions API. Clauses: spec/native-openai.md. */
#include "syntaxes/native/native.h"

/* -- what is read: NATIVE-OPENAI-4.1 --------------------------------------------------------------
 */

/* Of `tool_calls`. */
typedef struct entry {
    fp_str object;
    fp_str index;     /* a number; empty if there is none */
    fp_str id;        /* a string that is not empty; or empty */
    fp_str name;      /* the same: an entry without one is nameless */
    fp_str arguments; /* as they are written; empty for null */
    bool other_kind;  /* NATIVE-OPENAI-5.7 */
} entry;

/* Whether a value is there, and not null. */
static bool is_given(fp_str value)
{
    return value.len > 0 && fp_jsontext_kind(value) != 'n';
}

static fp_str filled(fp_str value)
{
    return fp_native_is_filled(value) ? value : (fp_str){ 0 };
}

static fp_str read_index(native *n, fp_str object, fp_str value, bool required)
{
    if (!fp_native_has(n, object, value, required ? "0" : "0n", required))
        return (fp_str){ 0 };
    if (!fp_native_is_index(value))
        fp_native_wrong(n, value.ptr);
    return value;
}

static entry read_entry(native *n, fp_str object, bool in_event)
{
    static const char *const NAMES[] = { "id", "type", "function", NULL };
    static const char *const EVENT_NAMES[] = { "id", "type", "function", "index", NULL };
    static const char *const FUNCTION[] = { "name", "arguments", NULL };
    const bool strict = fp_out_policy(n->out, FP_RECOVERY) == FP_RECOVERY_STRICT;
    entry e = { .object = object };
    fp_str values[4], function[2];

    fp_native_read(n, object, in_event ? EVENT_NAMES : NAMES, values);
    if (in_event) /* NATIVE-OPENAI-5.11 */
        e.index = read_index(n, object, values[3], strict);
    e.id = filled(values[0]);
    e.other_kind = is_given(values[1]) && !fp_jsontext_is(values[1], FP_STR("")) &&
                   !fp_jsontext_is(values[1], FP_STR("function"));
    if (fp_native_has(n, object, values[2], "{n", false)) {
        fp_native_read(n, values[2], FUNCTION, function);
        e.name = filled(function[0]);
        e.arguments = is_given(function[1]) ? function[1] : (fp_str){ 0 };
    }
    return e;
}

/* The text of a part of `content`; empty if it is of another type. NATIVE-OPENAI-4.8 */
static fp_str read_part(native *n, fp_str part)
{
    static const char *const NAMES[] = { "type", "text", "refusal", NULL };
    fp_str values[3], text = { 0 };

    fp_native_read(n, part, NAMES, values);
    if (!fp_native_has(n, part, values[0], "\"", true))
        return text;
    if (fp_jsontext_is(values[0], FP_STR("text")))
        text = values[1];
    else if (fp_jsontext_is(values[0], FP_STR("refusal")))
        text = values[2];
    return fp_native_has(n, part, text, "\"n", false) ? text : (fp_str){ 0 };
}

static void check_content(native *n, fp_str message, fp_str content)
{
    fp_str item;

    if (!fp_native_has(n, message, content, "\"[n", false) || fp_jsontext_kind(content) != '[')
        return;
    for (size_t at = 0; fp_jsontext_item(content, &at, &item);)
        if (fp_native_has(n, content, item, "{", true))
            read_part(n, item);
}

/* A `message` or `delta`: read, to see whether it is as it should be. */
static void check_message(native *n, fp_str message, bool in_event)
{
    static const char *const NAMES[] = { "content", "refusal", "tool_calls", "function_call",
                                         NULL };
    fp_str values[4], item;

    fp_native_read(n, message, NAMES, values);
    check_content(n, message, values[0]);
    fp_native_has(n, message, values[1], "\"n", false);
    if (!fp_native_has(n, message, values[2], "[n", false))
        return;
    for (size_t at = 0; fp_jsontext_item(values[2], &at, &item);)
        if (fp_native_has(n, values[2], item, "{", true))
            read_entry(n, item, in_event);
}

/* The choice that counts: NATIVE-OPENAI-4.5. */
typedef struct choice {
    fp_str message;       /* or delta; empty if there is none */
    fp_str finish_reason; /* empty for null */
} choice;

static fp_str find_choice(native *n, fp_str choices)
{
    static const char *const NAMES[] = { "index", NULL };
    fp_str item, value, found = { 0 };
    size_t place = 0;

    for (size_t at = 0; fp_jsontext_item(choices, &at, &item); place++) {
        if (!fp_native_has(n, choices, item, "{", true))
            continue;
        fp_native_read(n, item, NAMES, &value);
        value = read_index(n, item, value, false);
        if (!found.len &&
            (value.len ? fp_native_is_index(value) && !fp_native_index(value) : !place))
            found = item;
    }
    return found;
}

static choice read_choice(native *n, bool in_event)
{
    static const char *const CHOICES[] = { "choices", NULL };
    static const char *const NAMES[] = { "finish_reason", "message", NULL };
    static const char *const EVENT_NAMES[] = { "finish_reason", "delta", NULL };
    choice c = { 0 };
    fp_str choices, found, values[2];

    fp_native_read(n, n->json, CHOICES, &choices);
    if (!fp_native_has(n, n->json, choices, "[n", false))
        return c;
    found = find_choice(n, choices);
    if (!found.len)
        return c;
    fp_native_read(n, found, in_event ? EVENT_NAMES : NAMES, values);
    if (fp_native_has(n, found, values[0], "\"n", false))
        c.finish_reason = filled(values[0]);
    if (fp_native_has(n, found, values[1], "{n", false)) {
        c.message = values[1];
        check_message(n, c.message, in_event);
    }
    return c;
}

/* Whether a call without arguments is complete at this end: NATIVE-OPENAI-4.6. */
static bool is_good_end(fp_str finish_reason)
{
    return fp_jsontext_is(finish_reason, FP_STR("tool_calls")) ||
           fp_jsontext_is(finish_reason, FP_STR("stop")) ||
           fp_jsontext_is(finish_reason, FP_STR("function_call"));
}

/* -- messages -------------------------------------------------------------------------------------
 */

static void say_string(native *n, fp_str string)
{
    fp_native_text(n, string);
    fp_native_ink_string(n, string, NATIVE_TEXT);
}

/* `content`, NATIVE-OPENAI-4.2, 4.8, or `refusal`, 4.3 */
static void say_content(native *n, fp_str content)
{
    fp_str item, text;

    if (fp_jsontext_kind(content) != '[')
        say_string(n, content);
    else
        for (size_t at = 0; fp_jsontext_item(content, &at, &item);)
            if ((text = read_part(n, item)).len)
                say_string(n, text);
}

/* NATIVE-OPENAI-4.2: what a message says, in the order in which it is written; at: the offset of
 * diagnostics that concern it as a whole. */
static void say_message(native *n, fp_str message, uint64_t at,
                        void (*say_entries)(native *n, fp_str entries, fp_str finish_reason),
                        fp_str finish_reason)
{
    fp_str key, value;

    for (size_t i = 0; fp_jsontext_member(message, &i, &key, &value);) {
        if (!is_given(value))
            continue;
        if (fp_jsontext_is(key, FP_STR("content")) || fp_jsontext_is(key, FP_STR("refusal"))) {
            say_content(n, value);
        } else if (fp_jsontext_is(key, FP_STR("tool_calls"))) {
            say_entries(n, value, finish_reason);
        } else if (fp_jsontext_is(key, FP_STR("function_call"))) {
            fp_out_diagnostic(n->out, FP_BAD_LINE, at, "NATIVE-OPENAI-5.7");
        }
    }
}

/* The call of an entry; 0 if there is none: NATIVE-OPENAI-5.7, 6.5. */
static uint32_t begin_call(native *n, const entry *e, uint64_t start)
{
    const char *over;
    uint32_t call;

    if (e->other_kind) {
        fp_out_diagnostic(n->out, FP_BAD_LINE, start, "NATIVE-OPENAI-5.7");
        return 0;
    }
    if (fp_native_is_over(e->name, fp_out_limits(n->out)->name, &over)) {
        fp_out_limit_exceeded(n->out, fp_native_offset(n, over));
        return 0;
    }
    call = fp_native_call_begin(n, start, e->name, e->id);
    if (call)
        fp_native_ink_string(n, e->name, NATIVE_NAME);
    return call;
}

/* Arguments of a call that has not ended: NATIVE-OPENAI-5.4. */
static void give_arguments(native *n, uint32_t call, fp_str arguments)
{
    if (!arguments.len)
        return;
    if (fp_jsontext_kind(arguments) != '"') {
        fp_native_call_wrong(n, call, arguments);
        return;
    }
    fp_native_call_piece(n, call, arguments);
    fp_native_ink_string(n, arguments, NATIVE_VALUE);
}

/* -- documents ------------------------------------------------------------------------------------
 */

/* NATIVE-OPENAI-5.5; cut: blank arguments may have been cut. */
static void say_entry(native *n, const entry *e, bool cut)
{
    const uint64_t start = fp_native_offset(n, e->object.ptr);
    uint32_t call;

    if (!e->name.len && !e->other_kind) {
        fp_out_diagnostic(n->out, FP_BAD_NAME, start, "NATIVE-OPENAI-5.5");
        return;
    }
    call = begin_call(n, e, start);
    if (!call)
        return;
    give_arguments(n, call, e->arguments);
    cut = cut && fp_native_call_args(n, call) == FP_ARGS_BLANK;
    fp_native_call_end(n, call, start + e->object.len, cut ? NATIVE_LOST : NATIVE_CLOSED);
    fp_native_ink(n, (fp_str){ e->object.ptr, 1 }, NATIVE_CALL_OPEN);
    fp_native_ink(n, (fp_str){ e->object.ptr + e->object.len - 1, 1 }, NATIVE_CALL_CLOSE);
}

static void say_whole_entries(native *n, fp_str entries, fp_str finish_reason)
{
    const bool cut = finish_reason.len && !is_good_end(finish_reason);
    fp_str item;
    size_t last = 0;

    for (size_t at = 0; fp_jsontext_item(entries, &at, &item);)
        last = at;
    for (size_t at = 0; fp_jsontext_item(entries, &at, &item);) {
        const entry e = read_entry(n, item, false);

        say_entry(n, &e, cut && at == last);
    }
}

static void take_document(native *n)
{
    const choice c = read_choice(n, false);

    if (!n->wrong && c.message.len)
        say_message(n, c.message, fp_native_offset(n, c.message.ptr), say_whole_entries,
                    c.finish_reason);
}

/* -- events: slots --------------------------------------------------------------------------------
 */

static native_slot *slot_at(native *n, uint32_t slot)
{
    return &fp_native_at(n, slot)->of.slot;
}

/* NATIVE-OPENAI-5.14: arguments that may belong to any open call. */
static void lose_arguments(native *n, fp_str arguments)
{
    if (arguments.len && (fp_jsontext_kind(arguments) != '"' || fp_native_solid(arguments)))
        fp_native_spoil(n);
}

/* More of a call that has not ended. */
static void continue_call(native *n, uint32_t call, const entry *e)
{
    give_arguments(n, call, e->arguments);
    if (!fp_native_at(n, call)->of.call.spoilt && fp_native_call_args(n, call) == FP_ARGS_CLOSED)
        fp_native_call_end(n, call, n->end, NATIVE_CLOSED); /* NATIVE-OPENAI-5.6 */
}

/* An entry for a slot with a call, or with something else. */
static void continue_slot(native *n, uint32_t slot, const entry *e)
{
    const uint32_t call = slot_at(n, slot)->call;
    const fp_str arguments = e->arguments;

    if (call && e->id.len && !slot_at(n, slot)->id) { /* NATIVE-OPENAI-5.2 */
        const uint32_t id = fp_native_keep(n, NATIVE_STRING, e->id);

        slot_at(n, slot)->id = id;
        fp_native_call_id(n, call, e->id);
    }
    if (call) {
        continue_call(n, call, e);
    } else if (slot_at(n, slot)->holds_call && arguments.len && !slot_at(n, slot)->trailing) {
        const char *solid =
            fp_jsontext_kind(arguments) == '"' ? fp_native_solid(arguments) : arguments.ptr;

        slot_at(n, slot)->trailing = solid != NULL; /* NATIVE-OPENAI-5.8 */
        if (solid)
            fp_out_diagnostic(n->out, FP_INVALID_JSON, fp_native_offset(n, solid),
                              "NATIVE-OPENAI-5.8");
    }
}

/* An entry with a name, or of another kind, for an empty slot: NATIVE-OPENAI-5.3. */
static void fill_slot(native *n, uint32_t slot, const entry *e)
{
    const uint32_t call = begin_call(n, e, n->start);
    const uint32_t id = e->id.len ? fp_native_keep(n, NATIVE_STRING, e->id) : 0;
    native_slot *at = slot_at(n, slot);

    at->taken = true;
    at->holds_call = call != 0;
    at->trailing = false;
    at->call = call;
    at->id = id;
    if (!call)
        return;
    fp_native_at(n, call)->of.call.slot = slot;
    continue_call(n, call, e);
}

/* NATIVE-OPENAI-5.10: whether the entry begins something else in a slot that is not empty. */
static bool refills(native *n, uint32_t slot, const entry *e)
{
    const uint32_t id = slot_at(n, slot)->id;

    return fp_out_policy(n->out, FP_RECOVERY) == FP_RECOVERY_LENIENT && e->name.len && e->id.len &&
           id && !fp_jsontext_equal(fp_native_kept(n, id), e->id);
}

static void empty_slot(native *n, uint32_t slot)
{
    const uint32_t call = slot_at(n, slot)->call;

    if (call) {
        const bool here = fp_native_at(n, call)->of.call.start == n->start; /* NATIVE-OPENAI-5.12 */

        fp_native_call_end(n, call, here ? n->end : n->start, NATIVE_CUT);
    }
    fp_native_free(n, slot_at(n, slot)->id);
    slot_at(n, slot)->taken = false;
}

static void take_indexed(native *n, const entry *e)
{
    const uint32_t slot = fp_native_slot_of(n, fp_native_index(e->index));

    if (!slot)
        return;
    if (slot_at(n, slot)->taken && refills(n, slot, e))
        empty_slot(n, slot);
    if (slot_at(n, slot)->taken) {
        continue_slot(n, slot, e);
    } else if (e->name.len || e->other_kind) {
        fill_slot(n, slot, e);
    } else {
        if (!slot_at(n, slot)->bad_name)
            fp_out_diagnostic(n->out, FP_BAD_NAME, n->start, "NATIVE-OPENAI-5.3");
        slot_at(n, slot)->bad_name = true;
        lose_arguments(n, e->arguments);
    }
}

static void free_slot(native *n, uint32_t slot)
{
    if (!slot)
        return;
    if (slot_at(n, slot)->call)
        fp_native_at(n, slot_at(n, slot)->call)->of.call.slot = 0;
    fp_native_free(n, slot_at(n, slot)->id);
    fp_native_free(n, slot);
}

/* NATIVE-OPENAI-5.11 */
static void take_without_index(native *n, const entry *e)
{
    const uint32_t own = n->s->own_slot;
    uint32_t slot;

    if (own && e->id.len && slot_at(n, own)->id &&
        fp_jsontext_equal(fp_native_kept(n, slot_at(n, own)->id), e->id)) {
        continue_slot(n, own, e);
    } else if (e->name.len || e->other_kind) {
        slot = fp_native_new(n, NATIVE_SLOT);
        if (!slot)
            return;
        fill_slot(n, slot, e);
        if (slot_at(n, slot)->holds_call)
            n->s->own_slot = slot;
        free_slot(n, slot_at(n, slot)->holds_call ? own : slot);
    } else if (!e->id.len && n->s->open_count == 1) {
        continue_call(n, n->s->open, e);
    } else {
        fp_out_diagnostic(n->out, FP_BAD_NAME, n->start, "NATIVE-OPENAI-5.11");
        lose_arguments(n, e->arguments);
    }
}

static void say_entries(native *n, fp_str entries, fp_str finish_reason)
{
    fp_str item;

    (void)finish_reason;
    for (size_t at = 0; fp_jsontext_item(entries, &at, &item);) {
        const entry e = read_entry(n, item, true);

        if (e.index.len)
            take_indexed(n, &e);
        else
            take_without_index(n, &e);
    }
}

static void take_event(native *n)
{
    const choice c = read_choice(n, true);

    if (n->wrong)
        return;
    if (c.message.len)
        say_message(n, c.message, n->start, say_entries, c.finish_reason);
    if (c.finish_reason.len) /* NATIVE-OPENAI-4.6 */
        fp_native_end_calls(n, n->end, is_good_end(c.finish_reason) ? NATIVE_CLOSED : NATIVE_LOST);
}

static void take_done(native *n) /* NATIVE-OPENAI-4.7 */
{
    fp_native_end_calls(n, n->end, NATIVE_CLOSED);
    fp_native_forget(n);
}

/* -- the syntax -----------------------------------------------------------------------------------
 */

static const native_spec SPEC = {
    .behind = "NATIVE-OPENAI-1.5",
    .bad_document = "NATIVE-OPENAI-1.6",
    .bad_line = "NATIVE-OPENAI-2.4",
    .unfinished = "NATIVE-OPENAI-2.6",
    .bad_data = "NATIVE-OPENAI-2.7",
    .bad_args = "NATIVE-OPENAI-5.8",
    .bad_input = "NATIVE-OPENAI-5.4",
    .duplicate = "NATIVE-OPENAI-5.20",
    .unterminated = "NATIVE-OPENAI-6.1",
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

static const char CALL_BEGINS[] =
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\","
    "\"function\":{\"name\":\"f\"";

static const char *const MARKERS[] = {
    "data: ",
    CALL_BEGINS,
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"",
    "data: {\"choices\":[{\"delta\":{\"content\":\"",
    "\"}}]}\n\n",
    "\"}}]}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
    "data: [DONE]\n\n",
    "{\"choices\":[{\"message\":{",
    "\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]",
    "\xEF\xBB\xBF",
    "\r\n",
    "\\\"",
    "\\ud83d",
    NULL,
};

static const fp_speed FAST = {
    .in_string = in_string,
    .run = run,
};

const fp_syntax FP_NATIVE_OPENAI = {
    .id = "native-openai",
    .title = "tool calls of the Chat Completions API, whole or streamed (seed 1)",
    .howto = "The provider writes this format: offer the tools in the request's `tools`, and the "
             "model's calls come as entries of `tool_calls`.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "NATIVE-OPENAI-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "NATIVE-OPENAI-5.17" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "NATIVE-OPENAI-4.2" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "NATIVE-OPENAI-4.2" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "NATIVE-OPENAI-6.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "NATIVE-OPENAI-5.18" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_CALL, "NATIVE-OPENAI-1.1" },
        [FP_TYPES] = { FP_TYPES_STRING, "NATIVE-OPENAI-5.19" },
        [FP_RECOVERY] = { FP_RECOVERY_LENIENT, "NATIVE-OPENAI-5.10" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "NATIVE-OPENAI-1.1" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "NATIVE-OPENAI-4.2",
        [FP_ROLE_MARKER] = "NATIVE-OPENAI-5.16",
        [FP_ROLE_NAME] = "NATIVE-OPENAI-5.1",
        [FP_ROLE_VALUE] = "NATIVE-OPENAI-5.4",
        [FP_ROLE_BLANK] = "NATIVE-OPENAI-2.2",
        [FP_ROLE_SKIPPED] = "NATIVE-OPENAI-5.16",
        [FP_ROLE_FRAMING] = "NATIVE-OPENAI-5.16",
    },
    .misfit = "NATIVE-OPENAI-5.19",
    .encoded = true,
    .document = true,
    .state_size = sizeof(native_state),
    .step = step,
    .finish = finish,
    .fast = &FAST,
    .render = fp_native_openai_render,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
