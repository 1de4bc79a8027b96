/* SPDX-License-Identifier: Apache-2.0 */
/* rng.h: numbers from a seed, the same on every machine (splitmix64). */
#ifndef FENCEPOST_HARNESS_RNG_H
#define FENCEPOST_HARNESS_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rng {
    uint64_t state; /* begin with the seed */
} rng;

/* Spreads a number over all 64 bits. */
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline uint64_t rng_next(rng *r)
{
    return rng_mix(r->state += 0x9E3779B97F4A7C15u);
}

/* From 0 to n - 1; n is not 0. */
static inline size_t rng_below(rng *r, size_t n)
{
    return (size_t)(rng_next(r) % n);
}

static inline bool rng_one_in(rng *r, size_t n)
{
    return rng_below(r, n) == 0;
}

#endif
