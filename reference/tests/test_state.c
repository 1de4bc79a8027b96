/* SPDX-License-Identifier: Apache-2.0 */
/* test_state.c: each part of the state of a parser counts when parsers are compared, which law
 * CHUNK is proved by; copies; and what is as small.
 */
#include "core/out.h"
#include "core/rendering.h"

#include <fencepost/render.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- states that differ in one place ----------------------------------------------------------- */

typedef struct place {
    size_t at, size;
} place;

#define PLACE(type, member)                                  \
    {                                                        \
        offsetof(type, member), sizeof((type *)NULL)->member \
    }

/* What an open call has, except its buffers. */
static const place OF_CALLS[] = {
    PLACE(fp_out, call.loss),
    PLACE(fp_out, call.start),
    PLACE(fp_out, call.size),
    PLACE(fp_out, call.arg),
    PLACE(fp_out, call.read_json),
    PLACE(fp_out, call.in_item),
    PLACE(fp_out, call.json.state),
    PLACE(fp_out, call.json.begun),
    PLACE(fp_out, call.json.scan.depth),
    PLACE(fp_out, call.json.string.u.state),
    PLACE(fp_out, call.json.string.u.digits),
    PLACE(fp_out, call.json.string.u.unit),
    PLACE(fp_out, call.json.string.u.high),
    PLACE(fp_out, call.json.key_at),
    PLACE(fp_out, call.json.key_over),
    PLACE(fp_out, call.json.key_len),
    PLACE(fp_out, call.json.wrong),
    PLACE(fp_out, call.json.too_deep),
    PLACE(fp_out, call.json.key.len),
    PLACE(fp_out, call.unsaid_key.len),
    PLACE(fp_out, call.edge.mode),
    PLACE(fp_out, call.edge.begun),
    PLACE(fp_out, call.edge.pending.len),
    PLACE(fp_out, call.builder.name.at),
    PLACE(fp_out, call.builder.name.len),
    PLACE(fp_out, call.builder.id.at),
    PLACE(fp_out, call.builder.id.len),
    PLACE(fp_out, call.builder.arg_count),
    PLACE(fp_out, call.builder.item_count),
    PLACE(fp_out, call.builder.bytes.len),
};

/* What counts in a call and outside of any. */
static const place OF_ALL[] = {
    PLACE(fp_out, events.status),
    PLACE(fp_out, ledger.fed),
    PLACE(fp_out, ledger.accounted),
    PLACE(fp_out, call.count),
    PLACE(fp_out, call.stopped),
    PLACE(fp_out, call.state),
    PLACE(fp_out, ledger.gone),
    PLACE(fp_out, aside.len),
    PLACE(fp_out, drops_rest),
    PLACE(fp_out, memory.len),
    PLACE(fp_out, events.text_edge.mode),
    PLACE(fp_out, events.text_edge.begun),
    PLACE(fp_out, events.text_edge.pending.len),
    PLACE(fp_out, events.text_parts.len),
    PLACE(fp_out, quote.part),
    PLACE(fp_out, quote.indent),
    PLACE(fp_out, quote.mark),
    PLACE(fp_out, quote.run),
    PLACE(fp_out, quote.fence_line),
    PLACE(fp_out, quote.open_mark),
    PLACE(fp_out, quote.matched),
    PLACE(fp_out, quote.in_tag),
};

enum {
    CALL_PLACES = sizeof OF_CALLS / sizeof *OF_CALLS,
    ALL_PLACES = sizeof OF_ALL / sizeof *OF_ALL
};

static const place OF_ARGS[] = {
    PLACE(fp_arg_range, key.at),     PLACE(fp_arg_range, key.len), PLACE(fp_arg_range, value.at),
    PLACE(fp_arg_range, value.len),  PLACE(fp_arg_range, kind),    PLACE(fp_arg_range, is_json),
    PLACE(fp_arg_range, lost),       PLACE(fp_arg_range, next),    PLACE(fp_arg_range, item),
    PLACE(fp_arg_range, item_count),
};

/* Turns one bit over; on a little-endian machine a number's last. */
static void turn(void *object, place p)
{
    ((unsigned char *)object)[p.at] ^= 1;
}

static fp_out out_of(bool in_call)
{
    const fp_options options = fp_options_default(*FP_SYNTAXES);
    fp_out out;

    fp_out_init(&out, *FP_SYNTAXES, &options, NULL, NULL);
    out.call.state = in_call ? FP_CALL_EMITTED : FP_CALL_NONE;
    return out;
}

/* Whether two states that are the same but there are told from each other, whichever comes first.
 */
static bool tells(bool in_call, place p)
{
    fp_out a = out_of(in_call), b = out_of(in_call);
    bool told;

    assert_true(fp_out_equal(&a, &b));
    turn(&b, p);
    told = !fp_out_equal(&a, &b) && !fp_out_equal(&b, &a);
    turn(&b, p);
    assert_true(fp_out_equal(&a, &b));
    fp_out_free(&a);
    fp_out_free(&b);
    return told;
}

static void each_place_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < ALL_PLACES; i++) {
        if (!tells(false, OF_ALL[i]) || !tells(true, OF_ALL[i]))
            fail_msg("place %zu of all", i);
    }
    for (size_t i = 0; i < CALL_PLACES; i++)
        if (!tells(true, OF_CALLS[i]) || tells(false, OF_CALLS[i]))
            fail_msg("place %zu of calls", i);
}

/* Bytes that are held count, those that have a meaning by now do not. */
static void held_bytes_count(void **state)
{
    fp_out a = out_of(false), b = out_of(false);

    (void)state;
    assert_true(fp_buf_append(&a.ledger.held, "xab", 3) && fp_buf_append(&b.ledger.held, "yac", 3));
    a.ledger.gone = b.ledger.gone = 1;
    assert_false(fp_out_equal(&a, &b));
    b.ledger.held.ptr[2] = 'b';
    assert_true(fp_out_equal(&a, &b));
    fp_out_free(&a);
    fp_out_free(&b);
}

/* The length of an opening fence counts while it is open, an escape's place while it is read, that
 * of a surrogate while it waits. */
static void what_lies_idle_does_not_count(void **state)
{
    fp_out a = out_of(true), b = out_of(true);

    (void)state;
    b.quote.open_run = 3;
    b.call.json.string.escape = 4;
    b.call.json.string.high = 5;
    assert_true(fp_out_equal(&a, &b));
    a.quote.open_mark = b.quote.open_mark = '`';
    assert_false(fp_out_equal(&a, &b));
    a.quote.open_run = 3;
    assert_true(fp_out_equal(&a, &b));
    a.call.json.string.u.state = b.call.json.string.u.state = 1;
    assert_false(fp_out_equal(&a, &b));
    a.call.json.string.escape = 4;
    assert_true(fp_out_equal(&a, &b));
    a.call.json.string.u.high = b.call.json.string.u.high = 0xD800;
    assert_false(fp_out_equal(&a, &b));
    a.call.json.string.high = 5;
    assert_true(fp_out_equal(&a, &b));
    fp_out_free(&a);
    fp_out_free(&b);
}

static fp_builder builder(void)
{
    fp_builder b = { 0 };

    assert_true(fp_builder_name(&b, FP_STR("n")) && fp_builder_arg(&b, FP_STR("k")) &&
                fp_builder_item(&b) && fp_builder_data(&b, "v", 1));
    fp_builder_item_end(&b);
    return b;
}

static void each_argument_counts(void **state)
{
    fp_builder a = builder(), b = builder();

    (void)state;
    assert_true(fp_builder_equal(&a, &b));
    for (size_t i = 0; i < sizeof OF_ARGS / sizeof *OF_ARGS; i++) {
        turn(b.args, OF_ARGS[i]);
        if (fp_builder_equal(&a, &b))
            fail_msg("place %zu of arguments", i);
        turn(b.args, OF_ARGS[i]);
    }
    b.items[0].len++;
    assert_false(fp_builder_equal(&a, &b));
    fp_builder_free(&a);
    fp_builder_free(&b);
}

/* A copy whose sink is not given says nothing, and goes on all the same. */
static int count_event(void *context, const fp_event *event)
{
    *(size_t *)context += event->type == FP_EVENT_TEXT;
    return 0;
}

static void copies_may_be_silent(void **state)
{
    size_t count = 0;
    fp_parser *parser = fp_parser_new(*FP_SYNTAXES, NULL, count_event, &count);
    fp_parser *copy = fp_parser_clone(parser, NULL, NULL);

    (void)state;
    assert_int_equal(fp_parser_feed(copy, "text\n", 5), FP_OK);
    assert_int_equal(count, 0);
    assert_false(fp_parser_equal(parser, copy));
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    assert_false(fp_parser_equal(parser, copy));
    fp_parser_free(copy);
    fp_parser_free(parser);
}

static void note_range(void *context, fp_role role, const char *clause, uint64_t start,
                       uint64_t end)
{
    (void)role;
    (void)clause;
    *(uint64_t *)context += end - start;
}

/* Who follows the roles follows one parser alone. */
static void copies_are_not_followed(void **state)
{
    uint64_t heard = 0;
    fp_parser *parser = fp_parser_new(*FP_SYNTAXES, NULL, NULL, NULL);
    fp_parser *other = fp_parser_new(*FP_SYNTAXES, NULL, NULL, NULL);
    fp_parser *copy;

    (void)state;
    fp_parser_trace(parser, note_range, &heard);
    copy = fp_parser_clone(parser, NULL, NULL);
    assert_true(fp_parser_assign(other, parser));
    assert_int_equal(fp_parser_feed(copy, "text\n", 5), FP_OK);
    assert_int_equal(fp_parser_feed(other, "text\n", 5), FP_OK);
    assert_true(heard == 0);
    assert_int_equal(fp_parser_feed(parser, "text\n", 5), FP_OK);
    assert_true(heard == 5);
    fp_parser_reset(parser);
    assert_int_equal(fp_parser_feed(parser, "text\n", 5), FP_OK);
    assert_true(heard == 10);
    fp_parser_free(other);
    fp_parser_free(copy);
    fp_parser_free(parser);
}

/* All is copied, and nothing around it. */
static void copies_stay_in_place(void **state)
{
    struct {
        unsigned char before[2 * FP_BATCH];
        fp_out out;
        unsigned char behind[2 * FP_BATCH];
    } a, b;

    (void)state;
    memset(&a, 'a', sizeof a);
    memset(&b, 'b', sizeof b);
    a.out = out_of(true);
    a.out.call.json.too_deep = true;
    assert_true(fp_out_copy(&b.out, &a.out, NULL, NULL));
    assert_true(fp_out_equal(&a.out, &b.out));
    for (size_t i = 0; i < sizeof b.before; i++)
        assert_true(b.before[i] == 'b' && b.behind[i] == 'b');
    fp_out_free(&a.out);
    fp_out_free(&b.out);
}

/* Two that were fed as much, and stand elsewhere. */
static void states_are_compared(void **state)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    fp_parser *a = fp_parser_new(caret, NULL, NULL, NULL);
    fp_parser *b = fp_parser_new(caret, NULL, NULL, NULL);

    (void)state;
    assert_int_equal(fp_parser_feed(a, "^^^a\nk", 6), FP_OK);
    assert_int_equal(fp_parser_feed(b, "^^^a\n\n", 6), FP_OK);
    assert_false(fp_parser_equal(a, b));
    fp_parser_free(b);
    b = fp_parser_new(fp_syntax_find(FP_STR("xml")), NULL, NULL, NULL);
    assert_false(fp_parser_equal(a, b));
    fp_parser_free(a);
    fp_parser_free(b);
}

/* A row with as many leads as there may be. */
static void all_leads(void **state)
{
    fp_syntax syntax = *fp_syntax_find(FP_STR("caret"));
    fp_speed fast = *syntax.fast;
    fp_parser *parser;

    (void)state;
    for (size_t i = 1; i < FP_LEADS_MAX; i++)
        fast.leads[i] = fast.leads[0];
    syntax.fast = &fast;
    parser = fp_parser_new(&syntax, NULL, NULL, NULL);
    assert_int_equal(fp_parser_feed(parser, "text\n^^^a\n^^^\n", 14), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
}

/* -- names ---------------------------------------------------------------------------------------
 */

static void names_are_found(void **state)
{
    fp_limits limits = FP_LIMITS_DEFAULT;
    fp_policy policy;
    unsigned value;
    fp_code code;
    fp_event_type type;

    (void)state;
    for (unsigned p = 0; p < FP_POLICY_COUNT; p++) {
        assert_true(fp_policy_find(fp_str_of(fp_policy_name((fp_policy)p)), &policy));
        assert_int_equal(policy, p);
        for (unsigned v = 0; fp_policy_value_name(policy, v); v++) {
            assert_true(
                fp_policy_value_find(policy, fp_str_of(fp_policy_value_name(policy, v)), &value));
            assert_int_equal(value, v);
        }
        assert_false(fp_policy_value_find(policy, FP_STR("nothing"), &value));
    }
    assert_false(fp_policy_find(FP_STR("nothing"), &policy));
    assert_null(fp_policy_value_name(FP_TYPES, 4));
    assert_ptr_equal(fp_limits_field(&limits, FP_STR("depth")), &limits.depth);
    assert_null(fp_limits_field(&limits, FP_STR("nothing")));
    for (unsigned c = 0; c < FP_CODE_COUNT; c++)
        assert_true(fp_code_find(fp_str_of(fp_code_name((fp_code)c)), &code) && code == (fp_code)c);
    for (unsigned e = 0; e < FP_EVENT_COUNT; e++)
        assert_true(fp_event_find(fp_str_of(fp_event_name((fp_event_type)e)), &type) &&
                    type == (fp_event_type)e);
    assert_false(fp_code_find(FP_STR("nothing"), &code));
    assert_false(fp_event_find(FP_STR("nothing"), &type));
    assert_string_equal(fp_status_text(FP_OK), "no error");
    assert_string_equal(fp_status_text(FP_NO_MEMORY), "out of memory");
    assert_string_equal(fp_status_text(FP_STOPPED), "stopped by the sink");
    assert_string_equal(fp_status_text(FP_FINISHED), "the input has ended already");
    assert_string_equal(fp_status_text((fp_status)99), "unknown status");
}

/* -- renderers of others ----------------------------------------------------------------------- */

static void json_is_rendered(void **state)
{
    const fp_str bad = FP_STR("\xFF"), good = FP_STR("v");
    const fp_arg args[] = {
        { FP_STR("k"), { .kind = FP_VALUE_LIST, .items = &good, .item_count = 1 } },
        { FP_STR("l"), { .text = good } },
        { FP_STR("m"), { .kind = FP_VALUE_LIST, .items = &bad, .item_count = 1 } },
        { bad, { .text = good } },
    };
    fp_call call = { .args = args, .arg_count = 2 };
    fp_json text = { 0 };
    fp_refusal refusal = { 0 };
    fp_rendering r = { .text = &text, .refusal = &refusal };

    (void)state;
    assert_true(fp_render_json_input(&r, &call, "X-1.1"));
    assert_true(
        fp_str_equal((fp_str){ text.ptr, text.len }, FP_STR("{\"k\":[\"v\"],\"l\":\"v\"}")));
    assert_true(fp_render_keys_once(&r, &call, "X-1.1"));
    call.arg_count = 3;
    assert_false(fp_render_json_input(&r, &call, "X-1.1"));
    assert_int_equal(refusal.part, FP_PART_VALUE);
    assert_int_equal(refusal.arg, 2);
    call.args = args + 3;
    call.arg_count = 1;
    assert_false(fp_render_json_input(&r, &call, "X-1.1"));
    assert_int_equal(refusal.part, FP_PART_KEY);
    fp_json_free(&text);
}

/* A row may do without a renderer. */
static void no_renderer(void **state)
{
    const fp_call call = { .name = FP_STR("n"), .complete = true };
    fp_syntax syntax = **FP_SYNTAXES;
    fp_json text = { 0 };
    fp_refusal refusal;

    (void)state;
    syntax.render = NULL;
    assert_false(fp_render(&syntax, NULL, &call, &text, &refusal));
    assert_string_equal(refusal.reason, "the syntax has no renderer");
    assert_string_equal(refusal.clause, "LAW-8.2");
    assert_int_equal(refusal.arg + refusal.byte, 0);
    fp_json_free(&text);
}

/* Another diagnostic than that of a limit is none of a renderer's concern. */
static void limits_are_asked_for(void **state)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    const fp_call call = { .name = FP_STR("n"), .complete = true };
    fp_options options = fp_options_default(caret);
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(FP_STR("{\"tools\":[]}"), &error);
    fp_json text = { 0 };
    fp_refusal refusal;

    (void)state;
    options.catalogue = catalogue;
    options.policies.of[FP_UNKNOWN_TOOLS] = FP_UNKNOWN_REPORT;
    options.limits.name = 1;
    assert_true(fp_render(caret, &options, &call, &text, &refusal));
    options.limits.name = 0;
    assert_false(fp_render(caret, &options, &call, &text, &refusal));
    assert_string_equal(refusal.clause, "MODEL-4.3");
    fp_json_free(&text);
    fp_catalogue_free(catalogue);
}

/* Of a list whose items are views of a text, one may be empty and point nowhere. */
static void empty_items(void **state)
{
    const fp_str items[] = { FP_STR("x"), { NULL, 0 }, FP_STR("y") };
    const fp_arg arg = { FP_STR("l"), { .kind = FP_VALUE_LIST, .items = items, .item_count = 2 } };
    fp_call call = { .name = FP_STR("n"), .args = &arg, .arg_count = 1 };
    fp_arg in_text = arg;
    fp_outcome *outcome = fp_outcome_new();

    (void)state;
    in_text.value.text = (fp_str){ items[0].ptr, 1 };
    assert_true(fp_outcome_add_call(outcome, &call));
    call.args = &in_text;
    assert_true(fp_outcome_add_call(outcome, &call));
    assert_true(fp_call_equal(fp_outcome_call(outcome, 0), fp_outcome_call(outcome, 1)));
    fp_outcome_free(outcome);
}

/* What of a sequence stands after the text does not make it whole. */
static void sequences_end_in_the_text(void **state)
{
    static const char *const SEQUENCES[] = { "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80" };

    (void)state;
    for (size_t i = 0; i < sizeof SEQUENCES / sizeof *SEQUENCES; i++) {
        const size_t whole = strlen(SEQUENCES[i]);

        for (size_t len = 0; len <= whole; len++)
            assert_int_equal(fp_utf8_valid((fp_str){ SEQUENCES[i], len }), len < whole ? 0 : whole);
    }
}

static int stop(void *stopped, const fp_event *event)
{
    (void)event;
    return *(const bool *)stopped;
}

/* A chunk that goes to the sink as it is says that the sink stopped; what was read is work; and who
 * is brought to the end is there. */
static void parsers_say_how_they_are(void **state)
{
    bool stopped = false;
    fp_parser *parser = fp_parser_new(*FP_SYNTAXES, NULL, stop, &stopped);
    fp_parser *other = fp_parser_new(*FP_SYNTAXES, NULL, NULL, NULL);

    (void)state;
    assert_int_equal(fp_parser_feed(parser, "some text and ", 14), FP_OK);
    assert_in_range(fp_parser_work(parser), 14, 100);
    stopped = true;
    assert_int_equal(fp_parser_feed(parser, "more", 4), FP_STOPPED);
    assert_int_equal(fp_parser_feed(parser, "more", 4), FP_STOPPED);
    stopped = false;
    fp_parser_reset(parser);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    assert_true(fp_parser_assign(other, parser));
    assert_int_equal(fp_parser_feed(other, "more", 4), FP_FINISHED);
    fp_parser_free(other);
    fp_parser_free(parser);
}

static void defaults_are_those_of_the_row(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_syntax other = **s;

        for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
            other.policies[p].value ^= 1;
        for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
            assert_int_equal(fp_options_default(&other).policies.of[p], other.policies[p].value);
    }
}

/* What is parsed without options has the syntax's own. */
static void default_options(void **state)
{
    fp_outcome *outcome;

    (void)state;
    assert_int_equal(fp_parse(*FP_SYNTAXES, NULL, FP_STR("text"), &outcome), FP_OK);
    assert_true(fp_str_equal(fp_outcome_text(outcome), FP_STR("text")));
    fp_outcome_free(outcome);
    fp_outcome_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place_counts),
        cmocka_unit_test(held_bytes_count),
        cmocka_unit_test(what_lies_idle_does_not_count),
        cmocka_unit_test(each_argument_counts),
        cmocka_unit_test(copies_may_be_silent),
        cmocka_unit_test(copies_are_not_followed),
        cmocka_unit_test(copies_stay_in_place),
        cmocka_unit_test(states_are_compared),
        cmocka_unit_test(all_leads),
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(json_is_rendered),
        cmocka_unit_test(no_renderer),
        cmocka_unit_test(limits_are_asked_for),
        cmocka_unit_test(empty_items),
        cmocka_unit_test(sequences_end_in_the_text),
        cmocka_unit_test(parsers_say_how_they_are),
        cmocka_unit_test(defaults_are_those_of_the_row),
        cmocka_unit_test(default_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
