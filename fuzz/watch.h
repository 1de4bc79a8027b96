/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h: the sink of the quick gear: what is wrong with the events of one parse, and a digest of
 * them. It allocates nothing, and what it checks costs next to nothing: that events are well nested
 * and about bytes that were fed (PREFIX), and that each byte is something, once (ACCOUNT).
 */
#ifndef FENCEPOST_FUZZ_WATCH_H
#define FENCEPOST_FUZZ_WATCH_H

#include "law/laws.h"
#include "law/nesting.h"

/* What a byte of the input was said to be. */
typedef enum watch_claim {
    WATCH_NOTHING,
    WATCH_DROPPED,
    WATCH_TEXT,
    WATCH_REASONING,
    WATCH_CALL
} watch_claim;

/* Set what comes first, zero the rest; one for each parse. */
typedef struct watch {
    const fp_syntax *syntax;
    const fp_options *options;
    fp_str input;
    uint64_t fed;          /* set before each chunk */
    unsigned char *roles;  /* room for a byte of input each, for ACCOUNT: fp_role, and */
    unsigned char *claims; /* watch_claim, zeros; both NULL: it is not checked */
    unsigned char *shapes; /* WATCH_SHAPES bits of what was ever seen; NULL: not wanted */

    uint64_t digest;   /* equal digests, equal coalesced events */
    bool novel;        /* a shape came that had not been seen */
    const char *wrong; /* the first breach, one sentence; NULL: none */
    law broken;        /* which */
    nesting open;
    fp_event_type last; /* the event before, where it was text or data */
    bool goes_on;       /* and there was one */
    unsigned shape;     /* of the last events */
    uint64_t accounted; /* bytes with a role */
    uint64_t claimed;   /* bytes before the end of the last claim */
    size_t calls;
} watch;

enum { WATCH_SHAPES = 1 << 16 };

/* An fp_sink, and an fp_trace for a watch with roles; context is the watch. */
int watch_event(void *context, const fp_event *event);
void watch_role(void *context, fp_role role, const char *clause, uint64_t start, uint64_t end);

/* The input has ended. */
void watch_end(watch *w);

#endif
