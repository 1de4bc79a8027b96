/* SPDX-License-Identifier: Apache-2.0 */
/* test_jsontext.c: JSON text is judged as jansson judges it, taken apart where it should be, and
 * compared without rounding. */
#include "core/jsonscan.h"
#include "core/unescape.h"
#include "randomtext.h"

#include <fencepost/jsontext.h>

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- validity -------------------------------------------------------------------------------- */

static bool jansson_likes(fp_str text)
{
    json_t *json = json_loadb(text.ptr, text.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    const bool good = json != NULL;

    json_decref(json);
    return good;
}

/* Pieces of JSON, well and badly joined. No escapes of surrogates and no huge numbers: jansson has
 * limits there that are not the grammar's. */
static size_t random_json(rng *r, char *text, size_t cap)
{
    static const char *const PIECES[] = {
        "{",   "}",   "[",  "]", ":",    ",",      "\"a\"", "\"",   "1",    "-",  "0",
        "0.5", "1e2", "E",  ".", "true", "fa",     "le",    "null", "\\n",  "\\", "\\u0041",
        " ",   "\n",  "\t", "b", "\"\"", "\"k\":", "[1]",   "{}",   "\x01", "+"
    };

    return random_pieces(r, PIECES, sizeof PIECES / sizeof *PIECES, text, cap);
}

static void judged_as_by_jansson(void **state)
{
    enum { TEXTS = 400000 };
    rng r = { 1 };
    size_t good = 0;

    (void)state;
    for (size_t i = 0; i < TEXTS; i++) {
        char bytes[64];
        const fp_str text = { bytes, random_json(&r, bytes, sizeof bytes) };
        size_t wrong;
        const bool valid = fp_jsontext_valid(text, 100, &wrong);

        if (valid != jansson_likes(text))
            fail_msg("%.*s", (int)text.len, text.ptr);
        good += valid;
    }
    assert_true(good > TEXTS / 200);
}

static void depth_is_bounded(void **state)
{
    char text[3000];
    size_t wrong;

    (void)state;
    memset(text, '[', sizeof text);
    assert_false(fp_jsontext_valid((fp_str){ text, sizeof text }, SIZE_MAX, &wrong));
    assert_int_equal(wrong, FP_SCAN_DEPTH_MAX);
    assert_true(fp_jsontext_valid(FP_STR("[[1]]"), 2, &wrong));
    assert_false(fp_jsontext_valid(FP_STR("[[[1]]]"), 2, &wrong));
    assert_int_equal(wrong, 2);
}

/* -- equality -------------------------------------------------------------------------------- */

static const struct {
    const char *a, *b;
    bool equal;
} EQUALITY[] = {
    { "1", "1.0", true },
    { "1", "1e0", true },
    { "100", "1e2", true },
    { "100", "1E+2", true },
    { "0.1", "1e-1", true },
    { "0.10", "0.1", true },
    { "10.01", "1001e-2", true },
    { "0.001", "1e-3", true },
    { "0", "0.0", true },
    { "0", "0e99", true },
    { "-0", "0", false },
    { "-0", "-0.0", true },
    { "-1", "1", false },
    { "9007199254740993", "9007199254740992", false },
    { "9007199254740993", "9007199254740993.0", true },
    { "18446744073709551616", "18446744073709551617", false },
    { "1e400", "10e399", true },
    { "1e400", "1e401", false },
    { "1e99999999999999999999", "1e99999999999999999999", true },
    { "1e99999999999999999999", "1e99999999999999999998", false },
    { "10", "1", false },
    { "101", "11", false },
    { "1", "1.2", false },
    { "1", "\"1\"", false },
    { "null", "false", false },
    { "\"a\"", "\"\\u0061\"", true },
    { "\"\\ud83d\\ude00\"", "\"\xF0\x9F\x98\x80\"", true },
    { "\"\\/\"", "\"/\"", true },
    { "\"a\"", "\"ab\"", false },
    { "\"ab\"", " \"ab\" ", true },
    { "\"ab\"", " \"ac\" ", false },
    { "\"\"", " \"\" ", true },
    { "\"\\u0000\"", "\"\"", false },
    { "[1, 2]", "[1.0,2]", true },
    { "[1,2]", "[2,1]", false },
    { "[1]", "[1,1]", false },
    { "[]", "{}", false },
    { "{\"a\":1,\"b\":[{}]}", " { \"b\" : [ { } ] , \"\\u0061\" : 1.0 } ", true },
    { "{\"a\":1}", "{\"a\":1,\"b\":2}", false },
    { "{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", false },
    { "\"}\"", "\"]\"", false },
    { "[\"]\",\"\\\"\"]", "[ \"]\" , \"\\\"\" ]", true },
    { "12", "10", false },
    { "1e1", "1e+01", true },
    { "1.5", "15e-1", true },
    { "1.5", "1.50", true },
    { "12", "1.3e1", false },
    { "1e99999999999999999999", "1", false },
    { "{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":3}", true },
    { "{\"a\":1,\"a\":2}", "{\"a\":2,\"a\":1}", false },
    { "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true },
    { "{\"a\":1,\"a\":1,\"b\":2}", "{\"a\":1,\"a\":1,\"b\":3}", false },
    { "\"\\u0000a\"", "\"\\u0000b\"", false },
    { "-1", "-2", false },
    { "-1", "-1.0", true },
    { "-0.5", "-5e-1", true },
    { "10.0", "1e1", true },
    { "0e99999999999999999999", "0", true },
    { "1e000000000000000000001", "10", true },
    { "1e10000000000000000", "10e9999999999999999", true },
    { "1e99999999999999999999", "1.0e99999999999999999999", false }, /* beyond comparing */
};

/* On the heap, so that what is read after the end is seen. */
static fp_str copy_of(const char *text)
{
    const fp_str from = fp_str_of(text);
    char *bytes = malloc(from.len);

    assert_non_null(bytes);
    memcpy(bytes, from.ptr, from.len);
    return (fp_str){ bytes, from.len };
}

static void equality(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EQUALITY / sizeof *EQUALITY; i++) {
        const fp_str a = copy_of(EQUALITY[i].a), b = copy_of(EQUALITY[i].b);

        if (fp_jsontext_equal(a, b) != EQUALITY[i].equal ||
            fp_jsontext_equal(b, a) != EQUALITY[i].equal)
            fail_msg("%s and %s", EQUALITY[i].a, EQUALITY[i].b);
        assert_true(fp_jsontext_equal(a, a));
        free((void *)(uintptr_t)a.ptr);
        free((void *)(uintptr_t)b.ptr);
    }
}

/* -- parts ----------------------------------------------------------------------------------- */

static void parts(void **state)
{
    const fp_str object = FP_STR(" { \"a\" : [ 1 , \"x,]\" ] ,\"b\\\"\":{\"c\":null},\"a\":2} ");
    fp_str key, value;
    size_t at = 0;

    (void)state;
    assert_true(fp_jsontext_member(object, &at, &key, &value));
    assert_true(fp_str_equal(key, FP_STR("\"a\"")));
    assert_true(fp_str_equal(value, FP_STR("[ 1 , \"x,]\" ]")));
    assert_true(fp_jsontext_member(object, &at, &key, &value));
    assert_true(fp_jsontext_is(key, FP_STR("b\"")));
    assert_true(fp_str_equal(fp_jsontext_get(value, "c"), FP_STR("null")));
    assert_true(fp_jsontext_member(object, &at, &key, &value));
    assert_false(fp_jsontext_member(object, &at, &key, &value));
    value = fp_jsontext_get(object, "a"); /* the first */
    at = 0;
    assert_true(fp_jsontext_item(value, &at, &key));
    assert_true(fp_str_equal(key, FP_STR("1")));
    assert_true(fp_jsontext_item(value, &at, &key));
    assert_false(fp_jsontext_item(value, &at, &key));
    at = 0;
    assert_false(fp_jsontext_item(FP_STR("[ ]"), &at, &key));
    assert_false(fp_jsontext_is(FP_STR("\"ab\""), FP_STR("ax")));
    assert_false(fp_jsontext_is(FP_STR("\"\\n\""), FP_STR("\\n")));
    assert_true(fp_jsontext_is(FP_STR(" \"\" "), FP_STR("")));
    assert_false(fp_jsontext_is(FP_STR("[\"a\"]"), FP_STR("\"a\"")));
    assert_false(fp_jsontext_is(FP_STR("\"a\" "), FP_STR("a\"")));
    assert_false(fp_jsontext_is(FP_STR("12"), FP_STR("")));
    assert_int_equal(fp_jsontext_kind(FP_STR("  ")), 0);
    at = 0;
    assert_false(fp_jsontext_member(FP_STR("{}"), &at, &key, &value));
    assert_int_equal(fp_jsontext_get(FP_STR("[1]"), "a").len, 0);
}

static void decoding(void **state)
{
    static const struct {
        const char *string, *bytes;
        bool lone;
    } ROWS[] = {
        { "\"\\b\\f\\n\\r\\t\\\"\\\\\\/\"", "\b\f\n\r\t\"\\/", false },
        { "\"\\u00e9\\u20AC\\ud83d\\ude00\"", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", false },
        { "\"\\ud83dx\"", "\xEF\xBF\xBDx", true },
        { "\"\\ud83d\\n\"", "\xEF\xBF\xBD\n", true },
        { "\"\\ud83d\"", "\xEF\xBF\xBD", true },
        { "\"\\ude00\"", "\xEF\xBF\xBD", true },
        { "\"\\ud83d\\ud83d\\ude00\"", "\xEF\xBF\xBD\xF0\x9F\x98\x80", true },
        { "\"\\ud83d\\u0041\"",
          "\xEF\xBF\xBD"
          "A",
          true },
        { "\"\xFF\"", "\xFF", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_json json = { 0 };
        bool lone = false;

        assert_true(fp_jsontext_decode(fp_str_of(ROWS[i].string), &json, &lone));
        assert_true(fp_str_equal((fp_str){ json.ptr, json.len }, fp_str_of(ROWS[i].bytes)));
        assert_true(fp_jsontext_is(fp_str_of(ROWS[i].string), fp_str_of(ROWS[i].bytes)));
        assert_int_equal(lone, ROWS[i].lone);
        fp_json_free(&json);
    }
}

/* Nested deeper than any value of ours may be: they are not compared. */
static void too_deep_to_compare(void **state)
{
    enum { DEEP = 2000 };
    static char text[2 * DEEP];

    (void)state;
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    assert_false(fp_jsontext_equal((fp_str){ text, sizeof text }, (fp_str){ text, sizeof text }));
}

/* What is not JSON, and so was not to be asked for, ends where its text does. */
static void ends_early(void **state)
{
    fp_str value;
    size_t at = 0;

    (void)state;
    assert_true(fp_jsontext_item(FP_STR("[\"a\\\""), &at, &value));
    assert_true(fp_str_equal(value, FP_STR("\"a\\\"")));
    at = 0;
    assert_true(fp_jsontext_item(FP_STR("[[1"), &at, &value));
    assert_true(fp_str_equal(value, FP_STR("[1")));
    assert_true(fp_jsontext_equal(FP_STR("1e"), FP_STR("1")));
}

/* What stands after the end of a text is not part of it, even where it would go on well. */
static void ends_where_it_ends(void **state)
{
    static const struct {
        fp_str a, b;
        bool equal;
    } NUMBERS[] = {
        { { "12", 1 }, { "1.0", 3 }, true },   { { "00", 1 }, { "0.0", 3 }, true },
        { { "1e00", 3 }, { "1.0", 3 }, true }, { { "12", 1 }, { "1.2", 3 }, false },
        { { "1.20", 3 }, { "12", 1 }, false },
    };
    char *brace = malloc(1); /* nothing may be read after it */
    fp_str key, value;
    size_t at = 0, wrong;

    (void)state;
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        assert_int_equal(fp_jsontext_equal(NUMBERS[i].a, NUMBERS[i].b), NUMBERS[i].equal);
    assert_false(fp_jsontext_valid((fp_str){ "[\"abcdefghi\"]", 5 }, 1, &wrong));
    assert_int_equal(wrong, 5);
    assert_true(fp_jsontext_item((fp_str){ "[\"ab\"]", 3 }, &at, &value));
    assert_true(fp_str_equal(value, FP_STR("\"a")));
    assert_false(fp_jsontext_item((fp_str){ "[\"ab\"]", 3 }, &at, &value));
    at = 0;
    assert_false(fp_jsontext_item((fp_str){ "[1]", 1 }, &at, &value));
    at = 0;
    assert_non_null(brace);
    *brace = '{';
    assert_false(fp_jsontext_member((fp_str){ brace, 1 }, &at, &key, &value));
    free(brace);
    at = 0;
    assert_false(fp_jsontext_member(FP_STR("{1,\"a\":2}"), &at, &key, &value));
    assert_true(fp_jsontext_is((fp_str){ "\"a\" \"\"", 4 }, FP_STR("a")));
}

/* A lone surrogate is told once for all that is decoded into one buffer. */
static void lone_stays(void **state)
{
    fp_json json = { 0 };
    bool lone = false;

    (void)state;
    assert_true(fp_jsontext_decode(FP_STR("\"\\ud83d\""), &json, &lone) && lone);
    assert_true(fp_jsontext_decode(FP_STR("\"a\""), &json, &lone) && lone);
    assert_true(fp_str_equal((fp_str){ json.ptr, json.len }, FP_STR("\xEF\xBF\xBD"
                                                                    "a")));
    fp_json_free(&json);
}

/* -- runs ---------------------------------------------------------------------------------------
 */

/* Whether so many bytes, from the text of a string on, leave the scanner in that text as it is. */
static bool leave_it(const char *bytes, size_t len)
{
    fp_jsonscan before = { 0 }, scan;

    fp_jsonscan_step(&before, '"');
    memcpy(&scan, &before, sizeof scan);
    for (size_t i = 0; i < len; i++)
        if (fp_jsonscan_step(&scan, (unsigned char)bytes[i]) == FP_SCAN_BAD)
            return false;
    return memcmp(&scan, &before, sizeof scan) == 0;
}

/* Letters, and more or less rarely bytes that may end the text. On the heap, so that a read after
 * the end is seen. */
static char *random_inside(rng *r, size_t len)
{
    static const char BYTES[] = "abcdefghijklmnopqrstuvwxyz \x7F\x80\xFF\x1F\n\"\\\\\\nu/";
    const size_t rarity = 1 + rng_below(r, 60);
    char *text = malloc(len ? len : 1);

    assert_non_null(text);
    for (size_t i = 0; i < len; i++)
        text[i] = BYTES[rng_below(r, rng_below(r, rarity) ? 26 : sizeof BYTES - 1)];
    return text;
}

static void runs_of_text(void **state)
{
    enum { LONGEST = 300, BLOCK = 64 };
    size_t whole = 0, stopped = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        rng r = { seed };
        const size_t len = rng_below(&r, LONGEST);
        char *text = random_inside(&r, len);
        const size_t plain = fp_jsonscan_plain(text, len), all = fp_jsonscan_text(text, len);

        assert_true(leave_it(text, plain) && !memchr(text, '\\', plain));
        assert_true(plain == len || !leave_it(text + plain, 1));
        assert_true(all >= plain && leave_it(text, all));
        assert_true(all == len || !leave_it(text + all, 1));
        assert_true(len - all < 2 || !leave_it(text + all, 2));
        whole += all > plain + BLOCK && all == len;
        stopped += all > plain + BLOCK && all < len;
        free(text);
    }
    assert_true(whole > 100 && stopped > 100);
}

/* Up to a byte, as one by one; and bytes that are farther away than a block are not looked at: here
 * they are not there at all. */
static void plain_before_a_byte(void **state)
{
    enum { LONGEST = 300, BLOCK = 64, FAR = 1 << 30 };
    size_t taken = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 5000; seed++) {
        rng r = { seed };
        const size_t len = rng_below(&r, LONGEST);
        char *text = random_inside(&r, len);
        const size_t plain = fp_jsonscan_plain(text, len);
        const char *met = memchr(text, 'k', plain);
        const size_t want = met ? (size_t)(met - text) : plain;
        const bool more = want + BLOCK < plain; /* that is plain, and is taken away */

        if (more)
            text = realloc(text, want + BLOCK);
        assert_non_null(text);
        assert_int_equal(fp_jsonscan_plain_before(text, more ? FAR : len, 'k'), want);
        taken += more;
        free(text);
    }
    assert_true(taken > 100);
}

/* As a whole a string stands for what it does step by step. */
static void decoding_is_stepping(void **state)
{
    enum { PIECES = 160, LONGEST = PIECES * 12 };
    static const char *const ESCAPES[] = { "\\n",     "\\\\",    "\\\"",     "\\u00e9",
                                           "\\ud83d", "\\ude00", "\\ud83dx", "\\ud83d\\n" };

    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        rng r = { seed };
        const size_t often = 1 + rng_below(&r, 40); /* one piece in so many is an escape */
        char text[LONGEST], want[LONGEST + FP_UNESCAPE_MAX];
        fp_unescape steps = { 0 };
        fp_json json = { 0 };
        bool lone = false;
        size_t len = 0, count = 0;

        text[len++] = '"';
        for (size_t i = rng_below(&r, PIECES); i > 0; i--) {
            if (rng_below(&r, often) == 0)
                len += (size_t)snprintf(text + len, sizeof text - len, "%s",
                                        ESCAPES[rng_below(&r, sizeof ESCAPES / sizeof *ESCAPES)]);
            else
                text[len++] = (char)('a' + rng_below(&r, 26));
        }
        for (size_t i = 1; i < len; i++)
            count += fp_unescape_step(&steps, (unsigned char)text[i], want + count);
        count += fp_unescape_end(&steps, want + count);
        text[len++] = '"';
        assert_true(fp_jsontext_decode((fp_str){ text, len }, &json, &lone));
        assert_true(fp_str_equal((fp_str){ json.ptr, json.len }, (fp_str){ want, count }));
        assert_int_equal(lone, steps.lone);
        fp_json_free(&json);
    }
}

/* The content of a string, without its quotes, also where blanks are around it. */
static void strings_that_are(void **state)
{
    static const struct {
        const char *value, *text;
        bool is;
    } STRINGS[] = {
        { "\"a\"", "a", true },         { " \"a\" ", "a", true },   { " \"\" ", "", true },
        { " \"\\u0061\" ", "a", true }, { " \"ab\" ", "a", false }, { " \"b\" ", "a", false },
        { " \"\\n\" ", "n", false },    { " 1 ", "1", false },      { " \"a\"", "a", true },
        { "\"a\\u0000\"", "a", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof STRINGS / sizeof *STRINGS; i++)
        if (fp_jsontext_is(fp_str_of(STRINGS[i].value), fp_str_of(STRINGS[i].text)) !=
            STRINGS[i].is)
            fail_msg("%s and %s", STRINGS[i].value, STRINGS[i].text);
}

/* No string of JSON ends so; it is not read beyond its end for that. */
static void lone_backslash_at_the_end(void **state)
{
    char to[2 + FP_UNESCAPE_MAX];
    bool lone = false;

    (void)state;
    assert_int_equal(fp_unescape_all(FP_STR("ab\\"), to, &lone), 2);
    assert_memory_equal(to, "ab", 2);
    assert_false(lone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judged_as_by_jansson),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(equality),
        cmocka_unit_test(parts),
        cmocka_unit_test(decoding),
        cmocka_unit_test(too_deep_to_compare),
        cmocka_unit_test(ends_early),
        cmocka_unit_test(ends_where_it_ends),
        cmocka_unit_test(lone_stays),
        cmocka_unit_test(runs_of_text),
        cmocka_unit_test(plain_before_a_byte),
        cmocka_unit_test(decoding_is_stepping),
        cmocka_unit_test(strings_that_are),
        cmocka_unit_test(lone_backslash_at_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
