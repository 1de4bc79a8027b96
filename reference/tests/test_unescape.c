/* SPDX-License-Identifier: Apache-2.0 */
/* test_unescape.c: escapes stand for all code points there are, each byte comes from where it is
 * said to, and states are equal that go on alike. */
#include "core/unescape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { UTF8_MAX = 4 };

/* -- what they stand for ---------------------------------------------------------------------- */

static size_t utf8_of(uint32_t point, char out[UTF8_MAX])
{
    const size_t len = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;

    for (size_t k = len - 1; k > 0; k--, point >>= 6)
        out[k] = (char)(0x80 | (point & 0x3F));
    out[0] = (char)(len == 1 ? point : (0xFF00U >> len) | point);
    return len;
}

static void stands_for(const char *escapes, uint32_t point)
{
    char want[UTF8_MAX], got[64];
    bool lone = false;
    const size_t len = fp_unescape_all((fp_str){ escapes, strlen(escapes) }, got, &lone);

    if (len != utf8_of(point, want) || memcmp(got, want, len) != 0 || lone)
        fail_msg("%s", escapes);
}

static void code_points(void **state)
{
    char escapes[16];

    (void)state;
    for (unsigned unit = 0; unit < 0x10000; unit++)
        if (unit < 0xD800 || unit > 0xDFFF) {
            snprintf(escapes, sizeof escapes, unit % 2 ? "\\u%04x" : "\\u%04X", unit);
            stands_for(escapes, unit);
        }
    for (unsigned high = 0; high < 0x400; high++)
        for (unsigned low = high % 7; low < 0x400;
             low = low < 0x3FF && low + 61 > 0x3FF ? 0x3FF : low + 61) {
            snprintf(escapes, sizeof escapes, "\\u%04x\\u%04X", 0xD800 + high, 0xDC00 + low);
            stands_for(escapes, 0x10000 + (high << 10) + low);
        }
}

/* Of an escape across the end of each number of bytes that are taken at once. */
static void across_blocks(void **state)
{
    enum { LENGTH = 400, PLACES = 150 };
    char text[LENGTH], want[LENGTH], got[LENGTH + FP_UNESCAPE_MAX];

    (void)state;
    for (size_t at = 2; at < PLACES; at++) {
        bool lone = false;

        memset(text, 'a', sizeof text);
        memset(want, 'a', sizeof want);
        text[0] = text[at] = '\\';
        text[1] = 'n';
        text[at + 1] = 't';
        want[0] = '\n';
        want[at - 1] = '\t';
        assert_int_equal(fp_unescape_all((fp_str){ text, LENGTH }, got, &lone), LENGTH - 2);
        assert_memory_equal(got, want, LENGTH - 2);
    }
}

/* The end forgets what was begun. */
static void ended(void **state)
{
    fp_unescape u = { 0 };
    char out[FP_UNESCAPE_MAX];

    (void)state;
    assert_int_equal(fp_unescape_step(&u, '\\', out), 0);
    assert_int_equal(fp_unescape_end(&u, out), 0);
    assert_int_equal(fp_unescape_step(&u, 'n', out), 1);
    assert_int_equal(out[0], 'n');
}

/* -- where they come from ---------------------------------------------------------------------- */

/* Reads text, which is at this offset; returns how many bytes the last byte yields. */
static size_t read_text(fp_unescaped *s, const char *text, uint64_t offset)
{
    char out[FP_UNESCAPE_MAX];
    size_t n = 0;

    for (; *text; text++)
        n = fp_unescaped_step(s, (unsigned char)*text, offset++, out);
    return n;
}

static const struct {
    const char *text;
    bool end; /* the string ends there; else it is about the last byte */
    size_t count, firsts;
    uint64_t first, rest;
    bool lone;
} SOURCES[] = {
    { "ab", false, 1, 0, 0, 101, false },
    { "\\n", false, 1, 0, 0, 100, false },
    { "a\\u00e9", false, 2, 0, 0, 101, false },
    { "\\n\\ud83d\\ude00", false, 4, 4, 102, 108, false },
    { "\\ud83dx", false, 4, 3, 100, 106, true },
    { "\\n\\ud83d\\n", false, 4, 3, 102, 108, true },
    { "\\ud800x\\ud83d\\ude00", false, 4, 4, 107, 113, false }, /* the half before is past */
    { "a\\ude00", false, 3, 0, 0, 101, true },
    { "a\\ud83d", true, 3, 3, 101, 0, true },
    { "a\\n", true, 0, 0, 0, 0, false },
};

static void sources(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SOURCES / sizeof *SOURCES; i++) {
        fp_unescaped s = { 0 };
        char out[FP_UNESCAPE_MAX];
        uint64_t offset;
        size_t n = read_text(&s, SOURCES[i].text, 100);

        if (SOURCES[i].end)
            n = fp_unescaped_end(&s, out);
        assert_int_equal(n, SOURCES[i].count);
        assert_int_equal(s.firsts, SOURCES[i].firsts);
        if (s.firsts)
            assert_int_equal(s.first, SOURCES[i].first);
        if (n > s.firsts)
            assert_int_equal(s.rest, SOURCES[i].rest);
        assert_int_equal(fp_unescaped_lone(&s, &offset), SOURCES[i].lone);
        if (SOURCES[i].lone)
            assert_int_equal(offset, s.firsts ? SOURCES[i].first : SOURCES[i].rest);
        assert_false(fp_unescaped_lone(&s, &offset)); /* it is told once */
    }
}

/* -- states ------------------------------------------------------------------------------------ */

static const struct {
    const char *a;
    uint64_t at_a;
    const char *b;
    uint64_t at_b;
    bool equal;
} STATES[] = {
    { "", 0, "ab", 5, true },
    { "\\u0041", 5, "", 0, true },
    { "\\n", 5, "", 0, true },
    { "\\ud83dx", 5, "", 0, true },
    { "\\ud83d\\ude00", 5, "", 0, true },
    { "\\", 5, "\\", 5, true },
    { "\\", 5, "\\", 6, false },
    { "\\", 5, "", 0, false },
    { "\\u", 5, "\\", 5, false },
    { "\\u0", 5, "\\u", 5, false },
    { "\\u0", 5, "\\u1", 5, false },
    { "\\u00e", 5, "\\u00e", 5, true },
    { "\\u00e", 5, "\\u00e", 6, false },
    { "\\ud83d", 5, "\\ud83d", 5, true },
    { "\\ud83d", 5, "\\ud83d", 6, false },
    { "\\ud83d", 5, "\\ud83e", 5, false },
    { "\\ud83d", 5, "\\u0041", 5, false },
    { "\\ud83d\\", 5, "\\ud83d\\", 5, true },
    { "\\ud83d\\", 5, "\\ud83d\\", 6, false },
};

static void states(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof STATES / sizeof *STATES; i++) {
        fp_unescaped a = { 0 }, b = { 0 };

        read_text(&a, STATES[i].a, STATES[i].at_a);
        read_text(&b, STATES[i].b, STATES[i].at_b);
        if (fp_unescaped_equal(&a, &b) != STATES[i].equal ||
            fp_unescaped_equal(&b, &a) != STATES[i].equal)
            fail_msg("%s and %s", STATES[i].a, STATES[i].b);
        assert_true(fp_unescaped_equal(&a, &a));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_points), cmocka_unit_test(across_blocks), cmocka_unit_test(ended),
        cmocka_unit_test(sources),     cmocka_unit_test(states),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
