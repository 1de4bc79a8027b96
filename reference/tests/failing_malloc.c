/* SPDX-License-Identifier: Apache-2.0 */
/* failing_malloc.c: allocations that fail where a test wants it. */
#include "failing_malloc.h"

#include "wrapped_malloc.h"

#include <stdint.h>

/* What the linker's wrapping has instead of an argument. */
static struct {
    fail_mode mode;
    size_t next; /* allocations that still succeed */
    size_t failed;
} plan;

/* NOLINTBEGIN(bugprone-reserved-identifier) */
static bool fails(void)
{
    if (plan.mode == FAIL_NEVER || (plan.mode == FAIL_ONCE && plan.failed))
        return false;
    if (plan.next) {
        plan.next--;
        return false;
    }
    plan.failed++;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */

bool fail_next(fail_rounds *rounds)
{
    if (rounds->mode == FAIL_NEVER) {
        rounds->mode = FAIL_ONCE;
    } else if (plan.failed) {
        rounds->count++;
        rounds->next++;
    } else {
        rounds->mode = rounds->mode == FAIL_ONCE ? FAIL_FROM_THEN_ON : FAIL_NEVER;
        rounds->next = 0;
    }
    plan.mode = rounds->mode;
    plan.next = rounds->next;
    plan.failed = 0;
    return rounds->mode != FAIL_NEVER;
}

fail_mode fail_switch(fail_mode mode)
{
    const fail_mode was = plan.mode;

    plan.mode = mode;
    return was;
}

size_t fail_each(fail_job *job, const void *context)
{
    fail_rounds rounds = { 0 };

    while (fail_next(&rounds)) {
        const bool succeeded = job(context);

        plan.mode = FAIL_NEVER;
        if (succeeded == (plan.failed > 0))
            return SIZE_MAX;
    }
    return rounds.count;
}
