/* SPDX-License-Identifier: Apache-2.0 */
/* two_answers.c: decides which of two answers is taken as the expected one. */
#include "run/two_answers.h"

two_answers two_answers_of(const fp_outcome *whole, bool whole_is_right, const fp_outcome *pieces,
                           bool pieces_are_right, answer_sides sides)
{
    if (whole_is_right)
        return (two_answers){ WHOLE_IS_RIGHT, whole, pieces, SIDES_JUDGED };
    if (pieces && pieces_are_right)
        return (two_answers){ PIECES_ARE_RIGHT, pieces, whole, SIDES_JUDGED };
    return (two_answers){ NEITHER_IS_RIGHT, whole, pieces, sides };
}
