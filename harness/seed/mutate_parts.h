/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_parts.h: what the files of the mutator share. */
#ifndef FENCEPOST_HARNESS_MUTATE_PARTS_H
#define FENCEPOST_HARNESS_MUTATE_PARTS_H

#include "base/rng.h"

#include <fencepost/json.h>
#include <fencepost/syntax.h>

/* A change under way. */
typedef struct mutation {
    const fp_syntax *syntax;
    const char *const *markers, *const *completions; /* of the syntax */
    fp_str text, other;                              /* of the form that decode.h tells */
    rng *rng;
    fp_json *out;
} mutation;

typedef struct mutate_operator {
    const char *name;
    unsigned kind;
    bool (*apply)(mutation *m); /* appends to out; false if there is nothing to change */
} mutate_operator;

/* One list a file, ended by a row of zeros. */
extern const mutate_operator MUTATE_BYTE_OPERATORS[];
extern const mutate_operator MUTATE_MARK_OPERATORS[];
extern const mutate_operator MUTATE_BLOCK_OPERATORS[];

/* Appends the text with the range [start, end) replaced. Returns true. */
bool mutate_replace(mutation *m, size_t start, size_t end, fp_str with);

/* A part of the text. */
fp_str mutate_part(const mutation *m, size_t start, size_t end);

/* Appends text as an input: bytes that would be marks are escaped. */
void mutate_escape(fp_json *out, fp_str text);

/* One to most bytes somewhere in the text, which is not empty. */
void mutate_range(mutation *m, size_t most, size_t *start, size_t *end);

#endif
