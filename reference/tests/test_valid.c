/* SPDX-License-Identifier: Apache-2.0 */
/* test_valid.c: the invariants of the core's three parts. Each is broken on purpose, alone, and the
 * part that owns it finds it.
 */
#include "core/out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fp_out fresh(void)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(caret);
    fp_out out;

    fp_out_init(&out, caret, &options, NULL, NULL);
    assert_true(fp_out_is_valid(&out));
    return out;
}

/* One with an argument `k` that has the value "ab". */
static fp_out with_argument(void)
{
    fp_out out = fresh();

    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_arg_begin(&out, FP_STR("k"), 0, false, NULL);
    fp_out_value(&out, 0, "ab", 2);
    assert_true(fp_out_is_valid(&out));
    return out;
}

/* Asserts that it is broken, and that the whole knows. */
#define BROKEN(part_is_valid, part, out)       \
    do {                                       \
        assert_false(part_is_valid(part));     \
        assert_false(fp_out_is_valid(&(out))); \
    } while (0)

static void held_bytes_with_a_role_are_few(void **state)
{
    fp_out out = fresh();

    (void)state;
    fp_ledger_read(&out.ledger, 4);
    for (const char *c = "abcd"; *c; c++)
        assert_true(fp_ledger_hold(&out.ledger, (unsigned char)*c));
    assert_true(fp_out_is_valid(&out));
    out.ledger.gone = 1;
    assert_true(fp_out_is_valid(&out));
    out.ledger.gone = 2;
    BROKEN(fp_ledger_is_valid, &out.ledger, out);
    out.ledger.gone = 5;
    BROKEN(fp_ledger_is_valid, &out.ledger, out);
    fp_out_free(&out);
}

static void no_byte_has_a_role_before_it_was_read(void **state)
{
    fp_out out = fresh();

    (void)state;
    fp_ledger_account(&out.ledger, FP_ROLE_TEXT, 1);
    BROKEN(fp_ledger_is_valid, &out.ledger, out);
    fp_ledger_read(&out.ledger, 1);
    assert_true(fp_out_is_valid(&out));
    assert_true(fp_ledger_hold(&out.ledger, 'a'));
    BROKEN(fp_ledger_is_valid, &out.ledger, out);
    fp_ledger_read(&out.ledger, 1);
    assert_true(fp_out_is_valid(&out));
    fp_out_free(&out);
}

static void the_batch_has_content(void **state)
{
    fp_out out = fresh();

    (void)state;
    out.events.batch.type = FP_EVENT_CALL_END; /* of an empty one nobody asks */
    assert_true(fp_out_is_valid(&out));
    out.events.batch.len = 1;
    BROKEN(fp_events_is_valid, &out.events, out);
    out.events.batch.type = FP_EVENT_ARG_DATA;
    assert_true(fp_out_is_valid(&out));
    out.events.batch.type = FP_EVENT_REASONING;
    assert_true(fp_out_is_valid(&out));
    out.events.batch.type = FP_EVENT_TEXT;
    out.events.batch.len = FP_BATCH;
    assert_true(fp_out_is_valid(&out));
    out.events.batch.len = FP_BATCH + 1;
    BROKEN(fp_events_is_valid, &out.events, out);
    fp_out_free(&out);
}

/* Text that waits in two parts: "  ", and " " after framing. */
static fp_out waiting(void)
{
    fp_out out = fresh();

    fp_events_trimmed(&out.events, 0, "a  ", 3);
    fp_events_trimmed(&out.events, 9, " ", 1);
    assert_int_equal(out.events.text_edge.pending.len, 3);
    assert_true(fp_out_is_valid(&out));
    return out;
}

static void text_that_waits_stands_in_parts(void **state)
{
    fp_out out = waiting();
    size_t *second, part;

    (void)state;
    part = out.events.text_parts.len / 2;
    second = (size_t *)(void *)(out.events.text_parts.ptr + part);
    for (size_t from = 0; from < 5; from++) {
        *second = from;
        assert_int_equal(fp_events_is_valid(&out.events), from == 1 || from == 2);
        assert_int_equal(fp_out_is_valid(&out), from == 1 || from == 2);
    }
    *second = 2;
    out.events.text_parts.len--;
    BROKEN(fp_events_is_valid, &out.events, out);
    out.events.text_parts.len = 0;
    BROKEN(fp_events_is_valid, &out.events, out);
    out.events.text_parts.len = part;
    assert_true(fp_out_is_valid(&out));
    *(size_t *)(void *)out.events.text_parts.ptr = 1;
    BROKEN(fp_events_is_valid, &out.events, out);
    *(size_t *)(void *)out.events.text_parts.ptr = 0;
    out.events.text_edge.pending.len = 0;
    BROKEN(fp_events_is_valid, &out.events, out);
    fp_out_free(&out);
}

static void no_text_waits_at_the_front(void **state)
{
    fp_out out = waiting();

    (void)state;
    out.events.text_edge.begun = false;
    BROKEN(fp_events_is_valid, &out.events, out);
    fp_events_text_begins(&out.events, FP_EVENT_TEXT);
    assert_true(fp_out_is_valid(&out));
    fp_out_free(&out);
}

static void a_closed_call_leaves_nothing(void **state)
{
    static const fp_tool TOOL;
    fp_out out = fresh();

    (void)state;
    out.call.loss = FP_LOSS_SPOILT;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.loss = FP_LOSS_NONE;
    out.call.arg = FP_ARG_UNSAID;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.arg = FP_ARG_NONE;
    out.call.tool = &TOOL;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.tool = NULL;
    assert_true(fp_out_is_valid(&out));
    out.call.state = FP_CALL_MUTED; /* which was not counted */
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.count = 1;
    assert_true(fp_out_is_valid(&out));
    fp_out_free(&out);
}

static void what_belongs_to_an_argument(void **state)
{
    fp_out out = with_argument();

    (void)state;
    fp_out_arg_end(&out);
    assert_true(fp_out_is_valid(&out));
    out.call.room = 1;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.arg = FP_ARG_UNSAID;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.arg = FP_ARG_FULL;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.arg = FP_ARG_KEPT;
    assert_true(fp_out_is_valid(&out));
    out.call.room = 0;
    for (out.call.arg = FP_ARG_NONE; out.call.arg <= FP_ARG_UNSAID; out.call.arg++) {
        assert_true(fp_out_is_valid(&out));
        out.call.in_item = true; /* and the builder has none */
        BROKEN(fp_open_call_is_valid, &out.call, out);
        out.call.in_item = false;
        out.call.unsaid_key.len = 1;
        assert_int_equal(fp_open_call_is_valid(&out.call), out.call.arg == FP_ARG_UNSAID);
        out.call.unsaid_key.len = 0;
        out.call.edge.pending.len = 1;
        assert_int_equal(fp_open_call_is_valid(&out.call), out.call.arg != FP_ARG_NONE);
        out.call.edge.pending.len = 0;
    }
    fp_out_free(&out);
}

static void an_argument_is_in_the_builder(void **state)
{
    fp_out out = with_argument();

    (void)state;
    out.call.size = 1; /* of two bytes */
    BROKEN(fp_open_call_is_valid, &out.call, out);
    out.call.size = 3;
    assert_true(fp_out_is_valid(&out));
    fp_out_arg_is(&out, FP_VALUE_LIST);
    fp_out_item(&out, true);
    assert_true(fp_out_is_valid(&out));
    fp_out_item(&out, false);
    fp_out_arg_end(&out);
    fp_out_arg_begin(&out, FP_STR("k"), 0, false, "X-1.1"); /* again */
    assert_true(out.call.unsaid_key.len > 0 && fp_out_is_valid(&out));
    fp_out_arg_end(&out);
    assert_true(fp_out_is_valid(&out));
    fp_builder_clear(&out.call.builder);
    assert_true(fp_out_is_valid(&out));
    out.call.arg = FP_ARG_KEPT;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    fp_out_free(&out);
}

static void json_is_inside_brackets(void **state)
{
    fp_out out = fresh();
    fp_json_args *json = &out.call.json;

    (void)state;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    assert_int_equal(fp_out_json_args(&out, FP_STR(" {\"k"), NULL), FP_ARGS_OPEN);
    assert_true(json->key.len > 0 && fp_out_is_valid(&out));
    json->scan.depth = 0;
    BROKEN(fp_open_call_is_valid, &out.call, out);
    for (json->state = FP_ARGS_BLANK; json->state < FP_ARGS_BAD; json->state++) {
        const bool open = json->state == FP_ARGS_OPEN;

        for (json->scan.depth = 0; json->scan.depth < 3; json->scan.depth++) {
            assert_int_equal(fp_json_args_is_valid(json), open && json->scan.depth > 0);
            json->key.len = 0;
            assert_int_equal(fp_json_args_is_valid(json), open == (json->scan.depth > 0));
            json->too_deep = true;
            assert_false(fp_json_args_is_valid(json));
            json->too_deep = false;
            json->key.len = 1;
        }
    }
    json->too_deep = true;
    assert_true(fp_json_args_is_valid(json));
    fp_out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_bytes_with_a_role_are_few),
        cmocka_unit_test(no_byte_has_a_role_before_it_was_read),
        cmocka_unit_test(the_batch_has_content),
        cmocka_unit_test(text_that_waits_stands_in_parts),
        cmocka_unit_test(no_text_waits_at_the_front),
        cmocka_unit_test(a_closed_call_leaves_nothing),
        cmocka_unit_test(what_belongs_to_an_argument),
        cmocka_unit_test(an_argument_is_in_the_builder),
        cmocka_unit_test(json_is_inside_brackets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
