/* SPDX-License-Identifier: Apache-2.0 */
/* test_utf8.c: what is well-formed, held to the definition: of each code point that is not a
 * surrogate its shortest form. */
#include "core/utf8.h"

#include <fencepost/render.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 4, BYTES = 256 };

/* The length of the sequence that b begins with, by the number that it comes to; 0 if it is
 * ill-formed. */
static size_t length_of(const unsigned char *b, size_t len)
{
    static const uint32_t LEAST[LONGEST + 1] = { 0, 0, 0x80, 0x800, 0x10000 };
    const size_t n = b[0] < 0x80   ? 1
                     : b[0] < 0xC0 ? 0
                     : b[0] < 0xE0 ? 2
                     : b[0] < 0xF0 ? 3
                     : b[0] < 0xF8 ? 4
                                   : 0;
    uint32_t point = n == 1 ? b[0] : b[0] & (0x7FU >> n);

    if (!n || n > len)
        return 0;
    for (size_t k = 1; k < n; k++) {
        if ((b[k] & 0xC0U) != 0x80)
            return 0;
        point = point << 6 | (b[k] & 0x3FU);
    }
    return point < LEAST[n] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF) ? 0 : n;
}

/* Of all first and second bytes, and of others at the ends of what may follow. */
static void sequences(void **state)
{
    static const unsigned char ENDS[] = { 0x7F, 0x80, 0xBF, 0xC0 };

    (void)state;
    for (size_t i = 0; i < sizeof ENDS * sizeof ENDS * BYTES * BYTES; i++) {
        const unsigned char b[LONGEST] = { (unsigned char)(i >> 12), (unsigned char)(i >> 4),
                                           ENDS[i >> 2 & 3], ENDS[i & 3] };

        for (size_t len = 1; len <= LONGEST; len++)
            if (fp_utf8_sequence(b, len) != length_of(b, len))
                fail_msg("%02X %02X %02X %02X, %zu of them", b[0], b[1], b[2], b[3], len);
    }
}

/* In text of each length, on the heap, one thing at each place: what is before it is well-formed.
 */
static void ends_before(fp_str thing, bool well_formed)
{
    enum { LENGTH = 40 };

    for (size_t len = thing.len; len < LENGTH; len++)
        for (size_t at = 0; at + thing.len <= len; at++) {
            char *text = malloc(len);

            assert_non_null(text);
            memset(text, 'a', len);
            memcpy(text + at, thing.ptr, thing.len);
            assert_int_equal(fp_utf8_valid((fp_str){ text, len }), well_formed ? len : at);
            if (!well_formed) /* what stands after the end is not part of it */
                assert_int_equal(fp_utf8_valid((fp_str){ text, at + 1 }), at);
            free(text);
        }
}

static void text(void **state)
{
    (void)state;
    ends_before(FP_STR("a"), true);
    ends_before(FP_STR("\x7F"), true);
    ends_before(FP_STR("\xC3\xA9"), true);
    ends_before(FP_STR("\xF0\x9F\x98\x80"), true);
    ends_before(FP_STR("\xC3\xA9\xE2\x82\xAC"), true);
    ends_before(FP_STR("\x80"), false);
    ends_before(FP_STR("\xE2\x82"), false);
    ends_before(FP_STR("\xFF"), false);
}

/* What is cut off is not well-formed for what stands after the end. */
static void cut_off(void **state)
{
    (void)state;
    assert_int_equal(fp_utf8_valid((fp_str){ "abc\xE2\x82\xAC", 5 }), 3);
    assert_int_equal(fp_utf8_valid((fp_str){ "abcdefghi\xC3\xA9", 10 }), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences),
        cmocka_unit_test(text),
        cmocka_unit_test(cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
