/* SPDX-License-Identifier: Apache-2.0 */
/* utf8.c: well-formed UTF-8. */
#include "utf8.h"

#include <fencepost/types.h>

#include <string.h>

size_t fp_utf8_sequence(const unsigned char *b, size_t len)
{
    static const struct {
        unsigned char first, last, low, high; /* of the lead byte; of the second byte */
        unsigned char length;
    } FORMS[] = {
        { 0xC2, 0xDF, 0x80, 0xBF, 2 }, { 0xE0, 0xE0, 0xA0, 0xBF, 3 }, { 0xE1, 0xEC, 0x80, 0xBF, 3 },
        { 0xED, 0xED, 0x80, 0x9F, 3 }, { 0xEE, 0xEF, 0x80, 0xBF, 3 }, { 0xF0, 0xF0, 0x90, 0xBF, 4 },
        { 0xF1, 0xF3, 0x80, 0xBF, 4 }, { 0xF4, 0xF4, 0x80, 0x8F, 4 },
    };

    if (b[0] < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        if (b[0] < FORMS[i].first || b[0] > FORMS[i].last)
            continue;
        if (FORMS[i].length > len)
            return 0;
        if (b[1] < FORMS[i].low || b[1] > FORMS[i].high)
            return 0;
        for (size_t k = 2; k < FORMS[i].length; k++)
            if ((b[k] & 0xC0) != 0x80)
                return 0;
        return FORMS[i].length;
    }
    return 0;
}

/* The end of the ASCII that begins at an offset, as far as whole words of it go. */
static size_t skip_ascii(fp_str bytes, size_t at)
{
    uint64_t word;

    for (; bytes.len - at >= sizeof word; at += sizeof word) {
        memcpy(&word, bytes.ptr + at, sizeof word);
        if (word & UINT64_C(0x8080808080808080))
            break;
    }
    return at;
}

size_t fp_utf8_valid(fp_str bytes)
{
    size_t i = skip_ascii(bytes, 0), n;

    while (i < bytes.len &&
           (n = fp_utf8_sequence((const unsigned char *)bytes.ptr + i, bytes.len - i)) != 0)
        i = skip_ascii(bytes, i + n);
    return i;
}
