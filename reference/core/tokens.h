/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.h: special tokens, under the policy by which only they are marks (MODEL-7).
 *
 * A token is known by its first byte: its other bytes follow at once. So a reader of marks asks at
 * the byte with which the mark, or a token in it, would begin.
 */
#ifndef FENCEPOST_CORE_TOKENS_H
#define FENCEPOST_CORE_TOKENS_H

#include <fencepost/syntax.h>

typedef struct fp_tokens {
    const char *const *marks; /* of the row; NULL: a mark is one in whatever bytes it comes */
    const char *begun;        /* the mark that the byte which is read begins; NULL: none */
    const char *last;         /* the mark that began last, */
    uint64_t last_at;         /* and where */
    bool placed;              /* the options tell where tokens are */
} fp_tokens;

/* At the beginning of an input. */
fp_tokens fp_tokens_begin(const fp_syntax *syntax, const fp_options *options);

/* The mark that has just these bytes; NULL: none has. */
const char *fp_tokens_find(const fp_tokens *tokens, fp_str text);

/* The mark that these bytes begin with; NULL: it is not a matter of tokens. */
const char *fp_tokens_at(const fp_tokens *tokens, const char *bytes);

/* The byte at this offset, which is read next, begins this mark; NULL: none. */
static inline void fp_tokens_next(fp_tokens *tokens, const char *mark, uint64_t offset)
{
    tokens->begun = mark;
    if (!mark)
        return;
    tokens->last = mark;
    tokens->last_at = offset;
}

/* fp_out_may_be_mark() */
static inline bool fp_tokens_allow(const fp_tokens *tokens, const char *missing)
{
    const char *mark = tokens->marks ? fp_tokens_at(tokens, missing) : NULL;

    return !mark || mark == tokens->begun;
}

/* The same of a byte that was read before, at this offset: it may have waited in the meantime, but
 * no other token has begun since. */
static inline bool fp_tokens_allowed(const fp_tokens *tokens, const char *mark, uint64_t offset)
{
    const char *token = tokens->marks ? fp_tokens_at(tokens, mark) : NULL;

    return !token || (token == tokens->last && offset == tokens->last_at);
}

#endif
