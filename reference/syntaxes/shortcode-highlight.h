/* SPDX-License-Identifier: Apache-2.0 */
/* shortcode-highlight.h: how an editor colours tags in double braces. */
#ifndef FENCEPOST_SHORTCODE_HIGHLIGHT_H
#define FENCEPOST_SHORTCODE_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_SHORTCODE_HIGHLIGHT[];

#endif
