/* SPDX-License-Identifier: Apache-2.0 */
/* guidance.h: what an engine counts of an execution, and by which it knows that an input is new:
 * libFuzzer's counters in the program, or the map that AFL++ shares with it.
 */
#ifndef FENCEPOST_FUZZ_GUIDANCE_H
#define FENCEPOST_FUZZ_GUIDANCE_H

#include <stdbool.h>

/* The counts of now, owned; NULL where no engine counts so. */
unsigned char *guidance_copy(void);

/* Takes the copy back, as if nothing had run since, and frees it. */
void guidance_restore(unsigned char *copy);

/* Whether an engine counts so at all. */
bool guidance_counts(void);

/* What was counted by executions so far: zero it to begin; it is not freed. */
typedef struct guidance_seen {
    unsigned char *of; /* a byte for each counter: the powers of two that it was in, a bit each */
} guidance_seen;

/* Whether the counts of now have something that was not seen, as both engines see it: a counter in
 * another power of two. Then it is. */
bool guidance_is_new(guidance_seen *seen);

#endif
