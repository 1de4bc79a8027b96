/* SPDX-License-Identifier: Apache-2.0 */
/* guidance.h: what libFuzzer counts of an execution, and by which it knows that an input is new. */
#ifndef FENCEPOST_FUZZ_GUIDANCE_H
#define FENCEPOST_FUZZ_GUIDANCE_H

/* The counts of now, owned; NULL where no engine counts so. */
unsigned char *guidance_copy(void);

/* Takes the copy back, as if nothing had run since, and frees it. */
void guidance_restore(unsigned char *copy);

#endif
