/* SPDX-License-Identifier: Apache-2.0 */
/* test_tokens.c: special tokens (MODEL-7), as fp_parser_feed_token() and the options of a parser
 * have them, and a token that ends the input (MODEL-6.3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/tokens.h"

#include <fencepost/outcome.h>

#include <stdio.h>
#include <string.h>

#define OPEN "<tool_call>"
#define CLOSE "</tool_call>"
#define OBJECT "{\"name\": \"a\", \"arguments\": {}}"

/* A piece between bars is a token. */
static const struct {
    const char *name, *syntax, *pieces;
    unsigned markers;
    const char *text;
    size_t complete, incomplete;
} ROWS[] = {
    { "tokens", "hermes", "x|" OPEN "|" OBJECT "|" CLOSE "|y", FP_MARKERS_TOKEN, "xy", 1, 0 },
    { "spelt", "hermes", OPEN OBJECT CLOSE, FP_MARKERS_TOKEN, OPEN OBJECT CLOSE, 0, 0 },
    { "spelt, and text", "hermes", OPEN OBJECT CLOSE, FP_MARKERS_TEXT, "", 1, 0 },
    { "tokens, and text", "hermes", "|" OPEN "|" OBJECT "|" CLOSE "|", FP_MARKERS_TEXT, "", 1, 0 },
    { "half is spelt", "hermes", "|<tool|_call>" OBJECT, FP_MARKERS_TOKEN, OPEN OBJECT, 0, 0 },
    { "end is spelt", "hermes", "|" OPEN "|" OBJECT CLOSE, FP_MARKERS_TOKEN, CLOSE, 0, 1 },
    { "another token", "hermes", "|[END]|", FP_MARKERS_TOKEN, "[END]", 0, 0 },
    { "a syntax without any", "caret", "a |" OPEN "| b", FP_MARKERS_TOKEN, "a " OPEN " b", 0, 0 },
};

/* Feeds the pieces. cut: no token is told but by the options, and all comes byte by byte. */
static void feed(fp_parser *parser, const char *pieces, bool cut)
{
    bool token = false;

    for (const char *at = pieces; *at; token = !token) {
        const size_t len = strcspn(at, "|");

        for (size_t i = 0; cut && i < len; i++)
            assert_int_equal(fp_parser_feed(parser, at + i, 1), FP_OK);
        if (!cut && token && len)
            assert_int_equal(fp_parser_feed_token(parser, at, len), FP_OK);
        else if (!cut)
            assert_int_equal(fp_parser_feed(parser, at, len), FP_OK);
        at += len + (at[len] == '|');
    }
}

enum { TOKENS_MAX = 8 };

/* The places of the tokens. */
static size_t places(const char *pieces, fp_token tokens[TOKENS_MAX])
{
    bool token = false;
    uint64_t offset = 0;
    size_t count = 0;

    for (const char *at = pieces; *at; token = !token) {
        const size_t len = strcspn(at, "|");

        if (token && len)
            tokens[count++] = (fp_token){ offset, { at, len } };
        offset += len;
        at += len + (at[len] == '|');
    }
    return count;
}

static fp_outcome *read_row(size_t row, bool cut)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(ROWS[row].syntax));
    fp_options options = fp_options_default(syntax);
    fp_outcome *outcome = fp_outcome_new();
    fp_token tokens[TOKENS_MAX];
    fp_parser *parser;

    options.policies.of[FP_MARKERS] = (uint8_t)ROWS[row].markers;
    if (cut) {
        options.token_count = places(ROWS[row].pieces, tokens);
        options.tokens = tokens;
    }
    parser = fp_parser_new(syntax, &options, fp_outcome_sink, outcome);
    assert_non_null(parser);
    feed(parser, ROWS[row].pieces, cut);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    assert_int_equal(fp_parser_feed_token(parser, OPEN, strlen(OPEN)), FP_FINISHED);
    fp_parser_free(parser);
    return outcome;
}

static void rows_mean_what_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * (sizeof ROWS / sizeof *ROWS); i++) {
        const size_t row = i / 2;
        fp_outcome *o = read_row(row, i % 2);
        size_t complete = 0;

        for (size_t c = 0; c < fp_outcome_call_count(o); c++)
            complete += fp_outcome_call(o, c)->complete;
        if (!fp_str_equal(fp_outcome_text(o), fp_str_of(ROWS[row].text)) ||
            complete != ROWS[row].complete ||
            fp_outcome_call_count(o) - complete != ROWS[row].incomplete)
            fail_msg("%s: text \"%.*s\", %zu of %zu calls complete", ROWS[row].name,
                     (int)fp_outcome_text(o).len, fp_outcome_text(o).ptr, complete,
                     fp_outcome_call_count(o));
        fp_outcome_free(o);
    }
}

/* An empty token begins nothing. */
static void empty_tokens_are_none(void **state)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("hermes"));
    const fp_token tokens[] = { { 0, { "", 0 } } };
    fp_options options = fp_options_default(syntax);
    fp_outcome *o;

    (void)state;
    options.policies.of[FP_MARKERS] = FP_MARKERS_TOKEN;
    options.tokens = tokens;
    options.token_count = 1;
    assert_int_equal(fp_parse(syntax, &options, FP_STR(OPEN OBJECT CLOSE), &o), FP_OK);
    assert_int_equal(fp_outcome_call_count(o), 0);
    fp_outcome_free(o);
}

/* After a token the states are the same however it was told, so a copy goes on as the original. */
static void copies_and_resets_know_tokens(void **state)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("hermes"));
    fp_options options = fp_options_default(syntax);
    fp_parser *parser, *clone;

    (void)state;
    options.policies.of[FP_MARKERS] = FP_MARKERS_TOKEN;
    parser = fp_parser_new(syntax, &options, NULL, NULL);
    assert_int_equal(fp_parser_feed_token(parser, OPEN, strlen(OPEN)), FP_OK);
    assert_int_equal(fp_parser_held(parser), strlen(OPEN));
    clone = fp_parser_clone(parser, NULL, NULL);
    assert_true(fp_parser_equal(parser, clone));
    fp_parser_reset(parser);
    assert_int_equal(fp_parser_feed(parser, OPEN, strlen(OPEN)), FP_OK);
    assert_int_equal(fp_parser_held(parser), 0);
    assert_false(fp_parser_equal(parser, clone));
    fp_parser_free(clone);
    fp_parser_free(parser);
}

/* No token of a row begins with another, so that the first that fits is the one. */
static void rows_tell_their_tokens_apart(void **state)
{
    size_t rows = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const char *const *tokens = (*s)->tokens;

        assert_int_equal(fp_syntax_allows(*s, FP_MARKERS, FP_MARKERS_TOKEN), tokens != NULL);
        assert_true(fp_syntax_allows(*s, FP_MARKERS, FP_MARKERS_TEXT));
        rows += tokens != NULL;
        for (size_t i = 0; tokens && tokens[i]; i++)
            for (size_t k = 0; tokens[k]; k++)
                assert_true(i == k || strncmp(tokens[i], tokens[k], strlen(tokens[i])) != 0);
    }
    assert_true(rows > 5);
}

/* -- a token that ends the input ------------------------------------------------------------------
 */

static const struct {
    const char *input, *token;
    bool complete;
} ENDS[] = {
    { OPEN OBJECT "\n", CLOSE, true },
    { OPEN OBJECT, CLOSE, true },
    { OPEN OBJECT, "<|im_end|>", false },
    { OPEN OBJECT, OPEN, false },
    { OPEN OBJECT "</tool", CLOSE, false },
    { OPEN "{\"name\": \"a\", \"arguments\": {\"k\": \"v", CLOSE, false },
    { OPEN "{\"name\": \"a\", \"arguments\": {", CLOSE, false },
};

static void end_tokens_complete_what_they_would_end(void **state)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("hermes"));

    (void)state;
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        fp_options options = fp_options_default(syntax);
        fp_outcome *o;

        options.finish = FP_FINISH_TOKEN;
        options.finish_token = fp_str_of(ENDS[i].token);
        assert_int_equal(fp_parse(syntax, &options, fp_str_of(ENDS[i].input), &o), FP_OK);
        assert_int_equal(fp_outcome_call_count(o), 1);
        if (fp_outcome_call(o, 0)->complete != ENDS[i].complete)
            fail_msg("%s, then %s", ENDS[i].input, ENDS[i].token);
        assert_int_equal(fp_outcome_call(o, 0)->end, strlen(ENDS[i].input));
        fp_outcome_free(o);
    }
}

/* Where no call is open, or the syntax has no tokens, there is nothing to end. */
static void end_tokens_end_no_other(void **state)
{
    static const char *const IDS[] = { "hermes", "caret" };

    (void)state;
    for (size_t i = 0; i < sizeof IDS / sizeof *IDS; i++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(IDS[i]));
        fp_options options = fp_options_default(syntax);
        fp_outcome *o;

        options.finish = FP_FINISH_TOKEN;
        options.finish_token = FP_STR(CLOSE);
        assert_int_equal(fp_parse(syntax, &options, FP_STR("x"), &o), FP_OK);
        assert_int_equal(fp_outcome_call_count(o), 0);
        fp_outcome_free(o);
    }
}

static int stop_at_once(void *context, const fp_event *event)
{
    (void)event;
    return ++*(int *)context;
}

/* Nor after a sink that stopped the parser: nothing more comes. */
static void end_tokens_are_nothing_after_a_stop(void **state)
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("hermes"));
    fp_options options = fp_options_default(syntax);
    fp_parser *parser;
    int events = 0;

    (void)state;
    options.finish = FP_FINISH_TOKEN;
    options.finish_token = FP_STR(CLOSE);
    parser = fp_parser_new(syntax, &options, stop_at_once, &events);
    assert_int_equal(fp_parser_feed(parser, OPEN OBJECT, strlen(OPEN OBJECT)), FP_STOPPED);
    assert_int_equal(fp_parser_finish(parser), FP_STOPPED);
    assert_int_equal(events, 1);
    fp_parser_free(parser);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_mean_what_they_say),
        cmocka_unit_test(empty_tokens_are_none),
        cmocka_unit_test(copies_and_resets_know_tokens),
        cmocka_unit_test(rows_tell_their_tokens_apart),
        cmocka_unit_test(end_tokens_complete_what_they_would_end),
        cmocka_unit_test(end_tokens_end_no_other),
        cmocka_unit_test(end_tokens_are_nothing_after_a_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
