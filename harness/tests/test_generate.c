/* SPDX-License-Identifier: Apache-2.0 */
/* test_generate.c: laws ROUND-TRIP and EQUIVALENCE over generated calls: whatever a syntax renders
 * comes back as the same call, whole and cut; and each syntax renders a good part of the calls. */
#include "generate/generate.h"
#include "tests/night.h"

#include <fencepost/outcome.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CALLS = 6000, CALLS_BY_DAY = 1000, SEED = 20261121, LONGEST = 3000 };

/* Parses in chunks of this size (0: whole); owned. */
static fp_outcome *parse(const fp_syntax *syntax, fp_str text, size_t chunk)
{
    fp_outcome *o = fp_outcome_new();
    fp_parser *parser = fp_parser_new(syntax, NULL, fp_outcome_sink, o);
    const size_t step = chunk ? chunk : text.len;

    assert_non_null(parser);
    for (size_t at = 0; at < text.len; at += step)
        assert_int_equal(
            fp_parser_feed(parser, text.ptr + at, text.len - at < step ? text.len - at : step),
            FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
    return o;
}

static void expect_call(const fp_syntax *syntax, const fp_call *call, fp_str text, size_t chunk)
{
    fp_outcome *o = parse(syntax, text, chunk);
    fp_json have = { 0 }, want = { 0 };

    if (fp_outcome_call_count(o) != 1 || !fp_outcome_call(o, 0)->complete ||
        !fp_call_equal(fp_outcome_call(o, 0), call) || fp_outcome_text(o).len) {
        fp_json_call(&want, call);
        fp_json_outcome(&have, o);
        fail_msg("%s, chunks of %zu\nrendered: %.*s\ncall: %.*s\nsaid: %.*s", fp_syntax_id(syntax),
                 chunk, (int)text.len, text.ptr, (int)want.len, want.ptr, (int)have.len, have.ptr);
    }
    fp_outcome_free(o);
}

static void calls_come_back(void **state)
{
    const fp_syntax *syntax = *state;
    generator *g = generator_new(SEED, LONGEST);
    const size_t calls = by_day_and_night(CALLS_BY_DAY, CALLS);
    size_t rendered = 0;

    for (size_t i = 0; i < calls; i++) {
        const fp_call *call = generator_call(g);
        fp_json text = { 0 };
        fp_refusal refusal;

        if (fp_render(syntax, NULL, call, &text, &refusal)) {
            const fp_str block = { text.ptr, text.len };

            rendered++;
            expect_call(syntax, call, block, 0);
            expect_call(syntax, call, block, 1 + i % 7);
        } else {
            assert_false(text.failed);
            assert_non_null(refusal.clause);
            assert_non_null(refusal.reason);
        }
        fp_json_free(&text);
    }
    generator_free(g);
    assert_true(rendered > calls / 20);
}

static void one_seed_one_call(void **state)
{
    generator *a = generator_new(7, LONGEST), *b = generator_new(7, LONGEST);

    (void)state;
    for (size_t i = 0; i < CALLS_BY_DAY; i++)
        assert_true(fp_call_equal(generator_call(a), generator_call(b)));
    generator_free(a);
    generator_free(b);
}

/* What the distribution is for: each of these occurs in a few thousand calls. */
static void trouble_occurs(void **state)
{
    static const fp_str WANTED[] = { { "\r\n", 2 }, { "\\", 1 },  { "\0", 1 }, { "\xFF", 1 },
                                     { "</", 2 },   { "^^^", 3 }, { "\"", 1 }, { "&lt;", 4 } };
    enum { COUNT = sizeof WANTED / sizeof *WANTED };
    size_t seen[COUNT] = { 0 };
    generator *g = generator_new(SEED, LONGEST);

    (void)state;
    for (size_t i = 0; i < CALLS; i++) {
        const fp_call *call = generator_call(g);

        for (size_t k = 0; k < call->arg_count; k++)
            for (size_t w = 0; w < COUNT; w++)
                for (size_t at = 0; at + WANTED[w].len <= call->args[k].value.text.len; at++)
                    seen[w] += fp_str_equal(
                        (fp_str){ call->args[k].value.text.ptr + at, WANTED[w].len }, WANTED[w]);
    }
    for (size_t w = 0; w < COUNT; w++)
        assert_true(seen[w] > 10);
    generator_free(g);
}

/* Rarely, and only where they are allowed. */
static void megabytes_occur(void **state)
{
    enum { MANY = 100000, MEGABYTE = 1000000 };
    size_t seen[2] = { 0 };

    (void)state;
    for (size_t allowed = 0; allowed < 2; allowed++) {
        generator *g = generator_new(SEED, LONGEST);

        if (allowed)
            generator_allow_megabytes(g);
        for (size_t i = 0; i < MANY; i++) {
            const fp_call *call = generator_call(g);

            for (size_t k = 0; k < call->arg_count; k++)
                seen[allowed] += call->args[k].value.text.len >= MEGABYTE;
        }
        generator_free(g);
    }
    assert_int_equal(seen[0], 0);
    assert_in_range(seen[1], 1, 20);
}

int main(void)
{
    struct CMUnitTest tests[64] = { cmocka_unit_test(one_seed_one_call),
                                    cmocka_unit_test(trouble_occurs),
                                    cmocka_unit_test(megabytes_occur) };
    size_t count = 3;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s && count < 64; s++)
        if (fp_syntax_has_calls(*s))
            tests[count++] = (struct CMUnitTest){ .name = (*s)->id,
                                                  .test_func = calls_come_back,
                                                  .initial_state = (void *)(uintptr_t)*s };
    return _cmocka_run_group_tests("generated calls", tests, count, NULL, NULL);
}
