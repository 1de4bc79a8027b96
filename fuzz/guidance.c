/* SPDX-License-Identifier: Apache-2.0 */
/* guidance.c: libFuzzer has the counters of -fsanitize=inline-8bit-counters, one for each edge, in
 * a section of their own, whose ends the linker names; AFL++ a map of such counters, whose place
 * and size its runtime names.
 */
#include "guidance.h"

#include "common.h"

#include <stdlib.h>
#include <string.h>

extern unsigned char __start___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern unsigned char __stop___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
/* NOLINTBEGIN(bugprone-reserved-identifier): AFL++ names them */
extern unsigned char *__afl_area_ptr __attribute__((weak));
extern unsigned __afl_map_size __attribute__((weak));
/* NOLINTEND(bugprone-reserved-identifier) */

/* The counters of the engine; *size 0 where there are none. */
static unsigned char *counters(size_t *size)
{
    *size = (size_t)((uintptr_t)__stop___sancov_cntrs - (uintptr_t)__start___sancov_cntrs);
    if (*size || !&__afl_area_ptr || !&__afl_map_size)
        return __start___sancov_cntrs;
    *size = __afl_area_ptr ? __afl_map_size : 0;
    return __afl_area_ptr;
}

unsigned char *guidance_copy(void)
{
    size_t size;
    const unsigned char *now = counters(&size);

    return size ? (unsigned char *)exact_copy(now, size) : NULL;
}

void guidance_restore(unsigned char *copy)
{
    size_t size;
    unsigned char *now = counters(&size);

    if (copy)
        memcpy(now, copy, size);
    free(copy);
}

bool guidance_counts(void)
{
    size_t size;

    counters(&size);
    return size > 0;
}

/* 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, more: as libFuzzer and AFL++ tell counts apart. */
static unsigned char power_of(unsigned char count)
{
    static const unsigned char UP_TO[] = { 1, 2, 3, 7, 15, 31, 127, 255 };
    unsigned bit = 0;

    while (count > UP_TO[bit])
        bit++;
    return (unsigned char)(1u << bit);
}

enum { BLOCK = 64 };

/* Whether no counter of a block counts. Without branches, and without a check of each byte: these
 * are the engine's own bytes, and nearly all blocks of them are zeros. */
__attribute__((no_sanitize_address)) static bool is_zero(const unsigned char *block)
{
    unsigned char any = 0;

    for (size_t i = 0; i < BLOCK; i++)
        any |= block[i];
    return !any;
}

static bool note(unsigned char *seen, unsigned char count)
{
    const unsigned char power = count ? power_of(count) : 0;
    const bool is_new = power & ~*seen;

    *seen |= power;
    return is_new;
}

bool guidance_is_new(guidance_seen *seen)
{
    size_t size, end;
    const unsigned char *now = counters(&size);
    bool is_new = false;

    if (!size)
        return false;
    if (!seen->of)
        seen->of = or_abort(calloc(size, 1));
    for (size_t i = 0; i < size; i = end) {
        end = size - i < BLOCK ? size : i + BLOCK;
        if (end - i == BLOCK && is_zero(now + i))
            continue;
        for (size_t k = i; k < end; k++)
            is_new = note(&seen->of[k], now[k]) || is_new;
    }
    return is_new;
}
