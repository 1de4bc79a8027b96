/* SPDX-License-Identifier: Apache-2.0 */
/* caret-render.c: calls written as triple-caret blocks. Clauses: spec/caret.md, section 9. */
#include "syntaxes/caret-render.h"

#include "core/ascii.h"
#include "core/rendering.h"

#include <fencepost/jsontext.h>

#include <string.h>

static bool is_name(int c) /* CARET-1.3 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_key(int c) /* CARET-1.4 */
{
    return is_name(c) || c == '-' || c == '.';
}

/* How many of the first bytes are of a class. */
static size_t span(fp_str text, bool (*class)(int c))
{
    size_t n = 0;

    while (n < text.len && class((unsigned char)text.ptr[n]))
        n++;
    return n;
}

static fp_str rest(fp_str text, size_t from)
{
    return (fp_str){ text.ptr + from, text.len - from };
}

/* CARET-9.2: a value that a parameter line gives as it is. */
static bool fits_line(fp_str value)
{
    if (!value.len)
        return true;
    return !memchr(value.ptr, '\n', value.len) && !memchr(value.ptr, '\r', value.len) &&
           !fp_is_space(value.ptr[0]) && !fp_is_space(value.ptr[value.len - 1]) &&
           !fp_str_equal(value, FP_STR("["));
}

/* Whether a line of a value, without its LF, would be the end marker (CARET-4.2). */
static bool is_end_marker(fp_str line, fp_str key)
{
    size_t at = 3;

    if (line.len < 3 || memcmp(line.ptr, "---", 3) != 0)
        return false;
    at += span(rest(line, 3), fp_is_blank);
    if (at == 3 || line.len - at < key.len || memcmp(line.ptr + at, key.ptr, key.len) != 0)
        return false;
    at += key.len;
    at += span(rest(line, at), fp_is_blank);
    return at == line.len || (at + 1 == line.len && line.ptr[at] == '\r');
}

static bool render_lines(fp_rendering *r, fp_str key, fp_str value, size_t arg)
{
    for (size_t at = 0; at < value.len;) {
        const char *lf = memchr(value.ptr + at, '\n', value.len - at);
        const size_t end = lf ? (size_t)(lf - value.ptr) : value.len;

        if (is_end_marker((fp_str){ value.ptr + at, end - at }, key))
            return fp_render_refuse(r, FP_PART_VALUE, arg, at, "CARET-9.5",
                                    "a line of the value is the value's own end marker");
        at = end + 1;
    }
    fp_render_bytes(r, key);
    fp_render_text(r, " ---");
    if (!fp_render_lines(r, arg, value)) /* CARET-9.3 */
        return false;
    fp_render_text(r, "--- ");
    fp_render_bytes(r, key);
    fp_render_text(r, "\n");
    return true;
}

/* CARET-9.6: the offset of what an element may not have; the length if it is good. */
static size_t bad_element(fp_str item)
{
    const char *lf = item.len ? memchr(item.ptr, '\n', item.len) : NULL;
    const bool carets = item.len >= 3 && memcmp(item.ptr, "^^^", 3) == 0;

    if (lf)
        return (size_t)(lf - item.ptr);
    if (!item.len || fp_is_blank((unsigned char)item.ptr[0]) || fp_str_equal(item, FP_STR("]")))
        return 0;
    if (carets && span(rest(item, 3), is_name) == item.len - 3)
        return 0;
    return fp_is_space(item.ptr[item.len - 1]) ? item.len - 1 : item.len;
}

static bool render_list(fp_rendering *r, const fp_call *call, size_t index)
{
    const fp_arg *arg = &call->args[index];
    const fp_value *value = &arg->value;

    if (!fp_render_repeated(r, call, index, "CARET-9.7"))
        return false;
    fp_render_bytes(r, arg->key);
    fp_render_text(r, ": [\n");
    for (size_t i = 0; i < value->item_count; i++) {
        const fp_str item = value->items[i];
        const size_t bad = bad_element(item);

        if (bad < item.len || !item.len)
            return fp_render_refuse(r, FP_PART_VALUE, index, bad, "CARET-9.6",
                                    "an element is empty, has a line end or blanks at its ends, "
                                    "or is a marker");
        fp_render_bytes(r, item);
        fp_render_text(r, "\n");
    }
    fp_render_text(r, "]\n");
    return true;
}

/* CARET-9.8: whether each item of a JSON array is an element of its own. */
static bool has_elements(fp_rendering *r, const fp_call *call, size_t index)
{
    fp_str item;
    size_t at = 0;

    if (!fp_render_item_texts(r, call, index))
        return false;
    while (fp_jsontext_item(call->args[index].value.text, &at, &item))
        if (bad_element(item) < item.len) /* GCOVR_EXCL_BR_LINE: a case's JSON has no line end */
            return false;
    return true;
}

static void render_elements(fp_rendering *r, const fp_arg *arg)
{
    fp_str item;
    size_t at = 0;

    fp_render_bytes(r, arg->key);
    fp_render_text(r, ": [\n");
    while (fp_jsontext_item(arg->value.text, &at, &item)) {
        fp_render_bytes(r, item);
        fp_render_text(r, "\n");
    }
    fp_render_text(r, "]\n");
}

static bool render_arg(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];
    const size_t good = span(arg->key, is_key);
    fp_str text;

    if (!arg->key.len || good < arg->key.len)
        return fp_render_refuse(r, FP_PART_KEY, i, good, "CARET-9.4", "no key has such a byte");
    if (arg->value.kind == FP_VALUE_LIST)
        return render_list(r, call, i);
    if (has_elements(r, call, i)) {
        render_elements(r, arg);
        return true;
    }
    if (!fp_render_value(r, call, i, "CARET-9.7", &text))
        return false;
    if (!fits_line(text))
        return render_lines(r, arg->key, text, i);
    fp_render_bytes(r, arg->key);
    fp_render_text(r, text.len ? ": " : ":");
    fp_render_bytes(r, text);
    fp_render_text(r, "\n");
    return true;
}

bool fp_caret_render(fp_rendering *r, const fp_call *call)
{
    const size_t good = span(call->name, is_name);

    if (!call->name.len || good < call->name.len)
        return fp_render_refuse(r, FP_PART_NAME, 0, good, "CARET-9.4", "no name has such a byte");
    fp_render_text(r, "^^^");
    fp_render_bytes(r, call->name);
    fp_render_text(r, "\n");
    for (size_t i = 0; i < call->arg_count; i++)
        if (!render_arg(r, call, i))
            return false;
    fp_render_text(r, "^^^");
    return true;
}
