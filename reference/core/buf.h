/* SPDX-License-Identifier: Apache-2.0 */
/* buf.h: bytes that grow. Zero it to begin; fp_buf_free() to end. */
#ifndef FENCEPOST_CORE_BUF_H
#define FENCEPOST_CORE_BUF_H

#include <fencepost/types.h>

#include <string.h>

typedef struct fp_buf {
    char *ptr; /* NULL only while cap is 0 */
    size_t len;
    size_t cap;
} fp_buf;

void fp_buf_free(fp_buf *buf);

/* Makes room for len bytes in all; false when memory is out. */
bool fp_buf_reserve(fp_buf *buf, size_t len);

/* Makes room for len bytes more; false when memory is out. */
bool fp_buf_grow(fp_buf *buf, size_t len);

/* memcpy() of len > 0 bytes, which are few as a rule: then as pieces of them that may overlap. */
static inline void fp_copy(char *to, const char *from, size_t len)
{
    if (len > 16) {
        memcpy(to, from, len);
    } else if (len >= 8) {
        memcpy(to, from, 8);
        memcpy(to + len - 8, from + len - 8, 8);
    } else if (len >= 4) {
        memcpy(to, from, 4);
        memcpy(to + len - 4, from + len - 4, 4);
    } else {
        to[0] = from[0];
        to[len / 2] = from[len / 2];
        to[len - 1] = from[len - 1];
    }
}

/* How many bytes more there is room for. */
static inline size_t fp_buf_room(const fp_buf *buf)
{
    return buf->cap - buf->len;
}

/* Appends; bytes may be NULL only if len is 0. False, with nothing changed, when memory is out. */
static inline bool fp_buf_append(fp_buf *buf, const char *bytes, size_t len)
{
    if (len > fp_buf_room(buf) && !fp_buf_grow(buf, len))
        return false;
    if (len && bytes) /* GCOVR_EXCL_BR_LINE: if there is a length they are there */
        fp_copy(buf->ptr + buf->len, bytes, len);
    buf->len += len;
    return true;
}

static inline bool fp_buf_push(fp_buf *buf, char byte)
{
    return fp_buf_append(buf, &byte, 1);
}

/* Makes to a copy; keeps its memory. False when memory is out. */
bool fp_buf_assign(fp_buf *to, const fp_buf *from);

/* The memory, without its content: it takes the place of buf. */
fp_buf fp_buf_emptied(const fp_buf *buf);

/* Drops the first len bytes. */
void fp_buf_drop(fp_buf *buf, size_t len);

/* The first power-of-two-like capacity from cap on that holds count items of size bytes; 0 when
 * that cannot be written as a size. Grows by half, from 16 on, so appending is linear. */
size_t fp_grown(size_t cap, size_t count, size_t size);

/* Makes room in *array, of *cap items of size bytes, for one after the first count. False, with
 * nothing changed, when memory is out. */
bool fp_grow(void **array, size_t *cap, size_t count, size_t size);

fp_str fp_buf_str(const fp_buf *buf);
bool fp_buf_equal(const fp_buf *a, const fp_buf *b);

#endif
