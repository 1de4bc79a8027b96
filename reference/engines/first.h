/* SPDX-License-Identifier: Apache-2.0 */
/* first.h: the engine of notations in which a message begins with its calls, which are JSON objects
 * without a mark:
 *
 *     tag { NAME: "tool", ARGUMENTS: { ... } } separator OBJECT ...
 *
 * or the same in an array. What begins otherwise is an answer, and text; so is an object that is
 * not a call, as far as its beginning shows. A member is a table: what is around the objects, and
 * what their members are (object.h).
 */
#ifndef FENCEPOST_ENGINES_FIRST_H
#define FENCEPOST_ENGINES_FIRST_H

#include "engines/object.h"

typedef struct fp_first_table {
    fp_object_table object; /* the first member: what reads objects takes this table for it */
    const char *tag;        /* it may precede the first object; NULL: there is none */
    char open;              /* the bracket before the first object; 0: there is none */
    char separator;         /* between two objects */
    char close;             /* the bracket after the last object; 0: there is none */
    const char *wrong;      /* clauses: of a wrong byte in a call, */
    const char *unfinished; /* and of a call that the input ends */
} fp_first_table;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test asks it of each. */
const char *fp_first_fault(const fp_first_table *table);

typedef enum fp_first_state {
    FP_FIRST_START,  /* held: blanks that the message begins with; the start state */
    FP_FIRST_TAG,    /* held: the beginning of a tag as well */
    FP_FIRST_LEAD,   /* held: a tag or a bracket, and blanks */
    FP_FIRST_OBJECT, /* held until it is a call: the object, and all before it */
    FP_FIRST_AFTER,  /* held: after a call, blanks and a separator */
    FP_FIRST_REST,   /* text, to the end */
    FP_FIRST_BROKEN  /* in a call, to the end */
} fp_first_state;

/* Zeros are the start. */
typedef struct fp_first {
    uint8_t state;  /* fp_first_state */
    uint8_t count;  /* bytes of a tag so far */
    bool separator; /* AFTER: it was read */
    uint64_t begin; /* offset of the object */
    fp_object object;
} fp_first;

/* What a row of the table has as step, finish and passed, and for speed. */
void fp_first_step(void *self, fp_out *out, unsigned char c);
void fp_first_finish(void *self, fp_out *out);
void fp_first_passed(void *self, unsigned char last);
extern const fp_speed FP_FIRST_FAST;

#endif
