/* SPDX-License-Identifier: Apache-2.0 */
/* test_out.c: what syntaxes may ask for (fencepost/syntax.h), and ours do not ask for in each way.
 */
#include "core/out.h"

#include "eventlog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* With the policies and limits of a syntax that is not a document. */
static fp_out out_of(fp_sink *sink, void *context)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(caret);
    fp_out out;

    fp_out_init(&out, caret, &options, sink, context);
    return out;
}

/* -- what is held ------------------------------------------------------------------------------ */

/* In a value whose first byte was a CR, which may begin a newline. */
static fp_out behind_cr(eventlog *log)
{
    fp_out out = out_of(eventlog_sink, log);

    out.options.policies.of[FP_VALUE_FRAMING] = FP_FRAMING_FIRST_NEWLINE;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_arg_begin(&out, FP_STR("k"), 0, true, NULL);
    fp_out_payload(&out, '\r');
    assert_int_equal(out.call.edge.pending.len, 1);
    return out;
}

/* Bytes that are held at once are held as one by one: what waits goes on waiting for a newline. */
static void runs_are_held(void **state)
{
    static const struct {
        const char *run;
        size_t waiting;
    } ROWS[] = { { "\n", 1 }, { "\n\n", 1 }, { "x", 0 },      { "\v", 0 },
                 { "xx", 0 }, { "\nx", 0 },  { "\n\nx\n", 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const fp_str run = fp_str_of(ROWS[i].run);
        eventlog logs[2] = { { 0 }, { 0 } };
        fp_out at_once = behind_cr(&logs[0]), singly = behind_cr(&logs[1]);
        char *alone = malloc(run.len); /* nothing stands after it */

        assert_non_null(alone);
        memcpy(alone, run.ptr, run.len);
        fp_out_hold_run(&at_once, (fp_str){ alone, run.len });
        free(alone);
        for (size_t k = 0; k < run.len; k++)
            assert_true(fp_out_hold_unit(&singly, (unsigned char)run.ptr[k]));
        assert_int_equal(at_once.call.edge.pending.len, ROWS[i].waiting);
        assert_true(at_once.call.edge.begun == !ROWS[i].waiting);
        assert_true(fp_str_equal(fp_out_held(&at_once), run));
        assert_true(fp_out_equal(&at_once, &singly));
        fp_events_flush(&at_once.events);
        fp_events_flush(&singly.events);
        assert_true(eventlog_equal(&logs[0], &logs[1]));
        fp_out_free(&at_once);
        fp_out_free(&singly);
        eventlog_free(&logs[0]);
        eventlog_free(&logs[1]);
    }
}

static size_t no_role(void *context, fp_str bytes, fp_role *role)
{
    (void)context;
    *role = FP_ROLE_TEXT;
    return bytes.len;
}

static void little_is_held(void **state)
{
    fp_out out = out_of(NULL, NULL);

    (void)state;
    fp_out_mark_each(&out, 0, no_role, NULL);
    fp_out_overwrite(&out, 0, 1, 'x');
    assert_true(fp_out_hold(&out, 'a') && fp_out_hold(&out, 'b'));
    fp_out_overwrite(&out, 1, 2, 'x');
    fp_out_overwrite(&out, 2, 1, 'x');
    assert_true(fp_str_equal(fp_out_held(&out), FP_STR("ab")));
    fp_out_overwrite(&out, 1, 1, 'x');
    assert_true(fp_str_equal(fp_out_held(&out), FP_STR("ax")));
    fp_out_overwrite(&out, 0, 2, 'y');
    assert_true(fp_str_equal(fp_out_held(&out), FP_STR("yy")));
    assert_true(fp_out_hold(&out, 'c'));
    fp_out_mark_first(&out, 1, FP_ROLE_FRAMING);
    fp_out_overwrite(&out, 0, 1, 'z');
    assert_true(fp_str_equal(fp_out_held(&out), FP_STR("zc")));
    fp_out_free(&out);
}

static void quotations_are_of_text(void **state)
{
    fp_out out = out_of(NULL, NULL);

    (void)state;
    out.quote.in_tag = true;
    assert_true(fp_out_quoted(&out));
    out.call.state = FP_CALL_EMITTED;
    assert_false(fp_out_quoted(&out));
    fp_out_free(&out);
}

/* -- values ------------------------------------------------------------------------------------ */

typedef struct piece {
    uint64_t offset;
    size_t len;
} piece;

typedef struct pieces {
    piece said[8];
    size_t count;
} pieces;

static int note_piece(void *context, const fp_event *event)
{
    pieces *p = context;

    assert_true(p->count < sizeof p->said / sizeof *p->said);
    p->said[p->count++] = (piece){ event->offset, event->data.len };
    return 0;
}

/* What has waited is said where it stood. */
static void what_waits_has_an_offset(void **state)
{
    static const piece SAID[] = { { 11, 2 }, { 13, 2 }, { 15, 2 } };
    pieces p = { .count = 0 };
    fp_out out = out_of(note_piece, &p);

    (void)state;
    out.options.policies.of[FP_VALUE_FRAMING] = FP_FRAMING_EACH_SIDE;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_arg_begin(&out, FP_STR("k"), 0, true, NULL);
    p.count = 0;
    fp_out_value(&out, 10, "\nab\n", 4);
    fp_events_flush(&out.events);
    fp_out_value(&out, 14, "c\n", 2);
    fp_events_flush(&out.events);
    fp_out_value(&out, 16, "d", 1);
    fp_events_flush(&out.events);
    assert_int_equal(p.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(p.said[i].offset == SAID[i].offset && p.said[i].len == SAID[i].len);
    fp_out_free(&out);
}

/* A CR that nothing followed is content; nothing of it is left for what is held after the value.
 */
static void nothing_waits_between_values(void **state)
{
    eventlog log = { 0 };
    fp_out out = behind_cr(&log);

    (void)state;
    fp_out_arg_end(&out);
    assert_true(out.call.edge.begun && out.call.edge.pending.len == 0);
    assert_true(
        fp_str_equal(fp_builder_str(&out.call.builder, fp_builder_last(&out.call.builder)->value),
                     FP_STR("\r")));
    fp_out_free(&out);
    eventlog_free(&log);
}

typedef struct heard {
    size_t invalid; /* diagnostics under MODEL-1.7 */
    bool item;      /* a cut call has a list of one `x` */
    size_t cut;
} heard;

static int hear(void *context, const fp_event *event)
{
    heard *h = context;
    const fp_value *value =
        event->call && event->call->arg_count ? &event->call->args[0].value : NULL;

    h->invalid += event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.code == FP_INVALID_JSON &&
                  strcmp(event->diagnostic.clause, "MODEL-1.7") == 0;
    h->cut += event->type == FP_EVENT_CALL_CUT;
    h->item =
        h->item || (value && value->item_count == 1 && fp_str_equal(value->items[0], FP_STR("x")));
    return 0;
}

/* Who has read the JSON has said what is wrong with it; of other JSON that is said here. */
static void lone_surrogates_are_said_once(void **state)
{
    heard h = { 0 };
    fp_out out = out_of(hear, &h);

    (void)state;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    for (size_t i = 0; i < 4; i++) {
        fp_out_arg_begin(&out, FP_STR("k"), 0, false, NULL);
        if (i % 2)
            fp_out_arg_is_read_json(&out);
        else
            fp_out_arg_is(&out, FP_VALUE_JSON);
        fp_out_data(&out, FP_STR("\"\\ud800\""));
        fp_out_arg_end(&out);
        assert_int_equal(h.invalid, 1 + i / 2);
    }
    fp_out_call_end(&out, 0);
    fp_out_free(&out);
}

/* An item that is open when its call is cut is whole as far as it came. */
static void items_end_with_their_call(void **state)
{
    heard h = { 0 };
    fp_out out = out_of(hear, &h);

    (void)state;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_arg_begin(&out, FP_STR("k"), 0, false, NULL);
    fp_out_arg_is(&out, FP_VALUE_LIST);
    fp_out_item(&out, true);
    fp_out_payload(&out, 'x');
    fp_out_call_cut(&out, 1, "X-1.1");
    assert_true(h.item && h.cut == 1);
    assert_false(fp_out_in_item(&out));
    fp_out_free(&out);
}

static void spoilt_calls_have_no_open_argument(void **state)
{
    heard h = { 0 };
    fp_out out = out_of(hear, &h);

    (void)state;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_arg_begin(&out, FP_STR("k"), 0, false, NULL);
    assert_true(fp_out_in_arg(&out));
    fp_out_call_spoil(&out);
    assert_false(fp_out_in_arg(&out));
    fp_out_call_end(&out, 0);
    assert_int_equal(h.cut, 1);
    fp_out_free(&out);
}

static void tools_are_of_open_calls(void **state)
{
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(FP_STR("{\"tools\":[{\"name\":\"n\"}]}"), &error);
    fp_out out = out_of(NULL, NULL);

    (void)state;
    out.options.catalogue = catalogue;
    out.options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    assert_ptr_equal(fp_out_tool(&out), fp_catalogue_tool(catalogue, 0));
    fp_out_call_end(&out, 0);
    assert_null(fp_out_tool(&out));
    fp_out_free(&out);
    fp_catalogue_free(catalogue);
}

/* -- what is stored ---------------------------------------------------------------------------- */

static int count_limits(void *count, const fp_event *event)
{
    *(size_t *)count +=
        event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.code == FP_LIMIT_EXCEEDED;
    return 0;
}

static void bytes_are_put_aside(void **state)
{
    size_t limits = 0;
    fp_out out = out_of(count_limits, &limits);

    (void)state;
    out.options.limits.call = 4;
    assert_false(fp_out_put_aside(&out, FP_STR("abcde")));
    assert_int_equal(limits, 1);
    assert_int_equal(fp_out_aside(&out).len, 0);
    assert_true(fp_out_put_aside(&out, FP_STR("ab")) && fp_out_put_aside(&out, FP_STR("cd")));
    assert_int_equal(limits, 1);
    assert_false(fp_out_put_aside(&out, FP_STR("e")));
    assert_int_equal(limits, 2);
    fp_out_drop_aside(&out, 1);
    assert_int_equal(out.ledger.work, 3); /* those that move */
    assert_false(fp_out_put_aside(&out, FP_STR("ef")));
    assert_true(fp_out_put_aside(&out, FP_STR("e")));
    assert_true(fp_str_equal(fp_out_aside(&out), FP_STR("bcde")));
    fp_out_drop_aside(&out, 4);
    assert_int_equal(out.ledger.work, 3);
    assert_true(fp_out_put_aside(&out, FP_STR("fghi")));
    fp_out_free(&out);
}

/* -- JSON -------------------------------------------------------------------------------------- */

/* Each piece of a decoded text stands where its first byte, or the backslash of it, does. */
static void texts_have_offsets(void **state)
{
    static const piece SAID[] = { { 101, 2 }, { 105, 2 }, { 107, 1 } };
    pieces p = { .count = 0 };
    fp_out out = out_of(note_piece, &p);

    (void)state;
    out.events.last = true; /* nothing waits for what follows it */
    fp_out_at(&out, 100);
    fp_out_json_text(&out, FP_STR("\"\\n\\nab\\n\""));
    assert_int_equal(p.count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(p.said[i].offset == SAID[i].offset && p.said[i].len == SAID[i].len);
    assert_int_equal(out.ledger.work, 8);
    fp_out_at(&out, 200);
    fp_out_json_text(&out, FP_STR("\"\\ud800x\"")); /* which is diagnosed before */
    assert_int_equal(p.count, 5);
    assert_true(p.said[4].offset == 201 && p.said[4].len == 4);
    fp_out_free(&out);
}

/* More escapes than are decoded at a time. */
static void many_escapes_are_decoded(void **state)
{
    enum { COUNT = 1000 };
    char string[2 * COUNT + 2];
    pieces p = { .count = 0 };
    fp_out out = out_of(note_piece, &p);
    size_t len = 0;

    (void)state;
    string[0] = string[2 * COUNT + 1] = '"';
    for (size_t i = 0; i < COUNT; i++) {
        string[1 + 2 * i] = '\\';
        string[2 + 2 * i] = 'n';
    }
    fp_out_json_text(&out, (fp_str){ string, sizeof string });
    fp_events_flush(&out.events);
    for (size_t i = 0; i < p.count; i++)
        len += p.said[i].len;
    assert_int_equal(len, COUNT);
    fp_out_free(&out);
}

/* How far the arguments are is said with each piece, and what is read counts as work. */
static void arguments_come_in_pieces(void **state)
{
    static const struct {
        const char *piece;
        bool in_string;
        fp_args_state args;
    } ROWS[] = {
        { " ", false, FP_ARGS_BLANK },     { "{\"a\":\"", false, FP_ARGS_OPEN },
        { "\"xyz\"", true, FP_ARGS_OPEN }, { "\"\\\"}\"", true, FP_ARGS_CLOSED },
        { " ", false, FP_ARGS_CLOSED },    { "\" x\"", true, FP_ARGS_BAD },
        { "}", false, FP_ARGS_BAD },
    };
    fp_out out = out_of(NULL, NULL);

    (void)state;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const fp_str bytes = fp_str_of(ROWS[i].piece);
        const uint64_t work = out.ledger.work;
        const fp_args_state args = ROWS[i].in_string ? fp_out_json_args_in(&out, bytes, "X-1.1")
                                                     : fp_out_json_args(&out, bytes, "X-1.1");

        assert_int_equal(args, ROWS[i].args);
        assert_int_equal(fp_out_json_args_state(&out), ROWS[i].args);
        assert_in_range(out.ledger.work - work, bytes.len - (ROWS[i].in_string ? 2 : 0),
                        2 * bytes.len);
    }
    fp_out_free(&out);
}

/* Of a key in one piece, an escape is as long as what it stands for. */
static void keys_are_measured_decoded(void **state)
{
    fp_out out = out_of(NULL, NULL);

    (void)state;
    out.options.limits.key = 4;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_at(&out, 100);
    assert_int_equal(fp_out_json_args(&out, FP_STR("{\"abc\\nd\":1}"), "X-1.1"), FP_ARGS_CLOSED);
    assert_true(out.call.json.key_over == 107);
    fp_out_call_end(&out, 0);
    fp_out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_held),
        cmocka_unit_test(little_is_held),
        cmocka_unit_test(quotations_are_of_text),
        cmocka_unit_test(bytes_are_put_aside),
        cmocka_unit_test(what_waits_has_an_offset),
        cmocka_unit_test(nothing_waits_between_values),
        cmocka_unit_test(lone_surrogates_are_said_once),
        cmocka_unit_test(items_end_with_their_call),
        cmocka_unit_test(spoilt_calls_have_no_open_argument),
        cmocka_unit_test(tools_are_of_open_calls),
        cmocka_unit_test(texts_have_offsets),
        cmocka_unit_test(many_escapes_are_decoded),
        cmocka_unit_test(arguments_come_in_pieces),
        cmocka_unit_test(keys_are_measured_decoded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
