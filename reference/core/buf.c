/* SPDX-License-Identifier: Apache-2.0 */
/* buf.c: bytes that grow. */
#include "buf.h"

#include <stdlib.h>
#include <string.h>

void fp_buf_free(fp_buf *buf)
{
    free(buf->ptr);
    *buf = (fp_buf){ 0 };
}

size_t fp_grown(size_t cap, size_t count, size_t size)
{
    size_t grown = cap < 16 ? 16 : cap;

    while (grown < count) {
        if (grown > SIZE_MAX / 2)
            return 0;
        grown += grown / 2;
    }
    return grown > SIZE_MAX / size ? 0 : grown;
}

bool fp_grow(void **array, size_t *cap, size_t count, size_t size)
{
    if (count < *cap)
        return true;

    const size_t grown_cap = fp_grown(*cap, count + 1, size);
    void *grown = grown_cap ? realloc(*array, grown_cap * size) : NULL;

    if (!grown)
        return false;
    *array = grown;
    *cap = grown_cap;
    return true;
}

bool fp_buf_reserve(fp_buf *buf, size_t len)
{
    if (len <= buf->cap)
        return true;

    const size_t cap = fp_grown(buf->cap, len, 1);
    char *grown = cap ? realloc(buf->ptr, cap) : NULL;

    if (!grown)
        return false;
    buf->ptr = grown;
    buf->cap = cap;
    return true;
}

bool fp_buf_grow(fp_buf *buf, size_t len)
{
    return len <= SIZE_MAX - buf->len && fp_buf_reserve(buf, buf->len + len);
}

bool fp_buf_assign(fp_buf *to, const fp_buf *from)
{
    to->len = 0;
    return fp_buf_append(to, from->ptr, from->len);
}

fp_buf fp_buf_emptied(const fp_buf *buf)
{
    return (fp_buf){ .ptr = buf->ptr, .cap = buf->cap };
}

void fp_buf_drop(fp_buf *buf, size_t len)
{
    buf->len -= len;
    if (buf->len)
        memmove(buf->ptr, buf->ptr + len, buf->len);
}

fp_str fp_buf_str(const fp_buf *buf)
{
    return (fp_str){ buf->ptr, buf->len };
}

bool fp_buf_equal(const fp_buf *a, const fp_buf *b)
{
    return fp_str_equal(fp_buf_str(a), fp_buf_str(b));
}
