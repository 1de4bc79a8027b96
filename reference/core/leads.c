/* SPDX-License-Identifier: Apache-2.0 */
/* leads.c: looks through many bytes at once for leads. */
#include "leads.h"

#include <string.h>

/* Bytes. Where one search follows another over the same bytes, they take more and more at a time,
 * but not so many that these would leave the cache in between. */
enum { FIRST_BLOCK = 64, BLOCK = 4096 };

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

/* False if the byte is not there and there is no room for it. */
static bool add_byte(unsigned char *bytes, uint8_t *count, uint8_t cap, unsigned char byte)
{
    if (memchr(bytes, byte, *count))
        return true;
    if (*count == cap)
        return false;
    bytes[(*count)++] = byte;
    return true;
}

static void add_pair(fp_leads *leads, unsigned set, const char *lead)
{
    const uint16_t bit = (uint16_t)(1u << set);
    const bool alone = !lead[1] || leads->sets[set].reach == 1;

    leads->bytes[(unsigned char)lead[0]].first |= bit;
    leads->bytes[(unsigned char)lead[1]].second |= bit;
    for (unsigned i = 0; alone && i < 256; i++)
        leads->bytes[i].second |= bit;
}

static void add_lead(fp_lead_set *set, const char *lead)
{
    const size_t len = strlen(lead);
    const uint8_t counts = len < set->reach ? (uint8_t)len : set->reach;
    const unsigned char run = counts == len ? run_in(lead) : '\0';

    set->longest = counts > set->longest ? counts : set->longest;
    if (run && add_byte(set->runs, &set->run_count, FP_LEAD_RUNS, run))
        return;
    if (!add_byte(set->bytes, &set->byte_count, FP_LEAD_BYTES, (unsigned char)*lead))
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
    }
}

/* -- search ---------------------------------------------------------------------------------- */

/* Bytes from one offset on, up to another; behind that there are more, up to len. */
typedef struct stretch {
    const unsigned char *bytes;
    size_t from, to, len;
} stretch;

/* Whether a lead begins at the offset. */
static bool begins(const fp_lead_set *set, stretch s, size_t at)
{
    const unsigned char *bytes = s.bytes + at;
    const size_t most = s.len - at < set->reach ? s.len - at : set->reach;

    for (unsigned i = 0; i < set->list_count; i++)
        for (const char *const *lead = set->lists[i]; *lead; lead++) {
            size_t n = 0;

            while (n < most && (*lead)[n] && bytes[n] == (unsigned char)(*lead)[n])
                n++;
            if (n == most || !(*lead)[n])
                return true;
        }
    return false;
}

/* The offset of the first lead that begins in the stretch, or its end; so do the next three. */
static size_t look(const fp_leads *leads, unsigned set, stretch s)
{
    for (size_t i = s.from; i < s.to; i++)
        if (leads->bytes[s.bytes[i]].first >> set & 1 && begins(&leads->sets[set], s, i))
            return i;
    return s.to;
}

static size_t find_byte(const fp_lead_set *set, stretch s, unsigned char byte)
{
    const unsigned char *at;

    while (s.from < s.to && (at = memchr(s.bytes + s.from, byte, s.to - s.from))) {
        s.from = (size_t)(at - s.bytes);
        if (begins(set, s, s.from))
            return s.from;
        s.from++;
    }
    return s.to;
}

static bool is_pair(const unsigned char *runs, const unsigned char *bytes)
{
    return bytes[0] == bytes[1] &&
           (bytes[0] == runs[0] || bytes[0] == runs[1] || bytes[0] == runs[2]);
}

#ifdef __GNUC__
typedef uint16_t pairs __attribute__((vector_size(16)));
typedef uint64_t halves __attribute__((vector_size(16)));

static inline pairs all_pairs(unsigned char byte)
{
    return (pairs){ 0 } + (uint16_t)(byte << 8 | byte);
}

/* Eight pairs of bytes: those that are one of three. */
static inline halves eight_pairs(const unsigned char *bytes, pairs a, pairs b, pairs c)
{
    pairs p;

    memcpy(&p, bytes, sizeof p);
    return (halves)((p == a) | (p == b) | (p == c));
}

/* Steps over such bytes as have no pair in them. */
static size_t skip_no_pairs(const unsigned char *runs, const unsigned char *bytes, size_t len)
{
    const pairs a = all_pairs(runs[0]), b = all_pairs(runs[1]), c = all_pairs(runs[2]);
    size_t i = 0;

    for (; len - i >= 64; i += 64) {
        const halves any = eight_pairs(bytes + i, a, b, c) | eight_pairs(bytes + i + 16, a, b, c) |
                           eight_pairs(bytes + i + 32, a, b, c) |
                           eight_pairs(bytes + i + 48, a, b, c);

        if (any[0] | any[1])
            break;
    }
    return i;
}
#else
static size_t skip_no_pairs(const unsigned char *runs, const unsigned char *bytes, size_t len)
{
    (void)runs;
    (void)bytes;
    (void)len;
    return 0;
}
#endif

static size_t next_pair(const unsigned char *runs, stretch s)
{
    s.from += skip_no_pairs(runs, s.bytes + s.from, s.to - s.from);
    for (; s.to - s.from >= 2; s.from += 2)
        if (is_pair(runs, s.bytes + s.from))
            return s.from;
    return s.to;
}

/* Of three equal bytes in a row, two are a pair at an even offset: looking at every second offset
 * finds all runs, and the leads around them. */
static size_t find_run(const fp_leads *leads, unsigned set, stretch s)
{
    const fp_lead_set *l = &leads->sets[set];
    const unsigned char runs[FP_LEAD_RUNS] = { l->runs[0], l->runs[l->run_count > 1 ? 1 : 0],
                                               l->runs[l->run_count > 2 ? 2 : 0] };
    const size_t end = s.len - s.to < l->longest ? s.len : s.to + l->longest;
    stretch around = s;

    for (size_t at = s.from; (at = next_pair(runs, (stretch){ s.bytes, at, end, s.len })) < end;
         at += 2) {
        around.from = at - s.from < l->longest ? s.from : at - l->longest;
        around.to = at < s.to ? at + 1 : s.to;

        const size_t found = look(leads, set, around);

        if (found < around.to)
            return found;
    }
    if (end == s.len) { /* what the end cuts off may have no run */
        around.from = s.len - s.from < l->longest ? s.from : s.len - l->longest;
        around.to = s.to;
        return around.from < s.to ? look(leads, set, around) : s.to;
    }
    return s.to;
}

size_t fp_leads_calm(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len)
{
    const fp_lead_set *l = &leads->sets[set];

    for (size_t i = len; i > 0 && len - i < l->longest; i--)
        if (leads->bytes[bytes[i - 1]].first >> set & 1 &&
            begins(l, (stretch){ .bytes = bytes, .len = len }, i - 1))
            len = i - 1;
    return len;
}

bool fp_leads_broken_off(const fp_leads *leads, unsigned set, const unsigned char *bytes,
                         size_t len)
{
    unsigned begun = 0, met = 0;

    for (size_t i = 0; i < len; i++) {
        const fp_lead_byte byte = leads->bytes[bytes[i]];

        met |= begun & byte.second;
        begun = byte.first;
    }
    return !((met | begun) >> set & 1);
}

size_t fp_leads_find(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len)
{
    const fp_lead_set *l = &leads->sets[set];
    const bool one = l->byte_count + (l->run_count > 0) == 1;
    size_t block = one ? len : FIRST_BLOCK;
    stretch s = { bytes, 0, len, len };

    if (len <= FP_LEADS_FEW || l->scattered)
        return look(leads, set, s);
    for (; s.from < len; s.from = s.to) {
        s.to = len - s.from < block ? len : s.from + block;
        block = block < BLOCK ? 2 * block : block;

        size_t end = s.to;

        for (unsigned i = 0; i < l->byte_count; i++)
            end = find_byte(l, (stretch){ bytes, s.from, end, len }, l->bytes[i]);
        if (l->run_count)
            end = find_run(leads, set, (stretch){ bytes, s.from, end, len });
        if (end < s.to)
            return end;
    }
    return len;
}
