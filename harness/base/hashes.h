/* SPDX-License-Identifier: Apache-2.0 */
/* hashes.h: a set of hashes of what has been seen. Two things with the same hash of 63 bits count
 * as the same, which is too rare to matter.
 */
#ifndef FENCEPOST_HARNESS_HASHES_H
#define FENCEPOST_HARNESS_HASHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An open hash table; empty at first: { 0 }. */
typedef struct hashes {
    uint64_t *slots; /* 0: free */
    size_t count, cap;
} hashes;

bool hashes_have(const hashes *set, uint64_t hash);

/* Puts a hash into the set; false if it is there already. */
bool hashes_add(hashes *set, uint64_t hash);

void hashes_free(hashes *set);

#endif
