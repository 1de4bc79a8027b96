/* SPDX-License-Identifier: Apache-2.0 */
/* toolcall-tag.h: what the parser and the renderer of toolcall-tag share. */
#ifndef FENCEPOST_TOOLCALL_TAG_H
#define FENCEPOST_TOOLCALL_TAG_H

#include "core/ascii.h"

#include <fencepost/syntax.h>

/* TOOLCALL-TAG-1.2: the bytes of a name or a key, and those that one may begin with. */
static inline bool fp_toolcall_begins_word(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static inline bool fp_toolcall_is_word(unsigned char c)
{
    return fp_toolcall_begins_word(c) || c == '-' || c == '.';
}

/* The row's render. */
bool fp_toolcall_render(fp_rendering *r, const fp_call *call);

#endif
