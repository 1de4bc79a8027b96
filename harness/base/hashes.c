/* SPDX-License-Identifier: Apache-2.0 */
/* hashes.c: a set of hashes. */
#include "base/hashes.h"

#include "base/util.h"

#include <stdlib.h>

enum { FIRST_CAP = 1024 }; /* a power of two, as every later one */

/* Where the hash is, or would be. */
static uint64_t *slot_of(const hashes *set, uint64_t hash)
{
    size_t i = (size_t)hash & (set->cap - 1);

    while (set->slots[i] != 0 && set->slots[i] != hash)
        i = (i + 1) & (set->cap - 1);
    return &set->slots[i];
}

/* Keeps at least half of the slots free. */
static void make_room(hashes *set)
{
    hashes grown = { .count = set->count, .cap = set->cap ? set->cap * 2 : FIRST_CAP };

    if (set->count * 2 < set->cap)
        return;
    grown.slots = xcalloc(grown.cap, sizeof *grown.slots);
    for (size_t i = 0; i < set->cap; i++)
        if (set->slots[i])
            *slot_of(&grown, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = grown;
}

bool hashes_have(const hashes *set, uint64_t hash)
{
    return set->cap && *slot_of(set, hash | 1) != 0;
}

bool hashes_add(hashes *set, uint64_t hash)
{
    uint64_t *slot;

    make_room(set);
    slot = slot_of(set, hash | 1);
    if (*slot)
        return false;
    *slot = hash | 1;
    set->count++;
    return true;
}

void hashes_free(hashes *set)
{
    free(set->slots);
    *set = (hashes){ 0 };
}
