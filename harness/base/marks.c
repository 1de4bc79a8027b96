/* SPDX-License-Identifier: Apache-2.0 */
/* marks.c: finds the marks of a syntax in a text. */
#include "base/marks.h"

#include "base/visible.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether a character of the mark has a shape. */
static bool is_seen(fp_str mark)
{
    for (size_t len, at = 0; at < mark.len; at += len) {
        const fp_str rest = { mark.ptr + at, mark.len - at };

        if (visible_length(rest))
            return true;
        len = character_decode(rest, &(uint32_t){ 0 });
        len = len ? len : 1;
    }
    return false;
}

/* Bytes of a mark that is punctuation, at most. */
enum { PUNCTUATION = 2 };

bool mark_tells(const char *mark)
{
    size_t len = 0;

    for (; mark[len]; len++)
        if (isspace((unsigned char)mark[len]))
            return false;
    return len > 1 && is_seen((fp_str){ mark, len });
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

const char *mark_in_quotes(const char *const *marks, fp_str quoted)
{
    const char *found = NULL;

    for (const char *const *m = marks; *m; m++) {
        char *shown = mark_tells(*m) ? visible_quoted(fp_str_of(*m), SIZE_MAX) : NULL;
        const size_t len = shown ? strlen(shown) - 2 : 0; /* without its quotes */

        if (len && len <= quoted.len && (!found || strlen(*m) > strlen(found)) &&
            memcmp(quoted.ptr, shown + 1, len) == 0)
            found = *m;
        free(shown);
    }
    return found;
}

static const char *mark_in(const char *const *marks, const char *mark, bool end)
{
    const size_t len = strlen(mark);
    const char *found = mark;

    for (const char *const *m = marks; *m; m++) {
        const size_t part = strlen(*m);

        if (part <= PUNCTUATION || part >= strlen(found) || !mark_tells(*m))
            continue;
        if (memcmp(end ? mark + len - part : mark, *m, part) == 0)
            found = *m;
    }
    return found;
}

const char *mark_at_start(const char *const *marks, const char *mark)
{
    return mark_in(marks, mark, false);
}

const char *mark_at_end(const char *const *marks, const char *mark)
{
    return mark_in(marks, mark, true);
}
