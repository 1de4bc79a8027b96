/* SPDX-License-Identifier: Apache-2.0 */
/* jsonscan.h: JSON (RFC 8259), one byte at a time: what each byte is, and the first wrong one.
 *
 * A string may hold any byte but control characters: whether bytes are UTF-8 is not judged here.
 */
#ifndef FENCEPOST_CORE_JSONSCAN_H
#define FENCEPOST_CORE_JSONSCAN_H

#include <fencepost/types.h>

enum { FP_SCAN_DEPTH_MAX = 1024 }; /* levels, whatever the limit says */

/* What a byte is. */
typedef enum fp_scan_byte {
    FP_SCAN_BLANK, /* between tokens */
    FP_SCAN_OPEN,  /* a brace or bracket */
    FP_SCAN_CLOSE, /* the one that matches */
    FP_SCAN_COMMA,
    FP_SCAN_COLON,
    FP_SCAN_KEY,    /* of a member's key, its quotes included */
    FP_SCAN_STRING, /* of another string, its quotes included */
    FP_SCAN_SCALAR, /* of a number or a literal */
    FP_SCAN_BAD     /* no JSON: the scanner stays where it is */
} fp_scan_byte;

/* Zero it to begin. */
typedef struct fp_jsonscan {
    uint8_t state;
    uint8_t word;                           /* the literal being read */
    uint8_t matched;                        /* bytes of it, or hex digits of an escape */
    bool key;                               /* the string being read is a key */
    uint32_t depth;                         /* open braces and brackets */
    uint8_t objects[FP_SCAN_DEPTH_MAX / 8]; /* which of them are braces */
} fp_jsonscan;

/* The next byte. */
fp_scan_byte fp_jsonscan_step(fp_jsonscan *scan, unsigned char c);

/* Whether the value is complete: a number goes on as long as digits come. */
bool fp_jsonscan_complete(const fp_jsonscan *scan);

/* Whether the last token was the end of a value: only a comma, a closing bracket, or nothing can
 * follow. Not so after the digits of a number, which may go on. */
bool fp_jsonscan_after_value(const fp_jsonscan *scan);

/* Whether the next byte, if it is not a blank, has to begin a key, or may end an object without
 * members; whether it has to begin a value, or may end a list without items. */
bool fp_jsonscan_before_key(const fp_jsonscan *scan);
bool fp_jsonscan_before_value(const fp_jsonscan *scan);

/* Whether the bytes so far end inside a string, and in no escape: any byte from 0x20 on but a quote
 * and a backslash would leave all as it is. */
bool fp_jsonscan_in_text(const fp_jsonscan *scan);

/* How many of the bytes are plain: such as do that; and how many are plain, or escapes of two
 * bytes, which do so together. */
size_t fp_jsonscan_plain(const char *bytes, size_t len);
size_t fp_jsonscan_text(const char *bytes, size_t len);

/* How many of the bytes are plain and come before the first `end`. It looks at no more than 64
 * bytes beyond those: if it looked for either alone, a text with many of the one and few of the
 * other would be read again and again. */
size_t fp_jsonscan_plain_before(const char *bytes, size_t len, unsigned char end);

/* Whether these few bytes are all plain. There is no branch in it. */
extern const bool FP_JSONSCAN_NOT_PLAIN[256];
static inline bool fp_jsonscan_all_plain(const unsigned char *bytes, size_t len)
{
    unsigned met = 0;

    for (size_t i = len; i-- > 0;)
        met |= FP_JSONSCAN_NOT_PLAIN[bytes[i]];
    return !met;
}

/* Whether the bytes so far end in a number that may end there. */
bool fp_jsonscan_number_may_end(const fp_jsonscan *scan);

/* Whether an open level, from 0, is a brace. */
bool fp_jsonscan_is_object(const fp_jsonscan *scan, size_t level);

/* Whether the bytes so far end inside a string; then whether it is a key. */
bool fp_jsonscan_in_string(const fp_jsonscan *scan);

#endif
