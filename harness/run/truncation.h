/* SPDX-License-Identifier: Apache-2.0 */
/* truncation.h: where an input is ended inside of its blocks, for a parser that cannot be cloned.
 */
#ifndef FENCEPOST_HARNESS_TRUNCATION_H
#define FENCEPOST_HARNESS_TRUNCATION_H

#include <fencepost/outcome.h>

enum { TRUNCATION_PLACES = 12 };

/* Fills `at` with the lengths of some prefixes that end inside a complete call of the reference, at
 * the edges of characters; of each block the last such place is one. Returns how many there are. */
size_t truncation_places(fp_str input, const fp_outcome *reference, size_t at[TRUNCATION_PLACES]);

#endif
