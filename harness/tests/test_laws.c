/* SPDX-License-Identifier: Apache-2.0 */
/* test_laws.c: each law notices the faults that are its own, and no other law does; our own parsers
 * keep them all.
 */
#include "broken.h"
#include "law/laws.h"
#include "suite/corpus.h"
#include "tests/night.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- inputs ---------------------------------------------------------------------------------- */

typedef struct input {
    const char *syntax;
    const char *text;
    unsigned
        times; /* repeated: above 256 bytes CHUNK takes the listed cuttings, above 2048 a few */
} input;

#define NOTE                                                                                    \
    "He said: go on.\n^^^note\ntitle: one\nbody ---\nline a\n--- line b\n--- body\n^^^\nDone: " \
    "ok. "                                                                                      \
    "^^ \n"
#define SCRIPT                                                                        \
    "Look: \xF0\x9F\x9B\xA0 here\n\xF0\x9F\x9B\xA0\xEF\xB8\x8F[run it now]\na body\n" \
    "\xF0\x9F\x9B\xA0\xEF\xB8\x8F[/end] done: ok\n\xF0\x9F\x9B\xA0\xEF\xB8\x8F[/end]\n"

#define BLOCK "-\n<tool_call>\n{\"name\": \"run\", \"arguments\": {}}\n</tool_call>\n-\n"

static const input INPUTS[] = {
    { "caret", NOTE, 1 },
    { "caret", "Prose only: see ^^x and ^^^^.\n^^^no-name\nover it is\n", 1 },
    { "caret", "^^^note\ntitle: one\n^^^\n: e o", 1 },
    { "caret", "^^^read\npaths: [\na\nb\n]\n^^^\n^^^list\nbad line\n^^^\nthe end: so", 1 },
    { "caret", "^^^open\na: b\nc", 1 },
    { "caret", NOTE, 4 },
    { "caret", NOTE, 30 },
    { "emoji-bracket", SCRIPT, 1 },
    { "emoji-bracket", "Prose only: \xF0\x9F\x9B\xA0\xEF\xB8\x8F (none) over \xF0\x9F\x9B and out",
      1 },
    { "emoji-bracket", SCRIPT, 4 },
    { "emoji-bracket", SCRIPT, 30 },
    { "hermes", BLOCK, 1 },
};

enum { INPUT_COUNT = sizeof INPUTS / sizeof *INPUTS };

/* Owned: free(). */
static char *input_text(const input *in)
{
    const size_t len = strlen(in->text);
    char *text = xcalloc(len * in->times + 1, 1);

    for (unsigned i = 0; i < in->times; i++)
        memcpy(text + i * len, in->text, len);
    return text;
}

/* -- faults ---------------------------------------------------------------------------------- */

/* ROUND-TRIP, EQUIVALENCE and RENAMING know the true call, so they see faults of every other law as
 * well. CONCATENATION and SURROUNDING see how a parser reads a second text and a third. */
static bool knows_the_truth(law l)
{
    return l == LAW_ROUND_TRIP || l == LAW_EQUIVALENCE || l == LAW_RENAMING ||
           l == LAW_CONCATENATION || l == LAW_SURROUNDING;
}

static size_t fault_count(void)
{
    return FAULT_COUNT + BESIDE_COUNT;
}

static const fault *fault_at(size_t i)
{
    return i < FAULT_COUNT ? &FAULTS[i] : beside_fault_at(i - FAULT_COUNT);
}

/* Returns whether a law holds on the subject; if not, it must be the one that the fault breaks. */
static bool keeps(law l, const law_subject *subject, const fault *f, law_breach *breach)
{
    if (law_holds(l, subject, breach))
        return true;
    assert_int_equal(breach->law, l);
    if (f && l != f->law && knows_the_truth(l))
        return true;
    if (!f || l != f->law)
        fail_msg("%s on %.60s: %s", law_name(l), subject->input.ptr, breach->text);
    return false;
}

/* Runs all laws on one input. Returns whether the law of the fault, and no other, was broken, in
 * the fault's words. */
static bool breaks_its_law(const fault *f, const input *in)
{
    char *text = input_text(in);
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(in->syntax));
    const fp_options options = fp_options_default(syntax);
    hashes shown = { 0 };
    law_subject subject = {
        .syntax = syntax, .options = &options, .input = fp_str_of(text), .seed = 1, .shown = &shown
    };
    bool kept_here = true, said = false;
    law_breach breach;

    assert_true(law_holds(LAW_EQUIVALENCE, &subject, &breach)); /* which excuses no other engine */
    subject.engine = f ? &f->engine : NULL;
    for (unsigned l = 0; l < LAW_OF_OURS; l++) {
        if (keeps((law)l, &subject, f, &breach))
            continue;
        kept_here = kept_here && (l == LAW_TOTAL || l == LAW_LINEAR || knows_the_truth((law)l));
        said = f && strstr(breach.text, f->said) != NULL;
    }
    if (!laws_hold(&subject, &breach) && !knows_the_truth(breach.law))
        assert_int_equal(breach.law, f->law);
    else
        assert_true(kept_here);
    hashes_free(&shown);
    free(text);
    return said;
}

static void only_its_law_is_broken(void **state)
{
    const fault *f = *state;
    size_t noticed = 0;

    for (size_t i = 0; i < INPUT_COUNT; i++)
        noticed += breaks_its_law(f, &INPUTS[i]);
    assert_true(noticed > 0);
}

static void every_law_has_a_fault(void **state)
{
    bool has[LAW_OF_OURS] = { false };

    (void)state;
    for (size_t i = 0; i < fault_count(); i++)
        has[fault_at(i)->law] = true;
    for (unsigned l = 0; l < LAW_OF_OURS; l++)
        assert_true(has[l]);
}

/* -- PROMPT where tokens are told -------------------------------------------------------------- */

/* Whether PROMPT holds of a mark twice, each a token, and then a call. */
static bool is_prompt_with_tokens(const law_engine *engine)
{
    static const char MARK[] = "[TOOL_CALLS]";
    const fp_str text =
        FP_STR("a [TOOL_CALLS] [TOOL_CALLS] [{\"name\": \"f\", \"arguments\": {}}]");
    const fp_syntax *syntax = fp_syntax_find(FP_STR("mistral-v7"));
    const fp_token tokens[] = { { 2, { text.ptr + 2, sizeof MARK - 1 } },
                                { 15, { text.ptr + 15, sizeof MARK - 1 } } };
    fp_options options = fp_options_default(syntax);
    const law_subject subject = {
        .syntax = syntax, .options = &options, .input = text, .engine = engine
    };
    law_breach breach;

    options.policies.of[FP_MARKERS] = FP_MARKERS_TOKEN;
    options.tokens = tokens;
    options.token_count = sizeof tokens / sizeof *tokens;
    return law_holds(LAW_PROMPT, &subject, &breach);
}

/* A continuation begins at no token of the input, and none of the input's is in it. */
static void prompt_with_tokens(void **state)
{
    size_t found = 0;

    (void)state;
    assert_true(is_prompt_with_tokens(NULL));
    for (size_t i = 0; i < fault_count(); i++)
        if (fault_at(i)->law == LAW_PROMPT) {
            assert_false(is_prompt_with_tokens(&fault_at(i)->engine));
            found++;
        }
    assert_int_equal(found, 2);
}

/* -- how far CHUNK is proved ------------------------------------------------------------------ */

/* Loses the last byte of a chunk of this many bytes that begins with an x. */
enum { SHORT_CHUNK = CHUNK_LENGTH_MAX, LONG_CHUNK = 20 };

static fp_status loses_of_short(void *parser, const char *bytes, size_t len)
{
    return LAW_REFERENCE.feed(parser, bytes, len - (len == SHORT_CHUNK && *bytes == 'x'));
}

static fp_status loses_of_long(void *parser, const char *bytes, size_t len)
{
    return LAW_REFERENCE.feed(parser, bytes, len - (len == LONG_CHUNK && *bytes == 'x'));
}

/* Returns whether CHUNK holds of an x among so many bytes in all. */
static bool chunk_holds(fp_status (*feed)(void *parser, const char *bytes, size_t len), size_t size,
                        bool thorough)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(syntax);
    char text[CHUNK_PROOF_MAX];
    law_engine engine = LAW_REFERENCE;
    law_breach breach;

    memset(text, 'a', sizeof text);
    text[7] = 'x';
    engine.feed = feed;
    return law_holds(LAW_CHUNK,
                     &(law_subject){ .syntax = syntax,
                                     .options = &options,
                                     .input = { text, size },
                                     .engine = &engine,
                                     .thorough = thorough },
                     &breach);
}

static void chunk_is_proved_as_far_as_said(void **state)
{
    (void)state;
    assert_false(chunk_holds(loses_of_long, CHUNK_EVERY_MAX, false));
    assert_false(chunk_holds(loses_of_long, CHUNK_PROOF_MAX, true));
    assert_false(chunk_holds(loses_of_short, CHUNK_PROOF_MAX, false));

    assert_true(chunk_holds(loses_of_long, CHUNK_EVERY_MAX + 1, false));
    assert_true(chunk_holds(LAW_REFERENCE.feed, CHUNK_PROOF_MAX, true));
}

/* Loses the last byte of chunks of this size. */
static fp_status loses_of_61(void *parser, const char *bytes, size_t len)
{
    return LAW_REFERENCE.feed(parser, bytes, len - (len == 61));
}

static fp_status loses_of_1000(void *parser, const char *bytes, size_t len)
{
    return LAW_REFERENCE.feed(parser, bytes, len - (len == 1000));
}

/* Loses the last byte of all that is fed at once. */
static fp_status loses_of_huge(void *parser, const char *bytes, size_t len)
{
    return LAW_REFERENCE.feed(parser, bytes, len - (len > HUGE_INPUT));
}

static void a_huge_input_is_cut_as_said(void **state)
{
    fp_status (*const faults[])(void *, const char *, size_t) = { loses_of_61, loses_of_1000,
                                                                  loses_of_huge };
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(syntax);
    char *text = xcalloc(HUGE_INPUT + 1, 1);
    law_engine engine = LAW_REFERENCE;
    const law_subject subject = {
        .syntax = syntax, .options = &options, .input = { text, HUGE_INPUT + 1 }, .engine = &engine
    };
    law_breach breach;

    (void)state;
    memset(text, 'a', HUGE_INPUT + 1);
    assert_true(law_holds(LAW_CHUNK, &subject, &breach));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        engine.feed = faults[i];
        assert_false(law_holds(LAW_CHUNK, &subject, &breach));
    }
    free(text);
}

/* -- what EQUIVALENCE need not ask again ------------------------------------------------------- */

static size_t shown_of(const char *text, hashes *shown)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(syntax);
    law_breach breach;

    assert_true(law_holds(
        LAW_EQUIVALENCE,
        &(law_subject){
            .syntax = syntax, .options = &options, .input = fp_str_of(text), .shown = shown },
        &breach));
    return shown->count;
}

static void equivalence_is_shown_once_of_a_call(void **state)
{
    hashes shown = { 0 };
    size_t count, others = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        others += strcmp((*s)->id, "caret") != 0 && fp_syntax_has_calls(*s);
    count = shown_of("^^^note\ntitle: one\n^^^\n", &shown);
    assert_int_equal(count, others);
    assert_int_equal(shown_of("Words.\n^^^note\ntitle: one\n^^^\n", &shown), count);
    assert_int_equal(shown_of("^^^note\ntitle: two\n^^^\n", &shown), 2 * others);
    assert_int_equal(shown_of("^^^note\nname: one\n^^^\n", &shown), 3 * others);
    assert_int_equal(shown_of("^^^notes\ntitle: one\n^^^\n", &shown), 4 * others);
    hashes_free(&shown);
}

/* -- how LINEAR measures ----------------------------------------------------------------------- */

/* Each byte after the first 512 costs twice as much: that is linear. */
static uint64_t costs_more_late(const void *parser)
{
    const uint64_t work = LAW_REFERENCE.work(parser);

    return work > 512 ? 2 * work - 512 : work;
}

/* Each costs as much as all before the last 512. */
static uint64_t grows_late(const void *parser)
{
    const uint64_t work = LAW_REFERENCE.work(parser);

    return work > 512 ? work + (work - 512) * (work - 512) / 512 : work;
}

static bool is_linear(uint64_t (*work)(const void *parser))
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(syntax);
    law_engine engine = LAW_REFERENCE;
    law_breach breach;

    engine.work = work;
    return law_holds(LAW_LINEAR,
                     &(law_subject){ .syntax = syntax,
                                     .options = &options,
                                     .input = FP_STR("some plain words"),
                                     .engine = &engine },
                     &breach);
}

static void what_costs_more_late_is_linear(void **state)
{
    (void)state;
    assert_true(is_linear(costs_more_late));
    assert_false(is_linear(grows_late));
}

/* -- the reference --------------------------------------------------------------------------- */

static void the_reference_keeps_all_laws(void **state)
{
    (void)state;
    for (size_t i = 0; i < INPUT_COUNT; i++)
        breaks_its_law(NULL, &INPUTS[i]);
}

/* TOTAL starts a process, so it is asked for some of the cases only. The cases are a sample: the
 * test `builtin` takes them all. */
enum {
    SHORT_CASE = 200,
    CASES_BY_DAY = 241,
    CASES_BY_NIGHT = 61,
    FEWEST_CASES = 50,
    TOTAL_EVERY = 8
};

static void the_reference_keeps_them_on_cases(void **state)
{
    problems p = { 0 };
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);
    const size_t every = by_day_and_night(CASES_BY_DAY, CASES_BY_NIGHT);
    size_t checked = 0;

    (void)state;
    assert_non_null(c);
    for (size_t i = 0; i < corpus_count(c); i += every) {
        const test_case *t = corpus_case(c, i);
        const fp_options options = case_options(t);
        const law_subject subject = {
            .syntax = t->syntax, .options = &options, .input = t->input, .seed = 1
        };

        if (t->input.len > SHORT_CASE)
            continue;
        for (unsigned l = checked++ % TOTAL_EVERY ? LAW_TOTAL + 1 : LAW_TOTAL; l < LAW_OF_OURS;
             l++) {
            law_breach breach;

            if (!law_holds((law)l, &subject, &breach))
                fail_msg("%s on %s: %s", law_name((law)l), t->id, breach.text);
        }
    }
    assert_true(checked >= FEWEST_CASES);
    corpus_free(c);
}

/* -- names ----------------------------------------------------------------------------------- */

static void names_are_those_of_the_spec(void **state)
{
    problems p = { 0 };
    fp_str bytes, spec;

    (void)state;
    assert_true(file_read(FP_SOURCE_DIR "/spec/laws.md", &bytes, &p));
    spec = xcopy(bytes); /* NUL-terminated */
    for (unsigned l = 0; l < LAW_OF_OURS; l++) {
        char *clause =
            xformat("### %s\n**MUST.** Source. %s: ", law_clause((law)l), law_name((law)l));

        if (!strstr(spec.ptr, clause))
            fail_msg("spec/laws.md does not have \"%s\"", clause);
        free(clause);
    }
    free((char *)(uintptr_t)bytes.ptr);
    free((char *)(uintptr_t)spec.ptr);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(every_law_has_a_fault),
        cmocka_unit_test(prompt_with_tokens),
        cmocka_unit_test(names_are_those_of_the_spec),
        cmocka_unit_test(chunk_is_proved_as_far_as_said),
        cmocka_unit_test(a_huge_input_is_cut_as_said),
        cmocka_unit_test(equivalence_is_shown_once_of_a_call),
        cmocka_unit_test(what_costs_more_late_is_linear),
        cmocka_unit_test(the_reference_keeps_all_laws),
        cmocka_unit_test(the_reference_keeps_them_on_cases),
    };
    struct CMUnitTest *faults = xcalloc(fault_count(), sizeof *faults);
    const size_t every = by_day_and_night(4, 1);
    size_t count = 0;
    int failures;

    for (size_t i = 0; i < fault_count(); i += every)
        faults[count++] = (struct CMUnitTest){ .name = fault_at(i)->name,
                                               .test_func = only_its_law_is_broken,
                                               .initial_state = (void *)(uintptr_t)fault_at(i) };
    failures = _cmocka_run_group_tests("faults", faults, count, NULL, NULL);
    free(faults);
    return failures + cmocka_run_group_tests(TESTS, NULL, NULL);
}
