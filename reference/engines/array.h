/* SPDX-License-Identifier: Apache-2.0 */
/* array.h: the engine of notations in which calls are the objects of a JSON array after a mark:
 *
 *     mark [ OBJECT, OBJECT ] end mark
 *
 * or, in a notation without brackets, one object after each mark:
 *
 *     mark OBJECT end mark
 *
 * or, where the marks are those of a Markdown code fence, objects in the fence.
 *
 * A member is a table: its marks, and what the members of its objects are (object.h). Parser
 * (array.c), renderer (object-render.c), words, pieces and colours (array-derive.c) read it.
 * Clauses: spec/families/array.md.
 */
#ifndef FENCEPOST_ENGINES_ARRAY_H
#define FENCEPOST_ENGINES_ARRAY_H

#include "engines/object.h"

typedef struct fp_array_table {
    fp_object_table object; /* the first member: what reads objects takes this table for it */
    const char *open;       /* the mark before the array */
    const char *also;       /* another such, with the same first byte, which models write in its
                               place; NULL: there is none */
    const char *close;      /* the end mark, which may be missing; its first byte is in it once */
    bool bare;              /* there is no array: each object has a mark before it */
    bool fence; /* the end mark is the run that the mark begins with, and a longer run is text; more
                   objects may follow one, and the end mark is read after other text as well */
} fp_array_table;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test asks it of each. */
const char *fp_array_fault(const fp_array_table *table);

typedef enum fp_array_state {
    FP_ARRAY_TEXT,    /* outside a block; the start state */
    FP_ARRAY_OPENING, /* held: the beginning of a mark */
    FP_ARRAY_LEAD,    /* held: a mark, blanks, and perhaps a bracket */
    FP_ARRAY_OBJECT,  /* in an object; held until there is a name: all of it, and of the first also
                         what is before it */
    FP_ARRAY_BETWEEN, /* in the array, after an object */
    FP_ARRAY_AFTER,   /* held: after the array, blanks and the beginning of an end mark */
    FP_ARRAY_RUN,     /* in a run that is longer than that of a fence */
    FP_ARRAY_REST,    /* text of a fence after its objects; held: the beginning of an end mark */
    FP_ARRAY_LOST     /* the array cannot be followed any more: up to an end mark */
} fp_array_state;

/* Zeros are the start. */
typedef struct fp_array {
    uint8_t state;       /* fp_array_state */
    uint8_t count;       /* bytes of a mark so far */
    bool also;           /* OPENING: it is the other mark */
    bool bracket;        /* LEAD: it was read, or there is none */
    bool comma;          /* BETWEEN: it was read */
    bool is_block;       /* not text, whatever follows: ARRAY-2.3 */
    bool dead;           /* OBJECT: it is not a call, and is framing */
    fp_object_lost lost; /* LOST: what is known of it */
    uint64_t begin;      /* offset of the object */
    fp_object object;
} fp_array;

/* What a row of the table has as step and finish, and its speed as at_ease and in_string. */
void fp_array_step(void *self, fp_out *out, unsigned char c);
void fp_array_finish(void *self, fp_out *out);
unsigned fp_array_at_ease(const void *self);
fp_in_string fp_array_in_string(const void *self);

/* And as derive, in place of completions, markers and highlight. */
extern const fp_derive FP_ARRAY_DERIVE;

/* The rules for editors, of FP_ARRAY_DERIVE. */
const fp_highlight *fp_array_highlight(const fp_syntax *syntax, fp_derived *derived);

#endif
