/* SPDX-License-Identifier: Apache-2.0 */
/* numbers.c: whole numbers and offsets. */
#include "base/numbers.h"

#include "base/util.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool given_size(const char *text, size_t *size)
{
    char *end;

    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);

    if (*text < '0' || *text > '9' || *end || errno || number == 0 || number > SIZE_MAX)
        return false;
    *size = (size_t)number;
    return true;
}

bool given_cuts(const char *text, size_t **cuts, size_t *count)
{
    size_t last = 0;

    *count = 0;
    *cuts = xcalloc(strlen(text) + 1, sizeof **cuts);
    while (*text) {
        char *end;
        const unsigned long long at = strtoull(text, &end, 10);

        if (end == text || (*end && *end != ',') || at < last)
            return false;
        (*cuts)[(*count)++] = last = (size_t)at;
        text = *end ? end + 1 : end;
    }
    return *count > 0;
}
