/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-bracket-highlight.h: how an editor colours blocks in bracketed emoji markers. */
#ifndef FENCEPOST_EMOJI_BRACKET_HIGHLIGHT_H
#define FENCEPOST_EMOJI_BRACKET_HIGHLIGHT_H

#include <fencepost/highlight.h>

extern const fp_highlight FP_EMOJI_BRACKET_HIGHLIGHT[];

#endif
