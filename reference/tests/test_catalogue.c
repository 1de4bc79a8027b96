/* SPDX-License-Identifier: Apache-2.0 */
/* test_catalogue.c: catalogues that are refused, types by schema, and validation. */
#include "core/typing.h"

#include <fencepost/jsontext.h>
#include <fencepost/validate.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* FP_STR for what is static. */
#define STR(literal)                   \
    {                                  \
        (literal), sizeof(literal) - 1 \
    }

/* -- reading --------------------------------------------------------------------------------- */

#define TOOL(more) "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"" more "}]}"
#define ARGS ",\"properties\":{\"a\":{\"type\":\"integer\"},\"b\":{}},\"required\":[\"a\"]}"

#define SIXTY "a123456789b123456789c123456789d123456789e123456789f123456789"
#define LONG SIXTY "g"

#define RULES(json) TOOL(ARGS ",\"x-fencepost\":{\"validators\":" json "}")

static const struct {
    const char *json, *said;
    size_t line;
} REFUSED[] = {
    { "", "ends too early", 1 },
    { "{\n\"tools\": [,]}", "no JSON from byte", 2 },
    { "[]", "a catalogue is", 0 },
    { "{\"tools\":[],\"more\":1}", "a catalogue is", 0 },
    { "{\"tools\":[1]}", "tool 1 is not an object", 0 },
    { "{\"tools\":[{}]}", "tool 1 has no \"name\"", 0 },
    { "{\"tools\":[{\"name\":\"\"}]}", "tool 1 has no \"name\"", 0 },
    { "{\"tools\":[{\"name\":\"a\"},{\"name\":\"a\"}]}", "two tools are called \"a\"", 0 },
    { "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"properties\":{\"x\":1,\"y\":1,\"x\":2}}}]"
      "}",
      "two arguments are called \"x\"", 0 },
    { "{\"tools\":[{\"name\":\"a\",\"inputschema\":{}}]}", "unknown member \"inputschema\"", 0 },
    { "{\"tools\":[{\"name\":\"a\",\"inputSchema\":1}]}", "\"inputSchema\" is not an object", 0 },
    { "{\"tools\":{}}", "a catalogue is", 0 },
    { "{\"tools\":[{\"name\":1}]}", "tool 1 has no \"name\"", 0 },
    { "{\"tools\":[{\"name\":\"" LONG "\",\"more\":1}]}", "tool \"" SIXTY "\" has", 0 },
    { "{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"properties\":1}}]}",
      "\"properties\" is not an object", 0 },
    { TOOL(ARGS ",\"x-fencepost\":[]"), "\"x-fencepost\" is not an object", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"positional\":1}"), "\"positional\" is not an array", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"multiline\":{}}"), "\"multiline\" is not an array", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"category\":1}"), "unknown member \"category\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"version\":1}"), "unknown member \"version\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":1}"), "\"examples\" is not an array", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{}]}"), "example 1 has no object", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"positional\":[\"c\"]}"), "names \"c\", which is no argument",
      0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"positional\":[\"a\",\"a\"]}"), "names \"a\" twice", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"kind\":\"open\"}"), "\"kind\" is \"open\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"multi\":[]}"), "unknown member \"multi\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{}}]}"), "example 1 lacks", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{\"a\":\"1\"}}]}"),
      "example 1: \"a\" is not what its schema allows", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{\"a\":1,\"z\":1}}]}"),
      "an argument \"z\" that the tool lacks", 0 },
    { RULES("1"), "\"validators\" is not an object", 0 },
    { RULES("{\"c\":{}}"), "names \"c\", which is no argument", 0 },
    { RULES("{\"\":{}}"), "names \"\", which is no argument", 0 },
    { RULES("{\"b\":[]}"), "the validators of \"b\" are not an object", 0 },
    { RULES("{\"b\":{\"patern\":\"x\"}}"), "\"patern\" is no rule", 0 },
    { RULES("{\"b\":{\"pattern\":\"(\"}}"), "\"pattern\" is \"(\", not a POSIX", 0 },
    { RULES("{\"b\":{\"pattern\":\"a)(b\"}}"), "not a POSIX", 0 },
    { RULES("{\"b\":{\"pattern\":\"a)|(b\"}}"), "not a POSIX", 0 },
    { RULES("{\"b\":{\"pattern\":\"\\\\d\"}}"), "not a POSIX", 0 },
    { RULES("{\"b\":{\"pattern\":\"\\\\1\"}}"), "not a POSIX", 0 },
    { RULES("{\"b\":{\"pattern\":\"\\\\\"}}"), "not a POSIX", 0 },
    { RULES("{\"b\":{\"pattern\":\"a\\u0000\"}}"), "not a POSIX", 0 },
    { RULES("{\"b\":{\"oneOf\":1}}"), "not an array", 0 },
    { RULES("{\"b\":{\"pattern\":1}}"), "\"pattern\" is 1", 0 },
    { RULES("{\"b\":{\"identifier\":1}}"), "not true or false", 0 },
    { RULES("{\"b\":{\"minLength\":-1}}"), "not a whole number", 0 },
    { RULES("{\"b\":{\"noScript\":1}}"), "not true or false", 0 },
    { RULES("{\"b\":{\"maxLength\":-1}}"), "not a whole number", 0 },
    { RULES("{\"b\":{\"maxLength\":1.5}}"), "not a whole number", 0 },
    { RULES("{\"b\":{\"normalize\":\"upper\"}}"), "not \"trim\" or", 0 },
    { RULES("{\"b\":{\"oneOf\":[\"z\"]}}"), "\"oneOf\" names \"z\"", 0 },
};

static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_catalogue_error error = { 0 };

        assert_null(fp_catalogue_read(fp_str_of(REFUSED[i].json), &error));
        if (!strstr(error.text, REFUSED[i].said) || error.line != REFUSED[i].line)
            fail_msg("%s: line %zu, %s", REFUSED[i].json, error.line, error.text);
    }
}

/* -- types ----------------------------------------------------------------------------------- */

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
    { "{\"type\":\"boolean\"}", "TRUE", NULL },
    { "{\"type\":\"boolean\"}", "true false", NULL },
    { "{\"type\":[\"integer\",\"null\"]}", "None", "null" },
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

/* Names that nothing is behind. */
static void empty_names(void **state)
{
    fp_catalogue_error error = { 0 };
    fp_catalogue *none = fp_catalogue_read(FP_STR("{\"tools\":[]}"), &error);
    fp_catalogue *c = fp_catalogue_read(
        FP_STR("{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a\":{},"
               "\"\":{},\"ab\":{}}}},{\"name\":\"u\",\"inputSchema\":{}}]}"),
        &error);

    (void)state;
    assert_int_equal(fp_catalogue_count(none), 0);
    assert_null(fp_catalogue_find(none, FP_STR("t")));
    assert_null(fp_catalogue_find(c, FP_STR("")));
    assert_ptr_equal(fp_tool_find_arg(fp_catalogue_tool(c, 0), FP_STR("")),
                     &fp_catalogue_tool(c, 0)->args[1]);
    assert_int_equal(fp_catalogue_tool(c, 1)->arg_count, 0);
    fp_catalogue_free(none);
    fp_catalogue_free(c);
    fp_catalogue_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused),
        cmocka_unit_test(types),
        cmocka_unit_test(types_of_lists),
        cmocka_unit_test(unknown_types),
        cmocka_unit_test(types_of_what_nests),
        cmocka_unit_test(types_are_named),
        cmocka_unit_test(empty_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
