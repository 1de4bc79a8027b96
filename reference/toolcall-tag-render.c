/* SPDX-License-Identifier: Apache-2.0 */
/* toolcall-tag-render.c: calls written as blocks in tags. Clauses: spec/toolcall-tag.md, section 9.
 */
#include "toolcall-tag.h"

#include <string.h>

/* The offset of the first byte that keeps the text from being a word; the length if none does. */
static size_t bad_byte(fp_str text)
{
    size_t n = 0;

    if (text.len && !fp_toolcall_begins_word((unsigned char)text.ptr[0]))
        return 0;
    while (n < text.len && fp_toolcall_is_word((unsigned char)text.ptr[n]))
        n++;
    return n;
}

/* The offset of the key's end tag in the value; the length if it holds none. */
static size_t find_end_tag(fp_str value, fp_str key)
{
    const size_t length = key.len + 3;

    for (size_t at = 0; value.len - at >= length; at++) {
        const char *lt = memchr(value.ptr + at, '<', value.len - at - length + 1);

        if (!lt)
            break;
        at = (size_t)(lt - value.ptr);
        if (lt[1] == '/' && memcmp(lt + 2, key.ptr, key.len) == 0 && lt[length - 1] == '>')
            return at;
    }
    return value.len;
}

/* The text that stands for the value; json is what it may stand in. TOOLCALL-TAG-9.4 */
static bool value_text(fp_rendering *r, const fp_call *call, size_t i, fp_json *json, fp_str *text)
{
    const fp_value *value = &call->args[i].value;
    fp_arg arg = call->args[i];
    const fp_call one = { .name = call->name, .args = &arg, .arg_count = 1 };

    for (size_t k = 0; k < value->item_count; k++)
        if (fp_utf8_valid(value->items[k]) < value->items[k].len)
            return fp_render_refuse(r, FP_PART_VALUE, i, 0, "TOOLCALL-TAG-9.4",
                                    "a list is written as JSON, which holds UTF-8 only");
    if (value->kind == FP_VALUE_LIST) {
        fp_json_value(json, value);
        r->text->failed = r->text->failed || json->failed;
        arg.value = (fp_value){ .kind = FP_VALUE_JSON, .text = { json->ptr, json->len } };
    }
    if (fp_render_value(r, &one, 0, "TOOLCALL-TAG-9.4", text))
        return true;
    r->refusal->arg = i;
    return false;
}

static bool render_value(fp_rendering *r, const fp_call *call, size_t i)
{
    fp_json json = { 0 };
    fp_str text = { 0 };
    bool good = value_text(r, call, i, &json, &text);

    if (good) {
        const size_t end_tag = find_end_tag(text, call->args[i].key);

        if (end_tag < text.len)
            good = fp_render_refuse(r, FP_PART_VALUE, i, end_tag, "TOOLCALL-TAG-9.3",
                                    "the value holds its own end tag");
    }
    good = good && fp_render_framed(r, i, text, false);
    fp_json_free(&json);
    return good;
}

static bool render_arg(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_str key = call->args[i].key;
    const size_t good = bad_byte(key);

    if (!key.len || good < key.len)
        return fp_render_refuse(r, FP_PART_KEY, i, good, "TOOLCALL-TAG-9.2",
                                "no key has such a byte");
    fp_render_text(r, "  <");
    fp_render_bytes(r, key);
    fp_render_text(r, ">");
    if (!render_value(r, call, i))
        return false;
    fp_render_text(r, "</");
    fp_render_bytes(r, key);
    fp_render_text(r, ">\n");
    return true;
}

bool fp_toolcall_render(fp_rendering *r, const fp_call *call)
{
    const size_t good = bad_byte(call->name);

    if (!call->name.len || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "TOOLCALL-TAG-9.2",
                                "no name has such a byte");
    fp_render_text(r, "<toolcall(");
    fp_render_bytes(r, call->name);
    fp_render_text(r, ")>\n");
    for (size_t i = 0; i < call->arg_count; i++)
        if (!render_arg(r, call, i))
            return false;
    fp_render_text(r, "</toolcall(");
    fp_render_bytes(r, call->name);
    fp_render_text(r, ")>");
    return true;
}
