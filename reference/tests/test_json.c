/* SPDX-License-Identifier: Apache-2.0 */
/* test_json.c: what we write as JSON, held against rules of MODEL-1.6 and against jansson. */
#include "randomtext.h"

#include <fencepost/json.h>
#include <fencepost/syntax.h>

#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BAD "\xEF\xBF\xBD" /* U+FFFD */

/* -- strings ------------------------------------------------------------------------------- */

typedef struct string_row {
    fp_str bytes;
    const char *json;
} string_row;

static const string_row STRINGS[] = {
    { { "", 0 }, "\"\"" },
    { { NULL, 0 }, "\"\"" },
    { { "plain", 5 }, "\"plain\"" },
    { { "a\"b\\c/d", 7 }, "\"a\\\"b\\\\c/d\"" },
    { { "\n\r\t\b\f", 5 }, "\"\\n\\r\\t\\u0008\\u000c\"" },
    { { "a\0b", 3 }, "\"a\\u0000b\"" },
    { { "\x1F\x7F", 2 }, "\"\\u001f\\u007f\"" },
    { { "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9B\xA0", 9 }, "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x9B\xA0\"" },
    { { "\xFF", 1 }, "\"" BAD "\"" },
    { { "a\xFE\xFFz", 4 }, "\"a" BAD BAD "z\"" },
    { { "\x80\xBF", 2 }, "\"" BAD BAD "\"" },                 /* continuations alone */
    { { "\xC3", 1 }, "\"" BAD "\"" },                         /* cut short by the end */
    { { "\xE2\x82", 2 }, "\"" BAD BAD "\"" },                 /* one for each byte */
    { { "\xF0\x9F\x9B", 3 }, "\"" BAD BAD BAD "\"" },         /* the same */
    { { "\xF0\x9F\x9Bx", 4 }, "\"" BAD BAD BAD "x\"" },       /* cut short by a letter */
    { { "\xC0\x80", 2 }, "\"" BAD BAD "\"" },                 /* overlong */
    { { "\xC1\xBF", 2 }, "\"" BAD BAD "\"" },                 /* overlong */
    { { "\xE0\x9F\xBF", 3 }, "\"" BAD BAD BAD "\"" },         /* overlong */
    { { "\xF0\x8F\xBF\xBF", 4 }, "\"" BAD BAD BAD BAD "\"" }, /* overlong */
    { { "\xED\xA0\x80", 3 }, "\"" BAD BAD BAD "\"" },         /* a surrogate */
    { { "\xED\x9F\xBF\xEE\x80\x80", 6 }, "\"\xED\x9F\xBF\xEE\x80\x80\"" }, /* their neighbours */
    { { "\xF4\x8F\xBF\xBF", 4 }, "\"\xF4\x8F\xBF\xBF\"" },                 /* U+10FFFF */
    { { "\xF4\x90\x80\x80", 4 }, "\"" BAD BAD BAD BAD "\"" },              /* above it */
    { { "\xC2\xC2\xA0", 3 }, "\"" BAD "\xC2\xA0\"" },                      /* begins again */
    { { "\xEF\xBB\xBF", 3 }, "\"\xEF\xBB\xBF\"" }, /* a byte order mark stays */
};

static void assert_json(const fp_json *json, const char *expected)
{
    assert_false(json->failed);
    assert_int_equal(json->len, strlen(expected));
    assert_memory_equal(json->ptr, expected, json->len);
}

static void strings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof STRINGS / sizeof *STRINGS; i++) {
        fp_json json = { 0 };

        fp_json_string(&json, STRINGS[i].bytes);
        assert_json(&json, STRINGS[i].json);
        fp_json_free(&json);
    }
}

static bool contains(const fp_json *json, const char *text)
{
    const size_t len = strlen(text);

    for (size_t i = 0; i + len <= json->len; i++)
        if (memcmp(json->ptr + i, text, len) == 0)
            return true;
    return false;
}

/* Each byte at each place of what is looked at eight bytes at a time. */
static void each_byte_at_each_place(void **state)
{
    (void)state;
    for (unsigned c = 0; c < 256; c++)
        for (size_t at = 0; at < 17; at++) {
            char text[17];
            fp_json alone = { 0 }, among = { 0 };

            memset(text, 'a', sizeof text);
            text[at] = (char)c;
            fp_json_string(&alone, (fp_str){ text + at, 1 });
            fp_json_string(&among, (fp_str){ text, sizeof text });
            assert_false(alone.failed || among.failed);
            assert_int_equal(among.len, alone.len + 16);
            assert_memory_equal(among.ptr + 1 + at, alone.ptr + 1, alone.len - 2);
            fp_json_free(&alone);
            fp_json_free(&among);
        }
}

/* jansson reads back what we wrote; the bytes come back when they were UTF-8. */
static void random_strings(void **state)
{
    const fp_syntax *syntax = FP_SYNTAXES[0];

    (void)state;
    for (uint64_t seed = 0; seed < 5000; seed++) {
        rng r = { seed };
        unsigned char bytes[200];
        const size_t len = random_text(&r, syntax, bytes, sizeof bytes);
        const fp_str text = { (const char *)bytes, len };
        fp_json json = { 0 };
        json_t *utf8 = json_stringn(text.ptr, len);
        json_t *back;

        fp_json_string(&json, text);
        back = json_loadb(json.ptr, json.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        assert_true(json_is_string(back));
        if (utf8)
            assert_true(json_equal(utf8, back));
        else
            assert_true(contains(&json, BAD));
        json_decref(utf8);
        json_decref(back);
        fp_json_free(&json);
    }
}

/* -- values, calls, events ----------------------------------------------------------------- */

static void numbers(void **state)
{
    fp_json json = { 0 };

    (void)state;
    fp_json_number(&json, 0);
    fp_json_raw(&json, " ");
    fp_json_number(&json, UINT64_MAX);
    assert_json(&json, "0 18446744073709551615");
    fp_json_free(&json);
}

static void calls(void **state)
{
    const fp_str items[] = { FP_STR("x"), { NULL, 0 }, FP_STR("\"") };
    const fp_arg args[] = {
        { FP_STR("s"), { .text = FP_STR("1") } },
        { FP_STR("j"), { .kind = FP_VALUE_JSON, .text = FP_STR("9007199254740993") } },
        { FP_STR("l"),
          { .kind = FP_VALUE_LIST, .text = FP_STR("x\n\n\""), .items = items, .item_count = 3 } },
        { FP_STR("\xFF"), { .kind = FP_VALUE_LIST } },
    };
    const fp_call call = { FP_STR("n"), FP_STR("toolu_1"), args, 4, 3, 77, true };
    const fp_call empty = { .complete = false };
    fp_json json = { 0 };

    (void)state;
    fp_json_call(&json, &call);
    fp_json_raw(&json, "\n");
    fp_json_call(&json, &empty);
    assert_json(&json,
                "{\"name\":\"n\",\"id\":\"toolu_1\",\"input\":{\"s\":\"1\",\"j\":9007199254740993,"
                "\"l\":[\"x\",\"\",\"\\\"\"],\"" BAD "\":[]},\"span\":[3,77],\"complete\":true}\n"
                "{\"name\":\"\",\"input\":{},\"span\":[0,0],\"complete\":false}");
    fp_json_free(&json);
}

/* Lists, strings and JSON text in any pairing: equal where they are one value. */
static void values_are_compared(void **state)
{
    static const struct {
        fp_value_kind kind;
        const char *text; /* of a list: a byte for each item */
    } VALUES[] = {
        { FP_VALUE_LIST, "" },
        { FP_VALUE_LIST, "a" },
        { FP_VALUE_LIST, "ab" },
        { FP_VALUE_LIST, "ac" },
        { FP_VALUE_STRING, "a" },
        { FP_VALUE_STRING, "ab" },
        { FP_VALUE_STRING, "1" },
        { FP_VALUE_JSON, "[]" },
        { FP_VALUE_JSON, "[\"a\"]" },
        { FP_VALUE_JSON, "[ \"a\" , \"b\" ]" },
        { FP_VALUE_JSON, "[\"a\",1]" },
        { FP_VALUE_JSON, "\"a\"" },
        { FP_VALUE_JSON, "\"\\u0061b\"" },
        { FP_VALUE_JSON, "1" },
        { FP_VALUE_JSON, "1.0" },
        { FP_VALUE_JSON, "{}" },
    };
    enum { COUNT = sizeof VALUES / sizeof *VALUES };
    static const unsigned char SAME[][2] = { { 0, 7 },  { 1, 8 },  { 2, 9 },
                                             { 4, 11 }, { 5, 12 }, { 13, 14 } };
    fp_str items[COUNT][2];
    fp_value values[COUNT];

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        const fp_str text = fp_str_of(VALUES[i].text);
        const bool list = VALUES[i].kind == FP_VALUE_LIST;

        for (size_t k = 0; list && k < text.len; k++)
            items[i][k] = (fp_str){ text.ptr + k, 1 };
        values[i] = (fp_value){ .kind = VALUES[i].kind, .text = text };
        values[i].items = list ? items[i] : NULL;
        values[i].item_count = list ? text.len : 0;
    }
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < COUNT; k++) {
            bool same = i == k;

            for (size_t n = 0; n < sizeof SAME / sizeof *SAME; n++)
                same = same || (SAME[n][0] == i && SAME[n][1] == k) ||
                       (SAME[n][0] == k && SAME[n][1] == i);
            if (fp_value_equal(&values[i], &values[k]) != same)
                fail_msg("values %zu and %zu", i, k);
        }
    }
}

static void calls_are_compared(void **state)
{
    const fp_arg args[] = {
        { FP_STR("a"), { .text = FP_STR("1") } }, { FP_STR("b"), { .text = FP_STR("2") } },
        { FP_STR("a"), { .text = FP_STR("1") } }, { FP_STR("b"), { .text = FP_STR("3") } },
        { FP_STR("c"), { .text = FP_STR("1") } },
    };
    const fp_call call = { .name = FP_STR("n"), .args = args, .arg_count = 2 };
    fp_call other = call;

    (void)state;
    other.args = args + 1; /* in the other order */
    assert_true(fp_call_equal(&call, &other));
    other.args = args + 2;
    assert_false(fp_call_equal(&call, &other));
    other.args = args + 3;
    assert_false(fp_call_equal(&call, &other));
    other.arg_count = 1;
    assert_false(fp_call_equal(&call, &other));
    other = call;
    other.name = FP_STR("m");
    assert_false(fp_call_equal(&call, &other));
}

static void events(void **state)
{
    const fp_call call = { .name = FP_STR("n"), .start = 1, .end = 2, .complete = true };
    const struct {
        fp_event event;
        const char *json;
    } ROWS[] = {
        { { .type = FP_EVENT_TEXT, .data = FP_STR("t") }, "{\"event\":\"text\",\"data\":\"t\"}" },
        { { .type = FP_EVENT_REASONING, .data = FP_STR("r") },
          "{\"event\":\"reasoning\",\"data\":\"r\"}" },
        { { .type = FP_EVENT_CALL_BEGIN, .data = FP_STR("n") },
          "{\"event\":\"call_begin\",\"name\":\"n\"}" },
        { { .type = FP_EVENT_ARG_BEGIN, .data = FP_STR("k") },
          "{\"event\":\"arg_begin\",\"key\":\"k\"}" },
        { { .type = FP_EVENT_ARG_DATA, .data = FP_STR("d") },
          "{\"event\":\"arg_data\",\"data\":\"d\"}" },
        { { .type = FP_EVENT_ARG_END }, "{\"event\":\"arg_end\"}" },
        { { .type = FP_EVENT_CALL_END, .call = &call },
          "{\"event\":\"call_end\",\"call\":{\"name\":\"n\",\"input\":{},\"span\":[1,2],"
          "\"complete\":true}}" },
        { { .type = FP_EVENT_DIAGNOSTIC, .diagnostic = { FP_BAD_NAME, 5, "X-1.2" } },
          "{\"event\":\"diagnostic\",\"code\":\"bad-name\",\"offset\":5,\"clause\":\"X-1.2\"}" },
        { { .type = FP_EVENT_DIAGNOSTIC, .diagnostic = { FP_BAD_LINE, 6, NULL } },
          "{\"event\":\"diagnostic\",\"code\":\"bad-line\",\"offset\":6}" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_json json = { 0 };

        fp_json_event(&json, &ROWS[i].event);
        assert_json(&json, ROWS[i].json);
        fp_json_free(&json);
    }
}

/* -- outcomes: jansson reads what random inputs give, and finds the same in it ------------- */

static void check_outcome(const json_t *json, const fp_outcome *outcome)
{
    const json_t *all = json_object_get(json, "calls");
    const json_t *diagnostics = json_object_get(json, "diagnostics");
    const bool reasons = fp_outcome_reasoning(outcome).len > 0;

    assert_int_equal(json_object_size(json), reasons ? 4 : 3);
    assert_true(json_is_string(json_object_get(json, "text")));
    assert_true(json_is_string(json_object_get(json, "reasoning")) == reasons);
    assert_int_equal(json_array_size(all), fp_outcome_call_count(outcome));
    assert_int_equal(json_array_size(diagnostics), fp_outcome_diagnostic_count(outcome));
    for (size_t i = 0; i < json_array_size(all); i++) {
        const json_t *call = json_array_get(all, i);
        const fp_call *expected = fp_outcome_call(outcome, i);
        const json_t *span = json_object_get(call, "span");

        assert_int_equal(json_object_size(json_object_get(call, "input")), expected->arg_count);
        assert_int_equal(json_integer_value(json_array_get(span, 0)), expected->start);
        assert_int_equal(json_integer_value(json_array_get(span, 1)), expected->end);
        assert_int_equal(json_is_true(json_object_get(call, "complete")), expected->complete);
    }
}

static void outcomes(void **state)
{
    size_t with_calls = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        for (uint64_t seed = 0; seed < 1500; seed++) {
            rng r = { seed };
            unsigned char bytes[800];
            const fp_options options = random_options(&r, *syntax, NULL);
            const size_t len = random_text(&r, *syntax, bytes, sizeof bytes);
            fp_outcome *outcome;
            fp_json json = { 0 };
            json_t *back;

            assert_int_equal(
                fp_parse(*syntax, &options, (fp_str){ (const char *)bytes, len }, &outcome), FP_OK);
            fp_json_outcome(&json, outcome);
            back = json_loadb(json.ptr, json.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
            assert_non_null(back);
            check_outcome(back, outcome);
            with_calls += fp_outcome_call_count(outcome) > 0;
            json_decref(back);
            fp_json_free(&json);
            fp_outcome_free(outcome);
        }
    }
    assert_true(with_calls > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_byte_at_each_place),
        cmocka_unit_test(strings),
        cmocka_unit_test(random_strings),
        cmocka_unit_test(numbers),
        cmocka_unit_test(calls),
        cmocka_unit_test(values_are_compared),
        cmocka_unit_test(calls_are_compared),
        cmocka_unit_test(events),
        cmocka_unit_test(outcomes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
