/* SPDX-License-Identifier: Apache-2.0 */
/* work.h: how much work a program does, counted and so the same on every machine and day: the basic
 * blocks that it runs of what was compiled with -fsanitize-coverage=trace-pc, and the bytes that it
 * asks of malloc, calloc and realloc. See fp_count_work() in cmake/FencepostTest.cmake.
 */
#ifndef FENCEPOST_TESTS_WORK_H
#define FENCEPOST_TESTS_WORK_H

#include <stddef.h>

/* Runs the job for a size, and for four times that: whether neither kind of work is more than six
 * times as much then. What is sorted comes near to five, what is quadratic to sixteen. */
typedef void work_job(const void *context, size_t size);
void work_grows_linearly(work_job *job, const void *context, size_t size);

#endif
