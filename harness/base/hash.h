/* SPDX-License-Identifier: Apache-2.0 */
/* hash.h: FNV-1a of 64 bits: to tell bytes apart, not to keep anybody from forging them. */
#ifndef FENCEPOST_HARNESS_HASH_H
#define FENCEPOST_HARNESS_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xCBF29CE484222325)

/* The hash of what was hashed before and of these bytes after it. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *b = bytes;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ b[i]) * UINT64_C(0x100000001B3);
    return hash;
}

#endif
