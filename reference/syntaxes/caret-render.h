/* SPDX-License-Identifier: Apache-2.0 */
/* caret-render.h: calls written as triple-caret blocks (CARET-9). */
#ifndef FENCEPOST_CARET_RENDER_H
#define FENCEPOST_CARET_RENDER_H

#include <fencepost/highlight.h>
#include <fencepost/render.h>

bool fp_caret_render(fp_rendering *r, const fp_call *call);

extern const fp_highlight FP_CARET_HIGHLIGHT[]; /* caret-highlight.c */

#endif
