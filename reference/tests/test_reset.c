/* SPDX-License-Identifier: Apache-2.0 */
/* test_reset.c: one parser that is reset reads inputs under different options, in pieces, as a new
 * one for each would.
 */
#include "tests/eventlog.h"
#include "tests/randomtext.h"

#include <fencepost/parser.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { INPUTS = 400, INPUT_MAX = 300 };

static void feed_both(fp_parser *a, fp_parser *b, const unsigned char *bytes, size_t len,
                      size_t piece)
{
    for (size_t at = 0, n; at < len; at += n) {
        n = len - at < piece ? len - at : piece;
        assert_int_equal(fp_parser_feed(a, bytes + at, n), FP_OK);
        assert_int_equal(fp_parser_feed(b, bytes + at, n), FP_OK);
    }
    fp_parser_finish(a);
    fp_parser_finish(b);
}

static void compare(const fp_syntax *syntax, fp_parser *used, eventlog *used_log, uint64_t seed)
{
    rng r = { seed };
    unsigned char bytes[INPUT_MAX];
    const fp_options options = random_options(&r, syntax, NULL);
    const size_t len = random_text(&r, syntax, bytes, sizeof bytes);
    eventlog fresh_log = { 0 };
    fp_parser *fresh = fp_parser_new(syntax, &options, eventlog_sink, &fresh_log);

    assert_non_null(fresh);
    fp_parser_reset_to(used, &options);
    eventlog_clear(used_log);
    assert_true(fp_parser_equal(used, fresh));
    feed_both(used, fresh, bytes, len, 1 + rng_below(&r, 40));
    assert_true(fp_parser_equal(used, fresh));
    assert_true(eventlog_equal(used_log, &fresh_log));
    fp_parser_free(fresh);
    eventlog_free(&fresh_log);
}

static void reset_takes_options(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        eventlog log = { 0 };
        fp_parser *used = fp_parser_new(*s, NULL, eventlog_sink, &log);

        assert_non_null(used);
        for (uint64_t seed = 0; seed < INPUTS; seed++)
            compare(*s, used, &log, seed);
        fp_parser_free(used);
        eventlog_free(&log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(reset_takes_options) };

    return cmocka_run_group_tests_name("reset", tests, NULL, NULL);
}
