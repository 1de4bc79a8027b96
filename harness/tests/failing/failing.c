/* SPDX-License-Identifier: Apache-2.0 */
/* failing.c: linked into a program, lets its allocations fail, or what it asks of the file system.
 *
 * FAIL_MEMORY=n lets the n-th allocation of the process fail, FAIL_MEMORY=n+ each from there on;
 * FAIL_FILES the same of opening, closing, renaming, synchronising and making folders.
 * FAIL_LIST=FILE writes, at the end of a run, a 64-bit word for each allocation, then 0, then one
 * for each of the others: the word tells from where it was asked, so that one of each place is
 * enough.
 *
 * What the program defines goes before the same of any library, the sanitizers' included, so that
 * jansson and libc itself ask here.
 */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum kind { MEMORY, FILES, KINDS } kind;

enum { PLACES_MAX = 1 << 20, FRAMES = 24 };

/* There is nobody who could hand this on to malloc. */
static struct {
    bool listing, within;
    size_t count[KINDS];
    size_t fails[KINDS]; /* counted from 1; 0: none */
    bool and_then[KINDS];
    uint64_t place[KINDS][PLACES_MAX];
    size_t depth;
} plan;

extern const char __executable_start[], etext[];

/* -- from where ------------------------------------------------------------------------------ */

/* Of the innermost callers that are the program's own, wherever it was loaded. */
static uint64_t place_of_call(void)
{
    void *frames[FRAMES];
    const int count = backtrace(frames, FRAMES);
    uint64_t place = 14695981039346656037u;
    size_t own = 0;

    for (int i = 3; i < count && own < plan.depth; i++) {
        const uintptr_t at = (uintptr_t)frames[i];

        if (at < (uintptr_t)__executable_start || at >= (uintptr_t)etext)
            continue;
        place = (place ^ (at - (uintptr_t)__executable_start)) * 1099511628211u;
        own++;
    }
    return place | 1;
}

static bool fails(kind k)
{
    const size_t number = ++plan.count[k];

    if (plan.listing && !plan.within && number <= PLACES_MAX) {
        plan.within = true; /* backtrace() allocates when it is first called */
        plan.place[k][number - 1] = place_of_call();
        plan.within = false;
    }
    return plan.fails[k] &&
           (number == plan.fails[k] || (plan.and_then[k] && number > plan.fails[k]));
}

/* -- allocations ----------------------------------------------------------------------------- */

/* Of the sanitizers, where there are any, and of glibc. */
void *__interceptor_malloc(size_t size) __attribute__((weak));
void *__interceptor_calloc(size_t count, size_t size) __attribute__((weak));
void *__interceptor_realloc(void *old, size_t size) __attribute__((weak));
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size)
{
    if (!plan.within && fails(MEMORY))
        return no_memory();
    return __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (!plan.within && fails(MEMORY))
        return no_memory();
    return __interceptor_calloc ? __interceptor_calloc(count, size) : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    if (!plan.within && fails(MEMORY))
        return no_memory();
    return __interceptor_realloc ? __interceptor_realloc(old, size) : __libc_realloc(old, size);
}

/* The sanitizers' own would not ask here. */
char *strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    return copy ? memcpy(copy, text, size) : NULL;
}

/* -- files ------------------------------------------------------------------------------------ */

/* The function of that name that would have been called. */
static void (*next(const char *name))(void)
{
    void *found = dlsym(RTLD_NEXT, name);
    void (*function)(void);

    memcpy(&function, &found, sizeof function);
    return function;
}

static bool refuses(void)
{
    if (!fails(FILES))
        return false;
    errno = EIO;
    return true;
}

#define NEXT(type, name) ((type)next(name))

int open(const char *path, int flags, ...)
{
    va_list rest;
    mode_t mode = 0;

    if (refuses())
        return -1;
    va_start(rest, flags);
    if (flags & O_CREAT)
        mode = va_arg(rest, mode_t);
    va_end(rest);
    return NEXT(int (*)(const char *, int, ...), "open")(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    return refuses() ? NULL : NEXT(FILE * (*)(const char *, const char *), "fopen")(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
    return refuses() ? NULL : NEXT(FILE * (*)(int, const char *), "fdopen")(fd, mode);
}

FILE *freopen(const char *path, const char *mode, FILE *file)
{
    return refuses()
               ? NULL
               : NEXT(FILE * (*)(const char *, const char *, FILE *), "freopen")(path, mode, file);
}

/* As where a disk tells only then that it is full: the file is closed all the same. */
int fclose(FILE *file)
{
    const bool failing = refuses();
    const int closed = NEXT(int (*)(FILE *), "fclose")(file);

    if (failing)
        errno = EIO;
    return failing ? EOF : closed;
}

int fsync(int fd)
{
    return refuses() ? -1 : NEXT(int (*)(int), "fsync")(fd);
}

int rename(const char *from, const char *to)
{
    return refuses() ? -1 : NEXT(int (*)(const char *, const char *), "rename")(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return refuses() ? -1 : NEXT(int (*)(const char *, mode_t), "mkdir")(path, mode);
}

/* -- the plan --------------------------------------------------------------------------------- */

static void read_plan(kind k, const char *name)
{
    const char *text = getenv(name);
    char *end;

    if (!text)
        return;
    plan.fails[k] = strtoul(text, &end, 10);
    plan.and_then[k] = *end == '+';
}

__attribute__((constructor)) static void begin(void)
{
    const char *depth = getenv("FAIL_DEPTH");

    for (size_t k = 0; k < KINDS; k++)
        plan.count[k] = 0;
    plan.listing = getenv("FAIL_LIST") != NULL;
    plan.depth = depth ? strtoul(depth, NULL, 10) : 3;
    read_plan(MEMORY, "FAIL_MEMORY");
    read_plan(FILES, "FAIL_FILES");
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAIL_LIST");
    const uint64_t between = 0;
    size_t counts[KINDS];
    FILE *file;

    memcpy(counts, plan.count, sizeof counts);
    memset(plan.fails, 0, sizeof plan.fails);
    plan.listing = false;
    file = path ? fopen(path, "wb") : NULL;
    for (size_t k = 0; file && k < KINDS; k++) {
        fwrite(plan.place[k], sizeof plan.place[k][0], counts[k], file);
        if (k + 1 < KINDS)
            fwrite(&between, sizeof between, 1, file);
    }
    if (file)
        fclose(file);
}
