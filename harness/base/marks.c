/* SPDX-License-Identifier: Apache-2.0 */
/* marks.c: finds the marks of a syntax in a text. */
#include "base/marks.h"

#include <ctype.h>
#include <string.h>

bool mark_tells(const char *mark)
{
    size_t len = 0;

    for (; mark[len]; len++)
        if (isspace((unsigned char)mark[len]))
            return false;
    return len > 1;
}

const char *mark_around(const char *const *marks, fp_str text, size_t at, bool edge)
{
    const char *found = NULL;

    for (const char *const *m = marks; *m; m++) {
        const size_t len = strlen(*m);

        if (!mark_tells(*m) || (found && len <= strlen(found)))
            continue;
        for (size_t back = edge ? 0 : 1; back < len && back <= at; back++)
            if (len <= text.len - (at - back) && memcmp(text.ptr + at - back, *m, len) == 0)
                found = *m;
    }
    return found;
}
