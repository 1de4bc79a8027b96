/* SPDX-License-Identifier: Apache-2.0 */
/* leads.h: looks through many bytes at once for leads: strings that lead to something other than
 * payload, such as a marker or a quotation.
 *
 * There are several sets of them, which share one table; one set is searched at a time.
 */
#ifndef FENCEPOST_CORE_LEADS_H
#define FENCEPOST_CORE_LEADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FP_LEAD_SETS = 9,  /* at most the bits of fp_lead_byte */
    FP_LEAD_LISTS = 3, /* lists of one set */
    FP_LEAD_BYTES = 2, /* of one set: different rarest bytes, and different runs, */
    FP_LEAD_RUNS = 3,  /* that are searched for many bytes at a time */
    FP_LEADS_FEW = 16  /* bytes that are better looked at one by one */
};

typedef struct fp_lead_set {
    const char *const *lists[FP_LEAD_LISTS]; /* each ended by NULL */
    uint8_t reach;                           /* bytes of each lead that count */
    uint8_t longest;                         /* bytes of the longest lead, as far as they count */
    uint8_t list_count, byte_count, run_count;
    unsigned char bytes[FP_LEAD_BYTES]; /* the rarest bytes of leads without a run */
    unsigned char runs[FP_LEAD_RUNS];   /* the bytes that stand three times in a row in others */
    bool blanks;                        /* FP_LEAD_BLANKS stands in one */
    bool scattered;                     /* there are more such bytes: look at every byte */
} fp_lead_set;

/* Steps over bytes: returns how many of the first have none of the set's bytes among them, and none
 * of its runs. It may return fewer. */
typedef size_t fp_leads_skip_many(const fp_lead_set *set, const unsigned char *bytes, size_t len);

/* For every machine, and for those with AVX2. */
fp_leads_skip_many fp_leads_skip_any, fp_leads_skip_avx2;

/* The one that is the fastest on this machine. */
fp_leads_skip_many *fp_leads_skip_best(void);

/* Bit n: a lead of set n begins with this byte; the byte may follow that. */
typedef struct fp_lead_byte {
    uint16_t first, second;
} fp_lead_byte;

/* Zero it to begin: the sets are empty. */
typedef struct fp_leads {
    fp_lead_byte bytes[256];
    fp_lead_set sets[FP_LEAD_SETS];
    uint16_t any; /* bit n: a lead of set n is one byte long, so that any byte may follow it */
    fp_leads_skip_many *skip;
} fp_leads;

/* Adds a list of leads, ended by NULL and kept by the caller. Of each only the first reach bytes
 * count, at least 1 and at most 255, and no FP_LEAD_BLANKS; reach is the same for all lists of a
 * set. */
void fp_leads_add(fp_leads *leads, unsigned set, const char *const *list, size_t reach);

/* To be called when all lists are there, before anything is searched for. */
void fp_leads_end(fp_leads *leads);

/* Of the bytes before a lead, how many stand before what began like one and is broken off by it, as
 * the first byte of "\n\n^^^" is where "\n^^^" is a lead. */
size_t fp_leads_calm(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len);

/* How many of the bytes, at least one, stand before the first lead of the set. What the end of the
 * bytes cuts off counts as a lead. Takes time in proportion to the answer and the blanks of that
 * lead. */
size_t fp_leads_find(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len);

/* Whether bytes, at least one, that may begin leads of the set are followed, in all cases, by what
 * no lead goes on with. Any byte goes on after the last. There is no branch in it: line ends are
 * where nobody expects them. */
static inline bool fp_leads_broken_off(const fp_leads *leads, unsigned set,
                                       const unsigned char *bytes, size_t len)
{
    unsigned begun = leads->bytes[bytes[0]].first, met = 0;

    for (size_t i = 1; i < len; i++) {
        const fp_lead_byte byte = leads->bytes[bytes[i]];

        met |= begun & byte.second;
        begun = byte.first;
    }
    return !((met | begun) >> set & 1);
}

/* How many of the bytes, a few at most, go by without a lead that has begun, but for line ends that
 * are followed by what no lead goes on with. */
static inline size_t fp_leads_pass(const fp_leads *leads, unsigned set, const unsigned char *bytes,
                                   size_t len)
{
    const size_t most = len < FP_LEADS_FEW ? len : FP_LEADS_FEW;
    unsigned begun = 0;
    size_t n = 0;

    for (size_t i = 0; i < most; i++) {
        const fp_lead_byte byte = leads->bytes[bytes[i]];

        if ((begun & byte.second) >> set & 1)
            break;
        begun = byte.first;
        if (!(begun >> set & 1))
            n = i + 1;
        else if (bytes[i] != '\n')
            break;
    }
    return n;
}

/* How many of the bytes stand before the first that may begin a lead of the set. */
static inline size_t fp_leads_skip(const fp_leads *leads, unsigned set, const unsigned char *bytes,
                                   size_t len)
{
    size_t n = 0;

    while (n < len && !(leads->bytes[bytes[n]].first >> set & 1))
        n++;
    return n;
}

#endif
