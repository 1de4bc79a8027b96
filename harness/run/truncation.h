/* SPDX-License-Identifier: Apache-2.0 */
/* truncation.h: places inside the blocks of an input at which to end it, for a parser that cannot
 * be cloned.
 */
#ifndef FENCEPOST_HARNESS_TRUNCATION_H
#define FENCEPOST_HARNESS_TRUNCATION_H

#include <fencepost/outcome.h>

enum { TRUNCATION_PLACES = 12 };

/* Fills `at` with the lengths of some prefixes that end inside a complete call of the reference, at
 * edges of characters, among them the last such place of each block. Returns their number. */
size_t truncation_places(fp_str input, const fp_outcome *reference, size_t at[TRUNCATION_PLACES]);

#endif
