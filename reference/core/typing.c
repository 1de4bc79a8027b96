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

/* -- what a schema allows ------------------------------------------------------------------------
 */

/* Of one value: the argument's, or an item's. */
typedef struct allowance {
    unsigned types;
    fp_str constant, enumeration;
} allowance;

static allowance of_value(const fp_tool_arg *arg)
{
    return (allowance){ arg->types, arg->constant, arg->enumeration };
}

static allowance of_items(const fp_tool_arg *arg)
{
    return (allowance){ arg->item_types, arg->item_constant, arg->item_enumeration };
}

static bool holds_values(const allowance *a)
{
    return a->constant.len || fp_jsontext_kind(a->enumeration) == '[';
}

/* Whether a JSON value is among those that `const` and `enum` name. */
static bool is_named(const allowance *a, fp_str json)
{
    fp_str item;

    if (a->constant.len && !fp_jsontext_equal(a->constant, json))
        return false;
    if (fp_jsontext_kind(a->enumeration) != '[')
        return true;
    for (size_t at = 0; fp_jsontext_item(a->enumeration, &at, &item);)
        if (fp_jsontext_equal(item, json))
            return true;
    return false;
}

static bool allows(const allowance *a, fp_str json)
{
    return (!a->types || a->types & fp_typing_of_json(json)) && is_named(a, json);
}

bool fp_typing_fits(const fp_tool_arg *arg, fp_str json)
{
    const allowance value = of_value(arg), items = of_items(arg);
    fp_str item;

    if (!allows(&value, json))
        return false;
    if (fp_jsontext_kind(json) == '[')
        for (size_t at = 0; fp_jsontext_item(json, &at, &item);)
            if (!allows(&items, item))
                return false;
    return true;
}

/* -- texts ----------------------------------------------------------------------------------------
 */

/* Whether the text is the word, which is in lower case, in letters of any case. */
static bool spells(fp_str text, const char *word)
{
    const size_t len = strlen(word);
    bool same = text.len == len;

    for (size_t i = 0; same && i < len; i++)
        same = (text.ptr[i] | ' ') == word[i];
    return same;
}

/* A boolean as Python writes it, or in other letters (MODEL-3.14). */
static fp_str without_case(fp_str text)
{
    return spells(text, "true") ? FP_STR("true") : spells(text, "false") ? FP_STR("false") : text;
}

bool fp_typing_of_text(unsigned types, fp_str text, fp_value *value)
{
    const fp_str inside = fp_jsontext_trim(text);
    const bool null = fp_str_equal(inside, FP_STR("null"));
    const fp_str json = without_case(inside);
    size_t wrong;

    *value = (fp_value){ .kind = FP_VALUE_STRING, .text = text };
    if (!types || (types & FP_TYPE_STRING && !(null && types & FP_TYPE_NULL)))
        return true;
    if (!fp_jsontext_valid(json, DEPTH, &wrong) ||
        !(types & fp_typing_of_json(json) & (unsigned)NOT_STRINGS))
        return false;
    *value = (fp_value){ .kind = FP_VALUE_JSON, .text = json };
    return true;
}

/* -- lists --------------------------------------------------------------------------------------
 */

/* Whether every text is itself as such an item, so that a list of them stays as it is. */
static bool takes_texts(const allowance *items)
{
    const bool strings = items->types & FP_TYPE_STRING && !(items->types & FP_TYPE_NULL);

    return (!items->types || strings) && !holds_values(items);
}

/* Writes an item, typed, as JSON; false if it does not fit. */
static bool write_item(const allowance *items, fp_str text, fp_json *json)
{
    const size_t at = json->len;
    fp_value item;

    if (!fp_typing_of_text(items->types, text, &item))
        return false;
    fp_json_value(json, &item);
    return json->failed || is_named(items, (fp_str){ json->ptr + at, json->len - at });
}

/* Writes the items, typed, as a JSON array. *fits is false, and what was written of no use, if one
 * does not fit. */
static bool write_items(const allowance *allowed, const fp_str *items, size_t count, fp_buf *to,
                        bool *fits)
{
    fp_json json = { 0 };

    *fits = true;
    fp_json_raw(&json, "[");
    for (size_t i = 0; i < count && *fits; i++) {
        fp_json_raw(&json, i ? "," : "");
        *fits = write_item(allowed, items[i], &json);
    }
    fp_json_raw(&json, "]");

    const bool written = !json.failed && fp_buf_append(to, json.ptr, json.len);

    fp_json_free(&json);
    return written;
}

/* Holds a value, of whatever kind, against `const` and `enum`. */
static bool check_named(const fp_tool_arg *arg, const fp_value *value, bool *fits)
{
    const allowance allowed = of_value(arg);
    fp_json json = { 0 };

    if (!holds_values(&allowed))
        return true;
    fp_json_value(&json, value);

    const bool written = !json.failed;

    *fits = written && is_named(&allowed, (fp_str){ json.ptr, json.len });
    fp_json_free(&json);
    return written;
}

bool fp_typing_check(const fp_tool_arg *arg, const fp_value *value, bool *fits)
{
    *fits = !arg->types || arg->types & FP_TYPE_STRING;
    return !*fits || check_named(arg, value, fits);
}

/* A list, or the single value that stands for one (MODEL-3.15). */
static bool apply_list(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits)
{
    const allowance allowed = of_items(arg);
    const bool list = value->kind == FP_VALUE_LIST;
    const fp_str *items = list ? value->items : &value->text;
    const size_t count = list ? value->item_count : 1;
    const size_t at = scratch->len;

    *fits = true;
    if (list && takes_texts(&allowed))
        return check_named(arg, value, fits);
    if (!write_items(&allowed, items, count, scratch, fits))
        return false;
    if (!*fits)
        return true;
    value->kind = FP_VALUE_JSON;
    value->text = (fp_str){ scratch->ptr + at, scratch->len - at };
    value->items = NULL;
    value->item_count = 0;
    return check_named(arg, value, fits);
}

/* -- arguments ------------------------------------------------------------------------------------
 */

static bool apply_text(const fp_tool_arg *arg, fp_value *value, fp_buf *scratch, bool *fits)
{
    fp_value typed;

    *fits = fp_typing_of_text(arg->types, value->text, &typed);
    if (*fits) {
        value->kind = typed.kind;
        value->text = typed.text;
        if (typed.kind == FP_VALUE_STRING)
            return check_named(arg, value, fits);
        *fits = fp_typing_fits(arg, typed.text);
    } else if (arg->types & FP_TYPE_ARRAY && fp_jsontext_kind(value->text) != '[') {
        return apply_list(arg, value, scratch, fits); /* MODEL-3.15: a `[` begins an array */
    }
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
    if (good && !*fits) { /* it stays what it was */
        *value = given;
        scratch->len = at;
    }
    return good;
}
