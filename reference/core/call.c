/* SPDX-License-Identifier: Apache-2.0 */
/* call.c: a call under construction: one run of bytes, and ranges of it. */
#include "call.h"

#include "typing.h"
#include "typing_tree.h"
#include "unescape.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

void fp_builder_free(fp_builder *b)
{
    fp_buf_free(&b->bytes);
    fp_buf_free(&b->typed);
    free(b->args);
    free(b->slots);
    free(b->items);
    free(b->view_args);
    free(b->view_items);
    *b = (fp_builder){ 0 };
}

void fp_builder_clear(fp_builder *b)
{
    b->bytes.len = 0;
    b->name = (fp_range){ 0 };
    b->id = (fp_range){ 0 };
    b->arg_count = 0;
    b->item_count = 0;
    if (b->slots)
        memset(b->slots, 0, b->slot_count * sizeof *b->slots);
}

/* -- keys, by hash: a call with very many arguments stays linear ------------------------------- */

enum { FIRST_SLOTS = 32 };

/* FNV-1a. */
static size_t hash(fp_str key)
{
    uint64_t h = 14695981039346656037u;

    for (size_t i = 0; i < key.len; i++)
        h = (h ^ (unsigned char)key.ptr[i]) * 1099511628211u;
    return (size_t)(h ^ h >> 32);
}

/* The slot that holds the key, or the free one where it belongs; slot_count is not 0. */
static size_t *slot_of(const fp_builder *b, fp_str key)
{
    for (size_t i = hash(key);; i++) {
        size_t *slot = &b->slots[i & (b->slot_count - 1)];

        if (!*slot || fp_str_equal(fp_builder_str(b, b->args[*slot - 1].key), key))
            return slot;
    }
}

/* Makes room for one more key. */
static bool grow_slots(fp_builder *b)
{
    if (b->slot_count / 2 > b->arg_count)
        return true;

    const size_t count = b->slot_count ? b->slot_count * 2 : FIRST_SLOTS;
    size_t *slots = calloc(count, sizeof *slots);

    if (!slots)
        return false;
    free(b->slots);
    b->slots = slots;
    b->slot_count = count;
    for (size_t i = 0; i < b->arg_count; i++)
        if (!b->args[i].again)
            *slot_of(b, fp_builder_str(b, b->args[i].key)) = i + 1;
    return true;
}

/* Appends the bytes, and only then sets their range: without memory there are none. */
static bool append(fp_builder *b, fp_str bytes, fp_range *range)
{
    const size_t at = b->bytes.len;

    if (!fp_buf_append(&b->bytes, bytes.ptr, bytes.len))
        return false;
    *range = (fp_range){ at, bytes.len };
    return true;
}

bool fp_builder_name(fp_builder *b, fp_str name)
{
    return append(b, name, &b->name);
}

bool fp_builder_id(fp_builder *b, fp_str id)
{
    return append(b, id, &b->id);
}

/* The argument, given again, joins the chain of the first. */
static void chain(fp_builder *b, fp_arg_range *first)
{
    fp_arg_range *last = first->last ? &b->args[first->last - 1] : first;

    b->args[b->arg_count - 1].again = true;
    last->next = b->arg_count;
    first->last = b->arg_count;
}

bool fp_builder_arg(fp_builder *b, fp_str key)
{
    void *args = b->args;
    const bool room = fp_grow(&args, &b->arg_cap, b->arg_count, sizeof *b->args);
    size_t *slot;

    b->args = args;
    if (!room || !grow_slots(b) || !fp_buf_append(&b->bytes, key.ptr, key.len))
        return false;
    b->args[b->arg_count++] = (fp_arg_range){
        .key = { b->bytes.len - key.len, key.len },
        .value = { b->bytes.len, 0 },
        .kind = FP_VALUE_STRING,
        .item = b->item_count,
    };
    slot = slot_of(b, fp_builder_str(b, b->args[b->arg_count - 1].key));
    if (*slot)
        chain(b, &b->args[*slot - 1]);
    else
        *slot = b->arg_count;
    return true;
}

bool fp_builder_lost(fp_builder *b, fp_str key)
{
    if (!fp_builder_arg(b, key))
        return false;
    fp_builder_last(b)->lost = true;
    return true;
}

bool fp_builder_item(fp_builder *b)
{
    void *items = b->items;
    const bool room = fp_grow(&items, &b->item_cap, b->item_count, sizeof *b->items);

    b->items = items;
    if (!room)
        return false;
    b->items[b->item_count++] = (fp_range){ .at = b->bytes.len };
    b->args[b->arg_count - 1].item_count++;
    return true;
}

void fp_builder_item_end(fp_builder *b)
{
    fp_range *item = &b->items[b->item_count - 1];

    item->len = b->bytes.len - item->at;
}

bool fp_builder_item_apart(fp_builder *b, fp_str item)
{
    if (!fp_builder_item(b))
        return false;
    b->items[b->item_count - 1].len = item.len;
    return fp_buf_append(&b->bytes, item.ptr, item.len);
}

/* A value without the blanks around it. */
static fp_range trimmed(const fp_builder *b, fp_range value)
{
    const fp_str inside = fp_jsontext_trim(fp_builder_str(b, value));

    return (fp_range){ inside.len ? (size_t)(inside.ptr - b->bytes.ptr) : value.at, inside.len };
}

bool fp_builder_arg_end(fp_builder *b, bool *lone)
{
    fp_arg_range *arg = fp_builder_last(b);
    const size_t at = b->bytes.len;
    fp_range inside;

    if (!arg->is_json)
        return true;
    inside = trimmed(b, arg->value);
    arg->kind = FP_VALUE_JSON;
    arg->is_decoded = inside.len < arg->value.len;
    arg->decoded = arg->is_decoded ? inside : (fp_range){ 0 };
    if (!inside.len || b->bytes.ptr[inside.at] != '"')
        return true;
    inside = (fp_range){ inside.at + 1, inside.len - 2 };
    arg->kind = FP_VALUE_STRING;
    arg->is_decoded = true;
    arg->decoded = inside;
    if (!memchr(b->bytes.ptr + inside.at, '\\', inside.len)) /* it stands for itself */
        return true;
    if (!fp_buf_grow(&b->bytes, inside.len + 2 + FP_UNESCAPE_MAX))
        return false;
    arg->decoded.at = at;
    arg->decoded.len =
        fp_unescape_all((fp_str){ b->bytes.ptr + inside.at, inside.len }, b->bytes.ptr + at, lone);
    b->bytes.len += arg->decoded.len;
    return true;
}

bool fp_builder_tree(fp_builder *b, fp_str tree)
{
    fp_arg_range *arg = fp_builder_last(b);

    arg->is_tree = true;
    if (!tree.len)
        return true;
    arg->kind = FP_VALUE_JSON;
    arg->is_decoded = true;
    return append(b, tree, &arg->decoded);
}

bool fp_builder_flag(fp_builder *b)
{
    fp_arg_range *arg = fp_builder_last(b);

    arg->kind = FP_VALUE_JSON;
    arg->is_decoded = true;
    return append(b, FP_STR("true"), &arg->decoded);
}

fp_str fp_builder_str(const fp_builder *b, fp_range range)
{
    return (fp_str){ range.len ? b->bytes.ptr + range.at : NULL, range.len };
}

bool fp_builder_has(const fp_builder *b, fp_str key)
{
    return b->slot_count && *slot_of(b, key);
}

bool fp_builder_has_single(const fp_builder *b, fp_str key)
{
    const fp_arg_range *arg = fp_builder_has(b, key) ? &b->args[*slot_of(b, key) - 1] : NULL;

    return arg && (arg->is_tree || (arg->kind == FP_VALUE_JSON && arg->is_decoded));
}

/* -- views ------------------------------------------------------------------------------------- */

/* Whether the argument is seen as one. */
static bool is_seen(const fp_arg_range *arg)
{
    return !arg->again && !arg->lost;
}

static fp_str text_of(const fp_builder *b, const fp_arg_range *arg)
{
    return fp_builder_str(b, arg->is_decoded ? arg->decoded : arg->value);
}

/* What one giving of an argument adds to a list: its elements, if it is a list, or else itself; how
 * many. */
static size_t contribute(const fp_builder *b, const fp_arg_range *arg, fp_str *items)
{
    if (arg->kind != FP_VALUE_LIST) {
        *items = text_of(b, arg);
        return 1;
    }
    for (size_t i = 0; i < arg->item_count; i++)
        items[i] = fp_builder_str(b, b->items[arg->item + i]);
    return arg->item_count;
}

/* The values of an argument that was given several times, in order, from items on; how many. */
static size_t collect(const fp_builder *b, const fp_arg_range *first, fp_str *items)
{
    size_t count = contribute(b, first, items);

    for (size_t n = first->next; n; n = b->args[n - 1].next)
        count += contribute(b, &b->args[n - 1], items + count);
    return count;
}

static fp_value value_of(const fp_builder *b, const fp_arg_range *arg, fp_str **items)
{
    const fp_str said = fp_builder_str(b, arg->value);

    if (arg->next) {
        const size_t count = collect(b, arg, *items);
        const fp_value list = { .kind = FP_VALUE_LIST, .items = *items, .item_count = count };

        *items += count;
        return list;
    }
    return (fp_value){ .kind = arg->kind,
                       .text = text_of(b, arg),
                       .items = b->view_items + arg->item,
                       .item_count = arg->item_count,
                       .raw = said };
}

/* Gives the values their types. Those whose text is rewritten are set when all texts are written,
 * because the buffer may move before that. */
static bool apply_schema(fp_builder *b, const fp_tool *tool, bool given, size_t count,
                         size_t *misfits)
{
    fp_range *typed;

    b->typed.len = 0;
    for (size_t i = 0, k = 0; k < count; i++) {
        if (!is_seen(&b->args[i]))
            continue;

        fp_value *value = &b->view_args[k++].value;
        const fp_tool_arg *arg = fp_tool_find_arg(tool, b->view_args[k - 1].key);
        const size_t at = b->typed.len;
        bool fits = true, good = true;

        if (arg && b->args[i].is_json) /* it has its type already */
            fits = fp_typing_fits(arg, value->raw);
        else if (arg && given)
            good = fp_typing_check(arg, value, &fits);
        else if (arg && b->args[i].is_tree)
            good = fp_typing_apply_tree(arg, value, &b->typed, &fits);
        else if (arg)
            good = fp_typing_apply(arg, value, &b->typed, &fits);
        if (!good)
            return false;
        *misfits += !fits;
        b->args[i].typed = (fp_range){ at, b->typed.len - at };
    }
    for (size_t i = 0, k = 0; k < count; i++) {
        if (!is_seen(&b->args[i]))
            continue;
        typed = &b->args[i].typed;
        if (typed->len)
            b->view_args[k].value.text = (fp_str){ b->typed.ptr + typed->at, typed->len };
        k++;
    }
    return true;
}

bool fp_builder_view(fp_builder *b, const fp_tool *tool, bool given, fp_call *call, size_t *misfits)
{
    void *args = b->view_args;
    void *items = b->view_items;
    const size_t item_count = 2 * b->item_count + b->arg_count; /* each, and what is collected */
    const bool room = fp_grow(&args, &b->view_arg_cap, b->arg_count, sizeof *b->view_args) &&
                      fp_grow(&items, &b->view_item_cap, item_count, sizeof *b->view_items);
    fp_str *repeated;
    size_t count = 0;

    *misfits = 0;
    b->view_args = args;
    b->view_items = items;
    if (!room)
        return false;
    for (size_t i = 0; i < b->item_count; i++)
        b->view_items[i] = fp_builder_str(b, b->items[i]);
    repeated = b->view_items + b->item_count;
    for (size_t i = 0; i < b->arg_count; i++)
        if (is_seen(&b->args[i]))
            b->view_args[count++] = (fp_arg){ .key = fp_builder_str(b, b->args[i].key),
                                              .value = value_of(b, &b->args[i], &repeated) };
    call->name = fp_builder_str(b, b->name);
    call->id = fp_builder_str(b, b->id);
    call->args = b->view_args;
    call->arg_count = count;
    return !tool || apply_schema(b, tool, given, count, misfits);
}

/* Makes *to, of *cap items of size bytes, hold a copy of count items; false when memory is out. */
static bool assign_array(void **to, size_t *cap, const void *from, size_t count, size_t size)
{
    if (count > *cap) {
        void *grown = realloc(*to, count * size);

        if (!grown)
            return false;
        *to = grown;
        *cap = count;
    }
    if (count)
        memcpy(*to, from, count * size);
    return true;
}

/* Their number counts: it says where a key belongs. */
static bool assign_slots(fp_builder *to, const fp_builder *from)
{
    const size_t count = from->slot_count;

    if (to->slot_count != count) {
        free(to->slots);
        to->slots = count ? malloc(count * sizeof *to->slots) : NULL;
        to->slot_count = to->slots ? count : 0;
    }
    if (to->slots)
        memcpy(to->slots, from->slots, count * sizeof *to->slots);
    return to->slot_count == count;
}

bool fp_builder_assign(fp_builder *to, const fp_builder *from)
{
    void *args = to->args, *items = to->items;
    const bool args_fit =
        assign_array(&args, &to->arg_cap, from->args, from->arg_count, sizeof *to->args);
    const bool items_fit =
        assign_array(&items, &to->item_cap, from->items, from->item_count, sizeof *to->items);

    to->args = args;
    to->items = items;
    to->name = from->name;
    to->id = from->id;
    to->arg_count = from->arg_count;
    to->item_count = from->item_count;
    to->bytes.len = 0;
    return args_fit && items_fit && assign_slots(to, from) &&
           fp_buf_append(&to->bytes, from->bytes.ptr, from->bytes.len);
}

static bool range_equal(fp_range a, fp_range b)
{
    return a.at == b.at && a.len == b.len;
}

bool fp_builder_equal(const fp_builder *a, const fp_builder *b)
{
    if (a->arg_count != b->arg_count || a->item_count != b->item_count ||
        !range_equal(a->name, b->name) || !range_equal(a->id, b->id) ||
        !fp_buf_equal(&a->bytes, &b->bytes))
        return false;
    for (size_t i = 0; i < a->arg_count; i++) {
        const fp_arg_range *x = &a->args[i], *y = &b->args[i];

        if (!range_equal(x->key, y->key) || !range_equal(x->value, y->value) ||
            x->kind != y->kind || x->is_json != y->is_json ||
            x->is_tree != y->is_tree || /* GCOVR_EXCL_BR_LINE: bytes tell a tree */
            x->lost != y->lost || x->next != y->next || x->item != y->item ||
            x->item_count != y->item_count)
            return false;
    }
    for (size_t i = 0; i < a->item_count; i++)
        if (!range_equal(a->items[i], b->items[i]))
            return false;
    return true;
}
