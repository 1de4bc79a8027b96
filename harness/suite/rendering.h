/* SPDX-License-Identifier: Apache-2.0 */
/* rendering.h: what is said of calls that a syntax cannot carry. */
#ifndef FENCEPOST_HARNESS_RENDERING_H
#define FENCEPOST_HARNESS_RENDERING_H

#include <fencepost/render.h>

/* What, which byte, why and by which clause: one line; owned. */
char *refusal_text(const fp_refusal *refusal, const fp_call *call);

#endif
