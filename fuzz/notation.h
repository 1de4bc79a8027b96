/* SPDX-License-Identifier: Apache-2.0 */
/* notation.h: notations that nobody has written: a row and its table, drawn from a number, with
 * marks that can be told apart. A third are calls of tags with arguments of tags, a third tags
 * around JSON, in a section or without one; of the rest, calls that are JSON objects, the members
 * have other names.
 */
#ifndef FENCEPOST_FUZZ_NOTATION_H
#define FENCEPOST_FUZZ_NOTATION_H

#include <fencepost/syntax.h>

typedef struct notation notation;

/* The notation of a number, owned: notation_free(). All that it points to has memory of its own, so
 * that a pointer which is kept too long is noticed. Ends the program when memory is out. */
notation *notation_new(uint64_t seed);
void notation_free(notation *n);

const fp_syntax *notation_row(const notation *n);

#endif
