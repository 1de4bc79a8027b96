/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_afl.h: what AFL++ looks for in a custom mutator (its docs/custom_mutators.md). */
#ifndef FENCEPOST_FUZZ_MUTATE_AFL_H
#define FENCEPOST_FUZZ_MUTATE_AFL_H

#include <stddef.h>
#include <stdint.h>

typedef struct afl_mutator afl_mutator;

/* NULL, with the reason said, without a syntax. */
afl_mutator *afl_custom_init(void *afl, unsigned int seed);
void afl_custom_deinit(afl_mutator *m);

/* Points *out at the changed input, which is the mutator's until the next call; returns its size.
 */
size_t afl_custom_fuzz(afl_mutator *m, uint8_t *data, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t max_size);

#endif
