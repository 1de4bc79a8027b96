/* SPDX-License-Identifier: Apache-2.0 */
/* json-envelope.h: what the files of this syntax owe each other. */
#ifndef FENCEPOST_JSON_ENVELOPE_H
#define FENCEPOST_JSON_ENVELOPE_H

#include <fencepost/syntax.h>

/* A call as a document. */
bool fp_env_render(fp_rendering *r, const fp_call *call);

#endif
