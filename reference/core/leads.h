/* SPDX-License-Identifier: Apache-2.0 */
/* leads.h: searches many bytes at once for leads: strings that begin something other than payload,
 * such as a marker or a quotation.
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
    FP_LEADS_FEW = 16  /* bytes that are better checked one by one */
};

typedef struct fp_lead_set {
    const char *const *lists[FP_LEAD_LISTS]; /* each ended by NULL */
    uint8_t reach;                           /* bytes of each lead that count */
    uint8_t longest;                         /* bytes of the longest lead, as far as they count */
    uint8_t list_count, byte_count, run_count;
    unsigned char bytes[FP_LEAD_BYTES]; /* the rarest bytes of leads without a run */
    unsigned char runs[FP_LEAD_RUNS];   /* the bytes that others have three times in a row */
    bool blanks;                        /* a lead has FP_LEAD_BLANKS */
    bool scattered;                     /* there are more such bytes: every byte is checked */
} fp_lead_set;

/* Skips bytes: returns the length of a prefix that has none of the set's bytes and none of its
 * runs. It need not be the longest. */
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

/* Adds a list of leads, ended by NULL and kept by the caller. Only the first reach bytes of each
 * count, at least 1 and at most 255, without FP_LEAD_BLANKS; reach is the same for all lists of a
 * set. */
void fp_leads_add(fp_leads *leads, unsigned set, const char *const *list, size_t reach);

/* Whether the set has a list. */
static inline bool fp_leads_has(const fp_leads *leads, unsigned set)
{
    return leads->sets[set].list_count;
}

/* To be called when all lists are there, before anything is searched for. */
void fp_leads_end(fp_leads *leads);

/* The bytes before a lead may end with the beginning of another lead, which this one breaks off, as
 * the first byte of "\n\n^^^" where "\n^^^" is a lead. Returns how many bytes come before that. */
size_t fp_leads_calm(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len);

/* How many of the bytes come before the first lead of the set; len is at least 1. A beginning that
 * the end of the bytes cuts off counts as a lead. Takes time in proportion to the result and the
 * blanks of that lead. */
size_t fp_leads_find(const fp_leads *leads, unsigned set, const unsigned char *bytes, size_t len);

/* Whether each byte that may begin a lead of the set is followed by a byte that cannot continue
 * one; len is at least 1. Any byte may follow the last. It has no branch, because branch prediction
 * cannot guess where line ends are. */
static inline bool fp_leads_broken_off(const fp_leads *leads, unsigned set,
                                       const unsigned char *bytes, size_t len)
{
    unsigned met = 0, follows = ~0u;

    for (size_t i = len; i-- > 0;) {
        const fp_lead_byte byte = leads->bytes[bytes[i]];

        met |= byte.first & follows;
        follows = byte.second;
    }
    return !(met >> set & 1);
}

/* Length of the prefix, at most FP_LEADS_FEW bytes, in which no lead begins. A line end is allowed
 * if the byte after it cannot continue a lead. */
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

/* How many of the bytes come before the first that may begin a lead of the set. */
static inline size_t fp_leads_skip(const fp_leads *leads, unsigned set, const unsigned char *bytes,
                                   size_t len)
{
    size_t n = 0;

    while (n < len && !(leads->bytes[bytes[n]].first >> set & 1))
        n++;
    return n;
}

#endif
