/* SPDX-License-Identifier: Apache-2.0 */
/* test_build_on.c: CHUNK is not tried again where another subject has shown it, and everywhere else
 * it is.
 */
#include "law/laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A parser that loses the last byte of a chunk of FAULTY bytes that begins with an x. */
enum { FAULTY = CHUNK_LENGTH_MAX, LONG = 20 };

static fp_status loses_of(const char *bytes, size_t len, size_t faulty, void *parser)
{
    return LAW_REFERENCE.feed(parser, bytes, len - (len == faulty && *bytes == 'x'));
}

static fp_status loses_of_short(void *parser, const char *bytes, size_t len)
{
    return loses_of(bytes, len, FAULTY, parser);
}

static fp_status loses_of_long(void *parser, const char *bytes, size_t len)
{
    return loses_of(bytes, len, LONG, parser);
}

/* Halves of two inputs of different lengths: one that both have, and one of the shorter alone. */
enum { BOTH = 21, SHORTER_ONLY = 19 };

static fp_status loses_of_both(void *parser, const char *bytes, size_t len)
{
    return loses_of(bytes, len, BOTH, parser);
}

static fp_status loses_of_shorter_only(void *parser, const char *bytes, size_t len)
{
    return loses_of(bytes, len, SHORTER_ONLY, parser);
}

typedef struct trial {
    fp_options options;
    law_engine engine;
    char text[CHUNK_PROOF_MAX + 1];
    law_subject subject;
} trial;

/* So many bytes of prose, with an x at a place. */
static void prepare(trial *t, size_t len, size_t x)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));

    *t = (trial){ .options = fp_options_default(syntax), .engine = LAW_REFERENCE };
    memset(t->text, 'a', sizeof t->text);
    t->text[x] = 'x';
    t->engine.feed = loses_of_short;
    t->subject = (law_subject){
        .syntax = syntax, .options = &t->options, .input = { t->text, len }, .engine = &t->engine
    };
}

static bool chunk_holds(const trial *t)
{
    law_breach breach;

    return law_holds(LAW_CHUNK, &t->subject, &breach);
}

/* The faulty chunk begins at byte 5 of both and is wrong: whether it is tried shows what is left
 * out. */
static void leaves_out_what_was_shown(void **state)
{
    trial other, t;

    (void)state;
    prepare(&other, 50, 5);
    prepare(&t, 60, 5);
    assert_false(chunk_holds(&t));
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, 50);
    assert_true(chunk_holds(&t));
}

static void tries_what_goes_beyond(void **state)
{
    trial other, t;

    (void)state;
    prepare(&other, 50, 5);
    for (size_t common = 5; common <= 16; common++) {
        prepare(&t, 60, 5);
        t.text[common] = common == 5 ? 'x' : 'b';
        other.text[5] = common == 5 ? 'y' : 'x';
        law_build_on(&t.subject, &other.subject);
        assert_int_equal(t.subject.proved, common);
        assert_int_equal(chunk_holds(&t), common >= 5 + FAULTY);
    }
}

/* The other input as a whole was not a chunk that CHUNK tried. */
static void tries_the_other_input_as_a_whole(void **state)
{
    trial other, t;

    (void)state;
    prepare(&other, FAULTY, 0);
    prepare(&t, 60, 0);
    assert_true(chunk_holds(&other));
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, FAULTY);
    assert_false(chunk_holds(&t));
}

/* Of a longer input chunks of up to CHUNK_LENGTH_MAX bytes were tried. */
static void tries_longer_chunks_than_were_shown(void **state)
{
    trial other, t;

    (void)state;
    prepare(&other, CHUNK_EVERY_MAX + 20, 5);
    prepare(&t, CHUNK_EVERY_MAX, 5);
    t.engine.feed = loses_of_long;
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, CHUNK_EVERY_MAX);
    assert_false(chunk_holds(&t));
    other.subject.thorough = true;
    law_build_on(&t.subject, &other.subject);
    assert_true(chunk_holds(&t));
}

/* Of inputs above CHUNK_EVERY_MAX halves of 9, 11, 13 … bytes are tried, above 64 of 9, 13, 17 …:
 * those of another input are left out where both have them. */
static void leaves_out_halves_that_were_shown(void **state)
{
    trial other, t;

    (void)state;
    for (size_t common = BOTH - 1; common <= BOTH + 1; common++) {
        prepare(&other, 60, 0);
        prepare(&t, 100, 0);
        t.engine.feed = loses_of_both;
        t.text[common] = 'b';
        assert_false(chunk_holds(&t));
        law_build_on(&t.subject, &other.subject);
        assert_int_equal(t.subject.proved, common);
        assert_int_equal(chunk_holds(&t), common > BOTH);
    }
    prepare(&other, 100, 0);
    prepare(&t, 60, 0);
    t.engine.feed = loses_of_shorter_only;
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, 60);
    assert_false(chunk_holds(&t));
}

static void builds_on_nothing_else(void **state)
{
    trial other, t;

    (void)state;
    prepare(&other, 50, 5);
    prepare(&t, 60, 5);
    other.options.limits.held--;
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, 0);
    prepare(&other, 50, 5);
    other.options.policies.of[FP_CODE_FENCE] ^= 1u;
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, 0);
    prepare(&other, 50, 5);
    other.subject.syntax = fp_syntax_find(FP_STR("xml"));
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, 0);
    prepare(&other, CHUNK_PROOF_MAX + 1, 5); /* which gets the listed cuttings */
    law_build_on(&t.subject, &other.subject);
    assert_int_equal(t.subject.proved, 0);
    assert_false(chunk_holds(&t));
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(leaves_out_what_was_shown),
        cmocka_unit_test(tries_what_goes_beyond),
        cmocka_unit_test(tries_the_other_input_as_a_whole),
        cmocka_unit_test(tries_longer_chunks_than_were_shown),
        cmocka_unit_test(leaves_out_halves_that_were_shown),
        cmocka_unit_test(builds_on_nothing_else),
    };

    return cmocka_run_group_tests(TESTS, NULL, NULL);
}
