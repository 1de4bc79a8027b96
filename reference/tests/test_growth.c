/* SPDX-License-Identifier: Apache-2.0 */
/* test_growth.c: what is done with a call grows linearly with its arguments, whatever their order;
 * and what a reader of partial JSON does, with its text.
 */
#include "work.h"

#include <fencepost/jsontext.h>
#include <fencepost/outcome.h>
#include <fencepost/partial_json.h>
#include <fencepost/validate.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 1000, KEY_SIZE = 16 };

/* A call whose keys are numbers, ascending, or the other way round. */
typedef struct wide_call {
    fp_call call;
    fp_arg *args;
    char (*keys)[KEY_SIZE];
} wide_call;

static wide_call wide_call_new(size_t count, bool turned)
{
    wide_call w = { .args = calloc(count, sizeof *w.args), .keys = calloc(count, KEY_SIZE) };

    assert_non_null(w.args);
    assert_non_null(w.keys);
    for (size_t i = 0; i < count; i++) {
        const int len = snprintf(w.keys[i], KEY_SIZE, "k%zu", turned ? count - 1 - i : i);

        w.args[i] = (fp_arg){ { w.keys[i], (size_t)len },
                              { .kind = FP_VALUE_STRING, .text = FP_STR("v") } };
    }
    w.call = (fp_call){ .name = FP_STR("t"), .args = w.args, .arg_count = count, .complete = true };
    return w;
}

static void wide_call_free(wide_call *w)
{
    free(w->args);
    free(w->keys);
}

static void compare_calls(const void *context, size_t count)
{
    wide_call a = wide_call_new(count, false), b = wide_call_new(count, true);

    (void)context;
    assert_true(fp_call_equal(&a.call, &b.call));
    b.args[0].key = FP_STR("other");
    assert_false(fp_call_equal(&a.call, &b.call));
    wide_call_free(&a);
    wide_call_free(&b);
}

/* {"k0":0,…}; each third key is escaped. Owned. */
static fp_json object(size_t count, bool turned)
{
    fp_json json = { 0 };

    fp_json_raw(&json, "{");
    for (size_t i = 0; i < count; i++) {
        const size_t number = turned ? count - 1 - i : i;

        fp_json_raw(&json, i ? "," : "");
        fp_json_raw(&json, i % 3 ? "\"k" : "\"\\u006b");
        fp_json_number(&json, number);
        fp_json_raw(&json, "\":");
        fp_json_number(&json, number);
    }
    fp_json_raw(&json, "}");
    assert_false(json.failed);
    return json;
}

static void compare_objects(const void *context, size_t count)
{
    fp_json a = object(count, false), b = object(count, true);

    (void)context;
    assert_true(fp_jsontext_equal((fp_str){ a.ptr, a.len }, (fp_str){ b.ptr, b.len }));
    *strstr(b.ptr, "k1\"") = 'x';
    assert_false(fp_jsontext_equal((fp_str){ a.ptr, a.len }, (fp_str){ b.ptr, b.len }));
    fp_json_free(&a);
    fp_json_free(&b);
}

/* A tool with so many arguments, and a rule for each: the next may stand for it. */
static fp_catalogue *wide_tool(size_t count)
{
    fp_json json = { 0 };
    fp_catalogue_error error;
    fp_catalogue *catalogue;

    fp_json_raw(&json, "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"properties\":{");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(&json, i ? ",\"k" : "\"k");
        fp_json_number(&json, i);
        fp_json_raw(&json, "\":{\"type\":\"string\"}");
    }
    fp_json_raw(&json, "}},\"x-fencepost\":{\"validators\":{");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(&json, i ? ",\"k" : "\"k");
        fp_json_number(&json, i);
        fp_json_raw(&json, "\":{\"oneOf\":[\"k");
        fp_json_number(&json, i ^ 1);
        fp_json_raw(&json, "\"]}");
    }
    fp_json_raw(&json, "}}}]}");
    assert_false(json.failed);
    catalogue = fp_catalogue_read((fp_str){ json.ptr, json.len }, &error);
    assert_non_null(catalogue);
    fp_json_free(&json);
    return catalogue;
}

/* The catalogues for both sizes are read before: that is work of another kind. */
static void validate(const void *context, size_t count)
{
    const fp_catalogue *const *catalogues = context;
    const fp_tool *tool = fp_catalogue_tool(catalogues[count > SIZE], 0);
    wide_call w = wide_call_new(count, true);
    fp_json result = { 0 };
    bool valid;

    for (size_t i = 0; i < count; i += 4) /* known and absent, and one that is not known */
        w.args[i].key = FP_STR("none");
    assert_true(fp_validate(tool, &w.call, &result, &valid));
    assert_true(valid);
    fp_json_free(&result);
    wide_call_free(&w);
}

static void calls_are_compared(void **state)
{
    (void)state;
    work_grows_linearly(compare_calls, NULL, SIZE);
}

static void objects_are_compared(void **state)
{
    (void)state;
    work_grows_linearly(compare_objects, NULL, SIZE);
}

static void calls_are_validated(void **state)
{
    fp_catalogue *catalogues[] = { wide_tool(SIZE), wide_tool((size_t)4 * SIZE) };

    (void)state;
    work_grows_linearly(validate, catalogues, SIZE);
    fp_catalogue_free(catalogues[0]);
    fp_catalogue_free(catalogues[1]);
}

/* A beginning, and then a piece again and again, fed byte by byte. The value is asked for at the
 * end: it costs what it has. */
static void read_partial(const void *context, size_t count)
{
    const char *const *row = context;
    fp_partial *p = fp_partial_new();
    fp_json value = { 0 };

    assert_non_null(p);
    for (const char *c = row[0]; *c; c++)
        fp_partial_feed(p, c, 1);
    for (size_t i = 0; i < count; i++)
        for (const char *c = row[1]; *c; c++)
            fp_partial_feed(p, c, 1);
    assert_int_equal(fp_partial_value(p, NULL, &value), FP_PARTIAL_VALUE);
    fp_json_free(&value);
    fp_partial_free(p);
}

static void partial_json_is_read(void **state)
{
    static const char *const ROWS[][2] = { { "{\"a\":\"", "word\\n" },
                                           { "[\"", "\\ud83d\\ude00" },
                                           { "[\"", "\\ud83d" },
                                           { "[\"", "\xC3\xA9" },
                                           { "[0", ",1" },
                                           { "[1", "0" },
                                           { "[{}", ",{\"a\":[null]}" },
                                           { "{\"a\":1", ",\"b\":\"c\"" },
                                           { "{\"", "key" },
                                           { "[", "  " } };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        work_grows_linearly(read_partial, ROWS[i], SIZE);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(calls_are_compared),
        cmocka_unit_test(objects_are_compared),
        cmocka_unit_test(calls_are_validated),
        cmocka_unit_test(partial_json_is_read),
    };

    return cmocka_run_group_tests(TESTS, NULL, NULL);
}
