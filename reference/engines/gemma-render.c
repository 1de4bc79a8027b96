/* SPDX-License-Identifier: Apache-2.0 */
/* gemma-render.c: calls whose arguments are a literal of their own, written as the table has them.
 * Values that are JSON are read as JSON and written again, string by string. */
#include "engines/gemma.h"

#include "core/jsonscan.h"
#include "core/rendering.h"

#include <fencepost/jsontext.h>

#include <string.h>

static const fp_gemma_table *table_of(const fp_rendering *r)
{
    return r->syntax->table;
}

/* -- strings and keys ------------------------------------------------------------------------ */

/* The offset of the quote in a string; the length if there is none. */
static size_t find_quote(const char *quote, fp_str text)
{
    const size_t len = strlen(quote);

    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.ptr + i, quote, len) == 0)
            return i;
    return text.len;
}

/* A string between quotes. */
static bool render_string(fp_rendering *r, fp_part part, size_t arg, fp_str text)
{
    const char *quote = table_of(r)->quote;
    const size_t at = find_quote(quote, text);

    if (at < text.len)
        return fp_render_refuse(r, part, arg, at, table_of(r)->layout.bad_string,
                                "the mark that ends a string is in it, and there are no escapes");
    fp_render_text(r, quote);
    fp_render_bytes(r, text);
    fp_render_text(r, quote);
    return true;
}

static bool is_bare(const fp_gemma_table *table, fp_str key)
{
    for (size_t i = 0; i < key.len; i++)
        if (!table->is_key((unsigned char)key.ptr[i]))
            return false;
    return key.len;
}

static bool render_key(fp_rendering *r, fp_part part, size_t arg, fp_str key)
{
    if (!is_bare(table_of(r), key))
        return render_string(r, part, arg, key);
    fp_render_bytes(r, key);
    return true;
}

/* -- values ---------------------------------------------------------------------------------- */

static bool refuse_json(fp_rendering *r, size_t arg, size_t byte, const char *reason)
{
    return fp_render_refuse(r, FP_PART_VALUE, arg, byte, table_of(r)->layout.bad_json, reason);
}

/* A string of a value that is JSON, which begins at this byte of it. */
static bool render_json_string(fp_rendering *r, size_t arg, fp_str string, bool key, size_t byte)
{
    fp_json text = { 0 };
    bool lone = false, written = false;

    if (!fp_jsontext_decode(string, &text, &lone))
        r->text->failed = true;
    else if (lone)
        refuse_json(r, arg, byte, "half a surrogate pair stands for no text");
    else if (key)
        written = render_key(r, FP_PART_VALUE, arg, (fp_str){ text.ptr, text.len });
    else
        written = render_string(r, FP_PART_VALUE, arg, (fp_str){ text.ptr, text.len });
    fp_json_free(&text);
    return written;
}

/* A value that is JSON: blanks between its tokens are not written. */
static bool render_json(fp_rendering *r, size_t arg, fp_str json)
{
    fp_jsonscan scan = { 0 };
    size_t wrong, string = 0;

    /* GCOVR_EXCL_BR_START: a case's JSON is JSON */
    if (!fp_jsontext_valid(json, FP_SCAN_DEPTH_MAX, &wrong))
        return refuse_json(r, arg, wrong, "the value is not JSON");
    /* GCOVR_EXCL_BR_STOP */
    for (size_t i = 0; i < json.len; i++) {
        const bool was_inside = fp_jsonscan_in_string(&scan);
        const fp_scan_byte kind = fp_jsonscan_step(&scan, (unsigned char)json.ptr[i]);

        if (kind == FP_SCAN_KEY || kind == FP_SCAN_STRING) {
            if (!was_inside)
                string = i;
            else if (!fp_jsonscan_in_string(&scan) &&
                     !render_json_string(r, arg, (fp_str){ json.ptr + string, i + 1 - string },
                                         kind == FP_SCAN_KEY, string))
                return false;
        } else if (kind != FP_SCAN_BLANK) {
            fp_render_bytes(r, (fp_str){ json.ptr + i, 1 });
        }
    }
    return true;
}

static bool render_list(fp_rendering *r, size_t arg, const fp_value *list)
{
    fp_render_text(r, "[");
    for (size_t i = 0; i < list->item_count; i++) {
        fp_render_text(r, i ? "," : "");
        if (!render_string(r, FP_PART_VALUE, arg, list->items[i]))
            return false;
    }
    fp_render_text(r, "]");
    return true;
}

static bool render_value(fp_rendering *r, size_t arg, const fp_value *value)
{
    if (value->kind == FP_VALUE_LIST)
        return render_list(r, arg, value);
    return value->kind == FP_VALUE_JSON ? render_json(r, arg, value->text)
                                        : render_string(r, FP_PART_VALUE, arg, value->text);
}

/* -- calls ----------------------------------------------------------------------------------- */

static bool render_name(fp_rendering *r, fp_str name)
{
    size_t good = 0;

    while (good < name.len && table_of(r)->is_name((unsigned char)name.ptr[good]))
        good++;
    if (!name.len || good < name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, table_of(r)->layout.bad_name,
                                "no name has such a byte");
    fp_render_bytes(r, name);
    return true;
}

bool fp_gemma_render(fp_rendering *r, const fp_call *call)
{
    const fp_gemma_table *table = table_of(r);

    if (!fp_render_keys_once(r, call, table->layout.duplicate))
        return false;
    fp_render_text(r, table->open);
    fp_render_text(r, table->lead);
    if (!render_name(r, call->name))
        return false;
    fp_render_text(r, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_render_text(r, i ? "," : "");
        if (!render_key(r, FP_PART_KEY, i, call->args[i].key))
            return false;
        fp_render_text(r, ":");
        if (!render_value(r, i, &call->args[i].value))
            return false;
    }
    fp_render_text(r, "}");
    fp_render_text(r, table->close);
    return true;
}
