/* SPDX-License-Identifier: Apache-2.0 */
/* reasoning.h: where reasoning begins and ends, under the policies that make it an output of its
 * own (MODEL-5).
 *
 * It watches the bytes outside of blocks as they are read, before the syntax sees them. Bytes that
 * may still become a mark are text for the syntax; they wait here until the mark is whole, or the
 * next byte shows that there is none. They need no memory: they are how the mark begins. Where a
 * syntax reads its marks itself, only `inside` is used.
 */
#ifndef FENCEPOST_CORE_REASONING_H
#define FENCEPOST_CORE_REASONING_H

#include <fencepost/syntax.h>

typedef struct fp_reasoning {
    const fp_reasoning_marks *marks; /* NULL: none is looked for here */
    bool until_call;                 /* a block may begin in it, and ends it */
    bool inside;
    bool first;      /* nothing was read but how the mark begins that may be first (closes_first) */
    uint8_t matched; /* how many of the last bytes read are how the next mark begins */
    uint8_t waiting; /* how many of these are text by now, unless a mark comes of them */
} fp_reasoning;

/* Reasoning at the beginning of an input, after what the prompt ended with. */
fp_reasoning fp_reasoning_begin(const fp_syntax *syntax, const fp_options *options);

/* Whether the next mark is looked for byte by byte, outside a call; held: how many bytes the syntax
 * holds. */
static inline bool fp_reasoning_looks(const fp_reasoning *reasoning, size_t held)
{
    return reasoning->marks &&
           (reasoning->matched || reasoning->inside || reasoning->first || held);
}

/* The mark that closes reasoning does not come first: what was read may be how the other begins. */
void fp_reasoning_not_first(fp_reasoning *reasoning);

/* The mark that is looked for: how reasoning begins, or ends. */
const char *fp_reasoning_mark(const fp_reasoning *reasoning);

/* The next byte read, and whether a mark may begin with it (fp_tokens_allow()). True if it makes
 * the mark whole. */
bool fp_reasoning_watch(fp_reasoning *reasoning, unsigned char byte, bool may_begin);

/* Whether the byte neither continues a mark nor begins one, as most: watching it would change
 * nothing. */
static inline bool fp_reasoning_ignores(const fp_reasoning *reasoning, unsigned char byte)
{
    const fp_reasoning_marks *marks = reasoning->marks;
    const char *mark = reasoning->inside ? marks->close : marks->open[0];

    return !reasoning->matched && !reasoning->first && byte != (unsigned char)mark[0];
}

/* Whether what follows will be the same, for two of one syntax and the same options that have read
 * as many bytes, of which as many are text. */
bool fp_reasoning_equal(const fp_reasoning *a, const fp_reasoning *b);

#endif
