/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-line-highlight.h: how an editor colours lines that begin with an emoji. */
#ifndef FENCEPOST_EMOJI_LINE_HIGHLIGHT_H
#define FENCEPOST_EMOJI_LINE_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_EMOJI_LINE_HIGHLIGHT[];

#endif
