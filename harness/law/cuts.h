/* SPDX-License-Identifier: Apache-2.0 */
/* cuts.h: the ways in which a text is cut for a parser that cannot be cloned (law CHUNK). */
#ifndef FENCEPOST_HARNESS_CUTS_H
#define FENCEPOST_HARNESS_CUTS_H

#include <fencepost/syntax.h>

/* What a parser takes pieces of (PROTOCOL-2.3). */
typedef enum unit { UNIT_BYTE, UNIT_CODEPOINT, UNIT_UTF16 } unit;
enum { UNIT_COUNT = UNIT_UTF16 + 1 };

/* The unit as it is written, "codepoint"; static. */
const char *unit_name(unit u);
bool unit_find(fp_str name, unit *u);

/* The byte offsets between which the units of a text lie: *count of them, the first is 0, the last
 * is input.len; owned: free(). The place between the two UTF-16 units of a character of four bytes
 * is written as the character's offset + 2. A byte that is not UTF-8 counts as a character. */
size_t *unit_edges(fp_str input, unit u, size_t *count);

/* One way to cut. All is borrowed. */
typedef struct cutting {
    char name[48];    /* "two-way at 17", "size 3", "random 5" */
    const size_t *at; /* edges of units, ascending; one that is repeated, 0 at the beginning and
                       * input.len at the end make empty chunks */
    size_t count;     /* the chunks are one more */
} cutting;

/* The chunk with this index; borrowed from input. cut may be NULL: the whole. In unit utf16 it may
 * begin or end at the middle of a character. */
fp_str cutting_chunk(fp_str input, const cutting *cut, size_t index);

typedef bool cut_visitor(void *context, const cutting *cut); /* false: stop */

typedef struct cut_plan {
    unit unit;
    size_t two_way_max;   /* every two-way cut up to this many bytes; above it around the edges of
                           * markers, of equal ones a sample, and some evenly spread ones: */
    size_t spread;        /* so many */
    bool at_edges;        /* at the edges of markers, and not a unit before and after them */
    bool no_singles;      /* one unit at a time is left out: all are held against it */
    bool quick;           /* one unit at a time, and like tokens: nothing else */
    size_t three_way_max; /* every three-way cut up to this many units */
    unsigned random;      /* how many seeded cuttings */
    uint64_t seed;
} cut_plan;

/* codepoint, 1024, 64, false, false, false, 24, 16, 1 */
extern const cut_plan CUT_PLAN_DEFAULT;

/* Visits every cutting of the plan, none of them twice; the whole, uncut, is not among them. The
 * same arguments visit the same cuttings in the same order. syntax may be NULL: no markers. Returns
 * false if the visitor stopped it. */
bool cuts_each(fp_str input, const fp_syntax *syntax, const cut_plan *plan, cut_visitor *visit,
               void *context);

/* The same for long inputs, where each cutting costs as much as the whole: chunks of 4096 and of
 * 1000 units, and seven two-way cuts; above 64 KiB only chunks of 1000 units, and one two-way cut.
 */
bool cuts_few(fp_str input, unit u, cut_visitor *visit, void *context);

#endif
