/* SPDX-License-Identifier: Apache-2.0 */
/* carry.h: what becomes of a call on its way through a syntax: rendered, and parsed again. */
#ifndef FENCEPOST_HARNESS_CARRY_H
#define FENCEPOST_HARNESS_CARRY_H

#include <fencepost/outcome.h>
#include <fencepost/render.h>

typedef enum carriage {
    CARRIED, /* it was rendered, and fp_render() has read it back */
    REFUSED, /* the renderer names the clause that forbids it */
    LOST     /* its block is read as something else, or it is refused without a clause: a bug */
} carriage;

/* Reused from call to call, so that millions of them allocate little: zero it to begin,
 * carrier_free() to end. */
typedef struct carrier {
    const fp_syntax *syntax;
    fp_options options;
    fp_json text;       /* the rendering */
    fp_refusal refusal; /* REFUSED, LOST */
} carrier;

/* A carrier of a syntax under options, whose catalogue is borrowed. */
void carrier_open(carrier *c, const fp_syntax *syntax, const fp_options *options);
carriage carry(carrier *c, const fp_call *call);
void carrier_free(carrier *c);

/* What came back, of the rendering that carry() left: owned, fp_outcome_free(). */
fp_outcome *carried_outcome(const carrier *c);

#endif
