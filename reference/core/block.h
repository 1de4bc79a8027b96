/* SPDX-License-Identifier: Apache-2.0 */
/* block.h: the inside of a JSON string, 64 bytes at a time: a bit for each, the first being the
 * lowest.
 */
#ifndef FENCEPOST_CORE_BLOCK_H
#define FENCEPOST_CORE_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { FP_BLOCK = 64 };

/* What a string is made of. */
typedef struct fp_block_marks {
    uint64_t slashes;
    uint64_t ends; /* quotes, and bytes below 0x20 */
} fp_block_marks;

static inline fp_block_marks fp_block_look(const char *bytes)
{
    fp_block_marks m = { 0 };

#ifdef __SSE2__
    for (unsigned i = 0; i < FP_BLOCK; i += sizeof(__m128i)) {
        const __m128i control = _mm_set1_epi8(0x1F);
        __m128i some, ends;

        memcpy(&some, bytes + i, sizeof some);
        ends = _mm_cmpeq_epi8(_mm_max_epu8(some, control), control);
        ends = _mm_or_si128(ends, _mm_cmpeq_epi8(some, _mm_set1_epi8('"')));
        some = _mm_cmpeq_epi8(some, _mm_set1_epi8('\\'));
        m.slashes |= (uint64_t)(unsigned)_mm_movemask_epi8(some) << i;
        m.ends |= (uint64_t)(unsigned)_mm_movemask_epi8(ends) << i;
    }
#else
    for (unsigned i = 0; i < FP_BLOCK; i++) {
        m.slashes |= (uint64_t)(bytes[i] == '\\') << i;
        m.ends |= (uint64_t)(bytes[i] == '"' || (unsigned char)bytes[i] < 0x20) << i;
    }
#endif
    return m;
}

/* The bytes behind a backslash that escapes them, the first byte not being one: each second one of
 * a row of backslashes, and what stands behind an odd row. In the subtraction a row is a carry,
 * which turns over what it finds at the odd places or what it leaves at them. */
static inline uint64_t fp_block_escaped(uint64_t slashes)
{
    const uint64_t odd = UINT64_C(0xAAAAAAAAAAAAAAAA);

    return (((slashes << 1 | odd) - slashes) ^ odd) ^ slashes;
}

/* The place of the lowest bit; there is one. */
static inline size_t fp_block_first(uint64_t bits)
{
    return (size_t)__builtin_ctzll(bits);
}

#endif
