/* SPDX-License-Identifier: Apache-2.0 */
/* test_trace.c: what fp_parser_trace() promises, for every syntax on random inputs. */
#include "randomtext.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { INPUTS = 300, INPUT_MAX = 600 };

static void note_range(void *context, fp_role role, const char *clause, uint64_t start,
                       uint64_t end)
{
    uint64_t *next = context;

    assert_true((unsigned)role < FP_ROLE_COUNT);
    assert_non_null(clause);
    assert_true(start == *next);
    assert_true(end > start);
    *next = end;
}

/* Feeds chunks of at most so many bytes, from the offset on, and the end. Each byte that is not
 * held has its range. */
static void feed_rest(fp_parser *parser, rng *r, fp_str text, size_t most, const uint64_t *next)
{
    for (size_t at = fp_parser_offset(parser); at < text.len;) {
        const size_t left = text.len - at;
        const size_t n = 1 + rng_below(r, left < most ? left : most);

        fp_parser_feed(parser, text.ptr + at, n);
        at += n;
        assert_true(fp_parser_offset(parser) == at);
        assert_true(*next + fp_parser_held(parser) == at);
    }
    fp_parser_finish(parser);
    assert_true(*next == text.len);
}

static void trace_has_no_gaps(void **state)
{
    const fp_syntax *syntax = *state;

    for (uint64_t seed = 0; seed < INPUTS; seed++) {
        rng r = { seed };
        unsigned char bytes[INPUT_MAX];
        const fp_options options = random_options(&r, syntax, NULL);
        const size_t len = random_text(&r, syntax, bytes, sizeof bytes);
        uint64_t next = 0;
        fp_parser *parser = fp_parser_new(syntax, &options, NULL, NULL);

        fp_parser_trace(parser, note_range, &next);
        feed_rest(parser, &r, (fp_str){ (const char *)bytes, len }, INPUT_MAX, &next);
        fp_parser_free(parser);
    }
}

/* A trace that begins in the middle receives everything after that, and what is held. */
static void trace_from_the_middle(void **state)
{
    const fp_syntax *syntax = *state;

    for (uint64_t seed = 0; seed < INPUTS; seed++) {
        rng r = { seed };
        unsigned char bytes[INPUT_MAX];
        const size_t len = random_text(&r, syntax, bytes, sizeof bytes);
        uint64_t next;
        fp_parser *parser = fp_parser_new(syntax, NULL, NULL, NULL);

        fp_parser_feed(parser, bytes, rng_below(&r, len + 1));
        next = fp_parser_offset(parser) - fp_parser_held(parser);
        fp_parser_trace(parser, note_range, &next);
        feed_rest(parser, &r, (fp_str){ (const char *)bytes, len }, 4, &next);
        fp_parser_free(parser);
    }
}

int main(void)
{
    enum { TESTS_MAX = 64 };
    struct CMUnitTest tests[TESTS_MAX] = { { 0 } };
    size_t count = 0;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s && count + 2 <= TESTS_MAX; s++) {
        void *syntax = (void *)(uintptr_t)*s;

        tests[count++] = (struct CMUnitTest){ "no gaps", trace_has_no_gaps, NULL, NULL, syntax };
        tests[count++] =
            (struct CMUnitTest){ "from the middle", trace_from_the_middle, NULL, NULL, syntax };
    }
    return _cmocka_run_group_tests("trace", tests, count, NULL, NULL);
}
