/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.h: special tokens, under the policy by which only they are marks (MODEL-7).
 *
 * A token is known by its first byte: its other bytes follow at once. So a reader of marks asks at
 * the byte with which the mark, or a token in it, would begin.
 */
#ifndef FENCEPOST_CORE_TOKENS_H
#define FENCEPOST_CORE_TOKENS_H

#include "buf.h"

#include <fencepost/syntax.h>

typedef struct fp_tokens {
    const char *const *marks; /* of the row; NULL: a mark is one in whatever bytes it comes */
    const char *begun;        /* the mark that the byte which is read begins; NULL: none */
    fp_buf begins; /* where tokens begin that may wait: offsets, uint64_t each and ascending */
    bool placed;   /* the options tell where tokens are */
} fp_tokens;

/* At the beginning of an input; keeps the memory. */
void fp_tokens_begin(fp_tokens *tokens, const fp_syntax *syntax, const fp_options *options);
void fp_tokens_free(fp_tokens *tokens);

/* Makes to a copy; keeps its memory. False when memory is out. */
bool fp_tokens_assign(fp_tokens *to, const fp_tokens *from);

/* The mark that has just these bytes; NULL: none has. */
const char *fp_tokens_find(const fp_tokens *tokens, fp_str text);

/* The mark that these bytes begin with; NULL: it is not a matter of tokens. */
const char *fp_tokens_at(const fp_tokens *tokens, const char *bytes);

/* The byte at this offset, which is read next, begins this mark. waits: whether bytes before it
 * wait. False when memory is out. */
bool fp_tokens_next(fp_tokens *tokens, const char *mark, uint64_t offset, bool waits);

/* Whether a token begins at this offset, from which on all bytes have waited. */
bool fp_tokens_began(const fp_tokens *tokens, uint64_t offset);

/* fp_out_may_be_mark() */
static inline bool fp_tokens_allow(const fp_tokens *tokens, const char *missing)
{
    const char *mark = tokens->marks ? fp_tokens_at(tokens, missing) : NULL;

    return !mark || mark == tokens->begun;
}

/* The same of a byte that was read before, at this offset, and may have waited in the meantime. The
 * bytes that follow tell which token it is. */
static inline bool fp_tokens_allowed(const fp_tokens *tokens, const char *mark, uint64_t offset)
{
    return !tokens->marks || !fp_tokens_at(tokens, mark) || fp_tokens_began(tokens, offset);
}

#endif
