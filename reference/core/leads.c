/* SPDX-License-Identifier: Apache-2.0 */
/* leads.c: looks through many bytes at once for leads. */
#include "leads.h"

#include "ascii.h"

#include <fencepost/syntax.h>

#include <string.h>

enum { LOOKED = 64 }; /* bytes that are looked at one by one where a skip has ended */

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

static void add_pair(fp_leads *leads, unsigned set, const char *lead)
{
    const uint16_t bit = (uint16_t)(1u << set);
    const bool blanks = lead[1] == FP_LEAD_BLANKS[0];

    leads->bytes[(unsigned char)lead[0]].first |= bit;
    leads->bytes[(unsigned char)lead[1 + blanks]].second |= bit;
    for (unsigned byte = 0; blanks && byte <= ' '; byte++)
        if (fp_is_line_blank((unsigned char)byte))
            leads->bytes[byte].second |= bit;
}

/* How rare a byte is in text: letters, blanks and line ends are not. All emoji begin with the same
 * two bytes. */
static unsigned rarity(unsigned char byte)
{
    if (byte >= 0x80)
        return byte == 0xF0 || byte == 0x9F ? 2 : 3;
    return byte > ' ' && !fp_is_letter(byte);
}

/* Of so many bytes of a lead, the first that is in text more rarely than the others; rather one
 * that is searched for already, for another lead. */
static unsigned char rarest_in(const fp_lead_set *set, const char *lead, size_t len)
{
    unsigned char rarest = (unsigned char)*lead;

    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)lead[i];

        if (memchr(set->bytes, byte, set->byte_count))
            return byte;
        if (rarity(byte) > rarity(rarest))
            rarest = byte;
    }
    return rarest;
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
    if (!add_byte(set->bytes, &set->byte_count, FP_LEAD_BYTES, rarest_in(set, lead, counts)))
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
}

/* All sets at once, for a parser is made for every input, and most are short. */
void fp_leads_end(fp_leads *leads)
{
    leads->skip = fp_leads_skip_best();
    for (unsigned i = 0; leads->any && i < sizeof leads->bytes / sizeof *leads->bytes; i++)
        leads->bytes[i].second |= leads->any;
}

/* -- search ---------------------------------------------------------------------------------- */

/* Bytes from one offset on, up to another; after that there are more, up to len. */
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
            while (n < len && fp_is_line_blank(bytes[n]))
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
            if (s->bytes[at] == (unsigned char)**lead &&
                goes_on(*lead, set->reach, s->bytes + at, s->len - at))
                return true;
    return false;
}

/* The offset of the first byte before this one with which a lead may begin that goes on there. */
static size_t back(const fp_lead_set *set, const unsigned char *bytes, size_t at)
{
    size_t n = at < set->longest ? 0 : at - set->longest;

    if (!set->blanks)
        return n;
    while (n > 0 && fp_is_line_blank(bytes[n - 1]))
        n--;
    return n - (n > 0);
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

fp_leads_skip_many *fp_leads_skip_best(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) /* GCOVR_EXCL_BR_LINE: a machine has it or not */
        return fp_leads_skip_avx2;
#endif
    return fp_leads_skip_any;
}

/* Steps over bytes without the rarest byte, or without the run, of any lead. */
static size_t skip(const fp_leads *leads, const fp_lead_set *set, const unsigned char *bytes,
                   size_t len)
{
    const unsigned char *at;

    if (set->run_count || set->byte_count > 1)
        return leads->skip(set, bytes, len);
    at = memchr(bytes, set->bytes[0], len);
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
        at += skip(leads, l, bytes + at, len - at);
        s.from = back(l, bytes, at);
        s.to = len - at < LOOKED ? len : at + LOOKED;

        const size_t found = look(leads, set, &s);

        if (found < s.to)
            return found;
    }
    return len;
}
