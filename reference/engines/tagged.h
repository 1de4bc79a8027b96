/* SPDX-License-Identifier: Apache-2.0 */
/* tagged.h: the engine of notations in which a call is a JSON object between two tags:
 *
 *     open tag OBJECT close tag
 *
 * A member is a table: its tags, and what the members of its objects are (object.h). Parser
 * (tagged.c), renderer (object-render.c), pieces and what is wrong with a table
 * (tagged-table.c) read it. Clauses: spec/families/object.md.
 */
#ifndef FENCEPOST_ENGINES_TAGGED_H
#define FENCEPOST_ENGINES_TAGGED_H

#include "engines/object.h"

#include <fencepost/highlight.h>

typedef struct fp_tagged_table {
    fp_object_table object; /* the first member: what reads objects takes this table for it */
    const char *open;       /* the tags begin with '<', and none is the beginning of another */
    const char *close;
    const char *other;     /* what begins a block of another notation after an open tag and blanks,
                              or NULL, */
    const char *bad_other; /* and the clause that says so */
    const char *answer;    /* a tag around the answer, which is framing outside a block, or NULL, */
    const char *answer_end; /* and the one after it */
    const char *near; /* an open tag of another notation, which is text here: a word of fuzzers
                         alone; or NULL */
} fp_tagged_table;

/* What is wrong with a table, as a sentence; NULL if nothing is. A test asks it of each. */
const char *fp_tagged_fault(const fp_tagged_table *table);

/* Zeros are the start. */
typedef struct fp_tagged {
    uint8_t state;
    uint8_t count;       /* bytes of a tag so far */
    bool is_block;       /* not text, whatever follows: OBJECT-2.4 */
    bool after_tag;      /* in an open tag: another is before it, with nothing but blanks between */
    bool is_opening;     /* after an object: the tag is one that opens */
    fp_object_lost lost; /* LOST: what is known of it */
    uint64_t start;      /* of the tag; 0 outside a block */
    fp_object object;
} fp_tagged;

/* What a row of the table has as step and finish. */
void fp_tagged_step(void *self, fp_out *out, unsigned char c);
void fp_tagged_finish(void *self, fp_out *out);

/* And as derive, with rules for editors of its own. */
extern const fp_derive FP_TAGGED_DERIVE;

/* And as fast. */
extern const fp_speed FP_TAGGED_FAST;

/* What is between the tags, for the rules for editors. */
extern const fp_highlight FP_TAGGED_HIGHLIGHT[];

#endif
