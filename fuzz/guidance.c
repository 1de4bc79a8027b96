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

/* Counters that are looked at together: nearly all are zeros, and of those that are not, most are
 * near each other. */
enum { BLOCK = 64, WORD = sizeof(uint64_t) };

/* Without a check of each byte: these are the engine's own. */
#define UNCHECKED __attribute__((no_sanitize("address", "undefined")))

/* Whether no counter of so many words counts, without branches. */
UNCHECKED static inline bool is_zero(const unsigned char *counts, size_t words)
{
    uint64_t any = 0, word;

    for (size_t i = 0; i < words; i++) {
        memcpy(&word, counts + i * WORD, WORD);
        any |= word;
    }
    return !any;
}

static bool note(unsigned char *seen, unsigned char count)
{
    const unsigned char power = power_of(count);
    const bool is_new = power & ~*seen;

    *seen |= power;
    return is_new;
}

/* Of counters from one on, up to another. */
static bool note_some(unsigned char *seen, const unsigned char *now, size_t from, size_t to)
{
    bool is_new = false;

    for (size_t i = from; i < to; i++)
        if (now[i])
            is_new = note(&seen[i], now[i]) || is_new;
    return is_new;
}

UNCHECKED bool guidance_is_new(guidance_seen *seen)
{
    size_t size, at = 0;
    const unsigned char *now = counters(&size);
    bool is_new = false;

    if (!size)
        return false;
    if (!seen->of)
        seen->of = or_abort(calloc(size, 1));
    for (; size - at >= BLOCK; at += BLOCK) {
        if (is_zero(now + at, BLOCK / WORD))
            continue;
        for (size_t i = at; i < at + BLOCK; i += WORD)
            if (!is_zero(now + i, 1))
                is_new = note_some(seen->of, now, i, i + WORD) || is_new;
    }
    return note_some(seen->of, now, at, size) || is_new;
}
