/* SPDX-License-Identifier: Apache-2.0 */
/* partial_value.c: compares JSON values. */
#include "partial/partial_value.h"

#include "base/util.h"

#include <fencepost/jsontext.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A member of an object, or an item of an array. */
typedef struct entry {
    fp_json key;
    size_t place; /* in the text */
    partial_value *value;
} entry;

struct partial_value {
    char kind;      /* as fp_jsontext_kind() has it */
    fp_str text;    /* as it was written, */
    fp_json string; /* and what a string stands for */
    entry *entries; /* of an object by their keys, each once */
    size_t count;
};

static int by_bytes(fp_str a, fp_str b)
{
    const int order = memcmp(a.len ? a.ptr : "", b.len ? b.ptr : "", a.len < b.len ? a.len : b.len);

    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int by_key(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    const int order = by_bytes(json_text(&x->key), json_text(&y->key));

    return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* NOLINTBEGIN(misc-no-recursion): as deep as an answer or a value of ours, which their readers
 * bound */
static void entry_free(entry *e)
{
    fp_json_free(&e->key);
    partial_value_free(e->value);
}

void partial_value_free(partial_value *v)
{
    if (!v)
        return;
    for (size_t i = 0; i < v->count; i++)
        entry_free(&v->entries[i]);
    free(v->entries);
    fp_json_free(&v->string);
    free(v);
}

static void decode(fp_str string, fp_json *to)
{
    bool lone = false;

    need_memory(fp_jsontext_decode(string, to, &lone));
}

/* Sorts, and leaves of equal keys the last. */
static void sort_members(partial_value *v)
{
    size_t kept = 0;

    if (v->count)
        qsort(v->entries, v->count, sizeof *v->entries, by_key);
    for (size_t i = 0; i < v->count; i++) {
        if (kept &&
            fp_str_equal(json_text(&v->entries[kept - 1].key), json_text(&v->entries[i].key)))
            entry_free(&v->entries[--kept]);
        v->entries[kept++] = v->entries[i];
    }
    v->count = kept;
}

static void read_entries(partial_value *v)
{
    size_t cap = 0;
    fp_str key, text;

    for (size_t at = 0; v->kind == '{' ? fp_jsontext_member(v->text, &at, &key, &text)
                                       : fp_jsontext_item(v->text, &at, &text);) {
        void *grown = v->entries;
        entry *e;

        xgrow(&grown, &cap, v->count, sizeof *v->entries);
        v->entries = grown;
        e = &v->entries[v->count];
        *e = (entry){ .place = v->count++, .value = partial_value_read(text) };
        if (v->kind == '{')
            decode(key, &e->key);
    }
    if (v->kind == '{')
        sort_members(v);
}

partial_value *partial_value_read(fp_str json)
{
    partial_value *v = xcalloc(1, sizeof *v);

    v->text = fp_jsontext_trim(json);
    v->kind = fp_jsontext_kind(v->text);
    if (v->kind == '"')
        decode(v->text, &v->string);
    else if (v->kind == '{' || v->kind == '[')
        read_entries(v);
    return v;
}

/* -- comparing --------------------------------------------------------------------------------- */

static double double_of(fp_str number)
{
    char *text = xformat("%.*s", (int)number.len, number.ptr);
    const double value = strtod(text, NULL);

    free(text);
    return value;
}

/* Both are numbers, or both a literal. */
static bool same_scalar(const partial_value *a, const partial_value *b, bool doubles)
{
    double x, y;

    if (a->kind != '0' || !doubles)
        return fp_jsontext_equal(a->text, b->text);
    x = double_of(a->text);
    y = double_of(b->text);
    return x == y && signbit(x) == signbit(y);
}

/* How two values are compared. */
typedef enum relation { EQUAL, HAS, BEGINS } relation;

static bool compare(const partial_value *a, const partial_value *b, relation r, bool doubles);

/* Each item of b is in a at its place; of BEGINS the other way round. */
static bool compare_items(const partial_value *a, const partial_value *b, relation r, bool doubles)
{
    const size_t count = r == BEGINS ? a->count : b->count;

    if (r == EQUAL ? a->count != b->count : r == HAS ? a->count < b->count : a->count > b->count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!compare(a->entries[i].value, b->entries[i].value, r, doubles))
            return false;
    return true;
}

static bool compare_members(const partial_value *a, const partial_value *b, relation r,
                            bool doubles)
{
    size_t i = 0, k = 0;

    while (i < a->count || k < b->count) {
        const int order = i == a->count   ? 1
                          : k == b->count ? -1
                                          : by_bytes(json_text(&a->entries[i].key),
                                                     json_text(&b->entries[k].key));

        if ((order < 0 && r != HAS) || (order > 0 && r != BEGINS))
            return false; /* one that the other has not */
        if (order == 0 && !compare(a->entries[i].value, b->entries[k].value, r, doubles))
            return false;
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

static bool compare_strings(fp_str a, fp_str b, relation r)
{
    if (r == BEGINS)
        return a.len <= b.len && (!a.len || memcmp(a.ptr, b.ptr, a.len) == 0);
    return fp_str_equal(a, b);
}

static bool compare(const partial_value *a, const partial_value *b, relation r, bool doubles)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case '{':
        return compare_members(a, b, r, doubles);
    case '[':
        return compare_items(a, b, r, doubles);
    case '"':
        return compare_strings(json_text(&a->string), json_text(&b->string), r);
    default:
        return same_scalar(a, b, doubles);
    }
}

bool partial_value_equal(const partial_value *a, const partial_value *b, bool doubles)
{
    return compare(a, b, EQUAL, doubles);
}

bool partial_value_has(const partial_value *whole, const partial_value *part, bool doubles)
{
    return compare(whole, part, HAS, doubles);
}

bool partial_value_begins(const partial_value *part, const partial_value *whole, bool doubles)
{
    return compare(part, whole, BEGINS, doubles);
}

bool partial_texts_equal(fp_str a, fp_str b)
{
    partial_value *x = partial_value_read(a), *y = partial_value_read(b);
    const bool equal = partial_value_equal(x, y, false);

    partial_value_free(x);
    partial_value_free(y);
    return equal;
}
/* NOLINTEND(misc-no-recursion) */
