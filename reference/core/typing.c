/* SPDX-License-Identifier: Apache-2.0 */
/* typing.c: values by their schema. */
#include "typing.h"

#include <fencepost/jsontext.h>
#include <fencepost/json.h>

#include <string.h>

enum { DEPTH = 128, NOT_STRINGS = ~FP_TYPE_STRING };

/* No point and no exponent: 3.0 is a number, and 3 an integer. */
static bool is_integer(fp_str number)
{
    for (size_t i = 0; i < number.len; i++)
        if (strchr(".eE", number.ptr[i]))
            return false;
    return true;
}

unsigned fp_typing_of_json(fp_str json)
{
    switch (fp_jsontext_kind(json)) {
    case '"':
        return FP_TYPE_STRING;
    case '{':
        return FP_TYPE_OBJECT;
    case '[':
        return FP_TYPE_ARRAY;
    case 'n':
        return FP_TYPE_NULL;
    case '0':
        return is_integer(json) ? FP_TYPE_NUMBER | FP_TYPE_INTEGER : FP_TYPE_NUMBER;
    default:
        return FP_TYPE_BOOLEAN;
    }
}

static bool in_enumeration(const fp_tool_arg *arg, fp_str json)
{
    fp_str item;

    if (fp_jsontext_kind(arg->enumeration) != '[')
        return true;
    for (size_t at = 0; fp_jsontext_item(arg->enumeration, &at, &item);)
        if (fp_jsontext_equal(item, json))
            return true;
    return false;
}

bool fp_typing_fits(const fp_tool_arg *arg, fp_str json)
{
    const unsigned types = fp_typing_of_json(json);
    fp_str item;

    if (arg->types && !(arg->types & types))
        return false;
    if (types == FP_TYPE_ARRAY && arg->item_types)
        for (size_t at = 0; fp_jsontext_item(json, &at, &item);)
            if (!(arg->item_types & fp_typing_of_json(item)))
                return false;
    return in_enumeration(arg, json);
}

bool fp_typing_of_text(unsigned types, fp_str text, fp_value *value)
{
    const fp_str inside = fp_jsontext_trim(text);
    const bool null = fp_str_equal(inside, FP_STR("null"));
    size_t wrong;

    *value = (fp_value){ .kind = FP_VALUE_STRING, .text = text };
    if (!types || (types & FP_TYPE_STRING && !(null && types & FP_TYPE_NULL)))
        return true;
    if (!fp_jsontext_valid(inside, DEPTH, &wrong) ||
        !(types & fp_typing_of_json(inside) & (unsigned)NOT_STRINGS))
        return false;
    *value = (fp_value){ .kind = FP_VALUE_JSON, .text = inside };
    return true;
}

/* -- lists ------------------------------------------------------------------------------------- */

static bool all_strings(unsigned types)
{
    return !types || types & FP_TYPE_STRING;
}

/* Writes the items, typed, as a JSON array. *fits is false, and what was written of no use, if one
 * does not fit. */
static bool write_items(unsigned types, const fp_str *items, size_t count, fp_buf *to, bool *fits)
{
    fp_json json = { 0 };

    *fits = true;
    fp_json_raw(&json, "[");
    for (size_t i = 0; i < count && *fits; i++) {
        fp_value item;

        *fits = fp_typing_of_text(types, items[i], &item);
        fp_json_raw(&json, i ? "," : "");
        fp_json_value(&json, &item);
    }
    fp_json_raw(&json, "]");

    const bool written = !json.failed && fp_buf_append(to, json.ptr, json.len);

    fp_json_free(&json);
    return written;
}

/* A list, or the single value that stands for one (seed 1: a scalar given for an array). */
static bool apply_list(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits)
{
    const bool list = value->kind == FP_VALUE_LIST;
    const fp_str *items = list ? value->items : &value->text;
    const size_t count = list ? value->item_count : 1;
    const size_t at = scratch->len;

    if (list && all_strings(arg->item_types)) {
        *fits = true;
        return true;
    }
    if (!write_items(arg->item_types, items, count, scratch, fits))
        return false;
    value->kind = FP_VALUE_JSON;
    value->text = (fp_str){ scratch->ptr + at, scratch->len - at };
    value->items = NULL;
    value->item_count = 0;
    return true;
}

/* A value that is a string or JSON, as JSON. */
static bool check_enumeration(const fp_tool_arg *arg, const fp_value *value, bool *fits)
{
    fp_json json = { 0 };

    if (!arg->enumeration.len || !*fits)
        return true;
    fp_json_value(&json, value);

    const bool written = !json.failed;

    *fits = written && in_enumeration(arg, (fp_str){ json.ptr, json.len });
    fp_json_free(&json);
    return written;
}

static bool apply_text(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits)
{
    fp_value typed;

    *fits = fp_typing_of_text(arg->types, value->text, &typed);
    if (*fits) {
        value->kind = typed.kind;
        value->text = typed.text;
    } else if (arg->types & FP_TYPE_ARRAY) {
        return apply_list(arg, value, scratch, fits);
    }
    if (*fits && value->kind == FP_VALUE_JSON)
        *fits = fp_typing_fits(arg, value->text);
    return true;
}

bool fp_typing_apply(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits)
{
    const fp_value given = *value;
    const size_t at = scratch->len;
    bool good = true;

    if (value->kind == FP_VALUE_STRING)
        good = apply_text(arg, value, scratch, fits);
    else if (value->kind == FP_VALUE_JSON)
        *fits = fp_typing_fits(arg, value->text);
    else if (!arg->types || arg->types & FP_TYPE_ARRAY)
        good = apply_list(arg, value, scratch, fits);
    else
        *fits = false;
    good = good && check_enumeration(arg, value, fits);
    if (good && !*fits) { /* it stays what it was */
        *value = given;
        scratch->len = at;
    }
    return good;
}
