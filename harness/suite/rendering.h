/* SPDX-License-Identifier: Apache-2.0 */
/* rendering.h: describes why a syntax cannot carry a call. */
#ifndef FENCEPOST_HARNESS_RENDERING_H
#define FENCEPOST_HARNESS_RENDERING_H

#include <fencepost/render.h>

/* Returns one line: what cannot be carried, which byte, why and by which clause; owned. */
char *refusal_text(const fp_refusal *refusal, const fp_call *call);

#endif
