/* SPDX-License-Identifier: Apache-2.0 */
/* empty.c: the target that does nothing: what an engine costs (rates.sh). */
#include "target.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    (void)data;
    (void)size;
    return 0;
}

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    (void)seed;
    (void)data;
    (void)cap;
    return 0;
}
