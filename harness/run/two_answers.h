/* SPDX-License-Identifier: Apache-2.0 */
/* two_answers.h: a worker gives two different answers to one input, fed in one piece and in
 * several: decides which of them is taken as the expected one.
 */
#ifndef FENCEPOST_HARNESS_TWO_ANSWERS_H
#define FENCEPOST_HARNESS_TWO_ANSWERS_H

#include "result/result.h"

#include <fencepost/outcome.h>

typedef enum rightness {
    WHOLE_IS_RIGHT, /* the answer to the input in one piece is the expected one */
    PIECES_ARE_RIGHT,
    NEITHER_IS_RIGHT
} rightness;

typedef struct two_answers {
    rightness right;
    const fp_outcome *expected, *actual; /* borrowed; NULL: there is no answer */
    answer_sides sides;
} two_answers;

/* The law only demands that the two are the same. Which one is wrong is known if the other is the
 * expected one. sides: what they are called if neither is. pieces may be NULL. */
two_answers two_answers_of(const fp_outcome *whole, bool whole_is_right, const fp_outcome *pieces,
                           bool pieces_are_right, answer_sides sides);

#endif
