/* SPDX-License-Identifier: Apache-2.0 */
/* failing_malloc.h: allocations that fail where a test wants it.
 *
 * fp_let_allocations_fail(TARGET) has the linker send the malloc, calloc and realloc of a program
 * here. Those of shared libraries are not seen.
 */
#ifndef FENCEPOST_TESTS_FAILING_MALLOC_H
#define FENCEPOST_TESTS_FAILING_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

typedef enum fail_mode { FAIL_NEVER, FAIL_ONCE, FAIL_FROM_THEN_ON } fail_mode;

/* Rounds in which the first, the second, … allocation fails, once, and then all from there on. Zero
 * it to begin. */
typedef struct fail_rounds {
    fail_mode mode;
    size_t next;  /* allocations that succeed before one fails */
    size_t count; /* rounds in which one failed */
} fail_rounds;

/* Begins the next round; false, and nothing fails any more, when there is none left: the round
 * before was the last of its mode as soon as nothing failed in it. */
bool fail_next(fail_rounds *rounds);

/* Changes what fails within a round, which stays as it is otherwise; returns what was. */
fail_mode fail_switch(fail_mode mode);

/* Runs the job in each round. It says whether it succeeded, which it must if no allocation failed,
 * and else must not. Returns how many rounds there were in which one failed; SIZE_MAX as soon as
 * the job says otherwise than it was. */
typedef bool fail_job(const void *context);
size_t fail_each(fail_job *job, const void *context);

#endif
