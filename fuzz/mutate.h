/* SPDX-License-Identifier: Apache-2.0 */
/* mutate.h: a fuzz input (decode.h) changed as a fuzzer wants it, by what is known of its syntax:
 * markers, calls, lines, cuts, controls; or replaced by a new, well-formed one. A seed decides
 * everything; any bytes are an input, and what comes of them is one.
 */
#ifndef FENCEPOST_FUZZ_MUTATE_H
#define FENCEPOST_FUZZ_MUTATE_H

#include <fencepost/syntax.h>

/* What may be done: a set of these. */
enum {
    MUTATE_BYTES = 1,  /* what knows nothing of the input */
    MUTATE_WORDS = 2,  /* the words of the dictionary put in */
    MUTATE_CUTS = 4,   /* cuts and controls */
    MUTATE_BLOCKS = 8, /* markers, lines, calls, and the edits of edit.h */
    MUTATE_FRESH = 16, /* another, well-formed message in its place */
    MUTATE_ALL = 31
};

typedef struct mutating {
    const fp_syntax *syntax;
    unsigned kinds; /* MUTATE_…; not 0 */
    fp_str input;
    fp_str other;   /* another input, for what joins two; may be empty */
    size_t *counts; /* how often each operator was applied, added up here; NULL: not wanted */
} mutating;

/* Writes the changed input, at most cap bytes, and returns its length; input may lie in data. What
 * it is depends on the arguments alone. Ends the program when memory is out. */
size_t mutate(const mutating *what, uint64_t seed, uint8_t *data, size_t cap);

/* The operators, by index: their names ("nudge-cut"), and to which kind they belong. */
size_t mutate_operator_count(void);
const char *mutate_operator_name(size_t index);
unsigned mutate_operator_kind(size_t index);

/* Applies one operator. False, with nothing written, if it has nothing to change in this input. */
bool mutate_apply(const mutating *what, size_t index, uint64_t seed, fp_json *out);

/* The syntax whose inputs a program mutates: defined by each target that mutate_libfuzzer.c is
 * linked to. */
const fp_syntax *mutated_syntax(void);

#endif
