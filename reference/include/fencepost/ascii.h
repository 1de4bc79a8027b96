/* SPDX-License-Identifier: Apache-2.0 */
/* fencepost/ascii.h: classes of bytes. No locale, no Unicode: a byte of a UTF-8 sequence is in none
 * of them.
 */
#ifndef FENCEPOST_ASCII_H
#define FENCEPOST_ASCII_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* There are three classes of blanks. This one is for blanks between the words of a line. */
static inline bool fp_is_blank(int c)
{
    return c == ' ' || c == '\t';
}

/* A blank of a line that may end with CRLF: an empty line has nothing else before its LF. */
static inline bool fp_is_line_blank(int c)
{
    return fp_is_blank(c) || c == '\r';
}

/* White space, as JSON (RFC 8259) has it: between tokens, and around values and text. */
static inline bool fp_is_space(int c)
{
    return fp_is_line_blank(c) || c == '\n';
}

static inline bool fp_is_line_end(int c)
{
    return c == '\n' || c == '\r';
}

static inline bool fp_is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool fp_is_digit(int c)
{
    return c >= '0' && c <= '9';
}

#ifdef __cplusplus
}
#endif

#endif
