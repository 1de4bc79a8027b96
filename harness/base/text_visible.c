/* SPDX-License-Identifier: Apache-2.0 */
/* text_visible.c: text of several lines with what is invisible made visible. */
#include "base/text_visible.h"

#include "base/show.h"
#include "base/util.h"

#include <stdio.h>
#include <string.h>

char *text_visible(fp_str text)
{
    char *seen = NULL;
    size_t size = 0;
    FILE *stream = xmemstream(&seen, &size);

    while (text.len) {
        const char *end = memchr(text.ptr, '\n', text.len);
        const size_t len = end ? (size_t)(end - text.ptr) : text.len;
        size_t shown = len;

        while (shown && text.ptr[shown - 1] == ' ') /* whose last one show_line() would mark */
            shown--;
        show_line(stream, (fp_str){ text.ptr, shown });
        fprintf(stream, "%*s", (int)(len - shown), "");
        if (end)
            putc('\n', stream);
        text = (fp_str){ text.ptr + len + (end != NULL), text.len - len - (end != NULL) };
    }
    xmemstream_close(stream, &seen);
    return seen;
}
