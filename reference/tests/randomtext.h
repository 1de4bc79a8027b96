/* SPDX-License-Identifier: Apache-2.0 */
/* randomtext.h: seeded inputs and options that are likely to hurt a syntax. The same seed gives the
 * same everywhere.
 */
#ifndef FENCEPOST_TESTS_RANDOMTEXT_H
#define FENCEPOST_TESTS_RANDOMTEXT_H

#include <fencepost/parser.h>

/* Any value is a good seed. */
typedef struct rng {
    uint64_t state;
} rng;

uint64_t rng_next(rng *r);

/* A number below n; n > 0. */
size_t rng_below(rng *r, size_t n);

/* Writes one to nine of these pieces, one after the other, as far as whole ones fit in cap bytes.
 * Returns the length. */
size_t random_pieces(rng *r, const char *const *pieces, size_t count, char *text, size_t cap);

/* Writes an input of at most cap bytes: the syntax's markers and completions, pieces of them,
 * blanks, line ends, words, code fences, <think>, and bytes of every kind. Returns its length. */
size_t random_text(rng *r, const fp_syntax *syntax, unsigned char *bytes, size_t cap);

/* Policies and limits: mostly the defaults. The catalogue is borrowed; half of the time it is used.
 */
fp_options random_options(rng *r, const fp_syntax *syntax, const fp_catalogue *catalogue);

#endif
