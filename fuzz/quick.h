/* SPDX-License-Identifier: Apache-2.0 */
/* quick.h: the quick gear: what an engine asks of every input. One parser, which is kept and reset,
 * parses it whole, in one cutting that the content decides, and up to one place inside a block, if
 * it has any. In the long run nothing is allocated.
 *
 *     CHUNK       the digests of the coalesced events are the same
 *     PREFIX      events are well nested, and about bytes that were fed
 *     ACCOUNT     each byte has a role, and is text, in a call, or framing
 *     TRUNCATION  at the one place
 */
#ifndef FENCEPOST_FUZZ_QUICK_H
#define FENCEPOST_FUZZ_QUICK_H

#include "law/laws.h"
#include "seed/decode.h"

typedef struct quick quick;

/* Owned: quick_free(). lies: a fault for the alarm is planted, the last byte of what is cut is
 * lost. Ends the program when memory is out. */
quick *quick_new(const fp_syntax *syntax, bool lies);
void quick_free(quick *q);

/* Takes another syntax from now on, and has seen nothing of it; NULL: none. Keeps its memory. */
void quick_take(quick *q, const fp_syntax *syntax);

typedef struct quick_answer {
    const char *wrong; /* one sentence; NULL: nothing is */
    law broken;        /* which law, if something is */
    bool novel;        /* what was reported has a shape that no input had before */
    uint64_t digest;   /* of the events of the whole input */
} quick_answer;

/* Asks an input of the syntax. */
quick_answer quick_ask(quick *q, const decoded *d);

/* The hash of the text alone, which decides what an input is asked. */
uint64_t content_hash(const decoded *d);

#endif
