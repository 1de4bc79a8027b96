/* SPDX-License-Identifier: Apache-2.0 */
/* wrapped_malloc.h: the names that the linker gives to wrapped allocations (--wrap=malloc). */
#ifndef FENCEPOST_TESTS_WRAPPED_MALLOC_H
#define FENCEPOST_TESTS_WRAPPED_MALLOC_H

#include <stddef.h>

/* NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

#endif
