/* SPDX-License-Identifier: Apache-2.0 */
/* xml-render.c: calls written as tool and param tags. Clauses: spec/xml.md, section 9. */
#include "xml-render.h"

#include <string.h>

/* How many of the first bytes are those of a name. */
static size_t name_length(fp_str text)
{
    size_t n = 0;

    while (n < text.len && fp_xml_is_name((unsigned char)text.ptr[n]))
        n++;
    return n;
}

/* Takes these bytes off the front of the text, if they are there. */
static bool skip(fp_str *text, fp_str bytes)
{
    if (text->len < bytes.len || memcmp(text->ptr, bytes.ptr, bytes.len) != 0)
        return false;
    text->ptr += bytes.len;
    text->len -= bytes.len;
    return true;
}

/* Whether the text begins with a parameter tag of this key. */
static bool begins_with_tag(const fp_rendering *r, fp_str text, fp_str key)
{
    const bool lenient = r->options->policies.of[FP_RECOVERY] == FP_RECOVERY_LENIENT;

    if (!skip(&text, FP_STR("<param:")) && !skip(&text, FP_STR("</param:")))
        return false;
    if (!skip(&text, key))
        return false;
    for (size_t n = 0; lenient && n < FP_XML_BLANKS; n++) /* XML-1.3 */
        if (!skip(&text, FP_STR(" ")) && !skip(&text, FP_STR("\t")))
            break;
    return skip(&text, FP_STR(">"));
}

/* XML-9.4: the offset of the first tag of the value's own key; the length if there is none. */
static size_t own_tag(const fp_rendering *r, fp_str value, fp_str key)
{
    for (size_t at = 0; at < value.len; at++) {
        const char *less = memchr(value.ptr + at, '<', value.len - at);

        if (!less)
            break;
        at = (size_t)(less - value.ptr);
        if (begins_with_tag(r, (fp_str){ less, value.len - at }, key))
            return at;
    }
    return value.len;
}

/* XML-9.2. */
static bool render_text(fp_rendering *r, const fp_arg *arg, size_t i, fp_str text)
{
    const bool lines = text.len && memchr(text.ptr, '\n', text.len);
    const size_t tag = own_tag(r, text, arg->key);

    if (tag < text.len)
        return fp_render_refuse(r, FP_PART_VALUE, i, tag, "XML-9.4",
                                "the value holds a parameter tag of its own key");
    fp_render_text(r, "<param:");
    fp_render_bytes(r, arg->key);
    fp_render_text(r, ">");
    if (!fp_render_framed(r, i, text, lines))
        return false;
    fp_render_text(r, "</param:");
    fp_render_bytes(r, arg->key);
    fp_render_text(r, ">\n");
    return true;
}

/* XML-9.5: a list that repeated parameters cannot give, as JSON text, where a schema reads it. */
static bool render_short_list(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];
    fp_json json = { 0 };
    fp_arg typed = { .key = arg->key };
    const fp_call alone = { .name = call->name, .args = &typed, .arg_count = 1 };
    fp_str text;
    bool done;

    for (size_t k = 0; k < arg->value.item_count; k++)
        if (fp_utf8_valid(arg->value.items[k]) < arg->value.items[k].len)
            return fp_render_refuse(r, FP_PART_VALUE, i, 0, "XML-9.5",
                                    "the list has one element, which is no UTF-8");
    fp_json_value(&json, &arg->value);
    typed.value = (fp_value){ .kind = FP_VALUE_JSON, .text = { json.ptr, json.len } };
    if (json.failed)
        r->text->failed = true;
    done = !json.failed && fp_render_value(r, &alone, 0, "XML-9.5", &text)
               ? render_text(r, arg, i, text)
               : fp_render_refuse(r, FP_PART_VALUE, i, 0, "XML-9.5",
                                  "a list of no or of one element has no form here");
    fp_json_free(&json);
    return done;
}

static bool render_list(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];

    if (arg->value.item_count < 2)
        return render_short_list(r, call, i);
    if (!fp_render_repeated(r, call, i, "XML-9.6"))
        return false;
    for (size_t k = 0; k < arg->value.item_count; k++)
        if (!render_text(r, arg, i, arg->value.items[k]))
            return false;
    return true;
}

static bool render_arg(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];
    const size_t good = name_length(arg->key);
    fp_str text;

    if (!arg->key.len || good < arg->key.len)
        return fp_render_refuse(r, FP_PART_KEY, i, good, "XML-9.3", "no key has such a byte");
    if (arg->value.kind == FP_VALUE_LIST)
        return render_list(r, call, i);
    return fp_render_value(r, call, i, "XML-9.6", &text) && render_text(r, arg, i, text);
}

bool fp_xml_render(fp_rendering *r, const fp_call *call)
{
    const size_t good = name_length(call->name);

    if (!call->name.len || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "XML-9.3", "no name has such a byte");
    fp_render_text(r, "<tool:");
    fp_render_bytes(r, call->name);
    fp_render_text(r, ">\n");
    for (size_t i = 0; i < call->arg_count; i++)
        if (!render_arg(r, call, i))
            return false;
    fp_render_text(r, "</tool:");
    fp_render_bytes(r, call->name);
    fp_render_text(r, ">");
    return true;
}
