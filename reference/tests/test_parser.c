/* SPDX-License-Identifier: Apache-2.0 */
/* test_parser.c: the promises of fencepost/parser.h, for every syntax. */
#include "eventlog.h"
#include "randomtext.h"

#include <fencepost/derive.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 300, INPUT_MAX = 600 };

typedef struct row {
    const char *syntax;
    const char *before; /* text */
    const char *marker; /* the beginning of a marker; held */
    const char *call;   /* a whole call */
    bool keys;          /* whether calls name their arguments */
    const char *nul;    /* how a NUL is written in a value; NULL: as it is */
} row;

/* Read in other ways than the one that their renderer takes. */
static const row WRITTEN[] = {
    { "shortcode", "words ", "{{<na", "{{<a k=\"v\">}}seven{{</a>}}", true, NULL },
    { "hermes", "words ", "<tool_call>{\"na",
      "<tool_call>{\"name\": \"a\", \"arguments\": {\"k\": \"seven\", "
      "\"l\": \"a\\n\\\\b\\\"\\u00e9\\t\"}}</tool_call>",
      true, "\\u0000" },
    { "json-envelope", "words\n", "{\"thou",
      "{\"tool_calls\": [{\"tool\": \"a\", \"args\": {\"k\": \"seven\"}}]}", true, "\\u0000" },
    { "native-anthropic",
      "data: {\"type\":\"content_block_delta\",\"delta\":"
      "{\"type\":\"text_delta\",\"text\":\"words\"}}\n\n",
      "data: {\"type\"",
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":"
      "{\"type\":\"tool_use\",\"name\":\"a\",\"input\":{\"k\":\"seven\"}}}\n\n"
      "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
      true, "\\u0000" },
    { "native-openai", "data: {\"choices\":[{\"delta\":{\"content\":\"words\"}}]}\n\n",
      "data: {\"choices\"",
      "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{"
      "\"name\":\"a\",\"arguments\":\"{\\\"k\\\":\\\"seven\\\"}\"}}]}}]}\n\n",
      true, "\\\\u0000" },
};

static row rows[FP_SYNTAXES_MAX]; /* in the order of the table; main() fills it */
static size_t row_count;

static const fp_syntax *syntax_of(const row *r)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(r->syntax));

    assert_non_null(syntax);
    return syntax;
}

/* What its renderer makes of a call with the argument k, or, where it has no keys, with a body. */
static bool render_call(const fp_syntax *syntax, bool keys, fp_json *text)
{
    const fp_arg named[] = { { FP_STR("k"), { .text = FP_STR("seven") } } };
    const fp_arg plain[] = { { FP_STR("raw_args"), { .text = FP_STR("b") } },
                             { FP_STR("body"), { .text = FP_STR("seven") } } };
    const fp_call call = { .name = FP_STR("a"),
                           .args = keys ? named : plain,
                           .arg_count = keys ? 1 : 2,
                           .complete = true };
    fp_refusal refusal;

    text->len = 0;
    return fp_render(syntax, NULL, &call, text, &refusal);
}

static row row_of(const fp_syntax *syntax)
{
    static char texts[FP_SYNTAXES_MAX][2][256];
    char *call = texts[row_count][0], *marker = texts[row_count][1];
    const char *nul = syntax->json ? "\\u0000" : NULL;
    row r = { syntax->id, "words\n", marker, call, true, nul };
    fp_json text = { 0 };
    fp_derived derived = { 0 };
    const char *const *markers;

    for (size_t i = 0; i < sizeof WRITTEN / sizeof *WRITTEN; i++)
        if (strcmp(WRITTEN[i].syntax, syntax->id) == 0)
            return WRITTEN[i];
    r.keys = render_call(syntax, true, &text);
    assert_true(r.keys || render_call(syntax, false, &text));
    snprintf(call, sizeof texts[0][0], "%.*s\n", (int)text.len, text.ptr);
    r.nul = strstr(call, "\"seven") ? nul : NULL; /* where strings are JSON's, too */
    if (syntax->stands == FP_STANDS_FIRST)
        r.before = "";
    markers = fp_syntax_markers(syntax, &derived);
    snprintf(marker, sizeof texts[0][1], "%.*s", (int)strlen(markers[0]) - 1, markers[0]);
    fp_derived_free(&derived);
    fp_json_free(&text);
    return r;
}

static fp_status feed(fp_parser *parser, const char *text)
{
    return fp_parser_feed(parser, text, strlen(text));
}

/* -- life and death ------------------------------------------------------------------------ */

static void table(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        assert_ptr_equal(fp_syntax_find(fp_str_of(fp_syntax_id(*s))), *s);
        assert_true(!s[1] || strcmp(s[0]->id, s[1]->id) < 0);
    }
    assert_null(fp_syntax_find(FP_STR("")));
    assert_null(fp_syntax_find(FP_STR("caret\0")));
    assert_null(fp_syntax_find(FP_STR("care")));
    fp_parser_free(NULL);
}

/* Runs last: what is added stays. */
static void added(void **state)
{
    static fp_syntax more[FP_SYNTAXES_MAX];
    static char ids[FP_SYNTAXES_MAX][16];
    const fp_syntax *first = syntax_of(&rows[0]);
    size_t own = 0, count = 0;

    (void)state;
    while (FP_SYNTAXES[own])
        own++;
    assert_false(fp_syntax_add(first));
    for (size_t i = 0; i < FP_SYNTAXES_MAX; i++) {
        snprintf(ids[i], sizeof ids[i], "added-%zu", i);
        more[i] = *first;
        more[i].id = ids[i];
        if (!fp_syntax_add(&more[i]))
            break;
        count++;
        assert_ptr_equal(fp_syntax_find(fp_str_of(ids[i])), &more[i]);
        assert_ptr_equal(FP_SYNTAXES[own + i], &more[i]);
        assert_null(FP_SYNTAXES[own + i + 1]);
        assert_false(fp_syntax_add(&more[i]));
    }
    assert_int_equal(own + count, FP_SYNTAXES_MAX);
    assert_ptr_equal(fp_syntax_find(fp_str_of(first->id)), first);
}

static void finished_is_final(void **state)
{
    const row *r = *state;
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &log);
    fp_parser *clone = NULL;

    assert_int_equal(feed(parser, r->call), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    clone = fp_parser_clone(parser, NULL, NULL);
    assert_int_equal(feed(clone, r->call), FP_FINISHED);
    fp_parser_free(clone);

    const size_t said = log.len;

    assert_int_equal(feed(parser, r->call), FP_FINISHED);
    assert_int_equal(fp_parser_feed(parser, NULL, 0), FP_FINISHED);
    assert_int_equal(fp_parser_finish(parser), FP_FINISHED);
    assert_int_equal(log.len, said);
    fp_parser_free(parser);
    eventlog_free(&log);
}

/* Also for a small chunk of text, which the one before left the parser prepared for, and for who
 * was prepared before it was brought into a state that is finished. */
static void finished_at_ease(void **state)
{
    const row *r = *state;
    eventlog logs[2] = { { 0 }, { 0 } };
    fp_parser *parsers[2];

    for (size_t i = 0; i < 2; i++) {
        parsers[i] = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &logs[i]);
        assert_int_equal(feed(parsers[i], r->before), FP_OK);
        assert_int_equal(feed(parsers[i], "text"), FP_OK);
    }
    assert_int_equal(fp_parser_finish(parsers[0]), FP_OK);
    assert_true(fp_parser_assign(parsers[1], parsers[0]));
    for (size_t i = 0; i < 2; i++) {
        const size_t said = logs[i].len;

        assert_int_equal(feed(parsers[i], "x"), FP_FINISHED);
        assert_int_equal(logs[i].len, said);
        fp_parser_free(parsers[i]);
        eventlog_free(&logs[i]);
    }
}

static void empty_input(void **state)
{
    const row *r = *state;
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &log);

    assert_int_equal(fp_parser_feed(parser, NULL, 0), FP_OK);
    assert_int_equal(fp_parser_feed(parser, "", 0), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    assert_int_equal(log.len, 0);
    assert_true(fp_parser_offset(parser) == 0);
    fp_parser_free(parser);
    eventlog_free(&log);
}

static void empty_chunks_change_nothing(void **state)
{
    const row *r = *state;
    eventlog a_log = { 0 }, b_log = { 0 };
    fp_parser *a = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &a_log);
    fp_parser *b = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &b_log);

    for (const char *c = r->call; *c; c++) {
        fp_parser_feed(a, c, 1);
        fp_parser_feed(b, NULL, 0);
        fp_parser_feed(b, c, 1);
        assert_true(fp_parser_equal(a, b));
    }
    assert_true(eventlog_equal(&a_log, &b_log));
    fp_parser_free(a);
    fp_parser_free(b);
    eventlog_free(&a_log);
    eventlog_free(&b_log);
}

/* Of chunks that follow each other the second may find the parser prepared for it. */
static void cuts_change_nothing(void **state)
{
    const row *r = *state;
    const size_t len = strlen(r->call);
    eventlog whole_log = { 0 }, log = { 0 };
    fp_parser *whole = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &whole_log);
    fp_parser *parser = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &log);

    fp_parser_feed(whole, r->call, len);
    for (size_t from = 0; from <= len; from++)
        for (size_t to = from; to <= len; to++) {
            eventlog_clear(&log);
            fp_parser_reset(parser);
            fp_parser_feed(parser, r->call, from);
            fp_parser_feed(parser, r->call + from, to - from);
            for (size_t at = to; at < len; at += 2)
                fp_parser_feed(parser, r->call + at, len - at < 2 ? len - at : 2);
            assert_true(fp_parser_equal(parser, whole));
            assert_true(eventlog_equal(&log, &whole_log));
        }
    fp_parser_free(whole);
    fp_parser_free(parser);
    eventlog_free(&whole_log);
    eventlog_free(&log);
}

/* -- sinks --------------------------------------------------------------------------------- */

typedef struct stopper {
    size_t left;
    size_t heard;
} stopper;

static int stop_later(void *context, const fp_event *event)
{
    stopper *s = context;

    (void)event;
    s->heard++;
    return s->left-- == 0;
}

/* However early the sink stops, it receives nothing more until a reset. */
static void sink_stops(void **state)
{
    const row *r = *state;

    for (size_t left = 0;; left++) {
        stopper s = { left, 0 };
        fp_parser *parser = fp_parser_new(syntax_of(r), NULL, stop_later, &s);
        fp_status status = FP_OK;

        for (const char *c = r->call; *c; c++)
            status = fp_parser_feed(parser, c, 1);
        if (status == FP_OK) /* what was held comes at the end */
            status = fp_parser_finish(parser);
        assert_int_equal(fp_parser_finish(parser), status == FP_OK ? FP_FINISHED : status);
        if (status == FP_OK) {
            assert_true(left >= 5);
            fp_parser_free(parser);
            return;
        }
        assert_int_equal(status, FP_STOPPED);
        assert_int_equal(s.heard, left + 1);
        assert_int_equal(feed(parser, r->call), FP_STOPPED);
        assert_int_equal(fp_parser_finish(parser), FP_STOPPED);
        assert_int_equal(s.heard, left + 1);
        s = (stopper){ 1000, 0 };
        fp_parser_reset(parser);
        assert_int_equal(feed(parser, r->call), FP_OK);
        assert_true(s.heard >= 5);
        fp_parser_free(parser);
    }
}

/* The same where it stops at the first event, and that was said at the end of a chunk. */
static void sink_stops_behind_a_chunk(void **state)
{
    const row *r = *state;
    char text[INPUT_MAX];
    const size_t len = (size_t)snprintf(text, sizeof text, "%s%s", r->before, r->call);

    for (size_t cut = 0; cut < len; cut++) {
        stopper s = { 0 };
        fp_parser *parser = fp_parser_new(syntax_of(r), NULL, stop_later, &s);
        const fp_status status = fp_parser_feed(parser, text, cut);

        if (status != FP_OK)
            assert_int_equal(fp_parser_feed(parser, text + cut, 1), FP_STOPPED);
        assert_int_equal(s.heard, status != FP_OK);
        fp_parser_free(parser);
    }
}

static void no_sink(void **state)
{
    const row *r = *state;
    fp_parser *parser = fp_parser_new(syntax_of(r), NULL, NULL, NULL);

    assert_int_equal(feed(parser, r->before), FP_OK);
    assert_int_equal(feed(parser, r->call), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    assert_true(fp_parser_offset(parser) == strlen(r->before) + strlen(r->call));
    fp_parser_free(parser);
}

/* -- what is held, and limits -------------------------------------------------------------- */

static void held_bytes(void **state)
{
    const row *r = *state;
    eventlog log = { 0 };
    fp_parser *parser = fp_parser_new(syntax_of(r), NULL, eventlog_sink, &log);

    feed(parser, r->before);
    assert_int_equal(fp_parser_held(parser), 0);

    const size_t said = log.len;

    for (size_t i = 0; r->marker[i]; i++) {
        fp_parser_feed(parser, r->marker + i, 1);
        assert_int_equal(fp_parser_held(parser), i + 1);
        assert_int_equal(log.len, said); /* nothing of it is said */
    }
    fp_parser_finish(parser); /* CARET-1.1, EMOJI-BRACKET-2.3 */
    assert_int_equal(fp_parser_held(parser), 0);
    assert_true(fp_parser_offset(parser) == strlen(r->before) + strlen(r->marker));
    fp_parser_free(parser);
    eventlog_free(&log);
}

static int note_limit(void *said, const fp_event *event)
{
    if (event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.code == FP_LIMIT_EXCEEDED)
        ++*(size_t *)said;
    if (event->type == FP_EVENT_CALL_END)
        assert_true(*(size_t *)said == 0); /* MODEL-4.1 */
    return 0;
}

static void limits(void **state)
{
    static const char *const NAMES[] = { "name", "value", "call", "held", "key" };
    const row *r = *state;

    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES - !r->keys; i++) {
        fp_options options = fp_options_default(syntax_of(r));
        size_t said = 0;
        fp_parser *parser;

        if (syntax_of(r)->document && strcmp(NAMES[i], "held") == 0)
            continue; /* units are held under the limit `call` */
        *fp_limits_field(&options.limits, fp_str_of(NAMES[i])) = 0;
        parser = fp_parser_new(syntax_of(r), &options, note_limit, &said);
        assert_int_equal(feed(parser, r->call), FP_OK);
        assert_int_equal(fp_parser_finish(parser), FP_OK);
        if (said == 0)
            fail_msg("%s: limit %s is not kept", r->syntax, NAMES[i]);
        fp_parser_free(parser);
    }
}

/* However much room there is for what is held, nothing after it is read: sanitizers see to it. */
static void values_cut_short(void **state)
{
    enum { LONGEST = 300 };
    const row *r = *state;
    const size_t before = (size_t)(strstr(r->call, "seven") - r->call);
    char text[LONGEST];

    memset(text, 'x', sizeof text);
    for (size_t len = 0; len <= sizeof text; len++) {
        fp_parser *parser = fp_parser_new(syntax_of(r), NULL, NULL, NULL);

        assert_int_equal(fp_parser_feed(parser, r->call, before), FP_OK);
        assert_int_equal(fp_parser_feed(parser, text, len), FP_OK);
        assert_int_equal(fp_parser_finish(parser), FP_OK);
        assert_int_equal(fp_parser_held(parser), 0);
        fp_parser_free(parser);
    }
}

/* NUL is a byte like any other, in text and in values; but no JSON string holds it as it is. */
static int note_nul(void *context, const fp_event *event)
{
    bool *seen = context;

    for (size_t i = 0; event->call && i < event->call->arg_count; i++)
        if (event->call->args[i].value.text.len &&
            memchr(event->call->args[i].value.text.ptr, 0, event->call->args[i].value.text.len))
            seen[event->type] = true;
    if (event->data.len && memchr(event->data.ptr, 0, event->data.len))
        seen[event->type] = true;
    return 0;
}

/* Feeds a text with a NUL, written like this, in place of a word. */
static void feed_nul(fp_parser *parser, const char *text, const char *word, const char *nul)
{
    const char *at = strstr(text, word);

    fp_parser_feed(parser, text, (size_t)(at - text));
    fp_parser_feed(parser, nul ? nul : "\0", nul ? strlen(nul) : 1);
    feed(parser, at + strlen(word));
}

static void nul_bytes(void **state)
{
    const row *r = *state;
    bool seen[FP_EVENT_COUNT] = { false };
    fp_parser *parser = fp_parser_new(syntax_of(r), NULL, note_nul, seen);

    if (*r->before)
        feed_nul(parser, r->before, "words", syntax_of(r)->document ? "\\u0000" : NULL);
    feed_nul(parser, r->call, "seven", r->nul);
    if (!*r->before) /* no call comes after text */
        feed_nul(parser, "words", "words", NULL);
    fp_parser_finish(parser);
    assert_true(seen[FP_EVENT_TEXT]);
    assert_true(seen[FP_EVENT_CALL_END]);
    fp_parser_free(parser);
}

/* -- on random inputs: reset, clone -------------------------------------------------------- */

static void reset_is_fresh(void **state)
{
    const fp_syntax *syntax = syntax_of(*state);
    eventlog used_log = { 0 };
    fp_parser *used = fp_parser_new(syntax, NULL, eventlog_sink, &used_log);

    for (uint64_t seed = 0; seed < INPUTS; seed++) {
        rng r = { seed };
        unsigned char bytes[INPUT_MAX];
        const size_t len = random_text(&r, syntax, bytes, sizeof bytes);
        eventlog fresh_log = { 0 };
        fp_parser *fresh = fp_parser_new(syntax, NULL, eventlog_sink, &fresh_log);

        fp_parser_reset(used);
        eventlog_clear(&used_log);
        assert_true(fp_parser_equal(used, fresh));
        fp_parser_feed(used, bytes, len);
        fp_parser_feed(fresh, bytes, len);
        if (seed % 2) { /* every other time it is reset in the middle of things */
            fp_parser_finish(used);
            fp_parser_finish(fresh);
        }
        assert_true(fp_parser_equal(used, fresh));
        assert_true(eventlog_equal(&used_log, &fresh_log));
        fp_parser_free(fresh);
        eventlog_free(&fresh_log);
    }
    fp_parser_free(used);
    eventlog_free(&used_log);
}

/* A clone at any point goes on as the original does, and the original does not notice. */
static void clone_is_equal(void **state)
{
    const fp_syntax *syntax = syntax_of(*state);

    for (uint64_t seed = 0; seed < INPUTS; seed++) {
        rng r = { seed };
        unsigned char bytes[INPUT_MAX];
        const fp_options options = random_options(&r, syntax, NULL);
        const size_t len = random_text(&r, syntax, bytes, sizeof bytes);
        const size_t cut = rng_below(&r, len + 1);
        eventlog logs[2] = { { 0 }, { 0 } };
        fp_parser *parser = fp_parser_new(syntax, &options, eventlog_sink, &logs[0]);
        fp_parser *clone;

        fp_parser_feed(parser, bytes, cut);
        clone = fp_parser_clone(parser, eventlog_sink, &logs[1]);
        assert_true(fp_parser_equal(parser, clone));
        eventlog_clear(&logs[0]);
        for (size_t i = cut; i < len; i++)
            fp_parser_feed(clone, bytes + i, 1);
        fp_parser_feed(parser, bytes + cut, len - cut);
        assert_true(fp_parser_equal(parser, clone));
        fp_parser_finish(parser);
        fp_parser_finish(clone);
        assert_true(eventlog_equal(&logs[0], &logs[1]));
        assert_true(fp_parser_equal(parser, clone));
        fp_parser_free(parser);
        fp_parser_free(clone);
        eventlog_free(&logs[0]);
        eventlog_free(&logs[1]);
    }
}

/* Different states are not equal: after a byte more, or in another place. */
static void different_is_unequal(void **state)
{
    const row *r = *state;
    fp_parser *a = fp_parser_new(syntax_of(r), NULL, NULL, NULL);
    fp_parser *b = fp_parser_new(syntax_of(r), NULL, NULL, NULL);

    for (const char *c = r->call; *c; c++) {
        fp_parser_feed(a, c, 1);
        assert_false(fp_parser_equal(a, b));
        fp_parser_feed(b, c, 1);
        assert_true(fp_parser_equal(a, b));
    }
    fp_parser_finish(a);
    assert_false(fp_parser_equal(a, b));
    fp_parser_free(a);
    fp_parser_free(b);
}

/* -- the program --------------------------------------------------------------------------- */

int main(void)
{
    static const struct {
        const char *name;
        CMUnitTestFunction function;
    } TESTS[] = {
        { "finished_is_final", finished_is_final },
        { "finished_at_ease", finished_at_ease },
        { "empty_input", empty_input },
        { "empty_chunks_change_nothing", empty_chunks_change_nothing },
        { "cuts_change_nothing", cuts_change_nothing },
        { "sink_stops", sink_stops },
        { "sink_stops_behind_a_chunk", sink_stops_behind_a_chunk },
        { "no_sink", no_sink },
        { "held_bytes", held_bytes },
        { "limits", limits },
        { "values_cut_short", values_cut_short },
        { "nul_bytes", nul_bytes },
        { "reset_is_fresh", reset_is_fresh },
        { "clone_is_equal", clone_is_equal },
        { "different_is_unequal", different_is_unequal },
    };
    enum { COUNT = sizeof TESTS / sizeof *TESTS, SYNTAXES = FP_SYNTAXES_MAX };
    static char names[COUNT * SYNTAXES][64];
    struct CMUnitTest tests[(size_t)COUNT * SYNTAXES + 2] = { cmocka_unit_test(table) };

    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        if (!fp_syntax_has_calls(*syntax))
            continue;
        rows[row_count] = row_of(*syntax);
        row_count++;
    }
    for (size_t i = 0; i < COUNT * row_count; i++) {
        const row *r = &rows[i / COUNT];

        snprintf(names[i], sizeof names[i], "%s: %s", r->syntax, TESTS[i % COUNT].name);
        tests[i + 1] = (struct CMUnitTest){ .name = names[i],
                                            .test_func = TESTS[i % COUNT].function,
                                            .initial_state = (void *)(uintptr_t)r };
    }
    tests[COUNT * row_count + 1] = (struct CMUnitTest)cmocka_unit_test(added);
    return _cmocka_run_group_tests("parsers", tests, COUNT * row_count + 2, NULL, NULL);
}
