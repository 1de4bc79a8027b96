/* SPDX-License-Identifier: Apache-2.0 */
/* planted.h: parsers with one planted bug each, and what finds it: the reference, asked the same.
 */
#ifndef FENCEPOST_FUZZ_PLANTED_H
#define FENCEPOST_FUZZ_PLANTED_H

#include <fencepost/syntax.h>

#include <stddef.h>
#include <stdint.h>

/* Our parsers take one byte at a time and cannot know of chunks, the place of half of all known
 * bugs. Planted bugs look here. The code that feeds them sets it. */
typedef struct planted_chunk {
    bool first, last; /* the byte is the first of its chunk, or the last */
    unsigned calls;   /* for the bugs: calls in this chunk so far */
} planted_chunk;

extern planted_chunk planted_edge;

typedef struct planted_bug {
    const char *name;
    const char *class; /* of reports of such bugs: "marker-split" */
    const char *syntax;
    const char *fault;       /* in a few words */
    const fp_syntax *faulty; /* the parser */
} planted_bug;

/* By name, ended by a row of zeros; written when it is built. */
extern const planted_bug PLANTED_BUGS[];

/* NULL if there is none of this name. */
const planted_bug *planted_find(const char *name);

/* Parses an input (decode.h) with the bug and without, whole, at its cuts, byte by byte, and in
 * chunks of a few bytes: NULL if all say the same, or how it was fed when they did not. */
const char *planted_shows(const planted_bug *bug, const uint8_t *data, size_t size);

#endif
