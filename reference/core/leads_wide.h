/* SPDX-License-Identifier: Apache-2.0 */
/* leads_wide.h: what leads_wide.c and leads_stride.c share, on machines with AVX2. */
#ifndef FENCEPOST_CORE_LEADS_WIDE_H
#define FENCEPOST_CORE_LEADS_WIDE_H

#include "leads.h"

enum {
    FP_LEAD_ENDS = 16,
    FP_LEAD_LINE = 64,   /* bytes of a line of the cache */
    FP_LEAD_STRIDE = 256 /* bytes whose comparisons are looked at together */
};

/* What is looked for, wherever it stands. Of runs all at once: at the low half of its byte, the
 * table has the one run that ends so, and a byte of another end for what is none. */
typedef struct fp_needles {
    unsigned char table[FP_LEAD_ENDS];
    unsigned char fold; /* the bits in which runs of the same end differ; they count as set */
    unsigned char bytes[FP_LEAD_BYTES];
    unsigned byte_count;
} fp_needles;

/* How many of the bytes, whole strides of them, have no needle before the first that has one. It
 * is quickest where they begin with a line of the cache. */
size_t fp_leads_calm_strides(const fp_needles *n, const unsigned char *bytes, size_t len);

/* The same with one set of instructions, and whether this machine has the second. */
size_t fp_leads_calm_avx2(const fp_needles *n, const unsigned char *bytes, size_t len);
size_t fp_leads_calm_avx512(const fp_needles *n, const unsigned char *bytes, size_t len);
bool fp_leads_has_avx512(void);

#endif
