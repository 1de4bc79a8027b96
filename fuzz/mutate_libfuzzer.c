/* SPDX-License-Identifier: Apache-2.0 */
/* mutate_libfuzzer.c: the mutator as libFuzzer calls it, and replay.c's loop. What libFuzzer does
 * by itself (bytes, its dictionary, words that it saw compared) is left to it.
 */
#include "mutate_libfuzzer.h"

#include "base/rng.h"
#include "seed/mutate.h"

#include <stdlib.h>
#include <string.h>

/* libFuzzer's own mutator, where it is; that of AFL++'s driver is there and does nothing. */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

static fp_str input_of(const uint8_t *data, size_t size)
{
    return (fp_str){ size ? (const char *)data : "", size };
}

/* FENCEPOST_FUZZ_MUTATE=engine leaves all to the engine: to tell what each costs, and finds. */
static bool left_to_engine(void)
{
    const char *asked = getenv("FENCEPOST_FUZZ_MUTATE");

    return asked && strcmp(asked, "engine") == 0;
}

/* Three of eight are the engine's. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    const mutating what = { .syntax = mutated_syntax(),
                            .kinds = MUTATE_ALL,
                            .input = input_of(data, size) };

    if (LLVMFuzzerMutate && (rng_mix(seed) % 8 < 3 || left_to_engine())) {
        const size_t len = LLVMFuzzerMutate(data, size, max_size);

        if (len)
            return len;
    }
    return mutate(&what, seed, data, max_size);
}

/* NOLINTNEXTLINE(readability-function-size): the engine asks for seven parameters */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t max_out_size, unsigned int seed)
{
    const mutating what = { .syntax = mutated_syntax(),
                            .kinds = MUTATE_BYTES | MUTATE_BLOCKS,
                            .input = input_of(data1, size1),
                            .other = input_of(data2, size2) };

    return mutate(&what, seed, out, max_out_size);
}
