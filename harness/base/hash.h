/* SPDX-License-Identifier: Apache-2.0 */
/* hash.h: FNV-1a of 64 bits: it tells bytes apart, but does not protect against forgery. */
#ifndef FENCEPOST_HARNESS_HASH_H
#define FENCEPOST_HARNESS_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xCBF29CE484222325)

/* Returns the hash of the bytes hashed before, followed by these. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *b = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ b[i]) * UINT64_C(0x100000001B3);
    return hash;
}

#endif
