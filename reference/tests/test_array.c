/* SPDX-License-Identifier: Apache-2.0 */
/* test_array.c: a table of arrays that the engine cannot read is refused with the reason. What a
 * notation of arrays is known by comes from its table. */
#include "engines/array.h"

#include "bad_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <fencepost/render.h>

/* A table without fault. */
static const fp_array_table GOOD = {
    .object = { .members = { { "n", FP_OBJECT_NAME }, { "a", FP_OBJECT_ARGUMENTS } },
                .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", NULL, NULL },
                .layout = { .before = "<[{\"n\":",
                            .between = ",\"a\":{",
                            .after = "}}]",
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "X-6",
                            .bad_bytes = "X-6",
                            .bad_json = "X-6",
                            .over = "X-6" } },
    .open = "<",
    .close = ">",
};

static const fp_array_table TWO_MARKS = {
    .object = { .members = { { "n", FP_OBJECT_NAME }, { "a", FP_OBJECT_ARGUMENTS } },
                .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", NULL, NULL },
                .layout = { .before = "<a[{\"n\":",
                            .between = ",\"a\":{",
                            .after = "}}]",
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "X-6",
                            .bad_bytes = "X-6",
                            .bad_json = "X-6",
                            .over = "X-6" } },
    .open = "<a",
    .also = "<b",
    .close = ">",
};

#define ARRAY fp_array_table

static const char BAD_OPEN[] = "open is empty, or too long";
static const char BAD_CLOSE[] =
    "close is empty or too long, begins with a blank, or has its first byte twice";
static const char BAD_ALSO[] = "also does not begin as open does, or does not differ from it";
static const char BEGINNING[] = "a mark is the beginning of another";
static const char NOT_WRITTEN[] = "a call is not written with the mark before it";

/* Of the table with two marks, since it has all members. */
static const bad_table REFUSED[] = {
    NEEDED(ARRAY, open),
    NEEDED(ARRAY, close),
    BAD_TEXT(ARRAY, object.clauses.again, NULL, "it has no clauses.again"),
    BAD_TEXT(ARRAY, open, "", BAD_OPEN),
    BAD_TEXT(ARRAY, open, "<" TOO_LONG, BAD_OPEN),
    BAD_TEXT(ARRAY, close, "", BAD_CLOSE),
    BAD_TEXT(ARRAY, close, ">" TOO_LONG, BAD_CLOSE),
    BAD_TEXT(ARRAY, close, " >", BAD_CLOSE),
    BAD_TEXT(ARRAY, close, "><>", BAD_CLOSE),
    BAD_TEXT(ARRAY, also, "(", BAD_ALSO),
    BAD_TEXT(ARRAY, also, "<a", BAD_ALSO),
    BAD_TEXT(ARRAY, also, "<ab", BAD_ALSO),
    BAD_TEXT(ARRAY, also, "<", BAD_ALSO),
    BAD_TEXT(ARRAY, also, "", BAD_ALSO),
    BAD_TEXT(ARRAY, close, "<a", BEGINNING),
    BAD_TEXT(ARRAY, close, "<", BEGINNING),
    BAD_TEXT(ARRAY, close, "<ab", BEGINNING),
    BAD_TEXT(ARRAY, close, "<b", BEGINNING),
    BAD_TEXT(ARRAY, open, "<c", NOT_WRITTEN),
    BAD_TEXT(ARRAY, object.layout.before, "<a[\"n\":", NOT_WRITTEN),
    BAD_TEXT(ARRAY, object.layout.after, "}]", "a call is not written with two braces after it"),
};

static const char *fault_of(const void *table)
{
    return fp_array_fault(table);
}

/* A table of fences, of which each is its open, its close, and whether it has no array. */
static void bad_fences_are_refused(void)
{
    static const char BAD_RUN[] =
        "close is not a run of one byte, with which open begins, before another byte";
    static const struct {
        const char *open, *close;
        bool bare;
        const char *fault;
    } FENCES[] = {
        { "``x", "``", true, NULL },
        { "``x", "``", false, "a fence has an array: it lacks bare" },
        { "``", "``", true, BAD_RUN },
        { "```x", "``", true, BAD_RUN },
        { "``x", "~~", true, BAD_RUN },
        { "`~x", "`~", true, BAD_RUN },
    };

    for (size_t i = 0; i < sizeof FENCES / sizeof *FENCES; i++) {
        fp_array_table t = GOOD;
        const char *fault;

        t.open = FENCES[i].open;
        t.close = FENCES[i].close;
        t.object.layout.before = "``x{\"n\":";
        t.bare = FENCES[i].bare;
        t.fence = true;
        fault = fp_array_fault(&t);
        if (!FENCES[i].fault)
            assert_null(fault);
        else
            assert_string_equal(fault, FENCES[i].fault);
    }
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_null(fp_array_fault(&GOOD));
    bad_fences_are_refused();
    check_bad_tables(&TWO_MARKS, sizeof TWO_MARKS, fault_of, REFUSED,
                     sizeof REFUSED / sizeof *REFUSED);
}

/* -- what is derived --------------------------------------------------------------------------- */

static const fp_syntax *mistral(void)
{
    return fp_syntax_find(FP_STR("mistral-v7"));
}

/* The row of the table without fault. */
static const fp_syntax ROW = { .id = "row", .table = &GOOD, .derive = &FP_ARRAY_DERIVE };

static void check_words(const char *const *words, const char *const *expected)
{
    assert_non_null(words);
    for (; *words && *expected; words++, expected++)
        assert_string_equal(*words, *expected);
    assert_null(*words);
    assert_null(*expected);
}

static void lists_are_of_the_table(void **state)
{
    static const char *const OPENINGS[] = { "<[{\"n\":\"x\"", "0000\":\"x\"", "0000\"", ">", NULL };
    static const char *const MARKERS[] = { "<",
                                           ">",
                                           "<[{\"n\":\"a\",\"a\":{",
                                           "<[{\"a\": {\"k\": \"v\"}, \"n\": \"b\"}",
                                           "}}]",
                                           "\"n\": \"",
                                           "\"a\": ",
                                           "\"id\": \"x\"",
                                           "\"k\": \"v\", ",
                                           "}}, {",
                                           "[{",
                                           "}]",
                                           "[]",
                                           "\\\"",
                                           "\\ud83d",
                                           "\\ude00",
                                           NULL };
    fp_derived derived = { 0 };

    (void)state;
    check_words(fp_syntax_completions(&ROW, &derived), OPENINGS);
    check_words(fp_syntax_markers(&ROW, &derived), MARKERS);
    fp_derived_free(&derived);
}

/* So are those of a table with two marks. */
static void another_mark_is_listed(void **state)
{
    static const fp_syntax OTHER = { .id = "row", .table = &TWO_MARKS, .derive = &FP_ARRAY_DERIVE };
    fp_derived derived = { 0 };
    const char *const *words;

    (void)state;
    assert_null(fp_array_fault(&TWO_MARKS));
    words = fp_syntax_completions(&OTHER, &derived);
    assert_non_null(words);
    assert_string_equal(words[4], "<b[{\"n\":\"x\"");
    words = fp_syntax_markers(&OTHER, &derived);
    assert_non_null(words);
    assert_string_equal(words[16], "<b");
    assert_non_null(strstr(fp_syntax_highlight(&OTHER, &derived)[0].begin, "((?:<a|<b)["));
    fp_derived_free(&derived);
}

/* A notation without an array has no bracket after its mark, and one in which names are keys no
 * member for the name. */
static void words_follow_the_form(void **state)
{
    static fp_array_table bare, keyed;
    static const fp_syntax BARE = { .id = "row", .table = &bare, .derive = &FP_ARRAY_DERIVE };
    static const fp_syntax KEYED = { .id = "row", .table = &keyed, .derive = &FP_ARRAY_DERIVE };
    fp_derived derived = { 0 };

    (void)state;
    bare = GOOD;
    bare.bare = true;
    bare.object.layout.before = "<{\"n\":";
    bare.object.layout.after = "}}";
    assert_null(fp_array_fault(&bare));
    assert_string_equal(fp_syntax_completions(&BARE, &derived)[0], "<{\"n\":\"x\"");
    assert_non_null(strstr(fp_syntax_highlight(&BARE, &derived)[0].begin, "(<)(?="));
    keyed = GOOD;
    keyed.object.keyed = true;
    keyed.object.members[0].key = NULL;
    keyed.object.layout.before = "<[{";
    keyed.object.layout.between = ":{";
    assert_null(fp_array_fault(&keyed));
    assert_string_equal(fp_syntax_completions(&KEYED, &derived)[0], "<[{\"name\":{");
    assert_string_equal(fp_syntax_completions(&KEYED, &derived)[1], "0000\":{");
    fp_derived_free(&derived);
}

/* The first rule begins with the mark, of which no byte is one of the pattern's own. */
static void a_mark_is_a_pattern(void **state)
{
    static const fp_syntax *const ROWS[] = { &ROW, NULL };
    static const char *const BEGINS[] = { "(<[ ", "(\\[TOOL_CALLS\\][ " };
    fp_derived derived = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof BEGINS / sizeof *BEGINS; i++) {
        const fp_syntax *row = ROWS[i] ? ROWS[i] : mistral();
        const fp_highlight *rules = fp_syntax_highlight(row, &derived);

        assert_non_null(rules);
        assert_non_null(strstr(rules[0].begin, BEGINS[i]));
    }
    fp_derived_free(&derived);
}

static void blocks_have_pieces(void **state)
{
    static const char *const PIECES[FP_PIECE_COUNT] = {
        [FP_PIECE_OPEN] = "[TOOL_CALLS] [",
        [FP_PIECE_CLOSE] = "]",
        [FP_PIECE_BARE_OPEN] = "[TOOL_CALLS][",
        [FP_PIECE_BARE_CLOSE] = "]",
        [FP_PIECE_OPENER] = "[TOOL_CALLS]",
        [FP_PIECE_CLOSER] = "</s>",
        [FP_PIECE_ARGUMENTS_KEY] = "arguments",
        [FP_PIECE_NAME_KEY] = "name",
        [FP_PIECE_NAME_IS] = "\"name\": ",
        [FP_PIECE_ARGUMENTS_ARE] = ", \"arguments\": ",
        [FP_PIECE_NEXT] = ", ",
    };

    (void)state;
    for (unsigned i = 0; i < FP_PIECE_COUNT; i++) {
        fp_json text = { 0 };

        assert_int_equal(fp_syntax_piece(mistral(), (fp_block_piece)i, FP_STR("f"), &text),
                         PIECES[i] != NULL);
        if (PIECES[i])
            assert_true(fp_str_equal((fp_str){ text.ptr, text.len }, fp_str_of(PIECES[i])));
        fp_json_free(&text);
    }
}

/* -- ids -----------------------------------------------------------------------------------------
 */

/* JSON has no such bytes. */
static void check_bad_id(const fp_syntax *syntax, const char *clause)
{
    const fp_call call = { .name = FP_STR("f"), .id = FP_STR("ab\xFF"), .complete = true };
    fp_json text = { 0 };
    fp_refusal refusal = { 0 };

    assert_false(fp_render(syntax, NULL, &call, &text, &refusal));
    assert_int_equal(refusal.part, FP_PART_CALL);
    assert_int_equal(refusal.byte, 2);
    assert_string_equal(refusal.clause, clause);
    fp_json_free(&text);
}

/* After the arguments, and before the name. */
static void an_id_that_is_not_utf8_is_refused(void **state)
{
    (void)state;
    check_bad_id(mistral(), "MISTRAL-V7-3.2");
    check_bad_id(fp_syntax_find(FP_STR("cohere")), "COHERE-3.2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(lists_are_of_the_table),
        cmocka_unit_test(another_mark_is_listed),
        cmocka_unit_test(words_follow_the_form),
        cmocka_unit_test(a_mark_is_a_pattern),
        cmocka_unit_test(blocks_have_pieces),
        cmocka_unit_test(an_id_that_is_not_utf8_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
