/* SPDX-License-Identifier: Apache-2.0 */
/* harmony.h: what the sources of harmony have in common. Clauses: spec/harmony.md. */
#ifndef FENCEPOST_SYNTAXES_HARMONY_H
#define FENCEPOST_SYNTAXES_HARMONY_H

#include <fencepost/syntax.h>

/* Section 8. */
bool fp_harmony_render(fp_rendering *r, const fp_call *call);

extern const fp_highlight FP_HARMONY_HIGHLIGHT[];

#endif
