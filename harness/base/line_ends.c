/* SPDX-License-Identifier: Apache-2.0 */
/* line_ends.c: line ends at the edges of a text. */
#include "base/line_ends.h"

size_t line_end_first(fp_str text)
{
    if (text.len && text.ptr[0] == '\n')
        return 1;
    return text.len > 1 && text.ptr[0] == '\r' && text.ptr[1] == '\n' ? 2 : 0;
}

size_t line_end_last(fp_str text)
{
    if (!text.len || text.ptr[text.len - 1] != '\n')
        return 0;
    return text.len > 1 && text.ptr[text.len - 2] == '\r' ? 2 : 1;
}
