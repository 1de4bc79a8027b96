/* SPDX-License-Identifier: Apache-2.0 */
/* test_catalogue.c: catalogues that are refused, and names in them. */
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
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{\"a\":1},\"titel\":\"t\"}]}"),
      "example 1 has an unknown member \"titel\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"title\":1,\"input\":{\"a\":1}}]}"),
      "the \"title\" of example 1 is not a string", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"positional\":[\"c\"]}"),
      "names \"c\", which is not an argument", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"positional\":[\"a\",\"a\"]}"), "names \"a\" twice", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"positional\":[\"a\"],\"p\\u006fsitional\":[]}"),
      "x-fencepost has \"p\\u006fsitional\" twice", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"kind\":\"open\"}"), "\"kind\" is \"open\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"multi\":[]}"), "unknown member \"multi\"", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{}}]}"), "example 1 lacks", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{\"a\":\"1\"}}]}"),
      "example 1: \"a\" is not what its schema allows", 0 },
    { TOOL(ARGS ",\"x-fencepost\":{\"examples\":[{\"input\":{\"a\":1,\"z\":1}}]}"),
      "an argument \"z\" that the tool lacks", 0 },
    { RULES("1"), "\"validators\" is not an object", 0 },
    { RULES("{\"c\":{}}"), "names \"c\", which is not an argument", 0 },
    { RULES("{\"\":{}}"), "names \"\", which is not an argument", 0 },
    { RULES("{\"b\":[]}"), "the validators of \"b\" are not an object", 0 },
    { RULES("{\"b\":{\"patern\":\"x\"}}"), "\"patern\" is not a rule", 0 },
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

/* Names that nothing is after. */
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
        cmocka_unit_test(empty_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
