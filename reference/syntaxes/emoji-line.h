/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-line.h: what the parser and the renderer of emoji-line share. */
#ifndef FENCEPOST_EMOJI_LINE_H
#define FENCEPOST_EMOJI_LINE_H

#include <fencepost/catalogue.h>
#include <fencepost/render.h>

/* EMOJI-LINE-1.3, 1.4: U+1F6E0 U+FE0F, then a space or U+1F51A. 1.5: U+1F6E0 alone. */
#define FP_EMOJI_LINE_BARE "\xF0\x9F\x9B\xA0"
#define FP_EMOJI_LINE_EMOJI FP_EMOJI_LINE_BARE "\xEF\xB8\x8F"
#define FP_EMOJI_LINE_START FP_EMOJI_LINE_EMOJI " "
#define FP_EMOJI_LINE_SECOND "\xF0\x9F\x94\x9A"
#define FP_EMOJI_LINE_END FP_EMOJI_LINE_EMOJI FP_EMOJI_LINE_SECOND

/* EMOJI-LINE-2.1: a byte of a name. */
bool fp_emoji_line_in_name(unsigned char c);

/* EMOJI-LINE-3.1. tool: that of the catalogue, whatever the policies; NULL if there is none. */
bool fp_emoji_line_is_one_line(const fp_tool *tool);

/* EMOJI-LINE-9. */
bool fp_emoji_line_render(fp_rendering *r, const fp_call *call);

#endif
