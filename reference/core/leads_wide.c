/* SPDX-License-Identifier: Apache-2.0 */
/* leads_wide.c: steps over bytes that lead to nothing, for machines with AVX2. */
#include "leads_wide.h"

/* GCOVR_EXCL_BR_START: a machine takes this search or that of leads.c; test_leads holds both
 * against the search byte by byte. */
#if defined __x86_64__ && !defined FP_LEADS_NARROW
#include <immintrin.h>
#include <string.h>

#define WIDE __attribute__((target("avx2")))

enum { SPAN = 32, PAIR = 2 * SPAN };

/* The bytes among which a search goes on, and where it is. */
typedef struct search {
    const fp_lead_set *set;
    fp_needles needles;
    bool turned[FP_LEAD_BYTES]; /* to the third byte of an emoji: others begin with its first */
    const unsigned char *bytes;
    size_t at, len;
} search;

/* -- needles --------------------------------------------------------------------------------- */

bool fp_leads_fit_wide(const fp_lead_set *set)
{
    for (unsigned i = 0; i < set->run_count; i++)
        if (set->runs[i] >= 0x80)
            return false;
    return __builtin_cpu_supports("avx2");
}

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

static fp_needles needles_of(const fp_lead_set *set)
{
    fp_needles n = { .fold = fold_of(set), .byte_count = set->byte_count };

    for (unsigned end = 0; end < FP_LEAD_ENDS; end++)
        n.table[end] = (unsigned char)(end ^ 1);
    for (unsigned i = 0; i < set->run_count; i++) {
        const unsigned char run = set->runs[i] | n.fold;

        n.table[run % FP_LEAD_ENDS] = run;
    }
    memcpy(n.bytes, set->bytes, sizeof n.bytes);
    return n;
}

/* A bit for each byte of a span: set where two bytes of a run stand, at an even offset, or one of
 * the bytes. */
WIDE static uint32_t met_in(const fp_needles *n, const unsigned char *at)
{
    const __m256i table =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)n->table));
    const __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)at);
    const __m256i folded = _mm256_or_si256(bytes, _mm256_set1_epi8((char)n->fold));
    __m256i met = _mm256_cmpeq_epi16(folded, _mm256_shuffle_epi8(table, folded));

    for (unsigned i = 0; i < n->byte_count; i++)
        met = _mm256_or_si256(met, _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8((char)n->bytes[i])));
    return (uint32_t)_mm256_movemask_epi8(met);
}

/* -- strays ---------------------------------------------------------------------------------- */

/* Whether the byte at the offset, which is that of a needle, is none of a lead, by those around it.
 */
static bool is_stray(const search *s, unsigned needle, size_t at)
{
    const unsigned char before = s->set->before[needle], third = s->set->third[needle];

    if (s->turned[needle]) /* there are strides before it */
        return s->bytes[at - 2] != s->set->bytes[needle];
    return (before && at && s->bytes[at - 1] != before) ||
           (third && s->len - at > 2 && s->bytes[at + 2] != third);
}

/* Which needles are met at the offset and are strays, a bit for each; none if one is not, or if it
 * is a run. */
static unsigned strays_at(const search *s, size_t at)
{
    unsigned strays = 0;

    for (unsigned i = 0; i < s->needles.byte_count; i++) {
        if (s->bytes[at] != s->needles.bytes[i])
            continue;
        if (!is_stray(s, i, at))
            return 0;
        strays |= 1u << i;
    }
    return strays;
}

/* What strayed is searched for by another of its bytes, if it is known: whether any is. */
static bool turn(search *s, unsigned strays)
{
    bool any = false;

    for (unsigned i = 0; i < s->needles.byte_count; i++) {
        if (!(strays >> i & 1) || !s->set->third[i])
            continue;
        s->turned[i] = !s->turned[i];
        s->needles.bytes[i] = s->turned[i] ? s->set->third[i] : s->set->bytes[i];
        any = true;
    }
    return any;
}

/* How many bytes stand before the emoji of which a byte may stand where the search is. */
static size_t before_emoji(const search *s)
{
    for (unsigned i = 0; i < s->needles.byte_count; i++)
        if (s->turned[i])
            return s->at - 2;
    return s->at;
}

/* -- search ---------------------------------------------------------------------------------- */

/* Goes on to the first byte that is met in so many spans and is not stray, or behind them. */
WIDE static bool meets(search *s, size_t spans, unsigned *strays)
{
    const size_t end = s->at + spans * SPAN;

    for (; s->at < end; s->at += PAIR) {
        uint64_t met = met_in(&s->needles, s->bytes + s->at);

        if (end - s->at > SPAN)
            met |= (uint64_t)met_in(&s->needles, s->bytes + s->at + SPAN) << SPAN;
        for (; met; met &= met - 1) {
            const size_t at = s->at + (size_t)__builtin_ctzll(met);
            const unsigned stray = strays_at(s, at);

            if (!stray) {
                s->at = at;
                return true;
            }
            *strays |= stray;
        }
    }
    s->at = end;
    return false;
}

size_t fp_leads_skip_wide(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    search s = { .set = set, .needles = needles_of(set), .bytes = bytes, .len = len };
    unsigned strays = 0;

    if (len >= FP_LEAD_STRIDE) {
        if (meets(&s, FP_LEAD_LINE / SPAN, &strays))
            return s.at;
        s.at -= (uintptr_t)bytes % FP_LEAD_LINE; /* loads are slower across lines */
    }
    for (; len - s.at >= FP_LEAD_STRIDE; strays = 0) {
        s.at += fp_leads_calm_strides(&s.needles, bytes + s.at, len - s.at);
        if (len - s.at < FP_LEAD_STRIDE)
            break;
        if (meets(&s, FP_LEAD_STRIDE / SPAN, &strays))
            return before_emoji(&s);
        if (turn(&s, strays))
            s.at -= FP_LEAD_LINE; /* an emoji that began there may have its third byte behind it */
    }
    meets(&s, (len - s.at) / SPAN, &strays);
    return before_emoji(&s);
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
