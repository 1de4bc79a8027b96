/* SPDX-License-Identifier: Apache-2.0 */
/* utf8.c: well-formed UTF-8. */
#include "utf8.h"

#include <fencepost/render.h>

size_t fp_utf8_sequence(const unsigned char *b, size_t len)
{
    static const struct {
        unsigned char first, last, low, high; /* of the lead byte; of the second byte */
        unsigned char length;
    } FORMS[] = {
        { 0x00, 0x7F, 0, 0, 1 },       { 0xC2, 0xDF, 0x80, 0xBF, 2 }, { 0xE0, 0xE0, 0xA0, 0xBF, 3 },
        { 0xE1, 0xEC, 0x80, 0xBF, 3 }, { 0xED, 0xED, 0x80, 0x9F, 3 }, { 0xEE, 0xEF, 0x80, 0xBF, 3 },
        { 0xF0, 0xF0, 0x90, 0xBF, 4 }, { 0xF1, 0xF3, 0x80, 0xBF, 4 }, { 0xF4, 0xF4, 0x80, 0x8F, 4 },
    };

    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
        if (b[0] < FORMS[i].first || b[0] > FORMS[i].last)
            continue;
        if (FORMS[i].length > len)
            return 0;
        if (FORMS[i].length > 1 && (b[1] < FORMS[i].low || b[1] > FORMS[i].high))
            return 0;
        for (size_t k = 2; k < FORMS[i].length; k++)
            if ((b[k] & 0xC0) != 0x80)
                return 0;
        return FORMS[i].length;
    }
    return 0;
}

size_t fp_utf8_valid(fp_str bytes)
{
    size_t i = 0, n;

    while (i < bytes.len &&
           (n = fp_utf8_sequence((const unsigned char *)bytes.ptr + i, bytes.len - i)) != 0)
        i += n;
    return i;
}
