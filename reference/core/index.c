/* SPDX-License-Identifier: Apache-2.0 */
/* index.c: places found by their keys. */
#include "index.h"

#include <stdlib.h>
#include <string.h>

static int compare_keys(fp_str a, fp_str b)
{
    const size_t least = a.len < b.len ? a.len : b.len;
    const int order = least ? memcmp(a.ptr, b.ptr, least) : 0;

    return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_entries(const void *a, const void *b)
{
    const fp_index_entry *x = a, *y = b;
    const int order = compare_keys(x->key, y->key);

    return order ? order : (x->place > y->place) - (x->place < y->place);
}

bool fp_index_make(fp_index *index, size_t count)
{
    index->entries = calloc(count ? count : 1, sizeof *index->entries);
    index->count = index->entries ? count : 0;
    return index->entries != NULL;
}

void fp_index_sort(fp_index *index)
{
    qsort(index->entries, index->count, sizeof *index->entries, compare_entries);
}

size_t fp_index_find(const fp_index *index, fp_str key)
{
    size_t from = 0, to = index->count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (compare_keys(index->entries[middle].key, key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return fp_index_is(index, from, key) ? from : index->count;
}

bool fp_index_is(const fp_index *index, size_t at, fp_str key)
{
    return at < index->count && fp_str_equal(index->entries[at].key, key);
}

void fp_index_free(fp_index *index)
{
    free(index->entries);
    *index = (fp_index){ 0 };
}

bool fp_index_args(fp_index *index, const fp_call *call)
{
    if (!fp_index_make(index, call->arg_count))
        return false;
    for (size_t i = 0; i < call->arg_count; i++)
        index->entries[i] = (fp_index_entry){ call->args[i].key, i };
    fp_index_sort(index);
    return true;
}
