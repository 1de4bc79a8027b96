/* SPDX-License-Identifier: Apache-2.0 */
/* subjects.c: what the parser is measured beside, memchr over the same bytes in the same chunks and
 * jansson; time; allocations counted. */
#include "bench.h"

#include <jansson.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* -- time ---------------------------------------------------------------------------------- */

/* What the subjects answer goes here, so that nothing of them is left out. */
static volatile size_t used;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double seconds_of(subject *run, const fp_syntax *syntax, fp_str input, size_t chunk)
{
    const double begin = now();

    used = run(syntax, input, chunk);
    return now() - begin;
}

/* -- subjects ------------------------------------------------------------------------------ */

size_t measure_memchr(const fp_syntax *syntax, fp_str input, size_t chunk)
{
    size_t found = 0;

    (void)syntax;
    for (size_t at = 0; at < input.len; at += chunk)
        found +=
            memchr(input.ptr + at, '\1', input.len - at < chunk ? input.len - at : chunk) != NULL;
    return found;
}

/* Whether an object at this place is one to be read: at the start of a line, or of an event's data.
 */
static bool begins_object(fp_str input, size_t at)
{
    static const char DATA[] = "data: ";
    const size_t len = sizeof DATA - 1;

    return !at || input.ptr[at - 1] == '\n' ||
           (at >= len && memcmp(input.ptr + at - len, DATA, len) == 0);
}

/* Each object is read as a whole, as an answer that is complete would be. */
size_t measure_jansson(const fp_syntax *syntax, fp_str input, size_t chunk)
{
    size_t found = 0;

    (void)syntax;
    (void)chunk;
    for (size_t at = 0; at < input.len;) {
        const char *brace = memchr(input.ptr + at, '{', input.len - at);
        const size_t begin = brace ? (size_t)(brace - input.ptr) : input.len;
        json_error_t error;
        json_t *json = NULL;

        if (brace && begins_object(input, begin))
            json = json_loadb(brace, input.len - begin, JSON_DISABLE_EOF_CHECK, &error);
        at = begin + (json ? (size_t)error.position : 1);
        found += json != NULL;
        json_decref(json);
    }
    return found;
}

/* -- allocations --------------------------------------------------------------------------- */

static allocations so_far; /* what the linker's wrapping has instead of an argument */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static void note(size_t size)
{
    so_far.count++;
    so_far.bytes += size;
}

void *__wrap_malloc(size_t size)
{
    note(size);
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    note(count * size);
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    note(size);
    return __real_realloc(old, size);
}

allocations allocations_so_far(void)
{
    return so_far;
}
