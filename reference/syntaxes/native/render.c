/* SPDX-License-Identifier: Apache-2.0 */
/* render.c: what the renderers of provider APIs share. Clauses: section 8 of
 * spec/native-anthropic.md, which that of spec/native-openai.md equals. */
#include "native.h"

#include "core/rendering.h"

#include <fencepost/ids.h>

static bool refuse_length(fp_rendering *r, fp_part part, size_t arg, size_t limit,
                          const native_refusals *refusals)
{
    return fp_render_refuse(r, part, arg, limit, refusals->limits,
                            "it is longer than a parser takes by default");
}

bool fp_native_renders(fp_rendering *r, const fp_call *call, const native_refusals *refusals)
{
    static const char *const NO_UTF8 = "JSON cannot carry bytes that are not UTF-8";
    const size_t name = fp_utf8_valid(call->name);

    if (!call->complete)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, refusals->call, "the call is not complete");
    if (!call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, 0, refusals->call, "the name is empty");
    if (!fp_render_keys_once(r, call, refusals->call)) /* 8.4 */
        return false;
    if (name < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, name, refusals->bytes, NO_UTF8);
    if (fp_utf8_valid(call->id) < call->id.len) /* GCOVR_EXCL_BR_LINE: a case's ids are UTF-8 */
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, refusals->bytes, NO_UTF8);
    if (call->name.len > FP_LIMITS_DEFAULT.name)
        return refuse_length(r, FP_PART_NAME, 0, FP_LIMITS_DEFAULT.name, refusals);
    return !r->text->failed;
}

void fp_native_render_id(fp_rendering *r, const fp_call *call, size_t number)
{
    char id[FP_CALL_ID_SIZE];

    fp_call_id("call_", number, id);
    fp_json_string(r->text, call->id.len ? call->id : fp_str_of(id));
}

/* Whether what was written from this place on is a value that a parser takes, that deep. */
static bool value_fits(fp_rendering *r, size_t from, size_t arg, size_t levels,
                       const native_refusals *refusals)
{
    const fp_json *text = r->text;
    fp_jsonscan scan = { 0 };

    if (text->failed)
        return false;
    if (text->len - from > FP_LIMITS_DEFAULT.value) /* GCOVR_EXCL_BR_LINE: 64 MiB */
        return refuse_length(r, FP_PART_VALUE, arg, FP_LIMITS_DEFAULT.value, refusals);
    for (size_t i = from; i < text->len; i++) {
        fp_jsonscan_step(&scan, (unsigned char)text->ptr[i]);
        if (scan.depth + levels > FP_LIMITS_DEFAULT.depth)
            return fp_render_refuse(r, FP_PART_VALUE, arg, i - from, refusals->limits,
                                    "it is deeper than a parser goes by default");
    }
    return true;
}

bool fp_native_render_input(fp_rendering *r, const fp_call *call, size_t levels,
                            const native_refusals *refusals)
{
    fp_render_text(r, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_str key = call->args[i].key;
        const size_t good = fp_utf8_valid(key);
        size_t from;

        if (good < key.len) /* GCOVR_EXCL_BR_LINE: a case's keys are UTF-8 */
            return fp_render_refuse(r, FP_PART_KEY, i, good, refusals->bytes,
                                    "JSON cannot carry bytes that are not UTF-8");
        if (key.len > FP_LIMITS_DEFAULT.key) /* GCOVR_EXCL_BR_LINE: 64 KiB */
            return refuse_length(r, FP_PART_KEY, i, FP_LIMITS_DEFAULT.key, refusals);
        fp_render_text(r, i ? "," : "");
        fp_json_string(r->text, key);
        fp_render_text(r, ":");
        from = r->text->len;
        if (!fp_render_json(r, call, i, refusals->bytes) ||
            !value_fits(r, from, i, levels, refusals))
            return false;
    }
    fp_render_text(r, "}");
    return true;
}
