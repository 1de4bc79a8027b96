/* SPDX-License-Identifier: Apache-2.0 */
/* guidance.c: the counters of -fsanitize=inline-8bit-counters, one for each edge, in a section of
 * their own, whose ends the linker names.
 */
#include "guidance.h"

#include "common.h"

#include <stdlib.h>
#include <string.h>

extern unsigned char __start___sancov_cntrs[] __attribute__((weak, visibility("hidden")));
extern unsigned char __stop___sancov_cntrs[] __attribute__((weak, visibility("hidden")));

static size_t counters(void)
{
    return (size_t)((uintptr_t)__stop___sancov_cntrs - (uintptr_t)__start___sancov_cntrs);
}

unsigned char *guidance_copy(void)
{
    return counters() ? (unsigned char *)exact_copy(__start___sancov_cntrs, counters()) : NULL;
}

void guidance_restore(unsigned char *copy)
{
    if (copy)
        memcpy(__start___sancov_cntrs, copy, counters());
    free(copy);
}
