/* SPDX-License-Identifier: Apache-2.0 */
/* test_mutate.c: each operator does what its name says, in the same way for the same seed, on
 * every seed input and on bytes of any kind, and no result is longer than asked for. */
#include "seed/decode.h"
#include "base/rng.h"
#include "base/util.h"
#include "seed/mutate.h"
#include "mutate_afl.h"
#include "mutate_libfuzzer.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { CAP = 700 };

static const fp_syntax *caret(void)
{
    return fp_syntax_find(FP_STR("caret"));
}

const fp_syntax *mutated_syntax(void)
{
    return caret();
}

static fp_str view(const fp_json *json)
{
    return (fp_str){ json->len ? json->ptr : "", json->len };
}

static size_t index_of(const char *name)
{
    for (size_t i = 0; i < mutate_operator_count(); i++)
        if (strcmp(mutate_operator_name(i), name) == 0)
            return i;
    fail_msg("there is no operator %s", name);
    return 0;
}

/* -- what each does -------------------------------------------------------------------------- */

static const char *const LIMIT_NAMES[] = { "name", "key", "value", "call", "held", "depth" };

#define TWO_CALLS "^^^a\nk: 1\n^^^\n^^^b\nl: 2\n^^^\n"

/* One input, and what the operator may make of it: any of these, and each of them. */
typedef struct example {
    const char *name;
    const char *input, *other;
    const char *results[6];
} example;

static const example EXAMPLES[] = {
    { "drop-cut",
      "a\xFF"
      "b\xFF"
      "c",
      "",
      { "ab\xFF"
        "c",
        "a\xFF"
        "bc" } },
    { "double-cut",
      "a\xFF"
      "b",
      "",
      { "a\xFF\xFF"
        "b" } },
    { "add-cut",
      "ab",
      "",
      { "\xFF"
        "ab",
        "a\xFF"
        "b",
        "ab\xFF" } },
    { "nudge-cut",
      "ab\xFF"
      "cd",
      "",
      { "a\xFF"
        "bcd",
        "\xFF"
        "abcd",
        "abc\xFF"
        "d",
        "abcd\xFF" } },
    { "drop-all-cuts",
      "a\xFF"
      "b\xFF"
      "c",
      "",
      { "abc" } },
    { "cut-in-marker", "x^^^y", "", { "x^\xFF^^y", "x^^\xFF^y" } },
    { "cut-beside-marker", "x^^^y", "", { "x\xFF^^^y", "x^^^\xFFy" } },
    { "cut-in-sequence", "x\\n", "", { "x\\\xFFn" } },
    { "drop-control",
      "a\xFE\x11"
      "b",
      "",
      { "ab" } },
    { "drop-control",
      "a\xFEv8;"
      "b\xFEx8;",
      "",
      { "ab\xFEx8;" } },
    { "drop-call", TWO_CALLS, "", { "^^^a\nk: 1\n^^^\n", "^^^b\nl: 2\n^^^\n" } },
    { "swap-calls", TWO_CALLS, "", { "^^^b\nl: 2\n^^^\n^^^a\nk: 1\n^^^\n" } },
    { "repeat-call", "^^^a\nk: 1\n^^^\n", "", { "^^^a\nk: 1\n^^^\n^^^a\nk: 1\n^^^\n" } },
    { "insert-other-call", "t\n", "u\n^^^b\n^^^\nv\n", { "t\n^^^b\n^^^\n" } },
    { "splice-calls", "^^^a\n^^^\nt\n", "u\n^^^b\n^^^\nv\n", { "^^^a\n^^^\n^^^b\n^^^\nv\n" } },
    { "drop-line", "a\nb\n", "", { "a\n", "b\n" } },
    { "repeat-line", "a\n", "", { "a\na\n" } },
    { "swap-lines", "a\nb\n", "", { "b\na\n" } },
    { "insert-other-line", "a\n", "b\n", { "a\nb\n", "b\na\n" } },
    { "cross-bytes", "a", "b", { "b", "ab" } },
    { "insert-other-bytes", "a", "b", { "ab", "ba" } },
    { "copy-range", "a", "", { "aa" } },
    { "drop-range", "ab", "", { "a", "b", "" } },
    { "drop-marker", "a^^^b", "", { "ab" } },
};

static void expect_example(const example *e)
{
    enum { SEEDS = 300 };
    const mutating what = { .syntax = caret(),
                            .kinds = MUTATE_ALL,
                            .input = fp_str_of(e->input),
                            .other = fp_str_of(e->other) };
    bool seen[6] = { false };

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        fp_json out = { 0 };
        size_t result = 0;

        if (mutate_apply(&what, index_of(e->name), seed, &out)) {
            while (result < 6 && e->results[result] &&
                   !fp_str_equal(view(&out), fp_str_of(e->results[result])))
                result++;
            if (result == 6 || !e->results[result])
                fail_msg("%s makes \"%.*s\"", e->name, (int)out.len, out.ptr);
            seen[result] = true;
        }
        fp_json_free(&out);
    }
    for (size_t i = 0; i < 6 && e->results[i]; i++)
        if (!seen[i])
            fail_msg("%s never makes \"%s\"", e->name, e->results[i]);
}

static void operators_do_what_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; i++)
        expect_example(&EXAMPLES[i]);
}

/* What comes of it asks for every catalogue, each with `types: schema`, and keeps the text. */
static void types_come_with_tools(void **state)
{
    const mutating what = { .syntax = caret(), .kinds = MUTATE_ALL, .input = FP_STR("ab") };
    decode_tools tools = decode_tools_read();
    bool seen[TOOLS_COUNT] = { false };

    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        fp_json out = { 0 };
        decoded d;

        assert_true(mutate_apply(&what, index_of("add-types"), seed, &out));
        d = decode(caret(), &tools, (const unsigned char *)out.ptr, out.len);
        assert_true(fp_str_equal((fp_str){ d.text, d.len }, what.input));
        assert_int_equal(d.options.policies.of[FP_TYPES], FP_TYPES_SCHEMA);
        for (size_t i = 0; i < TOOLS_COUNT; i++)
            if (d.catalogue && strcmp(d.catalogue, decode_tools_name(i)) == 0) {
                assert_ptr_equal(d.options.catalogue, tools.of[i]);
                seen[i] = true;
            }
        decoded_free(&d);
        fp_json_free(&out);
    }
    for (size_t i = 0; i < TOOLS_COUNT; i++)
        assert_true(seen[i]);
    decode_tools_free(&tools);
}

/* Each limit is set, to a number that a short input can exceed. */
static void limits_become_small(void **state)
{
    const mutating what = { .syntax = caret(), .kinds = MUTATE_ALL, .input = FP_STR("ab") };
    size_t set = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        fp_json out = { 0 };
        decoded d;

        assert_true(mutate_apply(&what, index_of("add-limit"), seed, &out));
        d = decode(caret(), NULL, (const unsigned char *)out.ptr, out.len);
        assert_true(fp_str_equal((fp_str){ d.text, d.len }, what.input));
        for (size_t i = 0; i < sizeof LIMIT_NAMES / sizeof *LIMIT_NAMES; i++)
            set |= (size_t)(*fp_limits_field(&d.options.limits, fp_str_of(LIMIT_NAMES[i])) <= 64)
                   << i;
        decoded_free(&d);
        fp_json_free(&out);
    }
    assert_int_equal(set, (1 << sizeof LIMIT_NAMES / sizeof *LIMIT_NAMES) - 1);
}

/* What is not a limit stands for itself. */
static void other_bytes_are_text(void **state)
{
    static const char *const TEXTS[] = { "\xFEv;",  "\xFEv0;",        "\xFEv8",
                                         "\xFEV8;", "\xFEv12345678;", "\xFEv 8;" };

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        const fp_str text = fp_str_of(TEXTS[i]);
        decoded d = decode(caret(), NULL, (const unsigned char *)text.ptr, text.len);

        assert_true(fp_str_equal((fp_str){ d.text, d.len }, text));
        decoded_free(&d);
    }
}

/* A prompt is not text, and where models do not reason there is none. */
static void prompts_are_prefixes(void **state)
{
    static const unsigned char INPUT[] = "p\xFF\xFE\x03q\xFE\x0Et\xFFu";

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        decode_room room = { 0 };
        decoded d = decode(*s, NULL, INPUT, sizeof INPUT - 1);
        const decoded in = decode_in(&room, *s, NULL, INPUT, sizeof INPUT - 1);
        const fp_str prompt = (*s)->reasoning ? FP_STR("pq") : FP_STR("");

        assert_true(fp_str_equal((fp_str){ d.text, d.len }, FP_STR("tu")));
        assert_true(fp_str_equal((fp_str){ in.text, in.len }, FP_STR("tu")));
        assert_true(fp_str_equal(d.options.prefix, prompt));
        assert_true(fp_str_equal(in.options.prefix, prompt));
        assert_int_equal(d.cut_count, 1);
        assert_int_equal(d.cuts[0], 1);
        decoded_free(&d);
        decode_room_free(&room);
    }
}

/* By a control, or by the defaults of a syntax, every policy can have every value. */
static void controls_set_every_policy(void **state)
{
    bool set[FP_POLICY_COUNT][8] = { { false } };

    (void)state;
    for (size_t i = 0; i < CONTROL_COUNT; i++) {
        const unsigned char input[] = { MARK_CONTROL, control_op(i) };

        for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
            decoded d = decode(*s, NULL, input, sizeof input);

            assert_int_equal(d.len, 0);
            for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
                set[p][d.options.policies.of[p]] = true;
            decoded_free(&d);
        }
    }
    for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
        for (unsigned v = 0; fp_policy_value_name((fp_policy)p, v); v++)
            if (!set[p][v])
                fail_msg("no control sets %s to %s", fp_policy_name((fp_policy)p),
                         fp_policy_value_name((fp_policy)p, v));
}

/* Without what an operator changes, it changes nothing, and says so. */
static void operators_leave_what_they_cannot_change(void **state)
{
    static const char *const NAMES[] = { "drop-cut",      "nudge-cut",       "drop-all-cuts",
                                         "cut-in-marker", "cut-in-sequence", "drop-control",
                                         "drop-call",     "swap-calls",      "insert-other-call",
                                         "splice-calls",  "cross-bytes",     "swap-lines" };
    const mutating what = { .syntax = caret(), .kinds = MUTATE_ALL, .input = FP_STR("a") };
    fp_json out = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        assert_false(mutate_apply(&what, index_of(NAMES[i]), i, &out));
        assert_int_equal(out.len, 0);
    }
    fp_json_free(&out);
}

static bool parses_to_calls(const fp_syntax *syntax, fp_str text)
{
    fp_outcome *outcome;
    size_t calls;

    assert_int_equal(fp_parse(syntax, NULL, text, &outcome), FP_OK);
    calls = fp_outcome_call_count(outcome);
    fp_outcome_free(outcome);
    return calls > 0;
}

static void fresh_messages_are_well_formed(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const mutating what = { .syntax = *s, .kinds = MUTATE_FRESH, .input = FP_STR("gone") };
        size_t with_calls = 0;

        for (uint64_t seed = 0; seed < 40; seed++) {
            fp_json out = { 0 };

            assert_true(mutate_apply(&what, index_of("fresh"), seed, &out));
            with_calls += parses_to_calls(*s, view(&out));
            fp_json_free(&out);
        }
        if (with_calls < 20 && fp_syntax_has_calls(*s))
            fail_msg("%s: only %zu of 40 have calls", (*s)->id, with_calls);
    }
}

/* -- every operator on every input ----------------------------------------------------------- */

static size_t random_bytes(rng *r, char *bytes, size_t cap)
{
    const size_t len = rng_below(r, cap + 1);

    for (size_t i = 0; i < len; i++)
        bytes[i] = (char)(unsigned char)(rng_one_in(r, 4) ? 0xFF - rng_below(r, 2) : rng_next(r));
    return len;
}

/* Twice, for one seed: the same; and at most cap bytes are written. */
static void expect_one_result(const mutating *what, uint64_t seed, size_t cap)
{
    uint8_t *a = malloc(cap ? cap : 1), *b = malloc(cap ? cap : 1);
    size_t len;

    assert_non_null(a);
    assert_non_null(b);
    len = mutate(what, seed, a, cap);
    assert_true(len <= cap);
    assert_int_equal(mutate(what, seed, b, cap), len);
    assert_memory_equal(a, b, len);
    free(a);
    free(b);
}

static void any_bytes_are_an_input(void **state)
{
    enum { ROUNDS = 150, LEN = 120 };
    size_t *applied = xcalloc(mutate_operator_count(), sizeof *applied);
    rng r = { 3 };

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        for (size_t i = 0; i < ROUNDS; i++) {
            char input[LEN], other[LEN];
            const mutating what = { .syntax = *s,
                                    .kinds = 1 + (unsigned)rng_below(&r, MUTATE_ALL),
                                    .input = { input, random_bytes(&r, input, LEN) },
                                    .other = { other, random_bytes(&r, other, LEN) },
                                    .counts = applied };

            expect_one_result(&what, rng_next(&r), rng_below(&r, CAP));
        }
    free(applied);
}

static fp_str seed_of(const char *folder, const char *name)
{
    problems p = { 0 };
    char *path = xformat("%s/%s", folder, name);
    fp_str bytes = { 0 };

    assert_true(file_read(path, &bytes, &p));
    free(path);
    return bytes;
}

/* Every operator of every syntax on its seeds: each finds something to change there. */
static void every_operator_is_applied(void **state)
{
    const size_t count = mutate_operator_count();
    size_t *applied = xcalloc(count, sizeof *applied);

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        problems p = { 0 };
        char *folder = xformat("%s/corpus/%s/seeds", FP_SOURCE_DIR, (*s)->id);
        char **names = access(folder, F_OK) == 0 ? dir_names(folder, "", &p) : NULL;
        fp_str other = { 0 };

        assert_true(names || errno == ENOENT); /* a syntax may have no inputs that are stored */
        for (size_t n = 0; names && names[n]; n++) {
            const fp_str bytes = seed_of(folder, names[n]);
            const mutating what = {
                .syntax = *s, .kinds = MUTATE_ALL, .input = bytes, .other = other
            };

            for (size_t i = 0; i < count; i++) {
                fp_json out = { 0 };

                applied[i] += mutate_apply(&what, i, n, &out);
                fp_json_free(&out);
            }
            expect_one_result(&what, n, CAP);
            free((void *)(uintptr_t)other.ptr);
            other = bytes;
        }
        free((void *)(uintptr_t)other.ptr);
        names_free(names);
        free(folder);
    }
    for (size_t i = 0; i < count; i++)
        if (!applied[i])
            fail_msg("%s changes no seed", mutate_operator_name(i));
    free(applied);
}

/* The kinds are what they say: bytes alone bring no word of the dictionary, and nothing fresh. */
static void kinds_choose_operators(void **state)
{
    size_t *counts = xcalloc(mutate_operator_count(), sizeof *counts);
    mutating what = { .syntax = caret(), .input = FP_STR(TWO_CALLS), .counts = counts };

    (void)state;
    for (unsigned kinds = 1; kinds <= MUTATE_ALL; kinds++) {
        uint8_t data[CAP];

        what.kinds = kinds;
        memset(counts, 0, mutate_operator_count() * sizeof *counts);
        for (uint64_t seed = 0; seed < 100; seed++)
            mutate(&what, seed, data, CAP);
        for (size_t i = 0; i < mutate_operator_count(); i++)
            assert_true(!counts[i] || (mutate_operator_kind(i) & kinds));
    }
    free(counts);
}

/* -- the engines ----------------------------------------------------------------------------- */

static void libfuzzer_calls_it(void **state)
{
    static const uint8_t CALLS[] = TWO_CALLS;
    const size_t size = sizeof CALLS - 1;
    uint8_t data[CAP] = { 0 }, again[CAP] = { 0 }, out[CAP];
    size_t changed = 0;

    (void)state;
    for (unsigned seed = 0; seed < 50; seed++) {
        memcpy(data, CALLS, size);
        memcpy(again, CALLS, size);
        const size_t len = LLVMFuzzerCustomMutator(data, size, CAP, seed);

        assert_true(len <= CAP);
        assert_int_equal(LLVMFuzzerCustomMutator(again, size, CAP, seed), len);
        assert_memory_equal(data, again, len);
        changed += len != size || memcmp(data, CALLS, size) != 0;
        assert_true(LLVMFuzzerCustomCrossOver(CALLS, size, (const uint8_t *)"^^^c\n^^^\n", 9, out,
                                              CAP, seed) <= CAP);
    }
    assert_true(changed > 40);
    assert_true(LLVMFuzzerCustomMutator(data, 0, CAP, 1) <= CAP);
}

static void afl_calls_it(void **state)
{
    uint8_t data[] = TWO_CALLS, other[] = "^^^c\n^^^\n", *out = NULL;
    afl_mutator *m;

    (void)state;
    unsetenv("FENCEPOST_FUZZ_SYNTAX");
    assert_null(afl_custom_init(NULL, 1));
    setenv("FENCEPOST_FUZZ_SYNTAX", "caret", 1);
    m = afl_custom_init(NULL, 1);
    assert_non_null(m);
    for (size_t cap = 1; cap < CAP; cap += 50) {
        const size_t len =
            afl_custom_fuzz(m, data, sizeof data - 1, &out, other, sizeof other - 1, cap);

        assert_true(len <= cap);
        assert_non_null(out);
    }
    afl_custom_deinit(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_do_what_they_say),
        cmocka_unit_test(types_come_with_tools),
        cmocka_unit_test(limits_become_small),
        cmocka_unit_test(other_bytes_are_text),
        cmocka_unit_test(prompts_are_prefixes),
        cmocka_unit_test(controls_set_every_policy),
        cmocka_unit_test(operators_leave_what_they_cannot_change),
        cmocka_unit_test(fresh_messages_are_well_formed),
        cmocka_unit_test(any_bytes_are_an_input),
        cmocka_unit_test(every_operator_is_applied),
        cmocka_unit_test(kinds_choose_operators),
        cmocka_unit_test(libfuzzer_calls_it),
        cmocka_unit_test(afl_calls_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
