/* SPDX-License-Identifier: Apache-2.0 */
/* qwen3-coder.h: what the parser and the renderer of qwen3-coder share. */
#ifndef FENCEPOST_QWEN3_CODER_H
#define FENCEPOST_QWEN3_CODER_H

#include "core/ascii.h"

#include <fencepost/syntax.h>

/* QWEN3-CODER-1.2: the bytes of a name, and those that one may begin with. */
static inline bool fp_qwen_begins_word(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static inline bool fp_qwen_is_word(unsigned char c)
{
    return fp_qwen_begins_word(c) || c == '-' || c == '.';
}

/* QWEN3-CODER-1.7: the bytes of a key; the first and the last are not spaces. */
static inline bool fp_qwen_is_key(unsigned char c)
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>';
}

/* The row's render. */
bool fp_qwen_render(fp_rendering *r, const fp_call *call);

#endif
