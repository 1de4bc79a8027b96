/* SPDX-License-Identifier: Apache-2.0 */
/* faulty.c: a small target with the faults that TINY_FAULT names: what the tests of the driver
 * fuzz.
 *
 *     chunk      a cut after ^ is noticed: a breach
 *     overflow   O: a byte beyond the heap is read
 *     leak       L: memory is lost
 *     hang       H: it never ends
 *     deaf       the planted fault of FENCEPOST_FUZZ_CANARY is not noticed
 */
#include "target.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile bool canary;
static void *volatile kept;

static bool has_fault(const char *name)
{
    const char *faults = getenv("TINY_FAULT");

    return faults && strstr(faults, name);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    canary = getenv("FENCEPOST_FUZZ_CANARY") && !has_fault("deaf");
    return 0;
}

static void breach(const char *sentence)
{
    fprintf(stderr, "breach: CHUNK (LAW-2.1), syntax caret: %s\n", sentence);
    abort();
}

static void show(const uint8_t *data, size_t size)
{
    fputs("input: {\"syntax\":\"caret\",\"input\":\"", stderr);
    for (size_t i = 0; i < size; i++)
        if (data[i] >= ' ' && data[i] < 0x7F && data[i] != '"' && data[i] != '\\')
            fputc(data[i], stderr);
    fputs("\",\"cuts\":[1],\"policy\":{},\"limits\":{},\"catalogue\":false}\n", stderr);
}

/* Something for coverage to tell apart. */
static unsigned depth(const uint8_t *data, size_t size)
{
    static const char WORDS[] = "^^^name: value";
    unsigned found = 0;

    for (size_t i = 0; i < size && found < sizeof WORDS - 1; i++)
        if (data[i] == (uint8_t)WORDS[found])
            found++;
    switch (found) {
    case 1:
        return 2;
    case 2:
        return 7;
    case 3:
        return 3;
    case 4:
        return 9;
    default:
        return found;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (getenv("FENCEPOST_FUZZ_SHOW"))
        show(data, size);
    if (canary && size > 2)
        breach("the planted fault is noticed");
    for (size_t i = 0; i + 1 < size; i++)
        if (data[i] == '^' && data[i + 1] == 0xFF && has_fault("chunk")) {
            fprintf(stderr, "breach: CHUNK (LAW-2.1), syntax caret: byte %zu is lost\n", i);
            abort();
        }
    if (has_fault("overflow") && memchr(data, 'O', size)) {
        volatile uint8_t *heap = malloc(size);

        kept = (void *)(uintptr_t)heap[size];
    }
    if (has_fault("leak") && memchr(data, 'L', size)) {
        kept = malloc(33);
        kept = NULL;
    }
    while (has_fault("hang") && memchr(data, 'H', size))
        kept = NULL;
    return depth(data, size) == 99;
}

size_t fuzz_generate(uint64_t seed, uint8_t *data, size_t cap)
{
    static const uint8_t BYTES[] = { '^', 0xFF, 'n', ':', '\n', 'x' };
    size_t n = 0;

    for (uint64_t state = seed; n < 12 && n < cap; n++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        data[n] = BYTES[(state >> 33) % sizeof BYTES];
    }
    return n;
}
