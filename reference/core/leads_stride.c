/* SPDX-License-Identifier: Apache-2.0 */
/* leads_stride.c: whether strides have anything of leads, with AVX2 or AVX-512. */
#include "leads_wide.h"

/* GCOVR_EXCL_BR_START: a machine takes one of these searches, and of what is compiled here once for
 * each kind of needles it has few; test_leads holds them against the search byte by byte. */
#if defined __x86_64__ && !defined FP_LEADS_NARROW
#include <immintrin.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline))
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx2,avx512bw")))

/* Bytes from what is looked at to what is fetched: a page, which the machine does not step over by
 * itself. */
enum { AHEAD = 4096 };

/* What comes a page later is fetched meanwhile; there may be no such bytes, which does no harm. */
INLINE void fetch(const unsigned char *at)
{
    for (size_t line = 0; line < FP_LEAD_STRIDE; line += FP_LEAD_LINE)
        _mm_prefetch((const char *)((uintptr_t)at + AHEAD + line), _MM_HINT_T0);
}

/* Whether there are more strides behind those that are calm. */
INLINE bool is_stride(size_t calm, size_t len)
{
    return len - calm >= FP_LEAD_STRIDE;
}

/* -- AVX2 ------------------------------------------------------------------------------------ */

enum { SPAN = 32 };

typedef struct spans {
    __m256i table, fold, bytes[FP_LEAD_BYTES];
} spans;

INLINE AVX2 spans spans_of(const fp_needles *n)
{
    spans s = { .fold = _mm256_set1_epi8((char)n->fold) };

    s.table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)n->table));
    for (unsigned i = 0; i < FP_LEAD_BYTES; i++)
        s.bytes[i] = _mm256_set1_epi8((char)n->bytes[i]);
    return s;
}

/* Bits are set where two bytes of a run stand, at an even offset, or one of the bytes. */
INLINE AVX2 __m256i compare(const spans *s, bool folds, unsigned count, const unsigned char *at)
{
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
    const __m256i folded = folds ? _mm256_or_si256(bytes, s->fold) : bytes;
    __m256i met = _mm256_cmpeq_epi16(folded, _mm256_shuffle_epi8(s->table, folded));

    for (unsigned i = 0; i < count; i++)
        met = _mm256_or_si256(met, _mm256_cmpeq_epi8(bytes, s->bytes[i]));
    return met;
}

/* Of twice as many bytes each. */
INLINE AVX2 __m256i compare_pair(const spans *s, bool folds, unsigned count,
                                 const unsigned char *at)
{
    return _mm256_or_si256(compare(s, folds, count, at), compare(s, folds, count, at + SPAN));
}

INLINE AVX2 __m256i compare_half(const spans *s, bool folds, unsigned count,
                                 const unsigned char *at)
{
    return _mm256_or_si256(compare_pair(s, folds, count, at),
                           compare_pair(s, folds, count, at + FP_LEAD_STRIDE / 4));
}

INLINE AVX2 bool is_calm(const spans *s, bool folds, unsigned count, const unsigned char *at)
{
    const __m256i met = _mm256_or_si256(compare_half(s, folds, count, at),
                                        compare_half(s, folds, count, at + FP_LEAD_STRIDE / 2));

    return !_mm256_movemask_epi8(met);
}

INLINE AVX2 size_t calm_avx2(const fp_needles *n, bool folds, unsigned count,
                             const unsigned char *bytes, size_t len)
{
    const spans s = spans_of(n);
    size_t calm = 0;

    for (; is_stride(calm, len); calm += FP_LEAD_STRIDE) {
        fetch(bytes + calm);
        if (!is_calm(&s, folds, count, bytes + calm))
            break;
    }
    return calm;
}

/* -- AVX-512 --------------------------------------------------------------------------------- */

typedef struct lines {
    __m512i table, fold, bytes[FP_LEAD_BYTES];
} lines;

INLINE AVX512 lines lines_of(const fp_needles *n)
{
    lines l = { .fold = _mm512_set1_epi8((char)n->fold) };

    l.table = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)n->table));
    for (unsigned i = 0; i < FP_LEAD_BYTES; i++)
        l.bytes[i] = _mm512_set1_epi8((char)n->bytes[i]);
    return l;
}

/* The least that bytes differ from needles: zero where one stands, or two of a run. */
typedef struct gaps {
    __m512i runs, bytes;
} gaps;

INLINE AVX512 void compare_line(const lines *l, bool folds, unsigned count, const unsigned char *at,
                                gaps *least)
{
    const __m512i here = _mm512_loadu_si512(at);
    const __m512i folded = folds ? _mm512_or_si512(here, l->fold) : here;
    const __m512i run = _mm512_xor_si512(folded, _mm512_shuffle_epi8(l->table, folded));

    least->runs = _mm512_min_epu16(least->runs, run);
    for (unsigned i = 0; i < count; i++)
        least->bytes = _mm512_min_epu8(least->bytes, _mm512_xor_si512(here, l->bytes[i]));
}

INLINE AVX512 bool is_calm_512(const lines *l, bool folds, unsigned count, const unsigned char *at)
{
    const __m512i most = _mm512_set1_epi8(-1);
    gaps least = { most, most };

    compare_line(l, folds, count, at, &least);
    compare_line(l, folds, count, at + FP_LEAD_LINE, &least);
    compare_line(l, folds, count, at + FP_LEAD_STRIDE / 2, &least);
    compare_line(l, folds, count, at + FP_LEAD_STRIDE - FP_LEAD_LINE, &least);
    return !_mm512_testn_epi16_mask(least.runs, least.runs) &&
           !(count && _mm512_testn_epi8_mask(least.bytes, least.bytes));
}

INLINE AVX512 size_t calm_avx512(const fp_needles *n, bool folds, unsigned count,
                                 const unsigned char *bytes, size_t len)
{
    const lines l = lines_of(n);
    size_t calm = 0;

    for (; is_stride(calm, len); calm += FP_LEAD_STRIDE) {
        fetch(bytes + calm);
        if (!is_calm_512(&l, folds, count, bytes + calm))
            break;
    }
    return calm;
}

/* -- for each kind of needles ---------------------------------------------------------------- */

AVX2 size_t fp_leads_calm_avx2(const fp_needles *n, const unsigned char *bytes, size_t len)
{
    switch (n->byte_count * 2 + (n->fold != 0)) {
    case 0:
        return calm_avx2(n, false, 0, bytes, len);
    case 1:
        return calm_avx2(n, true, 0, bytes, len);
    case 2:
        return calm_avx2(n, false, 1, bytes, len);
    case 3:
        return calm_avx2(n, true, 1, bytes, len);
    default:
        return calm_avx2(n, true, FP_LEAD_BYTES, bytes, len);
    }
}

AVX512 size_t fp_leads_calm_avx512(const fp_needles *n, const unsigned char *bytes, size_t len)
{
    switch (n->byte_count * 2 + (n->fold != 0)) {
    case 0:
        return calm_avx512(n, false, 0, bytes, len);
    case 1:
        return calm_avx512(n, true, 0, bytes, len);
    case 2:
        return calm_avx512(n, false, 1, bytes, len);
    case 3:
        return calm_avx512(n, true, 1, bytes, len);
    default:
        return calm_avx512(n, true, FP_LEAD_BYTES, bytes, len);
    }
}

bool fp_leads_has_avx512(void)
{
    return __builtin_cpu_supports("avx512bw");
}

size_t fp_leads_calm_strides(const fp_needles *n, const unsigned char *bytes, size_t len)
{
    return fp_leads_has_avx512() ? fp_leads_calm_avx512(n, bytes, len)
                                 : fp_leads_calm_avx2(n, bytes, len);
}
#endif
/* GCOVR_EXCL_BR_STOP */
