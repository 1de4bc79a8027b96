/* SPDX-License-Identifier: Apache-2.0 */
/* test_validate.c: calls held against the schemas and the rules of their tools. */
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

/* -- validation ------------------------------------------------------------------------------ */

static const char RULES[] =
    "{\"tools\":[{\"name\":\"task\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
    "\"identifier\":{\"type\":\"string\"},\"heading\":{\"type\":\"string\",\"maxLength\":5},"
    "\"status\":{\"enum\":[\"pending\",\"done\"],\"default\":\"pending\"},"
    "\"level\":{\"enum\":[\"low\",\"high\"]},\"limit\":{\"type\":\"number\"},"
    "\"delete\":{\"type\":\"boolean\"},"
    "\"word\":{\"type\":\"string\",\"pattern\":\"b\"},"
    "\"digits\":{\"type\":\"string\",\"pattern\":\"^\\\\d+$\"}}},\"x-fencepost\":{\"version\":"
    "\"2\",\"validators\":{"
    "\"identifier\":{\"identifier\":true,\"oneOf\":[\"heading\"]},"
    "\"level\":{\"normalize\":\"lowercase\"},\"heading\":{\"pattern\":\"[A-Za-z ]+\"}}}}]}";

static const struct {
    const char *key, *value, *key2, *value2, *json;
} VALIDATION[] = {
    { "identifier", "a-1", NULL, NULL,
      "{\"valid\":true,\"errors\":[],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a-1\",\"status\":\"pending\"}}" },
    { "heading", "Do it", NULL, NULL,
      "{\"valid\":true,\"errors\":[],\"warnings\":[],"
      "\"normalized\":{\"heading\":\"Do it\",\"status\":\"pending\"}}" },
    { "status", "done", "identifier", "a b",
      "{\"valid\":false,\"errors\":[{\"field\":\"identifier\",\"message\":\"no identifier: one "
      "to "
      "200 of A-Z a-z 0-9 _ -\"}],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a b\",\"status\":\"done\"}}" },
    { "identifier", "a", "status", "wild",
      "{\"valid\":true,\"errors\":[],\"warnings\":[{\"field\":\"status\",\"message\":\"not one "
      "of "
      "the values allowed; the default is taken; allowed: [\\\"pending\\\",\\\"done\\\"]\"}],"
      "\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\"}}" },
    { "identifier", "a", "level", "HIGH",
      "{\"valid\":true,\"errors\":[],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\",\"level\":\"high\"}}" },
    { "identifier", "a", "level", "top",
      "{\"valid\":false,\"errors\":[{\"field\":\"level\",\"message\":\"not one of the values "
      "allowed: [\\\"low\\\",\\\"high\\\"]\"}],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\"}}" },
    { "identifier", "a", "delete", "false",
      "{\"valid\":true,\"errors\":[],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\",\"delete\":false}}" },
    { "identifier", "a", "limit", "full-length",
      "{\"valid\":false,\"errors\":[{\"field\":\"limit\",\"message\":\"not of the type "
      "number\"}],"
      "\"warnings\":[],\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\"}}" },
    { "identifier", "a", "heading", "a1",
      "{\"valid\":false,\"errors\":[{\"field\":\"heading\",\"message\":\"does not match the "
      "pattern "
      "\\\"[A-Za-z ]+\\\"\"}],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a\",\"heading\":\"a1\",\"status\":\"pending\"}}" },
    { "identifier", "a", "heading", "too long",
      "{\"valid\":false,\"errors\":[{\"field\":\"heading\",\"message\":\"longer, in "
      "characters, than "
      "5\"}],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a\",\"heading\":\"too "
      "long\",\"status\":\"pending\"}}" },
    { "identifier", "a", "more", "x",
      "{\"valid\":true,\"errors\":[],\"warnings\":[{\"field\":\"more\",\"message\":\"the tool "
      "declares no such argument\"}],"
      "\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\",\"more\":\"x\"}}" },
    { "heading", "Do", "word", "abc",
      "{\"valid\":true,\"errors\":[],\"warnings\":[],"
      "\"normalized\":{\"heading\":\"Do\",\"status\":\"pending\",\"word\":\"abc\"}}" },
    { "heading", "Do", "word", "ac",
      "{\"valid\":false,\"errors\":[{\"field\":\"word\",\"message\":\"does not match the "
      "pattern \\\"b\\\"\"}],\"warnings\":[],"
      "\"normalized\":{\"heading\":\"Do\",\"status\":\"pending\",\"word\":\"ac\"}}" },
    { "heading", "Do", "digits", "x",
      "{\"valid\":true,\"errors\":[],\"warnings\":[],"
      "\"normalized\":{\"heading\":\"Do\",\"status\":\"pending\",\"digits\":\"x\"}}" },
    { "identifier", "a", "limit", "",
      "{\"valid\":true,\"errors\":[],\"warnings\":[{\"field\":\"limit\",\"message\":\"empty, and "
      "so "
      "not given\"}],\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\"}}" },
    { "identifier", "a", "delete", "",
      "{\"valid\":true,\"errors\":[],\"warnings\":[{\"field\":\"delete\",\"message\":\"empty, and "
      "so "
      "not given\"}],\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\"}}" },
    { "identifier", "a", "limit", "0x10",
      "{\"valid\":false,\"errors\":[{\"field\":\"limit\",\"message\":\"not of the type "
      "number\"}],"
      "\"warnings\":[],\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\"}}" },
    { "identifier", "a", "word", "",
      "{\"valid\":false,\"errors\":[{\"field\":\"word\",\"message\":\"does not match the "
      "pattern \\\"b\\\"\"}],\"warnings\":[],"
      "\"normalized\":{\"identifier\":\"a\",\"status\":\"pending\",\"word\":\"\"}}" },
    { "limit", "1", NULL, NULL,
      "{\"valid\":false,\"errors\":[{\"field\":\"identifier\",\"message\":\"missing, and so is "
      "each "
      "that would do instead: [\\\"heading\\\"]\"}],\"warnings\":[],"
      "\"normalized\":{\"status\":\"pending\",\"limit\":1}}" },
};

static void validation(void **state)
{
    fp_catalogue_error error = { 0 };
    fp_catalogue *c = fp_catalogue_read(fp_str_of(RULES), &error);

    (void)state;
    if (!c)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < sizeof VALIDATION / sizeof *VALIDATION; i++) {
        const fp_arg args[] = {
            { fp_str_of(VALIDATION[i].key), { .text = fp_str_of(VALIDATION[i].value) } },
            { fp_str_of(VALIDATION[i].key2 ? VALIDATION[i].key2 : ""),
              { .text = fp_str_of(VALIDATION[i].value2 ? VALIDATION[i].value2 : "") } },
        };
        const fp_call call = { .name = FP_STR("task"),
                               .args = args,
                               .arg_count = VALIDATION[i].key2 ? 2 : 1,
                               .complete = true };
        fp_json json = { 0 };
        bool valid;

        assert_true(fp_validate(fp_catalogue_tool(c, 0), &call, &json, &valid));
        if (!fp_str_equal((fp_str){ json.ptr, json.len }, fp_str_of(VALIDATION[i].json)))
            fail_msg("row %zu: %.*s", i, (int)json.len, json.ptr);
        assert_int_equal(valid, strstr(VALIDATION[i].json, "\"valid\":true") != NULL);
        fp_json_free(&json);
    }
    assert_true(fp_str_equal(fp_catalogue_tool(c, 0)->version, FP_STR("2")));
    fp_catalogue_free(c);
}

/* A tool of one argument "a", by its schema, its rules and whether it is required; a second, "b",
 * may replace it. What a call of these arguments is found to be. */
static const struct {
    const char *schema, *rules, *required;
    fp_arg args[2];
    size_t count;
    const char *json;
} SINGLE[] = {
    { "{}",
      "{}",
      "[\"a\"]",
      { { { NULL, 0 }, { .text = { NULL, 0 } } } },
      0,
      "\"errors\":[{\"field\":\"a\",\"message\":\"missing\"}],\"warnings\":[],\"normalized\":{}}" },
    { "{\"default\":1}",
      "{}",
      "[\"a\"]",
      { { { NULL, 0 }, { .text = { NULL, 0 } } } },
      0,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":1}}" },
    { "{}",
      "{\"oneOf\":[\"b\"]}",
      "[]",
      { { STR("b"), { .text = STR("") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"missing, and so is each that would do instead: "
      "[\\\"b\\\"]\"}],\"warnings\":[],\"normalized\":{\"b\":\"\"}}" },
    { "{\"default\":1}",
      "{\"oneOf\":[\"b\"]}",
      "[]",
      { { STR("x"), { .text = STR("y") } } },
      1,
      "\"errors\":[],\"warnings\":[{\"field\":\"x\",\"message\":\"the tool declares no such "
      "argument\"}],"
      "\"normalized\":{\"a\":1,\"x\":\"y\"}}" },
    { "{}",
      "{\"normalize\":\"trim\"}",
      "[]",
      { { STR("a"), { .text = STR(" \tx \n") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"x\"}}" },
    { "{}",
      "{\"normalize\":\"lowercase\"}",
      "[]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"\"}}" },
    { "{}",
      "{\"normalize\":\"lowercase\"}",
      "[]",
      { { STR("a"), { .text = STR("AZ@[az") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"az@[az\"}}" },
    { "{}",
      "{\"identifier\":true}",
      "[]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"no identifier: one to 200 of A-Z a-z 0-9 _ -\"}],"
      "\"warnings\":[],\"normalized\":{\"a\":\"\"}}" },
    { "{}",
      "{\"identifier\":false}",
      "[]",
      { { STR("a"), { .text = STR("?") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"?\"}}" },
    { "{}",
      "{\"pattern\":\"a\\\\.b|\"}",
      "[]",
      { { STR("a"), { .text = STR("a.b") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"a.b\"}}" },
    { "{}",
      "{\"pattern\":\"a.*\"}",
      "[]",
      { { STR("a"), { .text = { "a\0b", 3 } } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"does not match the pattern "
      "\\\"a.*\\\"\"}],\"warnings\":[],"
      "\"normalized\":{\"a\":\"a\\u0000b\"}}" },
    { "{}",
      "{\"identifier\":true}",
      "[]",
      { { STR("a"), { .text = STR("a_1-B") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"a_1-B\"}}" },
    { "{\"pattern\":\"a\\\\\"}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("b") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"b\"}}" },
    { "{\"pattern\":1,\"maxLength\":1.5}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("a") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"a\"}}" },
    { "{\"maxLength\":99999999999999999999999}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("a") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"a\"}}" },
    { "{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"integer\"}}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("x") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"not of the type null or array of "
      "integer\"}],\"warnings\":[],\"normalized\":{}}" },
    { "{\"type\":\"array\",\"items\":{\"enum\":[1,2]}}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("7") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"not of the type array of integer or number, each "
      "one of [1,2]\"}],\"warnings\":[],\"normalized\":{}}" },
    { "{\"type\":\"array\",\"items\":{\"const\":5}}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("7") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"not of the type array of integer or number, each "
      "5\"}],\"warnings\":[],\"normalized\":{}}" },
    { "{\"const\":5}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("7") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"not the value allowed: "
      "5\"}],\"warnings\":[],\"normalized\":{}}" },
    { "{\"type\":\"float\"}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("1.5") } } },
      1,
      "\"errors\":[],\"warnings\":[{\"field\":\"a\",\"message\":\"any value is allowed, for JSON "
      "Schema has no type \\\"float\\\"\"}],\"normalized\":{\"a\":\"1.5\"}}" },
    { "{\"maxLength\":99999999999999999999999}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("a") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"a\"}}" },
    { "{}",
      "{\"oneOf\":[\"b\"]}",
      "[]",
      { { STR("b"), { .text = STR("") } }, { STR("b"), { .text = STR("x") } } },
      2,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"b\":\"\"}}" },
    { "{}",
      "{\"normalize\":\"trim\"},\"a\":{\"normalize\":\"lowercase\"}",
      "[]",
      { { STR("a"), { .text = STR(" X ") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"X\"}}" },
    /* CATALOGUE-3.2, 3.3: an empty text for what cannot be a text is not given; a text it is */
    { "{\"type\":\"integer\"}",
      "{}",
      "[\"a\"]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"missing\"}],\"warnings\":[{\"field\":\"a\","
      "\"message\":\"empty, and so not given\"}],\"normalized\":{}}" },
    { "{\"type\":\"integer\",\"default\":7}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[],\"warnings\":[{\"field\":\"a\",\"message\":\"empty, and so not given\"}],"
      "\"normalized\":{\"a\":7}}" },
    { "{\"type\":\"string\"}",
      "{}",
      "[\"a\"]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"\"}}" },
    { "{\"type\":[\"integer\",\"string\"]}",
      "{}",
      "[]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"\"}}" },
    { "{\"type\":\"boolean\"}",
      "{}",
      "[]",
      { { STR("a"), { .kind = FP_VALUE_JSON, .text = STR("\"\"") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"not of the type boolean\"}],\"warnings\":[],"
      "\"normalized\":{}}" },
    /* CATALOGUE-3.4: minLength, of the rules or of the schema; the rules' own counts */
    { "{\"type\":\"string\",\"minLength\":1}",
      "{}",
      "[\"a\"]",
      { { STR("a"), { .text = STR("") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"shorter, in characters, than 1\"}],"
      "\"warnings\":[],\"normalized\":{\"a\":\"\"}}" },
    { "{\"type\":\"string\",\"minLength\":9}",
      "{\"minLength\":2}",
      "[]",
      { { STR("a"), { .text = STR("\xC3\xA9\xC3\xA9") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"\xC3\xA9\xC3\xA9\"}}" },
    { "{\"type\":\"string\"}",
      "{\"minLength\":3}",
      "[]",
      { { STR("a"), { .text = STR("\xC3\xA9\xC3\xA9") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"shorter, in characters, than 3\"}],"
      "\"warnings\":[],\"normalized\":{\"a\":\"\xC3\xA9\xC3\xA9\"}}" },
    /* CATALOGUE-3.6 */
    { "{}",
      "{\"noScript\":true}",
      "[]",
      { { STR("a"), { .text = STR("x <SCRIPT src=1>") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"holds <script\"}],\"warnings\":[],"
      "\"normalized\":{\"a\":\"x <SCRIPT src=1>\"}}" },
    { "{}",
      "{\"noScript\":true}",
      "[]",
      { { STR("a"), { .text = STR("JavaScript:1") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"holds javascript:\"}],\"warnings\":[],"
      "\"normalized\":{\"a\":\"JavaScript:1\"}}" },
    { "{}",
      "{\"noScript\":true}",
      "[]",
      { { STR("a"), { .text = STR("<p onClick=x OnError=y>") } } },
      1,
      "\"errors\":[{\"field\":\"a\",\"message\":\"holds onerror=\"}],\"warnings\":[],"
      "\"normalized\":{\"a\":\"<p onClick=x OnError=y>\"}}" },
    { "{}",
      "{\"noScript\":true}",
      "[]",
      { { STR("a"), { .text = STR("<scrip javascript onerror onclick") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"<scrip javascript onerror "
      "onclick\"}}" },
    { "{}",
      "{\"noScript\":false}",
      "[]",
      { { STR("a"), { .text = STR("<script>") } } },
      1,
      "\"errors\":[],\"warnings\":[],\"normalized\":{\"a\":\"<script>\"}}" },
};

static void single_arguments(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SINGLE / sizeof *SINGLE; i++) {
        const fp_call call = {
            .name = STR("t"), .args = SINGLE[i].args, .arg_count = SINGLE[i].count, .complete = true
        };
        const bool good = strstr(SINGLE[i].json, "\"errors\":[]") != NULL;
        char json[600], expected[600];
        fp_catalogue_error error = { 0 };
        fp_json result = { 0 };
        bool valid;

        snprintf(json, sizeof json,
                 "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a\":%s,\"b\":{}},"
                 "\"required\":%s},"
                 "\"x-fencepost\":{\"validators\":{\"b\":{},\"a\":%s}}}]}",
                 SINGLE[i].schema, SINGLE[i].required, SINGLE[i].rules);
        snprintf(expected, sizeof expected, "{\"valid\":%s,%s", good ? "true" : "false",
                 SINGLE[i].json);

        fp_catalogue *c = fp_catalogue_read(fp_str_of(json), &error);

        if (!c)
            fail_msg("%s: %s", json, error.text);
        assert_true(fp_validate(fp_catalogue_tool(c, 0), &call, &result, &valid));
        if (!fp_str_equal((fp_str){ result.ptr, result.len }, fp_str_of(expected)))
            fail_msg("%s: %.*s", json, (int)result.len, result.ptr);
        assert_int_equal(valid, good);
        fp_json_free(&result);
        fp_catalogue_free(c);
    }
}

/* A tool without a word of ours. */
static void no_rules(void **state)
{
    fp_catalogue_error error = { 0 };
    fp_catalogue *c = fp_catalogue_read(
        FP_STR("{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a\":{}}}}]}"),
        &error);
    const fp_arg arg = { STR("a"), { .text = STR("x") } };
    const fp_call call = { .name = STR("t"), .args = &arg, .arg_count = 1, .complete = true };
    fp_json result = { 0 };
    bool valid;

    (void)state;
    assert_non_null(c);
    assert_true(fp_validate(fp_catalogue_tool(c, 0), &call, &result, &valid));
    assert_true(valid);
    fp_json_free(&result);
    fp_catalogue_free(c);
}

/* The longest identifier, and one that is longer. */
static void long_identifiers(void **state)
{
    static char name[202];
    fp_catalogue_error error;
    fp_catalogue *c = fp_catalogue_read(
        FP_STR("{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{\"a\":{}}},"
               "\"x-fencepost\":{\"validators\":{\"a\":{\"identifier\":true}}}}]}"),
        &error);

    (void)state;
    assert_non_null(c);
    memset(name, 'n', sizeof name - 1);
    for (size_t len = 200; len < sizeof name; len++) {
        const fp_arg arg = { STR("a"), { .text = { name, len } } };
        const fp_call call = { .name = STR("t"), .args = &arg, .arg_count = 1, .complete = true };
        fp_json result = { 0 };
        bool valid;

        assert_true(fp_validate(fp_catalogue_tool(c, 0), &call, &result, &valid));
        assert_int_equal(valid, len == 200);
        fp_json_free(&result);
    }
    fp_catalogue_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(validation),
        cmocka_unit_test(single_arguments),
        cmocka_unit_test(no_rules),
        cmocka_unit_test(long_identifiers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
