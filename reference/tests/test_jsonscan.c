/* SPDX-License-Identifier: Apache-2.0 */
/* test_jsonscan.c: what is JSON, and what a byte of it is, held against another reader, on texts
 * that differ from JSON in a byte; and how deep it goes. */
#include "core/jsonscan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

static bool is_json(const char *text, size_t len)
{
    fp_jsonscan scan = { 0 };

    for (size_t i = 0; i < len; i++)
        if (fp_jsonscan_step(&scan, (unsigned char)text[i]) == FP_SCAN_BAD)
            return false;
    return fp_jsonscan_complete(&scan);
}

static bool is_json_to_jansson(const char *text, size_t len)
{
    json_t *json = json_loadb(text, len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);

    json_decref(json);
    return json != NULL;
}

static const char *const TEXTS[] = {
    "{}",
    "[]",
    "0",
    "-0",
    "10",
    "-1.50",
    "1e5",
    "0.1E+1",
    "20e-7",
    "true",
    "false",
    "null",
    "\"\"",
    " 1 ",
    "\"a b\"",
    "[1,2]",
    "[ ]",
    "{ }",
    "[[],{}]",
    "[-1.0,0,1]",
    "{\"a\":1}",
    "\"\\u0041\"",
    "\"\\u00aF\\u09B1\"",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "{\"a\" : [ true , null ] , \"b\":\"x\"}",
    "[{\"a\":{}},[[\"\"]],0.5]",
    "\t\r\n[\t1\r,\n2]\n",
    "[[[[[[[[[{\"a\":[[[[[[[[[1]]]]]]]]]}]]]]]]]]]",
};
static const char BYTES[] = "{}[],:\"\\/ \t\n\r0123459-+.eEabfgnrtuAFGxz~\x1F\x01\x0B\x0E";

/* Each text with each byte of it left out, made another, or with another before it. */
static void it_is_json_to_others_too(void **state)
{
    size_t good = 0, bad = 0;

    (void)state;
    for (size_t t = 0; t < sizeof TEXTS / sizeof *TEXTS; t++) {
        const size_t len = strlen(TEXTS[t]);

        assert_true(is_json(TEXTS[t], len));
        for (size_t at = 0; at <= len; at++) {
            for (size_t b = 0; b < sizeof BYTES; b++) {
                for (size_t gone = 0; gone < 2 && at + gone <= len; gone++) {
                    const size_t more = b + 1 < sizeof BYTES; /* the last adds none */
                    char text[80];
                    bool is;

                    memcpy(text, TEXTS[t], at);
                    text[at] = BYTES[b];
                    memcpy(text + at + more, TEXTS[t] + at + gone, len - at - gone);
                    is = is_json(text, len + more - gone);
                    if (is != is_json_to_jansson(text, len + more - gone))
                        fail_msg("%.*s", (int)(len + more - gone), text);
                    *(is ? &good : &bad) += 1;
                }
            }
        }
    }
    assert_true(good > 1000 && bad > 10000);
}

/* A letter for each: blank, open, close, comma, colon, key, string, scalar. */
static void each_byte_is_what_it_is(void **state)
{
    static const char TEXT[] =
        " {\"a\\u00e9\" : [ 1 ,-2.5e+1,\"\\n\"],\"b\":true , \"c\":{}, \"d\":[ ] } ";
    static const char KIND[] = "_{kkkkkkkkk_:_{_s_,sssssss,tttt},kkk:ssss_,_kkk:{},_kkk:{_}_}_";
    static const char LETTERS[] = { '_', '{', '}', ',', ':', 'k', 't', 's', '!' };
    fp_jsonscan scan = { 0 };

    (void)state;
    assert_int_equal(sizeof TEXT, sizeof KIND);
    for (size_t i = 0; TEXT[i]; i++) {
        assert_int_equal(fp_jsonscan_complete(&scan), i + 1 == strlen(TEXT));
        assert_int_equal(LETTERS[fp_jsonscan_step(&scan, (unsigned char)TEXT[i])], KIND[i]);
    }
    assert_true(fp_jsonscan_complete(&scan) && fp_jsonscan_after_value(&scan));
    for (size_t bad = 0; bad < 3; bad++) { /* the scanner stays where it is */
        assert_int_equal(fp_jsonscan_step(&scan, (unsigned char)"x,1"[bad]), FP_SCAN_BAD);
        assert_true(fp_jsonscan_complete(&scan));
    }
}

/* What was read leaves nothing: two states are the same if the same may follow. */
static void what_was_read_is_forgotten(void **state)
{
    static const char *const READ[] = { "[{},1]",        "{}",        "[null]", "[true,{\"a\":[]}]",
                                        "[\"\\u0041\"]", "[1,[[{}]]]" };
    fp_jsonscan first = { 0 };

    (void)state;
    for (const char *c = "[]"; *c; c++)
        fp_jsonscan_step(&first, (unsigned char)*c);
    for (size_t i = 0; i < sizeof READ / sizeof *READ; i++) {
        fp_jsonscan scan = { 0 };

        for (const char *c = READ[i]; *c; c++)
            assert_int_not_equal(fp_jsonscan_step(&scan, (unsigned char)*c), FP_SCAN_BAD);
        assert_memory_equal(&scan, &first, sizeof scan);
    }
}

static void it_goes_so_deep(void **state)
{
    (void)state;
    for (unsigned rest = 0; rest < 3; rest++) { /* each third level is an object */
        fp_jsonscan scan = { 0 };

        for (unsigned depth = 0; depth < FP_SCAN_DEPTH_MAX; depth++) {
            const char *open = depth % 3 == rest ? "{\"\":" : "[";

            assert_int_equal(scan.depth, depth);
            for (; *open; open++)
                assert_int_not_equal(fp_jsonscan_step(&scan, (unsigned char)*open), FP_SCAN_BAD);
        }
        assert_int_equal(fp_jsonscan_step(&scan, '['), FP_SCAN_BAD);
        assert_int_equal(fp_jsonscan_step(&scan, '{'), FP_SCAN_BAD);
        assert_int_equal(fp_jsonscan_step(&scan, '1'), FP_SCAN_SCALAR);
        for (unsigned depth = FP_SCAN_DEPTH_MAX; depth; depth--) {
            const bool object = (depth - 1) % 3 == rest;

            assert_int_equal(fp_jsonscan_step(&scan, object ? ']' : '}'), FP_SCAN_BAD);
            assert_int_equal(fp_jsonscan_step(&scan, object ? '}' : ']'), FP_SCAN_CLOSE);
        }
        assert_true(fp_jsonscan_complete(&scan));
    }
}

static void it_is_known_what_it_is_in(void **state)
{
    static const char TEXT[] = "[\"a\\n\\u00e9b\",1.5, {\"k\":null}]";
    static const char WHERE[] = "  tteteeeeett ";
    fp_jsonscan scan = { 0 };

    (void)state;
    for (size_t i = 0; i < 14; i++) {
        const char where = WHERE[i];

        assert_int_equal(fp_jsonscan_in_text(&scan), where == 't');
        assert_int_equal(fp_jsonscan_in_string(&scan), where != ' ');
        fp_jsonscan_step(&scan, (unsigned char)TEXT[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_json_to_others_too),   cmocka_unit_test(each_byte_is_what_it_is),
        cmocka_unit_test(what_was_read_is_forgotten), cmocka_unit_test(it_goes_so_deep),
        cmocka_unit_test(it_is_known_what_it_is_in),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
