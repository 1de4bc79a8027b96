/* SPDX-License-Identifier: Apache-2.0 */
/* pending.h: a block that is a call if it is read to its end, and else may be text (MODEL-3.23,
 * MODEL-3.25). Until its end decides, its bytes, its events and the roles of its bytes wait here.
 *
 * Only pending.c and out_pending.c read or write the members.
 */
#ifndef FENCEPOST_CORE_PENDING_H
#define FENCEPOST_CORE_PENDING_H

#include "buf.h"

#include <fencepost/parser.h>

typedef struct fp_pending {
    bool wanted;    /* a policy asks for it */
    bool muted;     /* the call is of an unknown tool, and is dropped if it is one */
    fp_buf input;   /* the last bytes read: those without a role, and those of the block */
    uint64_t from;  /* where the first of them is */
    fp_buf events;  /* what waits: records, in order */
    size_t last;    /* where the last record of them begins */
    size_t opening; /* where those end that the opening gave */
    fp_buf roles;   /* records of roles, for the trace */
    fp_trace *trace;
    void *trace_context;
} fp_pending;

void fp_pending_free(fp_pending *pending);

/* Nothing waits. Keeps the memory. */
void fp_pending_reset(fp_pending *pending, bool wanted);

/* Makes to a copy, without the trace; keeps its memory. False when memory is out: to can then only
 * be freed. */
bool fp_pending_assign(fp_pending *to, const fp_pending *from);

/* Whether the same waits in both, for a block that begins at start. */
bool fp_pending_equal(const fp_pending *a, const fp_pending *b, uint64_t start);

/* The byte at this offset is read. False when memory is out. */
bool fp_pending_read(fp_pending *pending, uint64_t offset, unsigned char byte);

/* Bytes before this offset are needed no more. Returns how many others were moved. */
size_t fp_pending_forget(fp_pending *pending, uint64_t offset);

/* The bytes from start to end, as far as they are there. */
fp_str fp_pending_bytes(const fp_pending *pending, uint64_t start, uint64_t end);

/* An event of the block waits, or data of its open argument. False when memory is out. */
bool fp_pending_event(fp_pending *pending, const fp_event *event);

/* Bytes of the block have this role. False when memory is out. */
bool fp_pending_role(fp_pending *pending, fp_role role, const char *clause, uint64_t start,
                     uint64_t end);

/* Gives back what waits, one after another. *at begins with 0, or for the events after those of the
 * opening with `opening`. False when there is no more. */
bool fp_pending_next_event(const fp_pending *pending, size_t *at, fp_event *event);
void fp_pending_tell_roles(const fp_pending *pending);

#endif
