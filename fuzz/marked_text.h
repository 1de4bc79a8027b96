/* SPDX-License-Identifier: Apache-2.0 */
/* marked_text.h: seeded inputs of one syntax, in the form of decode.h. */
#ifndef FENCEPOST_FUZZ_MARKED_TEXT_H
#define FENCEPOST_FUZZ_MARKED_TEXT_H

#include <fencepost/parser.h>

/* Writes the input that belongs to the seed, at most cap bytes: text that is likely to hurt the
 * syntax, with controls and cuts. Returns its length. */
size_t marked_text(const fp_syntax *syntax, uint64_t seed, uint8_t *data, size_t cap);

#endif
