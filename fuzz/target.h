/* SPDX-License-Identifier: Apache-2.0 */
/* target.h: what a fuzz target defines. An engine calls the first two; fuzz/replay.c all of them.
 */
#ifndef FENCEPOST_FUZZ_TARGET_H
#define FENCEPOST_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Checks one input; aborts, with a line that begins with "breach:", when something is wrong.
 * Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes the input that belongs to the seed, at most cap bytes. Returns its length. */
size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap);

#endif
