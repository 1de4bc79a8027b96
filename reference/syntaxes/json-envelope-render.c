/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope-render.c: calls written as documents. Clauses: spec/json-envelope.md, section 10.
 */
#include "syntaxes/json-envelope.h"
#include "syntaxes/message.h"

#include <fencepost/jsontext.h>

enum { ARGS_DEPTH = 4 }; /* brackets open in args */

static const char OPENING[] = "{\"thought\"";

/* The limits of the parser that is to read it (JSON-ENVELOPE-10.6). */
static const fp_limits *limits(const fp_rendering *r)
{
    return &r->options->limits;
}

/* Brackets that may be open in a value. */
static size_t value_depth(const fp_rendering *r)
{
    enum { MOST = FP_SCAN_DEPTH_MAX - 1 };
    const size_t depth = limits(r)->depth;

    return (depth < MOST ? depth : MOST) - ARGS_DEPTH;
}

static bool over(fp_rendering *r, fp_part part, size_t arg, size_t byte)
{
    return fp_render_refuse(r, part, arg, byte, "JSON-ENVELOPE-10.6",
                            "it would be over a limit of the parser");
}

/* JSON-ENVELOPE-10.2, 10.4 */
static bool render_string(fp_rendering *r, fp_part part, size_t arg, fp_str bytes)
{
    const size_t good = fp_utf8_valid(bytes);

    if (good < bytes.len)
        return fp_render_refuse(r, part, arg, good, "JSON-ENVELOPE-10.4",
                                "JSON cannot carry bytes that are no UTF-8");
    fp_json_string(r->text, bytes);
    return true;
}

static bool render_list(fp_rendering *r, const fp_value *list, size_t arg)
{
    if (!value_depth(r))
        return over(r, FP_PART_VALUE, arg, 0);
    fp_render_text(r, "[");
    for (size_t i = 0; i < list->item_count; i++) {
        fp_render_text(r, i ? ", " : "");
        if (!render_string(r, FP_PART_VALUE, arg, list->items[i]))
            return false;
    }
    fp_render_text(r, "]");
    return true;
}

/* The offset of the first lone surrogate escape; the length if there is none. */
static size_t find_lone(fp_str json)
{
    fp_env_string string = { 0 };
    bool in_string = false;

    for (size_t i = 0; i < json.len; i++) {
        const unsigned char c = (unsigned char)json.ptr[i];
        const bool quote = c == '"' && !string.unescape.state;

        if (in_string) {
            const fp_env_decoded d =
                quote ? fp_env_string_end(&string) : fp_env_string_step(&string, c, i);

            if (d.lone)
                return (size_t)d.lone_at;
        }
        in_string = in_string != quote;
    }
    return json.len;
}

/* JSON-ENVELOPE-10.4, 10.5 */
static bool render_json(fp_rendering *r, fp_str given, size_t arg)
{
    const fp_str json = fp_jsontext_trim(given);
    const size_t before = (size_t)(json.ptr - given.ptr);
    const size_t good = fp_utf8_valid(json);
    size_t wrong;

    if (good < json.len) /* GCOVR_EXCL_BR_LINE: a case's JSON is UTF-8 */
        return fp_render_refuse(r, FP_PART_VALUE, arg, before + good, "JSON-ENVELOPE-10.4",
                                "JSON cannot carry bytes that are no UTF-8");
    if (!fp_jsontext_valid(json, FP_SCAN_DEPTH_MAX, &wrong)) /* GCOVR_EXCL_BR_LINE: and is JSON */
        return fp_render_refuse(r, FP_PART_VALUE, arg, before + wrong, "JSON-ENVELOPE-10.5",
                                "the value is not JSON");
    wrong = find_lone(json);
    if (wrong < json.len)
        return fp_render_refuse(r, FP_PART_VALUE, arg, before + wrong, "JSON-ENVELOPE-10.5",
                                "half a surrogate pair would be read as U+FFFD");
    if (!fp_jsontext_valid(json, value_depth(r), &wrong))
        return over(r, FP_PART_VALUE, arg, before + wrong);
    fp_render_bytes(r, json);
    return true;
}

static bool render_value(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *value = &call->args[i].value;
    const size_t begin = r->text->len;

    switch (value->kind) {
    case FP_VALUE_STRING:
        if (!render_string(r, FP_PART_VALUE, i, value->text))
            return false;
        break;
    case FP_VALUE_LIST:
        if (!render_list(r, value, i))
            return false;
        break;
    case FP_VALUE_JSON:
        if (!render_json(r, value->text, i))
            return false;
        break;
    }
    if (r->text->len - begin > limits(r)->value)
        return over(r, FP_PART_VALUE, i, 0);
    return true;
}

static bool render_args(fp_rendering *r, const fp_call *call)
{
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_str key = call->args[i].key;

        if (key.len > limits(r)->key)
            return over(r, FP_PART_KEY, i, limits(r)->key);
        fp_render_text(r, i ? ", " : "");
        /* GCOVR_EXCL_BR_START: a case's keys are UTF-8 */
        if (!render_string(r, FP_PART_KEY, i, key))
            return false;
        /* GCOVR_EXCL_BR_STOP */
        fp_render_text(r, ": ");
        if (!render_value(r, call, i))
            return false;
    }
    return true;
}

/* A call object. */
static bool render_call(fp_rendering *r, const fp_call *call)
{
    const size_t begin = r->text->len;

    if (!call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, 0, "JSON-ENVELOPE-10.3",
                                "a call with an empty name is no call");
    if (call->name.len > limits(r)->name)
        return over(r, FP_PART_NAME, 0, limits(r)->name);
    fp_render_text(r, "{\"tool\": ");
    if (!render_string(r, FP_PART_NAME, 0, call->name))
        return false;
    fp_render_text(r, ", \"args\": {");
    if (!render_args(r, call))
        return false;
    fp_render_text(r, "}}");
    if (r->text->len - begin > limits(r)->call)
        return over(r, FP_PART_CALL, 0, 0);
    return true;
}

/* JSON-ENVELOPE-10.7 */
bool fp_env_render_message(fp_rendering *r, const fp_piece *pieces, size_t count, size_t *at)
{
    bool again = false;

    *at = 0;
    if (limits(r)->depth < ARGS_DEPTH || limits(r)->held < sizeof OPENING - 1)
        return over(r, FP_PART_CALL, 0, 0);
    fp_render_text(r, OPENING);
    fp_render_text(r, ": ");
    if (!fp_message_text(r, pieces, count, at, "JSON-ENVELOPE-10.4"))
        return false;
    fp_render_text(r, ", \"tool_calls\": [");
    for (*at = 0; *at < count; ++*at) {
        if (!pieces[*at].call)
            continue;
        fp_render_text(r, again ? ", " : "");
        if (!render_call(r, pieces[*at].call))
            return false;
        again = true;
    }
    fp_render_text(r, "]}");
    return true;
}

/* JSON-ENVELOPE-10.1 */
bool fp_env_render(fp_rendering *r, const fp_call *call)
{
    const fp_piece piece = { .call = call };
    size_t at;

    return fp_env_render_message(r, &piece, 1, &at);
}
