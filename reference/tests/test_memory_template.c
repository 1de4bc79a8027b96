/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory_template.c: what test_memory does to parsers, done to the executor of response
 * templates. */
#include "failing_malloc.h"

#include <fencepost/template_bridge.h>
#include <fencepost/template_check.h>
#include <fencepost/template_make.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char TEMPLATE[] =
    "{\"defaults\":{\"role\":\"x\",\"j\":\"y\",\"a\":[0]},\"start_anchor_pattern\":\"<A>\","
    "\"fields\":"
    "{\"a\":{\"open_pattern\":\"<(?P<n>\\\\w+)>\",\"close\":[\"</a>\",\"</\"],\"repeats\":true,"
    "\"content\":\"xml-inline\",\"content_args\":{\"tag_pattern\":\"(?P<key>.)=(?P<value>[^;]*)\","
    "\"merge_duplicates\":true,\"value_parser\":{\"name\":\"json\",\"args\":{\"unquoted_keys\":"
    "true,"
    "\"string_delims\":[[\"<\",\">\"]]}}},\"transform\":{\"function\":{\"name\":\"{n}\","
    "\"arguments\":"
    "\"{content}\"}}},\"j\":{\"open\":\"[\",\"close\":\"]\",\"repeats\":true,\"join\":\",\"},"
    "\"c\":{\"close\":\"<e>\"}}}";

static const char TOOLS[] = "[{\"name\":\"f\",\"parameters\":{\"properties\":{\"a\":{\"anyOf\":"
                            "[{\"type\":\"integer\"}]}}}}]";

static bool read_job(const void *context)
{
    static const char TEXT[] = "x<f>a=\"7\";a={b:<q>};c=\"8\"</a>[1][2]y<e>z";
    fp_template_error error;
    fp_template *t = fp_template_load(fp_str_of(TEMPLATE), &error);
    const fp_template_options options = { .prefix = FP_STR("<A>p"), .tools = fp_str_of(TOOLS) };
    fp_template_parser *p = t ? fp_template_parser_new(t, &options) : NULL;
    fp_json message = { 0 };
    bool succeeded = p != NULL;

    (void)context;
    if (!t)
        assert_int_equal(error.fault, FP_TEMPLATE_NO_MEMORY);
    for (size_t i = 0; succeeded && TEXT[i]; i++)
        succeeded = fp_template_feed(p, TEXT + i, 1) == FP_TEMPLATE_FINE;
    succeeded = succeeded && fp_template_finish(p) == FP_TEMPLATE_FINE;
    if (p && !succeeded)
        assert_int_equal(fp_template_parser_error(p)->fault, FP_TEMPLATE_NO_MEMORY);
    if (succeeded) {
        fp_template_message(p, &message);
        succeeded = !message.failed;
    }
    fp_json_free(&message);
    fp_template_parser_free(p);
    fp_template_free(t);
    return succeeded;
}

/* An fp_sink. */
static int count_event(void *context, const fp_event *event)
{
    *(size_t *)context += event->type < FP_EVENT_COUNT;
    return 0;
}

static bool bridge_job(const void *context)
{
    static const char CALLS[] =
        "{\"start_anchor\":\"<A>\",\"fields\":{\"tool_calls\":{\"open\":\"<c>\",\"close\":\"</c>\","
        "\"content\":\"json\"},\"content\":{}}}";
    static const char TEXT[] =
        "x<c>[{\"function\":{\"name\":\"f\",\"arguments\":{\"a\":\"b\"}}}]</c>";
    fp_template_error error;
    fp_template *t = fp_template_load(fp_str_of(CALLS), &error);
    size_t events = 0;
    fp_template_bridge *b = t ? fp_template_bridge_new(count_event, &events) : NULL;
    const fp_template_options options = { .sink = fp_template_bridge_take, .context = b };
    fp_template_parser *p = b ? fp_template_parser_new(t, &options) : NULL;
    bool succeeded = p != NULL;

    (void)context;
    if (p) {
        fp_template_bridge_follow(b, p);
        succeeded = fp_template_feed(p, TEXT, sizeof TEXT - 1) == FP_TEMPLATE_FINE &&
                    fp_template_finish(p) == FP_TEMPLATE_FINE && !fp_template_bridge_failed(b);
    }
    if (succeeded)
        assert_int_equal(events, 6);
    fp_template_parser_free(p);
    fp_template_bridge_free(b);
    fp_template_free(t);
    return succeeded;
}

static void test_bridge(void **state)
{
    (void)state;
    assert_in_range(fail_each(bridge_job, NULL), 20, 100000);
}

static void test_read(void **state)
{
    (void)state;
    assert_in_range(fail_each(read_job, NULL), 50, 100000);
}

static void count_finding(void *context, const fp_template_finding *finding)
{
    size_t *count = context;

    assert_true(finding->sentence[0]);
    ++*count;
}

/* What is small is checked: each allocation fails once. */
static bool check_job(const void *context)
{
    static const char SMALL[] =
        "{\"start_anchor_pattern\":\"<A> ?\",\"fields\":{\"a\":{\"open\":\"<a>\","
        "\"close\":\"</a>\",\"content\":\"json\"}}}";
    fp_template_error error;
    fp_template_tried tried;
    size_t count = 0;
    const fp_template_fault fault =
        fp_template_check(fp_str_of(SMALL), count_finding, &count, &tried, &error);

    (void)context;
    assert_true(fault == FP_TEMPLATE_NO_MEMORY || (fault == FP_TEMPLATE_FINE && count == 2));
    return fault == FP_TEMPLATE_FINE;
}

static void test_check(void **state)
{
    (void)state;
    assert_in_range(fail_each(check_job, NULL), 30, 100000);
}

static bool make_job(const void *context)
{
    fp_template_error error;
    fp_template_maker *m = fp_template_maker_new(fp_str_of(TEMPLATE), &error);
    fp_template_made made;
    bool good = m != NULL;

    (void)context;
    if (!m)
        assert_int_equal(error.fault, FP_TEMPLATE_NO_MEMORY);
    for (uint64_t i = 0; good && i < FP_TEMPLATE_MADE_KINDS; i++)
        good = fp_template_make(m, 1, i, &made);
    fp_template_maker_free(m);
    return good;
}

static void test_make(void **state)
{
    (void)state;
    assert_in_range(fail_each(make_job, NULL), 50, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_bridge), cmocka_unit_test(test_read),
                                        cmocka_unit_test(test_check), cmocka_unit_test(test_make) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
