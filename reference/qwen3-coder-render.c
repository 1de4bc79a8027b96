/* SPDX-License-Identifier: Apache-2.0 */
/* qwen3-coder-render.c: calls written as function and parameter tags. Clauses: spec/qwen3-coder.md,
 * section 9. */
#include "qwen3-coder.h"

#include <string.h>

/* The offset of the first byte that keeps the text from being a word; the length if none does. */
static size_t bad_byte(fp_str text)
{
    size_t n = 0;

    if (text.len && !fp_qwen_begins_word((unsigned char)text.ptr[0]))
        return 0;
    while (n < text.len && fp_qwen_is_word((unsigned char)text.ptr[n]))
        n++;
    return n;
}

/* The same of a key: a space is bad at its ends alone. QWEN3-CODER-1.7 */
static size_t bad_key_byte(fp_str key)
{
    size_t n = 0;

    if (key.len && key.ptr[0] == ' ')
        return 0;
    while (n < key.len && fp_qwen_is_key((unsigned char)key.ptr[n]))
        n++;
    return n && n == key.len && key.ptr[n - 1] == ' ' ? n - 1 : n;
}

static bool begins_with(fp_str text, const char *tag)
{
    const size_t length = strlen(tag);

    return text.len >= length && memcmp(text.ptr, tag, length) == 0;
}

/* QWEN3-CODER-9.4: the offset of the first tag that would end the value or break its block; the
 * length if there is none. */
static size_t find_tag(const fp_rendering *r, fp_str value)
{
    const bool lenient = r->options->policies.of[FP_RECOVERY] == FP_RECOVERY_LENIENT;

    for (size_t at = 0; at < value.len; at++) {
        const char *less = memchr(value.ptr + at, '<', value.len - at);
        fp_str rest;

        if (!less)
            break;
        at = (size_t)(less - value.ptr);
        rest = (fp_str){ less, value.len - at };
        if (begins_with(rest, "</parameter>") || begins_with(rest, "<parameter=") ||
            (lenient && begins_with(rest, "</function>")))
            return at;
    }
    return value.len;
}

/* A list, as the text of its JSON array, which json holds. QWEN3-CODER-9.5 */
static bool list_text(fp_rendering *r, const fp_call *call, size_t i, fp_json *json, fp_str *text)
{
    const fp_value *list = &call->args[i].value;
    fp_arg array = { .key = call->args[i].key };
    const fp_call alone = { .name = call->name, .args = &array, .arg_count = 1 };

    for (size_t k = 0; k < list->item_count; k++)
        if (fp_utf8_valid(list->items[k]) < list->items[k].len)
            return fp_render_refuse(r, FP_PART_VALUE, i, 0, "QWEN3-CODER-9.5",
                                    "a list is written as JSON, which holds UTF-8 only");
    fp_json_value(json, list);
    r->text->failed = r->text->failed || json->failed;
    array.value = (fp_value){ .kind = FP_VALUE_JSON, .text = { json->ptr, json->len } };
    if (fp_render_value(r, &alone, 0, "QWEN3-CODER-9.5", text))
        return true;
    r->refusal->arg = i;
    return false;
}

static bool render_text(fp_rendering *r, size_t i, fp_str text)
{
    const size_t tag = find_tag(r, text);

    if (tag < text.len)
        return fp_render_refuse(r, FP_PART_VALUE, i, tag, "QWEN3-CODER-9.4",
                                "the value holds a tag that ends it or breaks its block");
    return fp_render_framed(r, i, text, true); /* QWEN3-CODER-9.2 */
}

static bool render_value(fp_rendering *r, const fp_call *call, size_t i)
{
    fp_json json = { 0 };
    fp_str text = { 0 };
    bool good = call->args[i].value.kind == FP_VALUE_LIST
                    ? list_text(r, call, i, &json, &text)
                    : fp_render_value(r, call, i, "QWEN3-CODER-9.5", &text);

    good = good && render_text(r, i, text);
    fp_json_free(&json);
    return good;
}

static bool render_arg(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_str key = call->args[i].key;
    const size_t good = bad_key_byte(key);

    if (!key.len || good < key.len)
        return fp_render_refuse(r, FP_PART_KEY, i, good, "QWEN3-CODER-9.3",
                                "no key has such a byte");
    fp_render_text(r, "<parameter=");
    fp_render_bytes(r, key);
    fp_render_text(r, ">");
    if (!render_value(r, call, i))
        return false;
    fp_render_text(r, "</parameter>\n");
    return true;
}

bool fp_qwen_render(fp_rendering *r, const fp_call *call)
{
    const size_t good = bad_byte(call->name);

    if (!call->name.len || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "QWEN3-CODER-9.3",
                                "no name has such a byte");
    fp_render_text(r, "<tool_call>\n<function=");
    fp_render_bytes(r, call->name);
    fp_render_text(r, ">\n");
    for (size_t i = 0; i < call->arg_count; i++)
        if (!render_arg(r, call, i))
            return false;
    fp_render_text(r, "</function>\n</tool_call>");
    return true;
}
