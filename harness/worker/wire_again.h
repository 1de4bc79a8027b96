/* SPDX-License-Identifier: Apache-2.0 */
/* wire_again.h: answers that say what the one before said.
 *
 * A parser that is right gives the same answer to every cutting of an input. Of a line that is, but
 * for its id, the line that was read before, nothing is read again; of one that differs in its
 * events alone, these are.
 */
#ifndef FENCEPOST_HARNESS_WIRE_AGAIN_H
#define FENCEPOST_HARNESS_WIRE_AGAIN_H

#include "worker/wire.h"

/* Zero it to begin; wire_again_free() to end. */
typedef struct wire_again {
    fp_json line;           /* of a good answer to a parse */
    size_t id, behind_id;   /* where its id stands, */
    size_t events, trailer; /* and the value of its events; both its length: there are none */
    fp_json input;          /* what was asked */
    size_t chunks;
    fp_outcome *outcome; /* NULL: nothing is kept */
} wire_again;

void wire_again_free(wire_again *kept);

/* Whether the line is the answer that is kept, with the id asked. If so *answer is what
 * wire_answer_read() would make of it, borrowed from kept and the line. */
bool wire_again_is(const wire_again *kept, fp_str line, const wire_asked *asked,
                   const wire_hello *hello, wire_answer *answer);

/* Keeps an answer that wire_answer_read() has made of the line, if it may come again; its outcome
 * then is borrowed from kept, and wire_answer_free() leaves it alone. */
void wire_again_keep(wire_again *kept, fp_str line, const wire_asked *asked, wire_answer *answer);

#endif
