/* SPDX-License-Identifier: Apache-2.0 */
/* shrink_call.c: shrinks a call while a predicate still holds. Each attempt changes the call in
 * place, asks, and undoes the change if the answer is no; what is removed for good is freed.
 */
#include "generate/shrink_call.h"

#include "base/util.h"
#include "base/values.h"

#include <stdlib.h>
#include <string.h>

typedef struct shrinking {
    fp_call *call;
    call_predicate *holds;
    void *context;
    size_t budget;
} shrinking;

/* Bytes of a call for which one more test is charged: a megabyte costs what hundreds of small calls
 * do, and the smallest form of it is not worth an hour. */
enum { PRICED = 4096 };

static size_t size_of(const fp_call *call)
{
    size_t size = call->name.len;

    for (size_t i = 0; i < call->arg_count; i++) {
        size += call->args[i].key.len + call->args[i].value.text.len;
        for (size_t k = 0; k < call->args[i].value.item_count; k++)
            size += call->args[i].value.items[k].len;
    }
    return size;
}

static bool still_holds(shrinking *s)
{
    const size_t price = 1 + size_of(s->call) / PRICED;

    if (s->budget < price) {
        s->budget = 0;
        return false;
    }
    s->budget -= price;
    return s->holds(s->context, s->call);
}

/* -- bytes ----------------------------------------------------------------------------------- */

/* Takes runs of bytes away, long ones first. */
static bool shorten(shrinking *s, fp_str *text)
{
    bool shrunk = false;

    for (size_t run = text->len; run > 0; run /= 2) {
        for (size_t at = 0; at + run <= text->len;) {
            const fp_str whole = *text;
            const fp_str less = xcopy((fp_str){ whole.ptr, whole.len - run });

            memcpy((char *)(uintptr_t)less.ptr, whole.ptr, at);
            memcpy((char *)(uintptr_t)less.ptr + at, whole.ptr + at + run, whole.len - at - run);
            *text = less;
            if (still_holds(s)) {
                free((char *)(uintptr_t)whole.ptr);
                shrunk = true;
            } else {
                free((char *)(uintptr_t)less.ptr);
                *text = whole;
                at += run;
            }
        }
    }
    return shrunk;
}

/* A plain word instead. */
static bool replace(shrinking *s, fp_str *text, fp_str plain)
{
    const fp_str was = *text;

    if (was.len <= plain.len)
        return false;
    *text = xcopy(plain);
    if (still_holds(s)) {
        free((char *)(uintptr_t)was.ptr);
        return true;
    }
    free((char *)(uintptr_t)text->ptr);
    *text = was;
    return false;
}

/* -- arguments and items --------------------------------------------------------------------- */

static fp_arg *args_of(fp_call *call)
{
    return (fp_arg *)(uintptr_t)call->args;
}

/* Moves the last to this place, and is undone by the same again. */
static void swap_with_last(fp_arg *args, size_t i, size_t last)
{
    const fp_arg arg = args[i];

    args[i] = args[last];
    args[last] = arg;
}

static bool drop_arguments(shrinking *s)
{
    fp_arg *args = args_of(s->call);
    bool shrunk = false;

    for (size_t i = s->call->arg_count; i-- > 0;) {
        const size_t last = s->call->arg_count - 1;

        swap_with_last(args, i, last);
        s->call->arg_count = last;
        if (still_holds(s)) {
            free((char *)(uintptr_t)args[last].key.ptr);
            value_free(&args[last].value);
            shrunk = true;
        } else {
            s->call->arg_count = last + 1;
            swap_with_last(args, i, last);
        }
    }
    return shrunk;
}

/* The items of a list are views of one text, which stays: only their number and extent shrink. */
static bool drop_items(shrinking *s, fp_value *value)
{
    fp_str *items = (fp_str *)(uintptr_t)value->items;
    bool shrunk = false;

    for (size_t i = value->item_count; i-- > 0;) {
        const fp_str item = items[i];

        memmove(items + i, items + i + 1, (value->item_count - i - 1) * sizeof *items);
        value->item_count--;
        if (still_holds(s)) {
            shrunk = true;
            continue;
        }
        memmove(items + i + 1, items + i, (value->item_count - i) * sizeof *items);
        items[i] = item;
        value->item_count++;
    }
    for (size_t i = 0; i < value->item_count; i++) {
        const fp_str item = items[i];

        items[i].len = 0;
        if (item.len && still_holds(s))
            shrunk = true;
        else
            items[i] = item;
    }
    return shrunk;
}

static bool shrink_value(shrinking *s, fp_value *value)
{
    switch (value->kind) {
    case FP_VALUE_STRING:
        return shorten(s, &value->text);
    case FP_VALUE_LIST:
        return drop_items(s, value);
    case FP_VALUE_JSON:
        return replace(s, &value->text, FP_STR("1")) || replace(s, &value->text, FP_STR("{}"));
    }
    return false;
}

void shrink_call(fp_call *call, call_predicate *holds, void *context, unsigned budget)
{
    shrinking s = { call, holds, context, budget };
    bool shrunk;

    do {
        shrunk = drop_arguments(&s);
        for (size_t i = 0; i < call->arg_count; i++) {
            fp_arg *arg = &args_of(call)[i];

            shrunk = shrink_value(&s, &arg->value) || shrunk;
            shrunk = replace(&s, &arg->key, FP_STR("k")) || shorten(&s, &arg->key) || shrunk;
        }
        shrunk = replace(&s, &call->name, FP_STR("f")) || shorten(&s, &call->name) || shrunk;
    } while (shrunk && s.budget);
}

/* -- copies ---------------------------------------------------------------------------------- */

static fp_value copy_value(const fp_value *value)
{
    fp_value copy = *value;
    fp_str *items;
    char *text;
    size_t len = 0;

    copy.raw = (fp_str){ 0 };
    if (value->kind != FP_VALUE_LIST) {
        copy.text = xcopy(value->text);
        return copy;
    }
    for (size_t i = 0; i < value->item_count; i++)
        len += value->items[i].len;
    items = xcalloc(value->item_count + 1, sizeof *items);
    text = xcalloc(len + 1, 1);
    copy.text = (fp_str){ text, len };
    for (size_t i = 0; i < value->item_count; i++) {
        if (value->items[i].len)
            memcpy(text, value->items[i].ptr, value->items[i].len);
        items[i] = (fp_str){ text, value->items[i].len };
        text += value->items[i].len;
    }
    copy.items = items;
    return copy;
}

fp_call call_copy(const fp_call *call)
{
    fp_call copy = { .name = xcopy(call->name), .complete = call->complete };

    for (size_t i = 0; i < call->arg_count; i++)
        call_add(&copy, call->args[i].key, copy_value(&call->args[i].value));
    return copy;
}
