/* SPDX-License-Identifier: Apache-2.0 */
/* values.c: makes calls and values from JSON, and compares them. */
#include "base/values.h"

#include <fencepost/jsontext.h>
#include <fencepost/render.h>

#include <stdlib.h>
#include <string.h>

static void free_str(fp_str str)
{
    free((char *)(uintptr_t)str.ptr);
}

void value_string(fp_str bytes, fp_value *value)
{
    *value = (fp_value){ .kind = FP_VALUE_STRING, .text = xcopy(bytes) };
}

static bool all_strings(const json_t *array)
{
    size_t i;
    json_t *item;

    json_array_foreach (array, i, item) {
        if (!json_is_string(item))
            return false;
    }
    return true;
}

/* The items as ranges of one text, as a parser has them. */
static void list_from_json(const json_t *array, fp_value *value)
{
    size_t i, len = 0;
    json_t *item;

    json_array_foreach (array, i, item)
        len += json_string_length(item);

    char *text = xcalloc(len + 1, 1);
    fp_str *items = xcalloc(json_array_size(array), sizeof *items);

    len = 0;
    json_array_foreach (array, i, item) {
        const fp_str str = json_str(item);

        items[i] = (fp_str){ text + len, str.len };
        memcpy(text + len, str.ptr, str.len);
        len += str.len;
    }
    *value = (fp_value){ .kind = FP_VALUE_LIST,
                         .text = { text, len },
                         .items = items,
                         .item_count = json_array_size(array) };
}

bool value_from_json(const json_t *json, bool base64, fp_value *value)
{
    const json_t *encoded = base64 ? json_object_get(json, "base64") : NULL;

    if (json_is_string(json)) {
        value_string(json_str(json), value);
    } else if (json_is_string(encoded) && json_object_size(json) == 1) {
        *value = (fp_value){ .kind = FP_VALUE_STRING };
        return base64_decode(json_str(encoded), &value->text);
    } else if (json_is_array(json) && all_strings(json)) {
        list_from_json(json, value);
    } else {
        char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);

        if (!text)
            return false;
        *value = (fp_value){ .kind = FP_VALUE_JSON, .text = fp_str_of(text) };
    }
    return true;
}

/* What a JSON string stands for; owned. */
static fp_str decoded(fp_str string)
{
    fp_json bytes = { 0 };
    bool lone = false;
    fp_str copy;

    need_memory(fp_jsontext_decode(string, &bytes, &lone));
    copy = xcopy(json_text(&bytes));
    fp_json_free(&bytes);
    return copy;
}

/* The items of an array of strings as ranges of one text; false if there is another value in it. */
static bool list_of_text(fp_str array, fp_value *value)
{
    fp_str item, text;
    size_t count = 0, used = 0;

    for (size_t at = 0; fp_jsontext_item(array, &at, &item); count++)
        if (fp_jsontext_kind(item) != '"')
            return false;

    fp_str *items = xcalloc(count, sizeof *items);
    char *bytes = xcalloc(array.len + 1, 1); /* what is read is never longer */

    count = 0;
    for (size_t at = 0; fp_jsontext_item(array, &at, &item);) {
        text = decoded(item);
        memcpy(bytes + used, text.ptr, text.len);
        items[count++] = (fp_str){ bytes + used, text.len };
        used += text.len;
        free((char *)(uintptr_t)text.ptr);
    }
    *value = (fp_value){
        .kind = FP_VALUE_LIST, .text = { bytes, used }, .items = items, .item_count = count
    };
    return true;
}

fp_value value_from_text(fp_str json)
{
    fp_value value = { .kind = FP_VALUE_STRING };

    if (fp_jsontext_kind(json) == '"') {
        value.text = decoded(json);
    } else if (fp_jsontext_kind(json) != '[' || !list_of_text(json, &value)) {
        value.kind = FP_VALUE_JSON;
        value.text = xcopy(json);
    }
    return value;
}

bool call_add_json(fp_call *call, fp_str object)
{
    enum { DEPTH = 1024 }; /* a level more than any parser goes */
    size_t wrong, at = 0;
    fp_str key, value;

    if (!fp_jsontext_valid(object, DEPTH, &wrong) || fp_jsontext_kind(object) != '{')
        return false;
    while (fp_jsontext_member(object, &at, &key, &value)) {
        const fp_value name = value_from_text(key);

        call_add(call, name.text, value_from_text(value));
        free_str(name.text);
    }
    return true;
}

void value_free(fp_value *value)
{
    free_str(value->text);
    free((fp_str *)(uintptr_t)value->items);
}

/* There is room for a power of two of them, and for no more when their number is one. */
void call_add(fp_call *call, fp_str key, fp_value value)
{
    const size_t count = call->arg_count;
    fp_arg *args = (fp_arg *)(uintptr_t)call->args;

    if ((count & (count - 1)) == 0) {
        need_memory(count <= SIZE_MAX / 2 / sizeof *args);
        args = xrealloc(args, (count ? 2 * count : 1) * sizeof *args);
    }
    args[count] = (fp_arg){ xcopy(key), value };
    call->args = args;
    call->arg_count = count + 1;
}

void call_free(fp_call *call)
{
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_arg arg = call->args[i];

        free_str(arg.key);
        value_free(&arg.value);
    }
    free((fp_arg *)(uintptr_t)call->args);
    free_str(call->name);
    free_str(call->id);
}

/* -- found ----------------------------------------------------------------------------------- */

static int compare_keys(fp_str a, fp_str b)
{
    const size_t least = a.len < b.len ? a.len : b.len;
    const int order = least ? memcmp(a.ptr, b.ptr, least) : 0;

    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_args(const void *a, const void *b)
{
    const fp_arg *const *x = a, *const *y = b;

    return compare_keys((*x)->key, (*y)->key);
}

static int compare_with_key(const void *key, const void *arg)
{
    const fp_str *wanted = key;
    const fp_arg *const *at = arg;

    return compare_keys(*wanted, (*at)->key);
}

call_index call_index_new(const fp_call *call)
{
    call_index index = { xcalloc(call->arg_count, sizeof *index.args), call->arg_count };

    for (size_t i = 0; i < index.count; i++)
        index.args[i] = &call->args[i];
    qsort(index.args, index.count, sizeof *index.args, compare_args);
    return index;
}

const fp_arg *call_index_find(const call_index *index, fp_str key)
{
    const fp_arg *const *at =
        bsearch(&key, index->args, index->count, sizeof *index->args, compare_with_key);

    return at ? *at : NULL;
}

bool call_index_twice(const call_index *index)
{
    for (size_t i = 1; i < index->count; i++)
        if (fp_str_equal(index->args[i - 1]->key, index->args[i]->key))
            return true;
    return false;
}

void call_index_free(call_index *index)
{
    free(index->args);
    *index = (call_index){ 0 };
}

const char *json_kind_name(fp_str value)
{
    switch (fp_jsontext_kind(value)) {
    case '"':
        return "a string";
    case '0':
        return "a number";
    case '{':
        return "an object";
    case '[':
        return "an array";
    case 't':
    case 'f':
        return "a Boolean";
    case 'n':
        return "null";
    default:
        return "nothing";
    }
}

/* -- written --------------------------------------------------------------------------------- */

void utf8_write(fp_json *out, fp_str text)
{
    const fp_str REPLACEMENT = FP_STR("\xEF\xBF\xBD");

    while (text.len) {
        const size_t good = fp_utf8_valid(text);

        fp_json_bytes(out, (fp_str){ text.ptr, good });
        if (good == text.len)
            return;
        fp_json_bytes(out, REPLACEMENT);
        text = (fp_str){ text.ptr + good + 1, text.len - good - 1 };
    }
}

void value_write(fp_json *out, const fp_value *value)
{
    if (value->kind == FP_VALUE_JSON)
        utf8_write(out, value->text);
    else
        fp_json_value(out, value);
}

bool call_equal_written(const fp_call *want, const fp_call *have)
{
    const size_t count = want->arg_count;
    fp_call written = *want;
    fp_json *texts;
    fp_arg *args;
    bool same = fp_call_equal(want, have);

    if (same || !count)
        return same;
    texts = xcalloc(count, sizeof *texts);
    args = xcalloc(count, sizeof *args);
    for (size_t i = 0; i < count; i++) {
        args[i] = want->args[i];
        if (args[i].value.kind == FP_VALUE_STRING)
            continue;
        value_write(&texts[i], &want->args[i].value);
        args[i].value = (fp_value){ .kind = FP_VALUE_JSON, .text = { texts[i].ptr, texts[i].len } };
    }
    written.args = args;
    same = fp_call_equal(&written, have);
    for (size_t i = 0; i < count; i++)
        fp_json_free(&texts[i]);
    free(args);
    free(texts);
    return same;
}
