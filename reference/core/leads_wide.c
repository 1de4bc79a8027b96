/* SPDX-License-Identifier: Apache-2.0 */
/* leads_wide.c: steps over bytes that lead to nothing, for machines with AVX2. */
#include "leads.h"

/* GCOVR_EXCL_BR_START: a machine takes this search or that of leads.c, and of what is compiled here
 * once for each kind of set it has few; test_leads holds both against the search byte by byte. */
#if defined __x86_64__ && !defined FP_LEADS_NARROW
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) WIDE

enum {
    SPAN = 32,
    PAIR = 2 * SPAN,
    STRIDE = 4 * PAIR,
    LINE = 64,   /* bytes of a line of the cache */
    AHEAD = 4096 /* bytes from what is looked at to what is fetched: a page, which the machine does
                  * not step over by itself */
};

/* What is looked for, in every place of a span. Of runs all at once: at the low half of its byte,
 * the table has the one run that ends so, and a byte of another end for what is none. */
typedef struct needles {
    __m256i table;
    __m256i fold; /* the bits in which runs of the same end differ; they count as set */
    __m256i bytes[FP_LEAD_BYTES];
    bool folds;
    unsigned byte_count;
} needles;

/* The bits in which runs differ that end alike. */
static unsigned char fold_of(const fp_lead_set *set)
{
    unsigned char fold = 0;

    for (unsigned i = 0; i < set->run_count; i++)
        for (unsigned k = 0; k < i; k++)
            if (((set->runs[i] ^ set->runs[k]) & 0x0F) == 0)
                fold |= set->runs[i] ^ set->runs[k];
    return fold;
}

bool fp_leads_fit_wide(const fp_lead_set *set)
{
    for (unsigned i = 0; i < set->run_count; i++)
        if (set->runs[i] >= 0x80)
            return false;
    return __builtin_cpu_supports("avx2");
}

/* The table is the same for each half of a span. */
INLINE __m256i table_of(const fp_lead_set *set, unsigned char fold)
{
    const __m128i ends = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i table = _mm_xor_si128(ends, _mm_set1_epi8(1));

    for (unsigned i = 0; i < set->run_count; i++) {
        const char run = (char)(set->runs[i] | fold);
        const __m128i place = _mm_cmpeq_epi8(ends, _mm_set1_epi8((char)(run & 0x0F)));

        table = _mm_blendv_epi8(table, _mm_set1_epi8(run), place);
    }
    return _mm256_broadcastsi128_si256(table);
}

INLINE needles needles_of(const fp_lead_set *set, bool folds, unsigned byte_count)
{
    const unsigned char fold = folds ? fold_of(set) : 0;
    needles n = { .table = table_of(set, fold), .folds = folds, .byte_count = byte_count };

    n.fold = _mm256_set1_epi8((char)fold);
    for (unsigned i = 0; i < byte_count; i++)
        n.bytes[i] = _mm256_set1_epi8((char)set->bytes[i]);
    return n;
}

/* Bits are set where two bytes of a run stand, at an even offset, or one of the bytes. */
INLINE __m256i compare(const needles *n, const unsigned char *at)
{
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
    const __m256i folded = n->folds ? _mm256_or_si256(bytes, n->fold) : bytes;
    __m256i met = _mm256_cmpeq_epi16(folded, _mm256_shuffle_epi8(n->table, folded));

    for (unsigned i = 0; i < n->byte_count; i++)
        met = _mm256_or_si256(met, _mm256_cmpeq_epi8(bytes, n->bytes[i]));
    return met;
}

INLINE unsigned bits_of(__m256i met)
{
    return (unsigned)_mm256_movemask_epi8(met);
}

/* Of twice as many bytes each. */
INLINE __m256i compare_pair(const needles *n, const unsigned char *at)
{
    return _mm256_or_si256(compare(n, at), compare(n, at + SPAN));
}

INLINE __m256i compare_half(const needles *n, const unsigned char *at)
{
    return _mm256_or_si256(compare_pair(n, at), compare_pair(n, at + PAIR));
}

/* Whether a stride has nothing of it. What comes a page later is fetched meanwhile; there may be no
 * such bytes, which does no harm. */
INLINE bool is_calm(const needles *n, const unsigned char *at)
{
    for (size_t line = 0; line < STRIDE; line += LINE) {
        const uintptr_t later = (uintptr_t)at + AHEAD + line;

        _mm_prefetch((const char *)later, _MM_HINT_T0);
    }
    return !bits_of(_mm256_or_si256(compare_half(n, at), compare_half(n, at + STRIDE / 2)));
}

/* Whether the byte at the offset, one of those that were met, is none of a lead, by the byte before
 * it. */
INLINE bool is_stray(const fp_lead_set *set, const unsigned char *bytes, size_t at)
{
    for (unsigned i = 0; at && i < set->byte_count; i++)
        if (bytes[at] == set->bytes[i])
            return set->before[i] && bytes[at - 1] != set->before[i];
    return false;
}

/* The first byte that is met in so many spans and is not stray, or the end of them. */
INLINE size_t first_met(const fp_lead_set *set, const needles *n, const unsigned char *bytes,
                        size_t at, unsigned spans)
{
    const size_t end = at + (size_t)spans * SPAN;

    for (; at < end; at += PAIR) {
        uint64_t met = bits_of(compare(n, bytes + at));

        if (end - at > SPAN)
            met |= (uint64_t)bits_of(compare(n, bytes + at + SPAN)) << SPAN;
        for (; met; met &= met - 1) {
            const size_t first = at + (size_t)__builtin_ctzll(met);

            if (!is_stray(set, bytes, first))
                return first;
        }
    }
    return end;
}

INLINE size_t skip(const fp_lead_set *set, const unsigned char *bytes, size_t len, bool folds,
                   unsigned byte_count)
{
    const needles n = needles_of(set, folds, byte_count);
    size_t at = 0, first, end;

    if (len >= STRIDE && !bits_of(compare(&n, bytes)))
        at = SPAN - ((uintptr_t)bytes & (SPAN - 1)); /* loads are slower across lines */
    for (; len - at >= STRIDE; at += STRIDE) {
        if (is_calm(&n, bytes + at))
            continue;
        first = first_met(set, &n, bytes, at, STRIDE / SPAN);
        if (first < at + STRIDE)
            return first;
    }
    end = at + (len - at) / SPAN * SPAN;
    return at < end ? first_met(set, &n, bytes, at, (unsigned)((end - at) / SPAN)) : at;
}

WIDE static size_t skip_folded(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    return set->byte_count == 0   ? skip(set, bytes, len, true, 0)
           : set->byte_count == 1 ? skip(set, bytes, len, true, 1)
                                  : skip(set, bytes, len, true, 2);
}

WIDE size_t fp_leads_skip_wide(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    if (fold_of(set))
        return skip_folded(set, bytes, len);
    return set->byte_count == 0   ? skip(set, bytes, len, false, 0)
           : set->byte_count == 1 ? skip(set, bytes, len, false, 1)
                                  : skip(set, bytes, len, false, 2);
}
#else
bool fp_leads_fit_wide(const fp_lead_set *set)
{
    (void)set;
    return false;
}

size_t fp_leads_skip_wide(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    (void)set;
    (void)bytes;
    (void)len;
    return 0;
}
#endif
/* GCOVR_EXCL_BR_STOP */
