/* SPDX-License-Identifier: Apache-2.0 */
/* test_message.c: messages as documents, and the ids of their calls. */
#include <fencepost/ids.h>
#include <fencepost/message.h>
#include <fencepost/outcome.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void ids_are_prefix_and_number(void **state)
{
    static const char LONGEST[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    char id[FP_CALL_ID_SIZE];

    (void)state;
    assert_true(fp_call_id("call_", 1, id));
    assert_string_equal(id, "call_1");
    assert_true(fp_call_id("Toolu_01-x", 20, id));
    assert_string_equal(id, "Toolu_01-x20");
    assert_true(fp_call_id(LONGEST, SIZE_MAX, id));
    assert_int_equal(strncmp(id, LONGEST, FP_CALL_ID_PREFIX_MAX), 0);
    assert_true(strlen(id) < FP_CALL_ID_SIZE);
    assert_false(fp_call_id("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, id));
    assert_string_equal(id, "");
    assert_false(fp_call_id("", 1, id));
    assert_false(fp_call_id("a b", 1, id));
    assert_false(fp_call_id("a", 0, id));
}

static void ids_are_not_compared(void **state)
{
    const fp_call one = { .name = FP_STR("f"), .id = FP_STR("call_1"), .complete = true };
    const fp_call other = { .name = FP_STR("f"), .id = FP_STR("toolu_x"), .complete = true };

    (void)state;
    assert_true(fp_call_equal(&one, &other));
}

/* The documents of a text, two calls and a text are read as these. */
static void messages_read_back(void **state)
{
    const fp_call calls[] = { { .name = FP_STR("f"), .complete = true },
                              { .name = FP_STR("g"), .complete = true } };
    const fp_piece pieces[] = {
        { FP_STR("a\n"), NULL }, { .call = &calls[0] }, { .call = &calls[1] }, { FP_STR("b"), NULL }
    };
    size_t documents = 0, at;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_json text = { 0 };
        fp_outcome *said = NULL;
        fp_refusal refusal;

        if (!fp_render_message(*s, NULL, &(fp_message){ pieces, 4 }, &text, &refusal, &at)) {
            assert_false(fp_message_is_document(*s));
            assert_false(fp_message_joins_text(*s));
            assert_string_equal(refusal.clause, "LAW-8.2");
            fp_json_free(&text);
            continue;
        }
        assert_int_equal(fp_parse(*s, NULL, (fp_str){ text.ptr, text.len }, &said), FP_OK);
        assert_true(fp_str_equal(fp_outcome_text(said), FP_STR("a\nb")));
        assert_int_equal(fp_outcome_call_count(said), 2);
        assert_true(fp_call_equal(fp_outcome_call(said, 0), &calls[0]));
        assert_true(fp_call_equal(fp_outcome_call(said, 1), &calls[1]));
        assert_int_equal(fp_outcome_diagnostic_count(said), 0);
        fp_json_bytes(&text, (fp_str){ "", 1 }); /* ends the text for strstr() */
        assert_false(text.failed);
        assert_int_equal(fp_message_joins_text(*s), strstr(text.ptr, "a\\nb") != NULL);
        fp_outcome_free(said);
        fp_json_free(&text);
        documents++;
    }
    assert_int_equal(documents, 3);
}

/* Of a message that is empty, and of one with calls alone or text alone, too; with the options that
 * are the defaults as without. */
static void parts_may_be_missing(void **state)
{
    const fp_call call = { .name = FP_STR("f"), .complete = true };
    const fp_piece pieces[] = { { FP_STR("a"), NULL }, { .call = &call } };
    static const struct {
        const char *name;
        size_t from, count, calls;
        const char *text;
    } ROWS[] = {
        { "nothing", 0, 0, 0, "" },
        { "text alone", 0, 1, 0, "a" },
        { "a call alone", 1, 1, 1, "" },
        { "text and a call", 0, 2, 1, "a" },
    };

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const fp_options defaults = fp_options_default(*s);

        if (!fp_message_is_document(*s))
            continue;
        for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
            const fp_message message = { pieces + ROWS[i].from, ROWS[i].count };
            fp_json text = { 0 }, again = { 0 };
            fp_outcome *said = NULL;
            fp_refusal refusal;
            size_t at;

            assert_true(fp_render_message(*s, NULL, &message, &text, &refusal, &at));
            assert_true(fp_render_message(*s, &defaults, &message, &again, &refusal, &at));
            assert_true(
                fp_str_equal((fp_str){ text.ptr, text.len }, (fp_str){ again.ptr, again.len }));
            assert_int_equal(fp_parse(*s, NULL, (fp_str){ text.ptr, text.len }, &said), FP_OK);
            if (!fp_str_equal(fp_outcome_text(said), fp_str_of(ROWS[i].text)) ||
                fp_outcome_call_count(said) != ROWS[i].calls || fp_outcome_diagnostic_count(said))
                fail_msg("%s: %s: %.*s", fp_syntax_id(*s), ROWS[i].name, (int)text.len, text.ptr);
            fp_outcome_free(said);
            fp_json_free(&again);
            fp_json_free(&text);
        }
    }
}

static void what_is_wrong_is_named(void **state)
{
    const fp_call nameless = { .complete = true };
    const fp_piece texts[] = { { FP_STR("a"), NULL }, { FP_STR("b\xff"), NULL } };
    const fp_piece calls[] = { { FP_STR("a"), NULL }, { .call = &nameless } };
    size_t documents = 0, at;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_json text = { 0 };
        fp_refusal refusal;

        if (!fp_message_is_document(*s))
            continue;
        assert_false(fp_render_message(*s, NULL, &(fp_message){ texts, 2 }, &text, &refusal, &at));
        assert_int_equal(at, 1);
        assert_int_equal(refusal.byte, 1);
        assert_non_null(refusal.clause);
        assert_false(fp_render_message(*s, NULL, &(fp_message){ calls, 2 }, &text, &refusal, &at));
        assert_int_equal(at, 1);
        fp_json_free(&text);
        documents++;
    }
    assert_int_equal(documents, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_prefix_and_number), cmocka_unit_test(ids_are_not_compared),
        cmocka_unit_test(messages_read_back),        cmocka_unit_test(parts_may_be_missing),
        cmocka_unit_test(what_is_wrong_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
