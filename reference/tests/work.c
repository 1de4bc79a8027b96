/* SPDX-License-Identifier: Apache-2.0 */
/* work.c: how much work a program does. This file alone is not counted. */
#include "work.h"

#include "wrapped_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct work {
    uint64_t blocks, bytes;
} work;

static work done; /* since the program began */

/* The first name is the compiler's, which calls it at the beginning of each block. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    done.blocks++;
}

void *__wrap_malloc(size_t size)
{
    done.bytes += size;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    done.bytes += count * size;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    done.bytes += size;
    return __real_realloc(old, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */

static work work_of(work_job *job, const void *context, size_t size)
{
    const work before = done;

    job(context, size);
    return (work){ done.blocks - before.blocks, done.bytes - before.bytes };
}

void work_grows_linearly(work_job *job, const void *context, size_t size)
{
    enum { TIMES = 4, MOST = 6 };
    const work once = work_of(job, context, size), more = work_of(job, context, TIMES * size);

    print_message("%llu blocks to %llu, %llu bytes to %llu\n", (unsigned long long)once.blocks,
                  (unsigned long long)more.blocks, (unsigned long long)once.bytes,
                  (unsigned long long)more.bytes);
    assert_true(once.blocks > size); /* or nothing was counted */
    assert_true(more.blocks < MOST * once.blocks);
    assert_true(more.bytes <= MOST * once.bytes);
}
