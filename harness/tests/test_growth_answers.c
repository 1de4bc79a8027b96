/* SPDX-License-Identifier: Apache-2.0 */
/* test_growth_answers.c: the work of the runner grows linearly with what a worker answers, whatever
 * the order of it, and with what a case expects: no deadline holds the runner.
 */
#include "base/values.h"
#include "judge/judge.h"
#include "suite/expect_read.h"
#include "worker/wire.h"

#include "tests/work.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 1000 };

/* {"k7":0,…} up to so many, in this order or the other. */
static void write_object(fp_json *json, size_t count, bool turned)
{
    fp_json_raw(json, "{");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(json, i ? ",\"k" : "\"k");
        fp_json_number(json, turned ? count - 1 - i : i);
        fp_json_raw(json, "\":0");
    }
    fp_json_raw(json, "}");
}

/* What an answer holds many of. */
typedef void write_answer(fp_json *json, size_t count, bool turned);

static void with_keys(fp_json *json, size_t count, bool turned)
{
    fp_json_raw(json, "\"calls\":[{\"name\":\"t\",\"input\":");
    write_object(json, count, turned);
    fp_json_raw(json, "}]");
}

static void with_members(fp_json *json, size_t count, bool turned)
{
    fp_json_raw(json, "\"calls\":[{\"name\":\"t\",\"input\":{\"x\":");
    write_object(json, count, turned);
    fp_json_raw(json, "}}]");
}

static void with_items(fp_json *json, size_t count, bool turned)
{
    (void)turned;
    fp_json_raw(json, "\"calls\":[{\"name\":\"t\",\"input\":{\"x\":[\"\"");
    for (size_t i = 0; i < count; i++)
        fp_json_raw(json, ",\"a\"");
    fp_json_raw(json, "]}}]");
}

static void with_calls(fp_json *json, size_t count, bool turned)
{
    (void)turned;
    fp_json_raw(json, "\"calls\":[{\"name\":\"t\",\"input\":{}}");
    for (size_t i = 0; i < count; i++)
        fp_json_raw(json, ",{\"name\":\"t\",\"input\":{\"k\":\"v\"}}");
    fp_json_raw(json, "]");
}

static void with_diagnostics(fp_json *json, size_t count, bool turned)
{
    fp_json_raw(json, "\"calls\":[],\"diagnostics\":[{\"code\":\"bad-name\",\"offset\":1}");
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(json, ",{\"code\":\"bad-name\",\"offset\":");
        fp_json_number(json, turned ? count - i : i + 1);
        fp_json_raw(json, "}");
    }
    fp_json_raw(json, "]");
}

static fp_outcome *answered(write_answer *with, size_t count, bool turned, fp_str input)
{
    const wire_hello hello = { .unit = UNIT_BYTE, .diagnostics = true };
    const wire_asked asked = { .op = WIRE_PARSE, .id = 5, .input = input, .chunks = 1 };
    char error[WIRE_ERROR_SIZE] = "";
    wire_answer answer;
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"id\":5,\"text\":\"\",");
    with(&line, count, turned);
    fp_json_raw(&line, "}");
    if (!wire_answer_read(json_text(&line), &asked, &hello, &answer, error, sizeof error))
        fail_msg("%s", error);
    fp_json_free(&line);
    return answer.outcome;
}

/* The same answer in both orders, judged against each other, and shown. */
static void answers(const void *context, size_t count)
{
    static const judged ALL = { .diagnostics = true };
    write_answer *const *with = context;
    char *input = xcalloc(count + 2, 1);
    fp_outcome *a = answered(*with, count, false, (fp_str){ input, count + 1 });
    fp_outcome *b = answered(*with, count, true, (fp_str){ input, count + 1 });
    difference d;
    char *lines = outcome_lines(b, &ALL);

    assert_true(judge_same(a, b, &ALL, &d));
    free(lines);
    free(input);
    fp_outcome_free(a);
    fp_outcome_free(b);
}

/* One key is another: all others are looked at before it is said. */
static void differing(const void *context, size_t count)
{
    static const judged NAMES = { .spans = false };
    fp_json expected = { 0 };
    fp_outcome *o = answered(with_keys, count, true, FP_STR(""));
    problems p = { 0 };
    const place at = { "row", NULL, &p };
    expectation e;
    difference d;
    json_t *json;

    (void)context;
    fp_json_raw(&expected, "{\"text\":\"\",\"calls\":[{\"name\":\"t\",\"input\":");
    write_object(&expected, count, false);
    memcpy(strstr(expected.ptr, "\"k1\""), "\"x1\"", 4);
    fp_json_raw(&expected, "}]}");
    json = json_loadb(expected.ptr, expected.len, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    assert_true(expectation_read(json, &at, &e));
    assert_false(judge_outcome(&e, o, &NAMES, &d));
    assert_int_equal(d.kind, DIFFERS_KEYS);
    expectation_free(&e);
    json_decref(json);
    fp_json_free(&expected);
    fp_outcome_free(o);
}

static void answers_grow(void **state)
{
    work_grows_linearly(answers, *state, SIZE);
}

static void differences_grow(void **state)
{
    (void)state;
    work_grows_linearly(differing, NULL, SIZE);
}

int main(void)
{
    static write_answer *keys = with_keys, *members = with_members, *items = with_items,
                        *calls = with_calls, *diagnostics = with_diagnostics;
    const struct CMUnitTest tests[] = {
        { "keys", answers_grow, NULL, NULL, &keys },
        { "members", answers_grow, NULL, NULL, &members },
        { "items", answers_grow, NULL, NULL, &items },
        { "calls", answers_grow, NULL, NULL, &calls },
        { "diagnostics", answers_grow, NULL, NULL, &diagnostics },
        cmocka_unit_test(differences_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
