/* SPDX-License-Identifier: Apache-2.0 */
/* json_args.h: the open call's input as a JSON object that comes in pieces: how far it was read.
 *
 * Only json_args.h and json_args.c read or write the members.
 */
#ifndef FENCEPOST_CORE_JSON_ARGS_H
#define FENCEPOST_CORE_JSON_ARGS_H

#include "buf.h"
#include "jsonscan.h"
#include "unescape.h"

#include <fencepost/syntax.h>

typedef struct fp_json_args {
    fp_args_state state;
    fp_jsonscan scan;
    fp_buf key;          /* the key being read, as written */
    bool begun;          /* a byte of the open member's value has come */
    fp_unescaped string; /* the string being read, whatever its depth */
    uint64_t key_at;     /* offset of the key's opening quote */
    uint64_t key_over;   /* of the call's first that is over the limit; 0: none is yet */
    size_t key_len;      /* what the key stands for so far, up to the limit */
    uint64_t wrong;      /* offset of the wrong byte; only with FP_ARGS_BAD */
    bool too_deep;       /* which is over the limit `depth` */
} fp_json_args;

void fp_json_args_free(fp_json_args *args);

/* No object has begun. Keeps the memory. */
void fp_json_args_reset(fp_json_args *args);

/* Makes to a copy; keeps its memory. False when memory is out: to can then only be freed. */
bool fp_json_args_assign(fp_json_args *to, const fp_json_args *from);
bool fp_json_args_equal(const fp_json_args *a, const fp_json_args *b);

/* The invariants:
 * - brackets are open inside the object only;
 * - only an object has keys;
 * - only a bad one is over the limit `depth`. */
bool fp_json_args_is_valid(const fp_json_args *args);

/* Whether a high surrogate waits for the other half of its character. */
static inline bool fp_json_args_half(const fp_json_args *args)
{
    return args->string.u.high;
}

#endif
