/* SPDX-License-Identifier: Apache-2.0 */
/* edge.c: what is cut off at the two ends of a value or of a run of text. */
#include "edge.h"

#include "ascii.h"

#include <string.h>

/* Whether all blanks of an end are taken off, and not a newline alone. */
static bool trims_front(const fp_edge *edge)
{
    return edge->mode == FP_FRAMING_TRIMMED || edge->mode == FP_FRAMING_TRIMMED_START;
}

static bool trims_back(const fp_edge *edge)
{
    return edge->mode == FP_FRAMING_TRIMMED || edge->mode == FP_FRAMING_TRIMMED_END;
}

void fp_edge_begin(fp_edge *edge, unsigned mode)
{
    static const uint8_t BACK_BELOW[] = { [FP_FRAMING_EXACT] = 0,
                                          [FP_FRAMING_FIRST_NEWLINE] = 0,
                                          [FP_FRAMING_EACH_SIDE] = '\r' + 1,
                                          [FP_FRAMING_TRIMMED] = ' ' + 1,
                                          [FP_FRAMING_TRIMMED_START] = '\r' + 1,
                                          [FP_FRAMING_TRIMMED_END] = ' ' + 1,
                                          [FP_FRAMING_OWN_LINE] = '\r' + 1 };

    edge->mode = (uint8_t)mode;
    edge->begun = mode == FP_FRAMING_EXACT;
    edge->back_below = BACK_BELOW[mode];
    edge->pending.len = 0;
}

bool fp_edge_equal(const fp_edge *a, const fp_edge *b)
{
    return a->mode == b->mode && a->begun == b->begun && fp_buf_equal(&a->pending, &b->pending);
}

/* Bytes of the front at the start of bytes. A lone CR waits in pending: LF would make it a newline.
 */
static size_t take_front(fp_edge *edge, const char *bytes, size_t len)
{
    size_t n = 0;

    if (trims_front(edge)) {
        while (n < len && fp_is_space(bytes[n]))
            n++;
        edge->begun = n < len;
        return n;
    }
    if (edge->pending.len == 0 && bytes[0] == '\r') {
        if (len == 1)
            return 0; /* begun stays false; the caller moves the CR to pending */
        edge->begun = true;
        return bytes[1] == '\n' ? 2 : 0;
    }
    edge->begun = true;
    if (bytes[0] == '\n') {
        edge->pending.len = 0;
        return 1;
    }
    return 0;
}

/* How many bytes at the end of pending + bytes may be the back. */
static size_t back_length(const fp_edge *edge, const char *bytes, size_t len)
{
    const size_t before = edge->pending.len;
    size_t n = 0;

    switch (edge->mode) {
    case FP_FRAMING_EACH_SIDE:
    case FP_FRAMING_TRIMMED_START:
    case FP_FRAMING_OWN_LINE:
        if (len && bytes[len - 1] == '\r')
            return 1;
        if (len && bytes[len - 1] == '\n') {
            const bool cr =
                len > 1 ? bytes[len - 2] == '\r' : before && edge->pending.ptr[before - 1] == '\r';
            return cr ? 2 : 1;
        }
        return 0;
    case FP_FRAMING_TRIMMED:
    case FP_FRAMING_TRIMMED_END:
        while (n < len && fp_is_space(bytes[len - 1 - n]))
            n++;
        return n == len ? before + len : n;
    default: /* no back: FP_FRAMING_EXACT, FP_FRAMING_FIRST_NEWLINE */
        return 0;
    }
}

size_t fp_edge_take(fp_edge *edge, const char *bytes, size_t len, size_t *keep)
{
    size_t front = 0;

    if (!edge->begun) {
        front = take_front(edge, bytes, len);
        if (!edge->begun) {
            *keep = edge->pending.len + len - front;
            return front;
        }
    }
    *keep = back_length(edge, bytes + front, len - front);
    return front;
}

size_t fp_edge_close(const fp_edge *edge)
{
    const size_t n = edge->pending.len;

    if (trims_back(edge))
        return 0;
    return n && edge->pending.ptr[n - 1] == '\n' ? 0 : n; /* a lone CR is not a newline */
}
