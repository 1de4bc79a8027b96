/* SPDX-License-Identifier: Apache-2.0 */
/* wire_again.h: answers that repeat the one before.
 *
 * A correct parser gives the same answer to every cutting of an input. A line that equals the one
 * before, except for its id, is not read again; if it differs only in its events, only these are.
 */
#ifndef FENCEPOST_HARNESS_WIRE_AGAIN_H
#define FENCEPOST_HARNESS_WIRE_AGAIN_H

#include "worker/wire.h"

/* Zero it to begin; wire_again_free() to end. */
typedef struct wire_again {
    fp_json line;           /* of a good answer to a parse */
    size_t id, behind_id;   /* where its id begins and ends, */
    size_t events, trailer; /* and the value of its events; both its length: there are none */
    fp_json input;          /* what was asked */
    size_t chunks;
    fp_outcome *outcome; /* NULL: nothing is kept */
} wire_again;

void wire_again_free(wire_again *kept);

/* Returns whether the line is the answer that is kept, with the id asked. If so *answer is what
 * wire_answer_read() would return, borrowed from kept and the line. */
bool wire_again_is(const wire_again *kept, fp_str line, const wire_asked *asked,
                   const wire_hello *hello, wire_answer *answer);

/* Keeps the answer that wire_answer_read() returned for the line, if it may come again. Its outcome
 * is then borrowed from kept, and wire_answer_free() does not free it. */
void wire_again_keep(wire_again *kept, fp_str line, const wire_asked *asked, wire_answer *answer);

#endif
