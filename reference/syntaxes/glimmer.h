/* SPDX-License-Identifier: Apache-2.0 */
/* glimmer.h: what the sources of glimmer have in common. Clauses: spec/glimmer.md. */
#ifndef FENCEPOST_SYNTAXES_GLIMMER_H
#define FENCEPOST_SYNTAXES_GLIMMER_H

#include <fencepost/syntax.h>

/* Section 7. */
bool fp_glimmer_render(fp_rendering *r, const fp_call *call);

extern const char *const FP_GLIMMER_COMPLETIONS[], *const FP_GLIMMER_MARKERS[];

/* The colours of its tags, and of its headers. */
extern const fp_derive FP_GLIMMER_DERIVE;

#endif
