/* SPDX-License-Identifier: Apache-2.0 */
/* test_edit.c: each edit changes messages, in the same way for the same seed, and our own parsers
 * keep all laws on what comes of it. */
#include "generate/edit.h"
#include "generate/message.h"
#include "law/laws.h"
#include "tests/night.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MESSAGES = 3, SEED = 5, LONGEST = 60, INPUT_MAX = 400 };

typedef struct messages {
    fp_json text, other, edited;
} messages;

static fp_str view(const fp_json *json)
{
    return (fp_str){ json->ptr, json->len };
}

static void make_messages(generator *g, const fp_syntax *syntax, messages *m)
{
    do {
        m->text.len = m->other.len = 0;
        message_make(g, syntax, NULL, 1, &m->text);
        message_make(g, syntax, NULL, 1, &m->other);
    } while (m->text.len > INPUT_MAX || m->other.len > INPUT_MAX);
}

static void free_messages(messages *m)
{
    fp_json_free(&m->text);
    fp_json_free(&m->other);
    fp_json_free(&m->edited);
}

static void expect_laws(const fp_syntax *syntax, const edit *e, fp_str input)
{
    const fp_options options = fp_options_default(syntax);
    const law_subject subject = {
        .syntax = syntax, .options = &options, .input = input, .seed = SEED
    };
    law_breach breach;

    if (laws_hold(&subject, &breach))
        return;
    fp_json text = { 0 };

    fp_json_string(&text, input);
    fail_msg("%s, %s: %s: %s\n%.*s", fp_syntax_id(syntax), e->name, law_name(breach.law),
             breach.text, (int)text.len, text.ptr);
}

static void laws_hold_on_what_is_edited(void **state)
{
    const fp_syntax *syntax = *state;
    generator *g = generator_new(SEED, LONGEST);
    rng r = { SEED };
    messages m = { 0 };
    const size_t count = by_day_and_night(1, MESSAGES);
    size_t edited = 0;

    for (size_t i = 0; i < count; i++) {
        make_messages(g, syntax, &m);
        for (size_t k = 0; k < EDIT_COUNT; k++) {
            m.edited.len = 0;
            if (!edit_apply(&EDITS[k], syntax, view(&m.text), view(&m.other), &r, &m.edited))
                continue;
            edited++;
            expect_laws(syntax, &EDITS[k], view(&m.edited));
        }
    }
    /* of what has no calls most edits find nothing to change */
    assert_true(edited > (fp_syntax_has_calls(syntax) ? count * EDIT_COUNT / 3 : 0));
    free_messages(&m);
    generator_free(g);
}

/* Applied to messages of every syntax, each edit changes some. */
static void each_edit_changes(void **state)
{
    size_t changed[64] = { 0 };
    messages m = { 0 };

    (void)state;
    assert_true(EDIT_COUNT <= sizeof changed / sizeof *changed);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        generator *g = generator_new(SEED, LONGEST);
        rng r = { SEED };

        for (size_t i = 0; i < MESSAGES; i++) {
            make_messages(g, *s, &m);
            for (size_t k = 0; k < EDIT_COUNT; k++) {
                m.edited.len = 0;
                changed[k] +=
                    edit_apply(&EDITS[k], *s, view(&m.text), view(&m.other), &r, &m.edited) &&
                    !fp_str_equal(view(&m.text), view(&m.edited));
            }
        }
        generator_free(g);
    }
    for (size_t k = 0; k < EDIT_COUNT; k++)
        if (!changed[k])
            fail_msg("%s changes nothing", EDITS[k].name);
    free_messages(&m);
}

static void one_seed_one_edit(void **state)
{
    const fp_syntax *syntax = FP_SYNTAXES[0];
    fp_json a = { 0 }, b = { 0 };
    messages m = { 0 };
    generator *g = generator_new(SEED, LONGEST);

    (void)state;
    make_messages(g, syntax, &m);
    for (size_t k = 0; k < EDIT_COUNT; k++) {
        rng one = { k }, two = { k };

        a.len = b.len = 0;
        edit_apply(&EDITS[k], syntax, view(&m.text), view(&m.other), &one, &a);
        edit_apply(&EDITS[k], syntax, view(&m.text), view(&m.other), &two, &b);
        assert_true(fp_str_equal(view(&a), view(&b)));
    }
    fp_json_free(&a);
    fp_json_free(&b);
    free_messages(&m);
    generator_free(g);
}

int main(void)
{
    struct CMUnitTest tests[64] = { cmocka_unit_test(one_seed_one_edit),
                                    cmocka_unit_test(each_edit_changes) };
    size_t count = 2;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s && count < 64; s++)
        tests[count++] = (struct CMUnitTest){ .name = (*s)->id,
                                              .test_func = laws_hold_on_what_is_edited,
                                              .initial_state = (void *)(uintptr_t)*s };
    return _cmocka_run_group_tests("edits", tests, count, NULL, NULL);
}
