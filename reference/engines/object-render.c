/* SPDX-License-Identifier: Apache-2.0 */
/* object-render.c: calls written as JSON objects, as the table's layout has them. */
#include "core/rendering.h"
#include "engines/object.h"

#include <fencepost/jsontext.h>

static const fp_object_table *table_of(const fp_rendering *r)
{
    return r->syntax->table;
}

/* The limits of the parser that is to read it. */
static const fp_limits *limits(const fp_rendering *r)
{
    return &r->options->limits;
}

bool fp_object_refuse_over(fp_rendering *r, fp_part part, size_t arg, size_t byte)
{
    return fp_render_refuse(r, part, arg, byte, table_of(r)->layout.over,
                            "it would be over a limit of the parser");
}

static bool check_utf8(fp_rendering *r, fp_part part, size_t arg, fp_str bytes)
{
    const size_t good = fp_utf8_valid(bytes);

    if (good < bytes.len)
        return fp_render_refuse(r, part, arg, good,
                                part == FP_PART_CALL ? table_of(r)->layout.bad_id
                                                     : table_of(r)->layout.bad_bytes,
                                "JSON cannot carry bytes that are not UTF-8");
    return true;
}

static bool render_string(fp_rendering *r, fp_part part, size_t arg, fp_str bytes)
{
    if (!check_utf8(r, part, arg, bytes))
        return false;
    fp_json_string(r->text, bytes);
    return true;
}

/* -- values ---------------------------------------------------------------------------------- */

/* Brackets that may be open in a value. */
static size_t value_depth(const fp_rendering *r)
{
    enum { MOST = FP_SCAN_DEPTH_MAX - 1 };
    const size_t depth = limits(r)->depth, levels = table_of(r)->layout.levels;

    return (depth < MOST ? depth : MOST) - levels;
}

static bool render_list(fp_rendering *r, const fp_value *list, size_t arg)
{
    fp_render_text(r, "[");
    for (size_t i = 0; i < list->item_count; i++) {
        fp_render_text(r, i ? table_of(r)->layout.comma : "");
        if (!render_string(r, FP_PART_VALUE, arg, list->items[i]))
            return false;
    }
    fp_render_text(r, "]");
    return true;
}

/* The offset of the first lone surrogate escape; the length if there is none. */
static size_t find_lone(fp_str json)
{
    fp_unescaped string = { 0 };
    bool in_string = false;
    uint64_t lone;

    for (size_t i = 0; i < json.len; i++) {
        const unsigned char c = (unsigned char)json.ptr[i];
        const bool quote = c == '"' && !string.u.state;
        char bytes[FP_UNESCAPE_MAX];

        if (in_string && quote)
            fp_unescaped_end(&string, bytes);
        else if (in_string)
            fp_unescaped_step(&string, c, i, bytes);
        if (fp_unescaped_lone(&string, &lone))
            return (size_t)lone;
        in_string = in_string != quote;
    }
    return json.len;
}

/* Blanks around it are not written; *before: how many are before it. */
static bool render_json(fp_rendering *r, fp_str given, size_t arg, size_t *before)
{
    const fp_object_table *table = table_of(r);
    const fp_str json = fp_jsontext_trim(given);
    size_t wrong;

    *before = (size_t)(json.ptr - given.ptr);
    if (!check_utf8(r, FP_PART_VALUE, arg, given)) /* GCOVR_EXCL_BR_LINE: a case's JSON is UTF-8 */
        return false;
    if (!fp_jsontext_valid(json, FP_SCAN_DEPTH_MAX, &wrong)) /* GCOVR_EXCL_BR_LINE: and is JSON */
        return fp_render_refuse(r, FP_PART_VALUE, arg, *before + wrong, table->layout.bad_json,
                                "the value is not JSON");
    wrong = table->layout.lone ? find_lone(json) : json.len;
    if (wrong < json.len)
        return fp_render_refuse(r, FP_PART_VALUE, arg, *before + wrong, table->layout.lone,
                                "half a surrogate pair would be read as U+FFFD");
    fp_render_bytes(r, json);
    return true;
}

static bool write_value(fp_rendering *r, const fp_value *value, size_t arg, size_t *before)
{
    if (value->kind == FP_VALUE_LIST)
        return render_list(r, value, arg);
    return value->kind == FP_VALUE_JSON ? render_json(r, value->text, arg, before)
                                        : render_string(r, FP_PART_VALUE, arg, value->text);
}

static bool render_value(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_value *value = &call->args[i].value;
    const size_t begin = r->text->len;
    fp_str written;
    size_t wrong, before = 0;

    if (!write_value(r, value, i, &before) || r->text->failed)
        return false;
    written = (fp_str){ r->text->ptr + begin, r->text->len - begin };
    if (!fp_jsontext_valid(written, value_depth(r), &wrong))
        return fp_object_refuse_over(r, FP_PART_VALUE, i,
                                     table_of(r)->layout.bracket ? before + wrong : 0);
    if (written.len > limits(r)->value)
        return fp_object_refuse_over(r, FP_PART_VALUE, i, 0);
    return true;
}

/* -- calls ----------------------------------------------------------------------------------- */

static bool render_args(fp_rendering *r, const fp_call *call)
{
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_str key = call->args[i].key;

        if (key.len > limits(r)->key)
            return fp_object_refuse_over(r, FP_PART_KEY, i, limits(r)->key);
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

/* What follows the arguments: a brace, the id if there is one, and the rest. */
static bool render_end(fp_rendering *r, const fp_call *call)
{
    const fp_object_table *table = table_of(r);
    const bool has_id = table->layout.id && !table->layout.id_first && call->id.len;

    if (has_id) {
        fp_render_text(r, "}");
        fp_render_text(r, table->layout.id);
        if (!render_string(r, FP_PART_CALL, 0, call->id))
            return false;
    }
    fp_render_text(r, table->layout.after + has_id);
    return true;
}

/* What is before the name. */
static bool render_begin(fp_rendering *r, const fp_call *call)
{
    const fp_object_table *table = table_of(r);

    if (!table->layout.id_first || !call->id.len) {
        fp_render_text(r, table->layout.before);
        return true;
    }
    fp_render_text(r, table->layout.id_first);
    if (!render_string(r, FP_PART_CALL, 0, call->id))
        return false;
    fp_render_text(r, table->layout.to_name);
    return true;
}

bool fp_object_render(fp_rendering *r, const fp_call *call)
{
    const fp_object_table *table = table_of(r);
    const size_t begin = r->text->len;

    if (!call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, 0, table->layout.bad_name, "the name is empty");
    if (table->layout.duplicate && !fp_render_keys_once(r, call, table->layout.duplicate))
        return false;
    if (call->name.len > limits(r)->name)
        return fp_object_refuse_over(r, FP_PART_NAME, 0, limits(r)->name);
    if (limits(r)->depth < table->layout.levels)
        return fp_object_refuse_over(r, FP_PART_CALL, 0, 0);
    if (!render_begin(r, call) || !render_string(r, FP_PART_NAME, 0, call->name))
        return false;
    fp_render_text(r, table->layout.between);
    if (!render_args(r, call) || !render_end(r, call))
        return false;
    if (r->text->len - begin > limits(r)->call)
        return fp_object_refuse_over(r, FP_PART_CALL, 0, 0);
    return true;
}
