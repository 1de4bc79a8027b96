/* SPDX-License-Identifier: Apache-2.0 */
/* leads.c: looks through many bytes at once for leads. */
#include "leads.h"

#include "ascii.h"

#include <fencepost/syntax.h>

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    SPAN = 32,         /* bytes that are compared at once */
    STRIDE = 4 * SPAN, /* bytes whose comparisons are looked at together */
#ifdef __SSE2__
    BEHIND = 2 /* bytes from a comparison that holds to the next that may */
#else
    BEHIND = SPAN
#endif
};

/* -- sets ------------------------------------------------------------------------------------ */

/* The byte that stands three times in a row, the last if there are several, or NUL. */
static unsigned char run_in(const char *lead)
{
    char run = '\0';

    for (; *lead; lead++)
        if (lead[0] == lead[1] && lead[1] == lead[2])
            run = *lead;
    return (unsigned char)run;
}

/* False if the byte is not there and there is no room for it. All room is filled with what is
 * there.
 */
static bool add_byte(unsigned char *bytes, uint8_t *count, uint8_t cap, unsigned char byte)
{
    if (memchr(bytes, byte, *count))
        return true;
    if (*count == cap)
        return false;
    for (uint8_t i = *count; i < cap; i++)
        bytes[i] = byte;
    ++*count;
    return true;
}

/* Whether any byte may follow the first one of the lead. */
static bool is_alone(const fp_leads *leads, unsigned set, const char *lead)
{
    return !lead[1] || leads->sets[set].reach == 1;
}

static bool is_blank(unsigned char byte)
{
    return fp_is_blank((char)byte) || byte == '\r';
}

static void add_pair(fp_leads *leads, unsigned set, const char *lead)
{
    const uint16_t bit = (uint16_t)(1u << set);
    const bool blanks = lead[1] == FP_LEAD_BLANKS[0];

    leads->bytes[(unsigned char)lead[0]].first |= bit;
    leads->bytes[(unsigned char)lead[1 + blanks]].second |= bit;
    for (unsigned byte = 0; blanks && byte <= ' '; byte++)
        if (is_blank((unsigned char)byte))
            leads->bytes[byte].second |= bit;
}

/* How rare a byte is in text: letters, blanks and line ends are not. */
static unsigned rarity(unsigned char byte)
{
    if (byte >= 0x80)
        return 2;
    return byte > ' ' && !fp_is_letter(byte);
}

/* Of so many bytes of a lead, the first that is in text more rarely than the others; rather one
 * that is searched for already, for another lead. */
static const char *rarest_in(const fp_lead_set *set, const char *lead, size_t len)
{
    const char *rarest = lead;

    for (size_t i = 0; i < len; i++) {
        if (memchr(set->bytes, (unsigned char)lead[i], set->byte_count))
            return lead + i;
        if (rarity((unsigned char)lead[i]) > rarity((unsigned char)*rarest))
            rarest = lead + i;
    }
    return rarest;
}

/* Such a byte, with so many of the lead from there on, is searched for from now on. */
static bool search_for(fp_lead_set *set, const char *lead, const char *rare, size_t len)
{
    const unsigned char byte = (unsigned char)*rare;
    const bool any = rare == lead || rare[-1] == FP_LEAD_BLANKS[0];
    const unsigned char before = any ? '\0' : (unsigned char)rare[-1];
    const bool emoji = byte >= 0xF0 && len > 2;
    const unsigned char third = emoji ? (unsigned char)rare[2] : '\0';
    const uint8_t count = set->byte_count;

    if (!add_byte(set->bytes, &set->byte_count, FP_LEAD_BYTES, byte))
        return false;
    for (unsigned i = 0; i < set->byte_count; i++) {
        if (set->bytes[i] != byte)
            continue;
        set->before[i] = i == count || set->before[i] == before ? before : '\0';
        set->third[i] = i == count || set->third[i] == third ? third : '\0';
    }
    return true;
}

/* A byte that is that of a run as well may have others before it. */
static void forget_before_runs(fp_lead_set *set)
{
    for (unsigned i = 0; i < set->byte_count; i++)
        if (memchr(set->runs, set->bytes[i], set->run_count))
            set->before[i] = '\0';
}

static void add_lead(fp_lead_set *set, const char *lead)
{
    const size_t len = strlen(lead);
    const uint8_t counts = len < set->reach ? (uint8_t)len : set->reach;
    const unsigned char run = counts == len ? run_in(lead) : '\0';

    set->longest = counts > set->longest ? counts : set->longest;
    set->blanks = set->blanks || strchr(lead, FP_LEAD_BLANKS[0]);
    if (run && add_byte(set->runs, &set->run_count, FP_LEAD_RUNS, run))
        return;

    const char *rare = rarest_in(set, lead, counts);

    if (!search_for(set, lead, rare, counts - (size_t)(rare - lead)))
        set->scattered = true;
}

void fp_leads_add(fp_leads *leads, unsigned set, const char *const *list, size_t reach)
{
    fp_lead_set *s = &leads->sets[set];

    s->lists[s->list_count++] = list;
    s->reach = reach < 1 ? 1 : reach < UINT8_MAX ? (uint8_t)reach : UINT8_MAX;
    for (; *list; list++) {
        add_pair(leads, set, *list);
        add_lead(s, *list);
        if (is_alone(leads, set, *list))
            leads->any |= (uint16_t)(1u << set);
    }
    forget_before_runs(s);
}

/* All sets at once, for a parser is made for every input, and most are short. */
void fp_leads_end(fp_leads *leads)
{
    for (unsigned i = 0; leads->any && i < sizeof leads->bytes / sizeof *leads->bytes; i++)
        leads->bytes[i].second |= leads->any;
}

/* -- search ---------------------------------------------------------------------------------- */

/* Bytes from one offset on, up to another; behind that there are more, up to len. */
typedef struct stretch {
    const unsigned char *bytes;
    size_t from, to, len;
} stretch;

/* Whether so many bytes begin with what counts of a lead, or are its beginning. */
static bool goes_on(const char *lead, size_t reach, const unsigned char *bytes, size_t len)
{
    size_t n = 0;

    for (; n < len && *lead && reach; lead++) {
        if (*lead == FP_LEAD_BLANKS[0]) {
            while (n < len && is_blank(bytes[n]))
                n++;
        } else if (bytes[n] == (unsigned char)*lead) {
            n++;
            reach--;
        } else {
            return false;
        }
    }
    return true;
}

/* Whether a lead begins at the offset. */
static bool begins(const fp_lead_set *set, const stretch *s, size_t at)
{
    for (unsigned i = 0; i < set->list_count; i++)
        for (const char *const *lead = set->lists[i]; *lead; lead++)
            if (goes_on(*lead, set->reach, s->bytes + at, s->len - at))
                return true;
    return false;
}

/* The offset of the first byte before this one with which a lead may begin that goes on there. */
static size_t back(const fp_lead_set *set, const unsigned char *bytes, size_t at)
{
    const size_t least = at < set->longest ? 0 : at - set->longest;
    size_t n = at;

    if (!set->blanks)
        return least;
    while (n > 0 && is_blank(bytes[n - 1]))
        n--;
    n -= n > 0;
    return n < least ? n : least;
}

/* Whether the byte at the offset, and the next, are those of a lead: most that begin one are not.
 */
static bool may_begin(const fp_leads *leads, unsigned set, const stretch *s, size_t at)
{
    return leads->bytes[s->bytes[at]].first >> set & 1 &&
           (at + 1 == s->len || leads->bytes[s->bytes[at + 1]].second >> set & 1);
}

/* The offset of the first lead that begins in the stretch, or its end. */
static size_t look(const fp_leads *leads, unsigned set, const stretch *s)
{
    for (size_t i = s->from; i < s->to; i++)
        if (may_begin(leads, set, s, i) && begins(&leads->sets[set], s, i))
            return i;
    return s->to;
}

#ifdef __GNUC__
typedef uint8_t span __attribute__((vector_size(SPAN)));
typedef uint16_t span_pairs __attribute__((vector_size(SPAN)));
typedef uint64_t span_words __attribute__((vector_size(SPAN)));

/* What is looked for, in every place of a span. */
typedef struct needles {
    span_words runs[FP_LEAD_RUNS];
    span_words bytes[FP_LEAD_BYTES];
    unsigned run_count, byte_count;
} needles;

/* GCOVR_EXCL_BR_START: what follows is compiled once for each number of bytes, of which the sets of
 * the syntaxes have few; test_leads holds it against the search byte by byte. */
static inline __attribute__((always_inline)) void compare(const needles *n, const unsigned char *at,
                                                          span_words *met)
{
    span bytes;
    span_pairs pairs;

    memcpy(&bytes, at, SPAN);
    memcpy(&pairs, at, SPAN);
    for (unsigned i = 0; i < n->run_count; i++)
        *met |= (span_words)(pairs == (span_pairs)n->runs[i]);
    for (unsigned i = 0; i < n->byte_count; i++)
        *met |= (span_words)(bytes == (span)n->bytes[i]);
}

#ifdef __SSE2__
/* A bit for each byte. */
static inline __attribute__((always_inline)) uint32_t bits_of(const span_words *met)
{
    const __m128i *halves = (const __m128i *)(const void *)met;

    return (uint32_t)_mm_movemask_epi8(halves[0]) | (uint32_t)_mm_movemask_epi8(halves[1])
                                                        << SPAN / 2;
}

static inline __attribute__((always_inline)) bool some(const span_words *met)
{
    const __m128i *halves = (const __m128i *)(const void *)met;

    return _mm_movemask_epi8(_mm_or_si128(halves[0], halves[1])) != 0;
}

static inline __attribute__((always_inline)) size_t first_of(const span_words *met)
{
    return (size_t)__builtin_ctz(bits_of(met));
}
#else
static inline __attribute__((always_inline)) bool some(const span_words *met)
{
    return ((*met)[0] | (*met)[1] | (*met)[2] | (*met)[3]) != 0;
}

static inline __attribute__((always_inline)) size_t first_of(const span_words *met)
{
    (void)met;
    return 0; /* it is somewhere there */
}
#endif

/* The byte in every place. In words, for compilers put other vectors together piece by piece. */
static inline __attribute__((always_inline)) void fill(span_words *places, unsigned char byte)
{
    const uint64_t word = byte * (UINT64_MAX / UINT8_MAX);

    *places = (span_words){ word, word, word, word };
}

static inline __attribute__((always_inline)) size_t skip(const fp_lead_set *set,
                                                         const unsigned char *bytes, size_t len,
                                                         unsigned run_count, unsigned byte_count)
{
    needles n = { .run_count = run_count, .byte_count = byte_count };
    size_t at = 0;

    for (unsigned i = 0; i < run_count; i++)
        fill(&n.runs[i], set->runs[i]);
    for (unsigned i = 0; i < byte_count; i++)
        fill(&n.bytes[i], set->bytes[i]);
    for (; len - at >= STRIDE; at += STRIDE) {
        span_words met = { 0 };

        compare(&n, bytes + at, &met);
        compare(&n, bytes + at + SPAN, &met);
        compare(&n, bytes + at + STRIDE / 2, &met);
        compare(&n, bytes + at + STRIDE - SPAN, &met);
        if (some(&met))
            break;
    }
    for (; len - at >= SPAN; at += SPAN) {
        span_words met = { 0 };

        compare(&n, bytes + at, &met);
        if (some(&met))
            return at + first_of(&met);
    }
    return at;
}

static inline __attribute__((always_inline)) size_t skip_any(const fp_lead_set *set,
                                                             const unsigned char *bytes, size_t len)
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

/* Steps over bytes among which there is none of the set's, and no pair of its runs, up to the first
 * or to the last few. Of three equal bytes in a row two are a pair at an even offset. */
static size_t skip_spans(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    return fp_leads_fit_wide(set) ? fp_leads_skip_wide(set, bytes, len) : skip_any(set, bytes, len);
}
/* GCOVR_EXCL_BR_STOP */
#else
static size_t skip_spans(const fp_lead_set *set, const unsigned char *bytes, size_t len)
{
    (void)set;
    (void)bytes;
    (void)len;
    return 0;
}
#endif

/* Steps over bytes without the rarest byte, or without the run, of any lead; in the *some bytes
 * from there on there may be one. */
static size_t skip_calm(const fp_lead_set *set, const unsigned char *bytes, size_t len,
                        size_t *some)
{
    if (set->run_count || set->byte_count > 1) {
        const size_t calm = skip_spans(set, bytes, len);

        *some = len - calm < SPAN ? SPAN : BEHIND; /* of the last few nothing is known */
        return calm;
    }

    const unsigned char *at = memchr(bytes, set->bytes[0], len);

    *some = 1;
    return at ? (size_t)(at - bytes) : len;
}

size_t fp_leads_calm(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len)
{
    const fp_lead_set *l = &leads->sets[set];
    size_t first = back(l, bytes, len);

    for (size_t i = len; i > first; i--)
        if (leads->bytes[bytes[i - 1]].first >> set & 1 &&
            begins(l, &(stretch){ .bytes = bytes, .len = len }, i - 1)) {
            len = i - 1;
            first = back(l, bytes, len);
        }
    return len;
}

size_t fp_leads_find(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len)
{
    const fp_lead_set *l = &leads->sets[set];
    stretch s = { bytes, 0, len, len };

    if (len <= FP_LEADS_FEW || l->scattered)
        return look(leads, set, &s);
    for (size_t at = 0; at < len; at = s.to) {
        size_t some;

        at += skip_calm(l, bytes + at, len - at, &some);
        s.from = back(l, bytes, at);
        s.to = len - at < some ? len : at + some;

        const size_t found = look(leads, set, &s);

        if (found < s.to)
            return found;
    }
    return len;
}
