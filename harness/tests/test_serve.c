/* SPDX-License-Identifier: Apache-2.0 */
/* test_serve.c: what `fencepost serve` answers about a golden case is, event by event, what our own
 * parser reports (`fencepost parse --events`), under each value of `unterminated`.
 */
#include "serve/adapter.h"
#include "serve/serve.h"
#include "serve/serve_answer.h"
#include "suite/corpus.h"
#include "tests/night.h"
#include "worker/wire_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* No request of the protocol says the limits of a case, or how its input ended. */
static bool cannot_be_asked(const test_case *t)
{
    const size_t *limits = (const size_t *)&t->limits;
    bool any = t->finish != FP_FINISH_STOP;

    for (size_t i = 0; i < sizeof t->limits / sizeof *limits; i++)
        any = any || limits[i];
    return any;
}

/* What serve answers: the events of the answer, borrowed from *a. */
static void serve_case(serve_builtin *b, const test_case *t, serve_answer *a, wire_log *log)
{
    char *tools = t->catalogue_json ? json_dumps(t->catalogue_json, JSON_COMPACT) : NULL;
    const fp_adapter_asked asked = { .size = sizeof asked,
                                     .syntax = fp_syntax_id(t->syntax),
                                     .catalogue = tools,
                                     .catalogue_len = tools ? strlen(tools) : 0,
                                     .prefix = t->prefix.ptr,
                                     .prefix_len = t->prefix.len };
    fp_json events = { 0 };
    void *parser;

    serve_answer_begin(a, b->adapter.capabilities, t->input);
    parser = adapter_open(&b->adapter, &a->sink, &asked);
    assert_non_null(parser);
    assert_int_equal(b->adapter.feed(parser, t->input.ptr, t->input.len), 0);
    a->chunk = 1;
    assert_int_equal(b->adapter.finish(parser), 0);
    b->adapter.close(parser);
    assert_false(a->refused);
    fp_json_raw(&events, "[");
    fp_json_bytes(&events, (fp_str){ a->events.ptr, a->events.len });
    fp_json_raw(&events, "]");
    wire_log_read(log, json_text(&events));
    fp_json_free(&events);
    free(tools);
}

/* What our parser reports; of calls that are dropped serve has no end. */
static void parse_case(const test_case *t, const fp_options *options, wire_log *log)
{
    wire_log all = { 0 };
    fp_parser *parser = fp_parser_new(t->syntax, options, wire_log_sink, &all);

    assert_int_equal(fp_parser_feed(parser, t->input.ptr, t->input.len), FP_OK);
    all.now = 1;
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
    for (size_t i = 0; i < all.count; i++)
        if (all.events[i].type != FP_EVENT_CALL_CUT ||
            options->policies.of[FP_UNTERMINATED] != FP_UNTERMINATED_DROP)
            wire_log_add(log, &all, &all.events[i]);
    wire_log_free(&all);
}

static void check_case(serve_builtin *b, const test_case *t, serve_answer *a)
{
    static const judged ALL = { .diagnostics = true };
    const unsigned value = b->policies.of[FP_UNTERMINATED];
    fp_options options = case_options(t);
    wire_log want = { 0 }, have = { 0 };
    difference d;

    options.policies = fp_options_default(t->syntax).policies;
    options.policies.of[FP_UNTERMINATED] = (uint8_t)value;
    parse_case(t, &options, &want);
    serve_case(b, t, a, &have);
    if (!wire_log_same(&want, &have, &ALL, &d))
        fail_msg("%s under unterminated: %s: %s", t->id,
                 fp_policy_value_name(FP_UNTERMINATED, value), d.sentence);
    wire_log_free(&want);
    wire_log_free(&have);
}

static void says_the_events_of_our_parser(void **state)
{
    problems p = { 0 };
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);
    const size_t every = by_day_and_night(23, 1);
    size_t checked = 0;

    (void)state;
    assert_non_null(c);
    for (unsigned value = 0; fp_policy_value_name(FP_UNTERMINATED, value); value++) {
        bool given[FP_POLICY_COUNT] = { [FP_UNTERMINATED] = true };
        fp_policies policies = { { [FP_UNTERMINATED] = (uint8_t)value } };
        serve_builtin *b = serve_builtin_new(given, &policies);
        serve_answer a = { 0 };

        for (size_t i = 0; i < corpus_count(c); i += every) {
            if (cannot_be_asked(corpus_case(c, i)))
                continue;
            check_case(b, corpus_case(c, i), &a);
            checked++;
        }
        serve_answer_free(&a);
        serve_builtin_free(b);
    }
    assert_true(checked > 18000 / every);
    corpus_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(says_the_events_of_our_parser) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
