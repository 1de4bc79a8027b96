/* SPDX-License-Identifier: Apache-2.0 */
/* block.h: the inside of a JSON string, 64 bytes at a time: a bit for each, the first being the
 * lowest.
 */
#ifndef FENCEPOST_CORE_BLOCK_H
#define FENCEPOST_CORE_BLOCK_H

#include <stdbool.h>
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

#ifdef __SSE2__
static inline __m128i fp_block_load(const char *bytes)
{
    __m128i some;

    memcpy(&some, bytes, sizeof some);
    return some;
}

/* Each byte that is a quote, or below 0x20. */
static inline __m128i fp_block_ends(__m128i some)
{
    const __m128i control = _mm_set1_epi8(0x1F);

    return _mm_or_si128(_mm_cmpeq_epi8(_mm_max_epu8(some, control), control),
                        _mm_cmpeq_epi8(some, _mm_set1_epi8('"')));
}

static inline __m128i fp_block_slashes(__m128i some)
{
    return _mm_cmpeq_epi8(some, _mm_set1_epi8('\\'));
}
#else
static inline bool fp_block_is_end(char byte)
{
    return byte == '"' || (unsigned char)byte < 0x20;
}
#endif

static inline fp_block_marks fp_block_look(const char *bytes)
{
    fp_block_marks m = { 0 };

#ifdef __SSE2__
    for (unsigned i = 0; i < FP_BLOCK; i += sizeof(__m128i)) {
        const __m128i some = fp_block_load(bytes + i);

        m.slashes |= (uint64_t)(unsigned)_mm_movemask_epi8(fp_block_slashes(some)) << i;
        m.ends |= (uint64_t)(unsigned)_mm_movemask_epi8(fp_block_ends(some)) << i;
    }
#else
    for (unsigned i = 0; i < FP_BLOCK; i++) {
        m.slashes |= (uint64_t)(bytes[i] == '\\') << i;
        m.ends |= (uint64_t)fp_block_is_end(bytes[i]) << i;
    }
#endif
    return m;
}

/* Whether each byte of a block stands for itself. */
static inline bool fp_block_is_plain(const char *bytes)
{
#ifdef __SSE2__
    __m128i stops = _mm_setzero_si128();

    for (unsigned i = 0; i < FP_BLOCK; i += sizeof(__m128i)) {
        const __m128i some = fp_block_load(bytes + i);

        stops = _mm_or_si128(stops, _mm_or_si128(fp_block_slashes(some), fp_block_ends(some)));
    }
    return !_mm_movemask_epi8(stops);
#else
    const fp_block_marks m = fp_block_look(bytes);

    return !(m.slashes | m.ends);
#endif
}

/* Whether each does, or is a backslash before an n, as line ends have it. The byte after the block
 * is there too: it is the n of a backslash that is last. */
static inline bool fp_block_is_lines(const char *bytes)
{
#ifdef __SSE2__
    __m128i stops = _mm_setzero_si128();

    for (unsigned i = 0; i < FP_BLOCK; i += sizeof(__m128i)) {
        const __m128i some = fp_block_load(bytes + i);
        const __m128i behind = _mm_cmpeq_epi8(fp_block_load(bytes + i + 1), _mm_set1_epi8('n'));

        stops = _mm_or_si128(stops, _mm_andnot_si128(behind, fp_block_slashes(some)));
        stops = _mm_or_si128(stops, fp_block_ends(some));
    }
    return !_mm_movemask_epi8(stops);
#else
    bool stops = false;

    for (unsigned i = 0; i < FP_BLOCK; i++)
        stops = stops || fp_block_is_end(bytes[i]) || (bytes[i] == '\\' && bytes[i + 1] != 'n');
    return !stops;
#endif
}

/* The bytes after a backslash that escapes them, the first byte not being one: each second one of
 * a row of backslashes, and what stands after an odd row. In the subtraction a row is a carry,
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
