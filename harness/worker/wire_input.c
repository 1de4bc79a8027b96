/* SPDX-License-Identifier: Apache-2.0 */
/* wire_input.c: inputs of calls on the wire, handled as JSON text. */
#include "worker/wire_input.h"

#include "base/util.h"
#include "base/values.h"
#include "judge/arguments.h"

#include <fencepost/jsontext.h>
#include <fencepost/render.h>

#include <stdlib.h>

/* -- taken out ------------------------------------------------------------------------------- */

typedef struct mask {
    fp_str line;
    fp_json *out;
    size_t from; /* the line is copied up to here */
} mask;

static void mask_input(mask *m, fp_str call)
{
    const fp_str input = fp_jsontext_get(call, "input");
    size_t at;

    if (fp_jsontext_kind(input) != '{')
        return;
    at = (size_t)(input.ptr - m->line.ptr);
    fp_json_bytes(m->out, (fp_str){ m->line.ptr + m->from, at - m->from });
    fp_json_raw(m->out, "{}");
    m->from = at + input.len;
}

static void mask_calls(mask *m, fp_str calls)
{
    fp_str call;

    for (size_t at = 0; fp_jsontext_kind(calls) == '[' && fp_jsontext_item(calls, &at, &call);)
        mask_input(m, call);
}

/* Each event is [chunk, {…, "call": {…}}]. */
static void mask_events(mask *m, fp_str events)
{
    fp_str event, part;

    for (size_t at = 0; fp_jsontext_kind(events) == '[' && fp_jsontext_item(events, &at, &event);)
        for (size_t i = 0; fp_jsontext_kind(event) == '[' && fp_jsontext_item(event, &i, &part);)
            mask_input(m, fp_jsontext_get(part, "call"));
}

void wire_input_mask(fp_str line, fp_json *masked)
{
    mask m = { .line = line, .out = masked };
    fp_str key, value;

    for (size_t at = 0;
         fp_jsontext_kind(line) == '{' && fp_jsontext_member(line, &at, &key, &value);) {
        if (fp_jsontext_is(key, FP_STR("calls")))
            mask_calls(&m, value);
        else if (fp_jsontext_is(key, FP_STR("events")))
            mask_events(&m, value);
    }
    fp_json_bytes(masked, (fp_str){ line.ptr + m.from, line.len - m.from });
}

/* -- read ------------------------------------------------------------------------------------ */

bool wire_input_encoded(fp_str value, fp_str *text)
{
    fp_str key, more;
    size_t at = 0;

    return fp_jsontext_kind(value) == '{' && fp_jsontext_member(value, &at, &key, text) &&
           fp_jsontext_is(key, FP_STR("base64")) && fp_jsontext_kind(*text) == '"' &&
           !fp_jsontext_member(value, &at, &key, &more);
}

static bool read_encoded(fp_str text, fp_value *value)
{
    const fp_value encoded = value_from_text(text);

    *value = (fp_value){ .kind = FP_VALUE_STRING };
    const bool good = base64_decode(encoded.text, &value->text);

    free((char *)(uintptr_t)encoded.text.ptr);
    return good;
}

wire_input_fault wire_input_read(fp_str object, fp_call *call)
{
    fp_str key, text, encoded;

    for (size_t at = 0; fp_jsontext_member(object, &at, &key, &text);) {
        const fp_value name = value_from_text(key);
        fp_value value;
        bool good = true;

        if (wire_input_encoded(text, &encoded))
            good = read_encoded(encoded, &value);
        else
            value = value_from_text(text);
        if (good)
            call_add(call, name.text, value);
        free((char *)(uintptr_t)name.text.ptr);
        if (!good)
            return WIRE_INPUT_BASE64;
    }

    call_index index = call_index_new(call);
    const bool twice = call_index_twice(&index);

    call_index_free(&index);
    return twice ? WIRE_INPUT_DUPLICATE : WIRE_INPUT_GOOD;
}

wire_input_fault wire_arguments_read(fp_str json, fp_call *call)
{
    fp_str encoded;
    fp_json text = { 0 };
    fp_value bytes = { 0 };
    bool lone = false, good = true;

    if (wire_input_encoded(json, &encoded)) {
        good = read_encoded(encoded, &bytes);
        if (good)
            arguments_read(call, bytes.text, true);
        value_free(&bytes);
    } else {
        need_memory(fp_jsontext_decode(json, &text, &lone));
        arguments_read(call, json_text(&text), !lone);
        fp_json_free(&text);
    }
    return good ? WIRE_INPUT_GOOD : WIRE_INPUT_BASE64;
}

/* -- written --------------------------------------------------------------------------------- */

static void write_value(fp_json *out, const fp_value *value)
{
    if (value->kind == FP_VALUE_STRING && !is_utf8(value->text)) {
        char *text = base64_encode(value->text);

        fp_json_raw(out, "{\"base64\":\"");
        fp_json_raw(out, text);
        fp_json_raw(out, "\"}");
        free(text);
    } else {
        value_write(out, value);
    }
}

void wire_input_write(fp_json *out, const fp_call *call)
{
    fp_json_raw(out, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_json_raw(out, i ? "," : "");
        fp_json_string(out, call->args[i].key);
        fp_json_raw(out, ":");
        write_value(out, &call->args[i].value);
    }
    fp_json_raw(out, "}");
}

bool wire_input_carries(const fp_call *call)
{
    fp_json text = { 0 };
    fp_call back = { .name = xcopy(call->name), .complete = true };
    bool same;

    wire_input_write(&text, call);
    need_memory(!text.failed);
    same =
        wire_input_read(json_text(&text), &back) == WIRE_INPUT_GOOD && fp_call_equal(&back, call);
    call_free(&back);
    fp_json_free(&text);
    return same;
}

bool wire_can_answer(const fp_outcome *outcome)
{
    for (size_t i = 0; i < fp_outcome_call_count(outcome); i++)
        if (!wire_input_carries(fp_outcome_call(outcome, i)))
            return false;
    return true;
}
