/* SPDX-License-Identifier: Apache-2.0 */
/* common.c: what the fuzz targets share. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void breach(const claim *c, const char *sentence)
{
    fprintf(stderr, "breach: %s (%s), %s: %s\n", c->law, c->clause, c->subject, sentence);
    abort();
}

bool canary_asked(void)
{
    const char *asked = getenv("FENCEPOST_FUZZ_CANARY");

    return asked && strcmp(asked, "1") == 0;
}

bool all_asked(int argc, char **argv)
{
    const char *asked = getenv("FENCEPOST_FUZZ_ASK");
    struct stat info;

    if (asked)
        return strcmp(asked, "all") == 0;
    for (int i = 1; i < argc; i++)
        if (stat(argv[i], &info) == 0 && S_ISREG(info.st_mode))
            return true;
    return false;
}

void *or_abort(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

char *exact_copy(const void *bytes, size_t size)
{
    char *copy = or_abort(malloc(size ? size : 1));

    if (size)
        memcpy(copy, bytes, size);
    return copy;
}
