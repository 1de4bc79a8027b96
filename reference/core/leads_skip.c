/* SPDX-License-Identifier: Apache-2.0 */
/* leads_skip.c: steps over many bytes at a time in which nothing can begin a lead.
 *
 * The file is compiled twice: as it is for every machine, and by leads_skip_avx2.c for those with
 * AVX2. Vectors are the compiler's own, so nothing else differs but their size.
 */
#include "leads.h"

#include <string.h>

#ifdef FP_LEADS_AVX2
#define FOR_MACHINE __attribute__((target("avx2")))
#define SKIP fp_leads_skip_avx2
enum { SPAN = 32 };
#else
#define FOR_MACHINE
#define SKIP fp_leads_skip_any
enum { SPAN = 16 }; /* bytes that are compared at once */
#endif

#define INLINE FOR_MACHINE static inline __attribute__((always_inline))

enum { BLOCK = 8 * SPAN }; /* bytes whose comparisons are looked at together */

typedef uint8_t span __attribute__((vector_size(SPAN)));
typedef uint16_t span_pairs __attribute__((vector_size(SPAN)));
typedef uint64_t span_words __attribute__((vector_size(SPAN)));

/* What is searched for, in each place of a span. Two bytes of a run are a pair. */
typedef struct needles {
    span_pairs runs[FP_LEAD_RUNS];
    span bytes[FP_LEAD_BYTES];
    unsigned run_count, byte_count;
} needles;

/* GCOVR_EXCL_BR_START: compiled once for each number of needles, of which the sets of the syntaxes
 * have few; test_leads compares it with a search byte by byte. */

INLINE void fill(needles *n, const fp_lead_set *set)
{
    for (unsigned i = 0; i < n->run_count; i++)
        n->runs[i] = (span_pairs){ 0 } + (uint16_t)(set->runs[i] * 0x0101u);
    for (unsigned i = 0; i < n->byte_count; i++)
        n->bytes[i] = (span){ 0 } + set->bytes[i];
}

/* Bits are set where one of the bytes is, or two bytes of a run at an even offset. */
INLINE void compare(const needles *n, const unsigned char *at, span_words *met)
{
    span bytes;

    memcpy(&bytes, at, SPAN);
    for (unsigned i = 0; i < n->run_count; i++)
        *met |= (span_words)((span_pairs)bytes == n->runs[i]);
    for (unsigned i = 0; i < n->byte_count; i++)
        *met |= (span_words)(bytes == n->bytes[i]);
}

/* Returns whether a needle is among so many bytes, a multiple of a span. */
INLINE bool meets(const needles *n, const unsigned char *at, size_t len)
{
    span_words met = { 0 };
    uint64_t any = 0;

#pragma GCC unroll 8
    for (size_t i = 0; i < len; i += SPAN)
        compare(n, at + i, &met);
    for (unsigned i = 0; i < SPAN / sizeof any; i++)
        any |= met[i];
    return any != 0;
}

INLINE size_t skip(const fp_lead_set *set, const unsigned char *bytes, size_t len,
                   unsigned run_count, unsigned byte_count)
{
    needles n = { .run_count = run_count, .byte_count = byte_count };
    size_t at;

    fill(&n, set);
    if (len < BLOCK || meets(&n, bytes, SPAN))
        return 0;
    at = SPAN - (uintptr_t)bytes % SPAN; /* vectors that lie in two lines of the cache are slow */
    while (len - at >= BLOCK && !meets(&n, bytes + at, BLOCK))
        at += BLOCK;
    while (len - at >= SPAN && !meets(&n, bytes + at, SPAN))
        at += SPAN;
    return at;
}

/* Of three equal bytes in a row, two are a pair at an even offset, wherever the count begins. */
FOR_MACHINE size_t SKIP(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    const bool many = set->run_count > 2;

    switch (set->byte_count) {
    case 0:
        return many ? skip(set, bytes, len, 3, 0) : skip(set, bytes, len, 2, 0);
    case 1:
        return many ? skip(set, bytes, len, 3, 1) : skip(set, bytes, len, 2, 1);
    default:
        return many ? skip(set, bytes, len, 3, 2) : skip(set, bytes, len, 2, 2);
    }
}
/* GCOVR_EXCL_BR_STOP */
