/* SPDX-License-Identifier: Apache-2.0 */
/* equal.c: values and calls compared (MODEL-1.6). */
#include "index.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>

/* A JSON string, and bytes. Bytes that are not UTF-8 stand for themselves (MODEL-1.7). */
static bool string_equal(const fp_value *a, const fp_value *b)
{
    if (a->kind == FP_VALUE_STRING && b->kind == FP_VALUE_STRING)
        return fp_str_equal(a->text, b->text);
    return a->kind == FP_VALUE_STRING ? fp_jsontext_is(b->text, a->text)
                                      : fp_jsontext_is(a->text, b->text);
}

static bool list_equals_json(const fp_value *list, fp_str json)
{
    fp_str item;
    size_t at = 0;

    if (fp_jsontext_kind(json) != '[')
        return false;
    for (size_t i = 0; i < list->item_count; i++)
        if (!fp_jsontext_item(json, &at, &item) || !fp_jsontext_is(item, list->items[i]))
            return false;
    return !fp_jsontext_item(json, &at, &item);
}

static bool lists_equal(const fp_value *a, const fp_value *b)
{
    if (a->kind != b->kind)
        return a->kind == FP_VALUE_LIST ? list_equals_json(a, b->text)
                                        : list_equals_json(b, a->text);
    if (a->item_count != b->item_count)
        return false;
    for (size_t i = 0; i < a->item_count; i++)
        if (!fp_str_equal(a->items[i], b->items[i]))
            return false;
    return true;
}

bool fp_value_equal(const fp_value *a, const fp_value *b)
{
    const bool list = a->kind == FP_VALUE_LIST || b->kind == FP_VALUE_LIST;
    const bool string = a->kind == FP_VALUE_STRING || b->kind == FP_VALUE_STRING;

    if (list)
        return !string && lists_equal(a, b);
    return string ? string_equal(a, b) : fp_jsontext_equal(a->text, b->text);
}

enum { ARGS_FEW = 32 }; /* above that they are sorted to be found */

/* The index is made when it is first asked, and does without when memory is out. */
static const fp_arg *find(const fp_call *call, fp_str key, fp_index *index)
{
    if (call->arg_count > ARGS_FEW && (index->entries || fp_index_args(index, call))) {
        const size_t at = fp_index_find(index, key);

        return at < index->count ? &call->args[index->entries[at].place] : NULL;
    }
    for (size_t i = 0; i < call->arg_count; i++)
        if (fp_str_equal(call->args[i].key, key))
            return &call->args[i];
    return NULL;
}

bool fp_call_equal(const fp_call *a, const fp_call *b)
{
    fp_index index = { 0 };
    bool equal = fp_str_equal(a->name, b->name) && a->arg_count == b->arg_count;

    for (size_t i = 0; equal && i < a->arg_count; i++) {
        const fp_arg *same = fp_str_equal(a->args[i].key, b->args[i].key)
                                 ? &b->args[i]
                                 : find(b, a->args[i].key, &index);

        equal = same && fp_value_equal(&a->args[i].value, &same->value);
    }
    fp_index_free(&index);
    return equal;
}
