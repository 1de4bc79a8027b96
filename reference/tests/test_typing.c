/* SPDX-License-Identifier: Apache-2.0 */
/* test_typing.c: what a schema makes of texts, and which types it names. */
#include "core/typing.h"

#include <fencepost/jsontext.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fp_catalogue *catalogue_of(const char *schema)
{
    char json[600];
    fp_catalogue_error error = { 0 };
    fp_catalogue *c;

    snprintf(json, sizeof json,
             "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
             "{\"a\":%s}}}]}",
             schema);
    c = fp_catalogue_read(fp_str_of(json), &error);
    if (!c)
        fail_msg("%s", error.text);
    return c;
}

static const struct {
    const char *schema, *text, *json; /* NULL: it does not fit, and stays a string */
} TYPES[] = {
    { "{}", "1", "\"1\"" },
    { "{\"type\":\"strange\"}", "1", "\"1\"" },
    { "{\"type\":\"string\"}", "1", "\"1\"" },
    { "{\"type\":\"string\"}", "null", "\"null\"" },
    { "{\"type\":\"integer\"}", " 42\n", "42" },
    { "{\"type\":\"integer\"}", "9007199254740993", "9007199254740993" },
    { "{\"type\":\"integer\"}", "3.0", NULL },
    { "{\"type\":\"integer\"}", "+1", NULL },
    { "{\"type\":\"integer\"}", "007", NULL },
    { "{\"type\":\"integer\"}", "", NULL },
    { "{\"type\":\"number\"}", "-1.5e3", "-1.5e3" },
    { "{\"type\":\"number\"}", "7", "7" },
    { "{\"type\":\"number\"}", "NaN", NULL },
    { "{\"type\":\"boolean\"}", "true", "true" },
    { "{\"type\":\"boolean\"}", "True", "true" },
    { "{\"type\":\"boolean\"}", " False\n", "false" },
    { "{\"type\":\"boolean\"}", "None", NULL },
    { "{\"type\":\"boolean\"}", "TRUE", "true" },
    { "{\"type\":\"boolean\"}", "truE\t", "true" },
    { "{\"type\":\"boolean\"}", "tru", NULL },
    { "{\"type\":\"boolean\"}", "falsey", NULL },
    { "{\"type\":\"boolean\"}", "true false", NULL },
    { "{\"type\":[\"integer\",\"null\"]}", "None", NULL },
    { "{\"type\":[\"string\",\"null\"]}", "None", "\"None\"" },
    { "{\"type\":[\"string\",\"boolean\"]}", "True", "\"True\"" },
    { "{\"type\":\"boolean\"}", "1", NULL },
    { "{\"type\":\"null\"}", "null", "null" },
    { "{\"type\":\"null\"}", "", NULL },
    { "{\"type\":\"object\"}", "{\"k\": [1]}", "{\"k\":[1]}" },
    { "{\"type\":\"object\"}", "{k:1}", NULL },
    { "{\"type\":\"array\"}", "[1, 2]", "[1,2]" },
    { "{\"type\":\"array\"}", "x", "[\"x\"]" },
    { "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "5", "[5]" },
    { "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "x", NULL },
    { "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "[\"x\"]", NULL },
    { "{\"type\":[\"string\",\"null\"]}", "null", "null" },
    { "{\"type\":[\"string\",\"null\"]}", "1", "\"1\"" },
    { "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}", "1", "1" },
    { "{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}", "x", NULL },
    { "{\"anyOf\":[{\"type\":\"integer\"},{}]}", "x", "\"x\"" },
    { "{\"enum\":[\"low\",\"high\"]}", "low", "\"low\"" },
    { "{\"enum\":[\"low\",\"high\"]}", "mid", NULL },
    { "{\"enum\":[1,2]}", "2", "2" },
    { "{\"enum\":[1,2]}", "3", NULL },
    { "{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}}", "True", "[true]" },
    { "{\"type\":\"array\",\"items\":{\"type\":\"boolean\"}}", "[True]", NULL },
    { "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", "[1, 2", NULL },
    { "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", " [a]", NULL },
    { "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", "a]", "[\"a]\"]" },
    { "{\"type\":\"array\",\"items\":{\"enum\":[1,2]}}", "2", "[2]" },
    { "{\"type\":\"array\",\"items\":{\"enum\":[1,2]}}", "7", NULL },
    { "{\"type\":\"array\",\"items\":{\"enum\":[1,2]}}", "[1,7]", NULL },
    { "{\"type\":\"array\",\"items\":{\"enum\":[\"a\"]}}", "a", "[\"a\"]" },
    { "{\"type\":\"array\",\"items\":{\"enum\":[\"a\"]}}", "b", NULL },
    { "{\"type\":\"array\",\"items\":{\"const\":5}}", "5", "[5]" },
    { "{\"type\":\"array\",\"items\":{\"const\":5}}", "[7]", NULL },
    { "{\"type\":\"array\",\"enum\":[[1],[2]]}", "[2]", "[2]" },
    { "{\"type\":\"array\",\"enum\":[[\"x\"]]}", "x", "[\"x\"]" },
    { "{\"type\":\"array\",\"enum\":[[\"x\"]]}", "y", NULL },
    { "{\"type\":[\"integer\",\"null\",\"float\"]}", "1", "\"1\"" },
    { "{\"type\":\"float\",\"enum\":[1,2]}", "1", "1" },
    { "{\"anyOf\":[{\"type\":\"int\"},{\"type\":\"null\"}]}", "1", "\"1\"" },
    { "{\"const\":1.0}", "1.0", "1" },
    { "{\"const\":5}", "7", NULL },
    { "{\"const\":\"a\"}", "a", "\"a\"" },
    { "{\"const\":\"a\"}", "b", NULL },
    { "{\"type\":\"integer\",\"enum\":[1,\"x\"]}", "x", NULL },
};

static void types(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        fp_catalogue *c = catalogue_of(TYPES[i].schema);
        const fp_tool_arg *arg = &fp_catalogue_tool(c, 0)->args[0];
        fp_value value = { .kind = FP_VALUE_STRING, .text = fp_str_of(TYPES[i].text) };
        const fp_value expected = { .kind = FP_VALUE_JSON,
                                    .text = fp_str_of(TYPES[i].json ? TYPES[i].json : "") };
        fp_buf scratch = { 0 };
        bool fits;

        assert_true(fp_buf_append(&scratch, "before", 6)); /* of another argument */
        assert_true(fp_typing_apply(arg, &value, &scratch, &fits));
        if (fits != (TYPES[i].json != NULL) || (fits && !fp_value_equal(&value, &expected)))
            fail_msg("%s: %s: %d %.*s", TYPES[i].schema, TYPES[i].text, fits, (int)value.text.len,
                     value.text.ptr);
        if (!fits) {
            assert_true(fp_str_equal(value.text, fp_str_of(TYPES[i].text)));
            assert_int_equal(scratch.len, 6);
        }
        fp_buf_free(&scratch);
        fp_catalogue_free(c);
    }
}

/* A list stays as it is where its items are texts; else it becomes an array, or does not fit. */
static void types_of_lists(void **state)
{
    static const fp_str ITEMS[] = { { "1", 1 }, { "null", 4 } };
    static const struct {
        const char *schema, *json; /* NULL: it does not fit, and stays a list */
    } ROWS[] = {
        { "{\"type\":\"array\"}", "[\"1\",\"null\"]" },
        { "{\"type\":\"string\"}", NULL },
        { "{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}", NULL },
        { "{\"type\":\"array\",\"items\":{\"type\":[\"integer\",\"null\"]}}", "[1,null]" },
        { "{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"]}}", "[\"1\",null]" },
        { "{\"type\":\"array\",\"items\":{\"enum\":[\"1\",\"null\"]}}", "[\"1\",\"null\"]" },
        { "{\"type\":\"array\",\"items\":{\"enum\":[\"1\",\"2\"]}}", NULL },
        { "{\"type\":\"array\",\"items\":{\"const\":\"1\"}}", NULL },
        { "{\"type\":\"array\",\"const\":[\"1\"]}", NULL },
        { "{\"type\":\"array\",\"const\":[\"1\",\"null\"]}", "[\"1\",\"null\"]" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_catalogue *c = catalogue_of(ROWS[i].schema);
        const fp_value given = { .kind = FP_VALUE_LIST, .items = ITEMS, .item_count = 2 };
        const fp_value expected = { .kind = FP_VALUE_JSON,
                                    .text = fp_str_of(ROWS[i].json ? ROWS[i].json : "") };
        fp_value value = given;
        fp_buf scratch = { 0 };
        bool fits;

        assert_true(fp_typing_apply(fp_catalogue_tool(c, 0)->args, &value, &scratch, &fits));
        if (fits != (ROWS[i].json != NULL) || !fp_value_equal(&value, fits ? &expected : &given))
            fail_msg("%s: %d", ROWS[i].schema, fits);
        fp_buf_free(&scratch);
        fp_catalogue_free(c);
    }
}

/* CATALOGUE-1.4: of several the first one, wherever it stands. */
static void unknown_types(void **state)
{
    static const struct {
        const char *schema, *unknown;
    } ROWS[] = {
        { "{\"type\":\"integer\"}", "" },
        { "{}", "" },
        { "{\"type\":\"float\"}", "\"float\"" },
        { "{\"type\":[\"null\",\"int\",\"dict\"]}", "\"int\"" },
        { "{\"type\":5}", "5" },
        { "{\"type\":\"float\",\"items\":{\"type\":\"int\"}}", "\"float\"" },
        { "{\"oneOf\":[{\"type\":\"null\"},{\"type\":\"int\"}]}", "\"int\"" },
        { "{\"type\":\"array\",\"items\":{\"type\":\"dict\"}}", "\"dict\"" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_catalogue *c = catalogue_of(ROWS[i].schema);

        assert_true(fp_str_equal(fp_catalogue_tool(c, 0)->args[0].unknown_type,
                                 fp_str_of(ROWS[i].unknown)));
        fp_catalogue_free(c);
    }
}

/* What nests deeper is text. */
static void types_of_what_nests(void **state)
{
    enum { DEEPEST = 128 };
    char text[2 * (DEEPEST + 1)];
    fp_value value;

    (void)state;
    memset(text, '[', DEEPEST + 1);
    memset(text + DEEPEST + 1, ']', DEEPEST + 1);
    assert_false(fp_typing_of_text(FP_TYPE_ARRAY, (fp_str){ text, sizeof text }, &value));
    assert_true(
        fp_typing_of_text(FP_TYPE_ARRAY, (fp_str){ text + 1, (size_t)2 * DEEPEST }, &value));
    assert_int_equal(value.kind, FP_VALUE_JSON);
}

/* What has room is written; the end of what has not is missing. */
static void types_are_named(void **state)
{
    char text[40] = "before";

    (void)state;
    fp_types_text(FP_TYPE_STRING | FP_TYPE_NULL, text, 0);
    assert_string_equal(text, "before");
    fp_types_text(FP_TYPE_STRING | FP_TYPE_NULL | FP_TYPE_OBJECT, text, sizeof text);
    assert_string_equal(text, "string or null or object");
    fp_types_text(FP_TYPE_STRING | FP_TYPE_NULL | FP_TYPE_OBJECT, text, 8);
    assert_string_equal(text, "string ");
    fp_types_text(0, text, sizeof text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),           cmocka_unit_test(types_of_lists),
        cmocka_unit_test(unknown_types),   cmocka_unit_test(types_of_what_nests),
        cmocka_unit_test(types_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
