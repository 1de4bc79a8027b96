/* SPDX-License-Identifier: Apache-2.0 */
/* index.h: places found by their keys. Many keys are sorted once, and then found in few steps: a
 * hash would have bad days that a writer of hostile keys can choose, too. */
#ifndef FENCEPOST_CORE_INDEX_H
#define FENCEPOST_CORE_INDEX_H

#include <fencepost/types.h>

typedef struct fp_index_entry {
    fp_str key;
    size_t place;
} fp_index_entry;

/* By key, those of one key by place. Zero it to begin; fp_index_free(). */
typedef struct fp_index {
    fp_index_entry *entries;
    size_t count;
} fp_index;

/* Makes room for so many entries, which the caller fills, and sorts. False when memory is out. */
bool fp_index_make(fp_index *index, size_t count);
void fp_index_sort(fp_index *index);

/* Where the first entry of the key is, of which others may follow; count if there is none. */
size_t fp_index_find(const fp_index *index, fp_str key);

/* Whether the entry is there, and of this key. */
bool fp_index_is(const fp_index *index, size_t at, fp_str key);

void fp_index_free(fp_index *index);

/* The arguments of a call, each at its place in it. False when memory is out. */
bool fp_index_args(fp_index *index, const fp_call *call);

#endif
