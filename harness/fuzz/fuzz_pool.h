/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_pool.h: inputs for a parser that cannot be watched from within. Our own parser is watched in
 * its place: an input on which its roles, clauses and events follow each other as on no input
 * before is kept, and changed again.
 */
#ifndef FENCEPOST_HARNESS_FUZZ_POOL_H
#define FENCEPOST_HARNESS_FUZZ_POOL_H

#include "seed/decode.h"

enum { FUZZ_INPUT_MAX = 512 }; /* bytes of an input, about */

typedef struct fuzz_pool fuzz_pool;

/* A pool of one syntax, in which nothing is kept yet. The seed decides all inputs that it will
 * give. Under `options` our own parser is watched; they are copied. Owned: fuzz_pool_free(). Ends
 * the program when memory is out, as all functions here do. */
fuzz_pool *fuzz_pool_new(const fp_syntax *syntax, const fp_options *options, uint64_t seed);
void fuzz_pool_free(fuzz_pool *p); /* NULL is allowed */

/* Keeps a text to begin with, such as the input of a golden case, unless it is too long. */
void fuzz_pool_begin(fuzz_pool *p, fp_str text);

/* The next input, decoded: a new message, or one that is kept, changed. Owned by the pool, until
 * the next one. */
const decoded *fuzz_pool_next(fuzz_pool *p);

/* Shows the input of fuzz_pool_next() to our own parser. Returns true, and keeps the input, if the
 * parser does something new on it. */
bool fuzz_pool_learn(fuzz_pool *p);

/* How many inputs are kept. */
size_t fuzz_pool_count(const fuzz_pool *p);

#endif
