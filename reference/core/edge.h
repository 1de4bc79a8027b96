/* SPDX-License-Identifier: Apache-2.0 */
/* edge.h: what is taken off at the two ends of a value or of a run of text (MODEL-3.4, MODEL-3.5).
 *
 * The front is dropped as it comes; what may turn out to be the back waits in pending until more
 * content shows that it is not.
 */
#ifndef FENCEPOST_CORE_EDGE_H
#define FENCEPOST_CORE_EDGE_H

#include "buf.h"

#include <fencepost/policy.h>

typedef struct fp_edge {
    uint8_t mode;       /* FP_FRAMING_... */
    bool begun;         /* past the front */
    uint8_t back_below; /* bytes from this one on are not of the back; below it some are */
    uint64_t at;        /* offset of the first byte of pending */
    fp_buf pending;
} fp_edge;

/* Starts again; keeps the memory of pending. */
void fp_edge_begin(fp_edge *edge, unsigned mode);

/* Whether both will do the same with whatever follows. */
bool fp_edge_equal(const fp_edge *a, const fp_edge *b);

/* Past the front: whether the next bytes, of which this is the last, may end in the back. Most do
 * not; then these bytes and what waits are content. */
static inline bool fp_edge_may_be(const fp_edge *edge, unsigned char last)
{
    return last < edge->back_below;
}

/* Takes the next bytes, at least one. Returns how many of the first are front, which is dropped.
 * Pending and the other bytes are one sequence: all of it except the last *keep bytes is content
 * now. */
size_t fp_edge_take(fp_edge *edge, const char *bytes, size_t len, size_t *keep);

/* At the closing delimiter: how many bytes of pending are content after all. */
size_t fp_edge_close(const fp_edge *edge);

#endif
