/* SPDX-License-Identifier: Apache-2.0 */
/* carry.h: renders a call in a syntax, parses it again, and tells what has become of it. */
#ifndef FENCEPOST_HARNESS_CARRY_H
#define FENCEPOST_HARNESS_CARRY_H

#include <fencepost/outcome.h>
#include <fencepost/render.h>

typedef enum carriage {
    CARRIED, /* it was rendered, and fp_render() has read it back */
    REFUSED, /* the renderer names the clause that forbids it */
    LOST     /* its block is read as something else, or it is refused without a clause: a bug */
} carriage;

/* Reused for millions of calls, so that they allocate little; carrier_free(). */
typedef struct carrier {
    const fp_syntax *syntax;
    fp_options options;
    fp_renderer *renderer;
    fp_json text;       /* the rendering */
    fp_refusal refusal; /* REFUSED, LOST */
} carrier;

/* A carrier of a syntax under options, whose catalogue is borrowed. */
void carrier_open(carrier *c, const fp_syntax *syntax, const fp_options *options);
carriage carry(carrier *c, const fp_call *call);
void carrier_free(carrier *c);

/* Parses the rendering that carry() left; owned: fp_outcome_free(). */
fp_outcome *carried_outcome(const carrier *c);

#endif
