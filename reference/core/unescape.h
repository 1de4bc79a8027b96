/* SPDX-License-Identifier: Apache-2.0 */
/* unescape.h: the bytes that the inside of a JSON string stands for, one byte at a time. The string
 * is known to be well-formed (jsonscan.h), or becomes so byte by byte.
 */
#ifndef FENCEPOST_CORE_UNESCAPE_H
#define FENCEPOST_CORE_UNESCAPE_H

#include <fencepost/types.h>

/* Zero it to begin. */
typedef struct fp_unescape {
    uint8_t state; /* 0: in no escape */
    uint8_t digits;
    bool lone;     /* a lone surrogate was met, and became U+FFFD (MODEL-1.7) */
    uint16_t unit; /* of the escape being read */
    uint16_t high; /* a high surrogate that waits for its other half */
} fp_unescape;

enum { FP_UNESCAPE_MAX = 8 }; /* bytes that one byte may yield */

/* Takes the next byte between the quotes; returns how many bytes it yields. A high surrogate comes
 * out alone with the first byte that cannot continue the escape of its other half. */
size_t fp_unescape_step(fp_unescape *u, unsigned char c, char out[FP_UNESCAPE_MAX]);

/* The closing quote. */
size_t fp_unescape_end(fp_unescape *u, char out[FP_UNESCAPE_MAX]);

/* All that the inside of a string stands for, written where there is room for FP_UNESCAPE_MAX bytes
 * more than there are inside. How many they are; *lone is set if a lone surrogate was met. */
size_t fp_unescape_all(fp_str inside, char *to, bool *lone);

/* The same, and where in the input what is brought out comes from: a byte that stands for itself,
 * or the backslash of an escape. Zero it to begin. */
typedef struct fp_unescaped {
    fp_unescape u;
    uint64_t escape; /* backslash of the last escape */
    uint64_t high;   /* of the high surrogate that waits */
    uint64_t first;  /* where the first bytes come from, a waiting surrogate's, … */
    uint64_t rest;   /* … and where the others do */
    size_t firsts;   /* how many the first ones are */
} fp_unescaped;

size_t fp_unescaped_step(fp_unescaped *s, unsigned char c, uint64_t offset,
                         char out[FP_UNESCAPE_MAX]);
size_t fp_unescaped_end(fp_unescaped *s, char out[FP_UNESCAPE_MAX]);

/* Whether the last step met a lone surrogate; its backslash. */
bool fp_unescaped_lone(fp_unescaped *s, uint64_t *offset);

/* Whether what follows will be the same. */
bool fp_unescaped_equal(const fp_unescaped *a, const fp_unescaped *b);

#endif
