/* SPDX-License-Identifier: Apache-2.0 */
/* hermes-render.c: calls written as blocks. Clauses: spec/hermes.md, section 10. */
#include "syntaxes/hermes.h"

#include "core/call.h"

#include <fencepost/jsontext.h>

enum { VALUE_LEVELS = 2 }; /* brackets open around a value */

/* The limits of the parser that is to read it. */
static const fp_limits *limits(const fp_rendering *r)
{
    return &r->options->limits;
}

static bool over(fp_rendering *r, fp_part part, size_t arg, size_t byte)
{
    return fp_render_refuse(r, part, arg, byte, "HERMES-10.5",
                            "it would be over a limit of the parser");
}

/* HERMES-10.4 */
static bool refuse_value(fp_rendering *r, size_t arg, size_t byte)
{
    return fp_render_refuse(r, FP_PART_VALUE, arg, byte, "HERMES-10.4", "the value is not JSON");
}

/* HERMES-10.3 */
static bool render_string(fp_rendering *r, fp_part part, size_t arg, fp_str bytes)
{
    const size_t good = fp_utf8_valid(bytes);

    if (good < bytes.len)
        return fp_render_refuse(r, part, arg, good, "HERMES-10.3",
                                "JSON cannot carry bytes that are no UTF-8");
    fp_json_string(r->text, bytes);
    return true;
}

static size_t value_depth(const fp_rendering *r)
{
    enum { MOST = FP_SCAN_DEPTH_MAX - 1 };
    const size_t depth = limits(r)->depth < MOST ? limits(r)->depth : MOST;

    return depth > VALUE_LEVELS ? depth - VALUE_LEVELS : 0;
}

static bool render_value(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *value = &call->args[i].value;
    const size_t from = r->text->len;
    size_t wrong;
    fp_str written;

    /* GCOVR_EXCL_BR_START: a case holds no value that is not JSON */
    if (value->kind == FP_VALUE_JSON && !fp_jsontext_valid(value->text, FP_SCAN_DEPTH_MAX, &wrong))
        return refuse_value(r, i, wrong);
    /* GCOVR_EXCL_BR_STOP */
    if (!fp_render_json(r, call, i, "HERMES-10.3"))
        return false;
    if (r->text->failed)
        return false;
    written = (fp_str){ r->text->ptr + from, r->text->len - from };
    if (written.len > limits(r)->value || !fp_jsontext_valid(written, value_depth(r), &wrong))
        return over(r, FP_PART_VALUE, i, 0);
    return true;
}

/* HERMES-10.4: whether a key is there twice; *arg is the second. */
static bool has_duplicate(fp_rendering *r, const fp_call *call, size_t *arg)
{
    fp_builder keys = { 0 };
    bool again = false;

    for (size_t i = 0; i < call->arg_count && !again; i++) {
        *arg = i;
        again = fp_builder_has(&keys, call->args[i].key);
        if (!fp_builder_arg(&keys, call->args[i].key)) {
            r->text->failed = true;
            break;
        }
    }
    fp_builder_free(&keys);
    return again;
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

bool fp_hermes_render(fp_rendering *r, const fp_call *call) /* HERMES-10.1 */
{
    const size_t begin = r->text->len;
    size_t again;

    if (!call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, 0, "HERMES-10.4", "the name is empty");
    if (has_duplicate(r, call, &again))
        return fp_render_refuse(r, FP_PART_KEY, again, 0, "HERMES-10.4", "a key is there twice");
    if (call->name.len > limits(r)->name)
        return over(r, FP_PART_NAME, 0, limits(r)->name);
    if (limits(r)->depth < VALUE_LEVELS)
        return over(r, FP_PART_CALL, 0, 0);
    fp_render_text(r, "<tool_call>\n{\"name\": ");
    if (!render_string(r, FP_PART_NAME, 0, call->name))
        return false;
    fp_render_text(r, ", \"arguments\": {");
    if (!render_args(r, call))
        return false;
    fp_render_text(r, "}}\n</tool_call>");
    if (r->text->len - begin > limits(r)->call)
        return over(r, FP_PART_CALL, 0, 0);
    return true;
}
