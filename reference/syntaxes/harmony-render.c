/* SPDX-License-Identifier: Apache-2.0 */
/* harmony-render.c: a call as a message. Clauses: spec/harmony.md. */
#include "core/jsonscan.h"
#include "core/rendering.h"
#include "syntaxes/harmony.h"

#include <fencepost/jsontext.h>

/* How many of the first bytes can be of a name: HARMONY-4.2. */
static size_t good_bytes(fp_str name)
{
    size_t n = 0;

    while (n < name.len && (unsigned char)name.ptr[n] > ' ' && name.ptr[n] != '<')
        n++;
    return n;
}

static bool render_name(fp_rendering *r, fp_str name)
{
    const size_t good = good_bytes(name);

    if (!name.len || good < name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "HARMONY-8.2", "no name has such a byte");
    fp_render_bytes(r, name);
    return true;
}

/* Whether the values that are JSON are. */
static bool is_json(fp_rendering *r, const fp_call *call)
{
    size_t wrong;

    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_value *value = &call->args[i].value;

        /* GCOVR_EXCL_BR_START: a case's JSON is JSON */
        if (value->kind == FP_VALUE_JSON &&
            !fp_jsontext_valid(value->text, FP_SCAN_DEPTH_MAX, &wrong))
            return fp_render_refuse(r, FP_PART_VALUE, i, wrong, "HARMONY-8.4",
                                    "the value is not JSON");
        /* GCOVR_EXCL_BR_STOP */
    }
    return true;
}

bool fp_harmony_render(fp_rendering *r, const fp_call *call)
{
    /* GCOVR_EXCL_BR_START: and its keys are different */
    if (!is_json(r, call) || !fp_render_keys_once(r, call, "HARMONY-8.4"))
        return false;
    /* GCOVR_EXCL_BR_STOP */
    fp_render_text(r, "<|start|>assistant<|channel|>commentary to=functions.");
    if (!render_name(r, call->name))
        return false;
    fp_render_text(r, " <|constrain|>json<|message|>");
    if (!fp_render_json_input(r, call, "HARMONY-8.3"))
        return false;
    fp_render_text(r, "<|call|>");
    return true;
}
