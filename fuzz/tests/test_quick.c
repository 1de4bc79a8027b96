/* SPDX-License-Identifier: Apache-2.0 */
/* test_quick.c: the quick gear finds what is wrong with broken rows, takes ours for right, and in
 * the long run allocates nothing.
 */
#include "core/out_call.h"
#include "marked_text.h"

#include "quick.h"
#include "tests/wrapped_malloc.h"
#include "watch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 300, INPUT_MAX = 512 };

/* -- allocations ----------------------------------------------------------------------------- */

/* What the linker's wrapping has instead of an argument: allocations of the gear, and of the parser
 * that it runs. */
static struct {
    size_t gear, parser;
    bool in_parser;
} allocations;

static void count_one(void)
{
    if (allocations.in_parser)
        allocations.parser++;
    else
        allocations.gear++;
}

/* NOLINTBEGIN(bugprone-reserved-identifier) */
fp_status __real_fp_parser_feed(fp_parser *parser, const void *data, size_t len);
fp_status __real_fp_parser_finish(fp_parser *parser);
fp_status __wrap_fp_parser_feed(fp_parser *parser, const void *data, size_t len);
fp_status __wrap_fp_parser_finish(fp_parser *parser);

fp_status __wrap_fp_parser_feed(fp_parser *parser, const void *data, size_t len)
{
    fp_status status;

    allocations.in_parser = true;
    status = __real_fp_parser_feed(parser, data, len);
    allocations.in_parser = false;
    return status;
}

fp_status __wrap_fp_parser_finish(fp_parser *parser)
{
    fp_status status;

    allocations.in_parser = true;
    status = __real_fp_parser_finish(parser);
    allocations.in_parser = false;
    return status;
}

void *__wrap_malloc(size_t size)
{
    count_one();
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    count_one();
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    count_one();
    return __real_realloc(old, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* Inputs of the seeds, with all their controls; how many allocations that takes. */
static void ask_all(quick *q, const fp_syntax *syntax, decode_room *room, const decode_tools *tools)
{
    size_t gear = 0, parser = 0;

    for (uint64_t seed = 0; seed < INPUTS; seed++) {
        uint8_t data[INPUT_MAX];
        const size_t size = marked_text(syntax, seed, data, sizeof data);
        decoded d;

        allocations.gear = allocations.parser = 0; /* making the input is not asking it */
        d = decode_in(room, syntax, tools, data, size);
        assert_null(quick_ask(q, &d).wrong);
        gear += allocations.gear;
        parser += allocations.parser;
    }
    allocations.gear = gear;
    allocations.parser = parser;
}

/* In the second round everything has its room. A parser of JSON decodes names and keys in memory of
 * their own, which is not the gear's. */
static void nothing_is_allocated(void **state)
{
    decode_tools tools = decode_tools_read();

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        quick *q = quick_new(*s, false);
        decode_room room = { 0 };

        ask_all(q, *s, &room, &tools);
        assert_true(allocations.gear > 0 && allocations.parser > 0); /* they are counted */
        ask_all(q, *s, &room, &tools);
        assert_int_equal(allocations.gear, 0);
        if (!(*s)->json && !(*s)->encoded)
            assert_int_equal(allocations.parser, 0);
        quick_free(q);
        decode_room_free(&room);
    }
    decode_tools_free(&tools);
}

/* -- broken rows ----------------------------------------------------------------------------- */

static const char CALL[] = "text\n^^^t\na ---\nvalue\n---\n^^^\nmore text\n";

static const fp_syntax *caret(void)
{
    return fp_syntax_find(FP_STR("caret"));
}

/* What is wrong with a row, on inputs that have the call and other numbers of bytes before it; the
 * law, or LAW_COUNT. */
static law law_broken_on(const fp_syntax *row, fp_str call)
{
    quick *q = quick_new(row, false);
    law broken = LAW_COUNT; /* none */

    for (size_t before = 0; before < 140 && broken == LAW_COUNT; before++) {
        char text[200];
        decoded d = { .text = text, .options = fp_options_default(row) };
        quick_answer answer;

        memset(text, 'x', before);
        memcpy(text + before, call.ptr, call.len);
        d.len = before + call.len;
        answer = quick_ask(q, &d);
        broken = answer.wrong ? answer.broken : LAW_COUNT;
    }
    quick_free(q);
    return broken;
}

static law law_broken_by(const fp_syntax *row)
{
    return law_broken_on(row, FP_STR(CALL));
}

/* Takes a call that the input cuts for complete. */
static void finish_complete(void *state, fp_out *out)
{
    if (fp_out_in_call(out)) {
        if (fp_out_in_arg(out))
            fp_out_arg_end(out);
        fp_out_release(out);
        fp_out_call_end(out, fp_out_offset(out));
    } else {
        caret()->finish(state, out);
    }
}

static void truncation_is_seen(void **state)
{
    fp_syntax row = *caret();

    (void)state;
    row.finish = finish_complete;
    assert_int_equal(law_broken_by(&row), LAW_TRUNCATION);
}

/* After the object the end of input stands for the stop token, which ends the call: LAW-7.1. */
static void a_missing_stop_token_cuts_no_call(void **state)
{
    static const char STOPPED[] = "<|channel|>commentary to=functions.f<|message|>{}<|call|>";

    (void)state;
    assert_int_equal(law_broken_on(fp_syntax_find(FP_STR("harmony")), FP_STR(STOPPED)), LAW_COUNT);
}

/* Looks at how many bytes there are. */
static size_t run_of_three(void *state, fp_out *out, const char *bytes, size_t len)
{
    (void)state;
    if (len < 3 || fp_out_in_call(out) || fp_out_held_length(out))
        return 0;
    for (size_t i = 0; i < 3; i++)
        fp_out_payload(out, (unsigned char)bytes[i]);
    return 3;
}

static void cuts_are_seen(void **state)
{
    fp_syntax row = *caret();
    fp_speed fast = *row.fast;

    (void)state;
    fast.at_ease = NULL;
    memset(fast.leads, 0, sizeof fast.leads);
    fast.run = run_of_three;
    row.fast = &fast;
    assert_int_equal(law_broken_by(&row), LAW_CHUNK);
}

/* An x outside every call gets another role. */
static void step_but_x(void *state, fp_out *out, unsigned char byte)
{
    if (byte == 'x')
        fp_out_mark_byte(out, FP_ROLE_MARKER);
    else
        caret()->step(state, out, byte);
}

static void bytes_without_a_claim_are_seen(void **state)
{
    fp_syntax row = *caret();

    (void)state;
    row.fast = NULL;
    row.step = step_but_x;
    assert_int_equal(law_broken_by(&row), LAW_ACCOUNT);
}

static void ours_is_right(void **state)
{
    (void)state;
    assert_int_equal(law_broken_by(caret()), LAW_COUNT);
}

/* What comes of the call under a gear's syntax. */
static quick_answer ask_call(quick *q, const fp_syntax *row)
{
    char text[sizeof CALL];
    const decoded d = { .text = text, .len = sizeof CALL - 1, .options = fp_options_default(row) };

    memcpy(text, CALL, sizeof CALL);
    return quick_ask(q, &d);
}

static void another_syntax_is_taken(void **state)
{
    const fp_syntax *other = fp_syntax_find(FP_STR("hermes"));
    quick *kept = quick_new(caret(), false), *fresh = quick_new(other, false);
    const uint64_t digest = ask_call(kept, caret()).digest;

    (void)state;
    assert_false(ask_call(kept, caret()).novel);
    quick_take(kept, NULL);
    quick_take(kept, other);
    assert_true(ask_call(kept, other).digest == ask_call(fresh, other).digest);
    quick_take(kept, caret());
    assert_true(ask_call(kept, caret()).novel); /* what was seen is forgotten */
    assert_true(ask_call(kept, caret()).digest == digest);
    quick_free(kept);
    quick_free(fresh);
}

static void the_alarm_rings(void **state)
{
    quick *q = quick_new(caret(), true);
    char text[] = "abc";
    const decoded d = { .text = text, .len = 3, .options = fp_options_default(caret()) };

    (void)state;
    assert_string_equal(quick_ask(q, &d).wrong, "the planted fault is noticed");
    quick_free(q);
}

/* -- events that cannot be ------------------------------------------------------------------- */

/* The law that an event breaks where it comes first, of an input of ten bytes of which five were
 * fed; LAW_COUNT: none. */
static law broken_by(const fp_event *event)
{
    static const char INPUT[] = "0123456789";
    const fp_options options = fp_options_default(caret());
    unsigned char roles[10] = { 0 }, claims[10] = { 0 };
    watch w = { .syntax = caret(), .options = &options, .input = { INPUT, 10 }, .fed = 5 };

    w.roles = roles;
    w.claims = claims;
    watch_event(&w, event);
    return w.wrong ? w.broken : LAW_COUNT;
}

static void events_that_cannot_be(void **state)
{
    const fp_call call = { .start = 3, .end = 11 };

    (void)state;
    assert_int_equal(broken_by(&(fp_event){ .type = FP_EVENT_TEXT, .data = { "01", 2 } }),
                     LAW_COUNT);
    assert_int_equal(broken_by(&(fp_event){ .type = FP_EVENT_TEXT, .data = { "12", 2 } }),
                     LAW_ACCOUNT);
    assert_int_equal(
        broken_by(&(fp_event){ .type = FP_EVENT_TEXT, .offset = 9, .data = { "9", 1 } }),
        LAW_PREFIX);
    assert_int_equal(broken_by(&(fp_event){ .type = FP_EVENT_ARG_BEGIN }), LAW_PREFIX);
    assert_int_equal(broken_by(&(fp_event){ .type = FP_EVENT_ARG_END }), LAW_PREFIX);
    assert_int_equal(broken_by(&(fp_event){ .type = FP_EVENT_CALL_CUT, .call = &call }),
                     LAW_PREFIX);
}

static void roles_that_cannot_be(void **state)
{
    const fp_options options = fp_options_default(caret());
    unsigned char roles[4] = { 0 }, claims[4] = { 0 };
    watch w = { .syntax = caret(), .options = &options, .input = { "abcd", 4 } };

    (void)state;
    w.roles = roles;
    w.claims = claims;
    watch_role(&w, FP_ROLE_TEXT, NULL, 0, 2);
    assert_null(w.wrong);
    watch_role(&w, FP_ROLE_TEXT, NULL, 3, 4);
    assert_non_null(w.wrong);
    w.wrong = NULL;
    watch_end(&w);
    assert_int_equal(w.broken, LAW_ACCOUNT);
    assert_non_null(w.wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_allocated), cmocka_unit_test(truncation_is_seen),
        cmocka_unit_test(cuts_are_seen),        cmocka_unit_test(bytes_without_a_claim_are_seen),
        cmocka_unit_test(ours_is_right),        cmocka_unit_test(another_syntax_is_taken),
        cmocka_unit_test(the_alarm_rings),      cmocka_unit_test(events_that_cannot_be),
        cmocka_unit_test(roles_that_cannot_be), cmocka_unit_test(a_missing_stop_token_cuts_no_call),
    };

    return cmocka_run_group_tests_name("the quick gear", tests, NULL, NULL);
}
