/* SPDX-License-Identifier: Apache-2.0 */
/* test_array.c: a table of arrays that the engine cannot read is refused with the reason; those of
 * the syntaxes are good. What a notation of arrays is known by comes from its table. */
#include "engines/array.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <fencepost/render.h>

/* A table without fault, of which each row of the test changes a copy. */
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

static void bad_object(fp_array_table *t)
{
    t->object.clauses.again = NULL;
}

static void no_mark(fp_array_table *t)
{
    t->open = NULL;
}

static void empty_end_mark(fp_array_table *t)
{
    t->close = "";
}

static void long_mark(fp_array_table *t)
{
    static char mark[UINT8_MAX + 2] = "<";

    memset(mark + 1, 'x', UINT8_MAX);
    t->open = mark;
}

static void first_byte_twice(fp_array_table *t)
{
    t->close = "><>";
}

static void other_mark_written(fp_array_table *t)
{
    t->open = "(";
}

static void no_brace_written(fp_array_table *t)
{
    t->object.layout.before = "<[\"n\":";
}

static void one_brace_after(fp_array_table *t)
{
    t->object.layout.after = "}]";
}

static void other_mark_begins_otherwise(fp_array_table *t)
{
    t->also = "(";
}

static void other_mark_is_the_same(fp_array_table *t)
{
    t->also = t->open;
}

static void other_mark_goes_on(fp_array_table *t)
{
    t->also = "<a";
}

static void other_mark_is_half(fp_array_table *t)
{
    t->open = "<b";
    t->also = "<";
}

static void other_mark_is_none(fp_array_table *t)
{
    t->open = "<b";
    t->also = "";
}

/* A fence whose marks are good, and what is wrong with it in turn. */
static void be_fence(fp_array_table *t)
{
    t->open = "``x";
    t->close = "``";
    t->object.layout.before = "``x{\"n\":";
    t->bare = t->fence = true;
}

static void fence_of_an_array(fp_array_table *t)
{
    be_fence(t);
    t->bare = false;
}

static void fence_without_a_word(fp_array_table *t)
{
    be_fence(t);
    t->open = "``";
}

static void fence_of_a_longer_run(fp_array_table *t)
{
    be_fence(t);
    t->open = "```x";
}

static void fence_of_other_ends(fp_array_table *t)
{
    be_fence(t);
    t->close = "~~";
}

static void fence_that_is_no_run(fp_array_table *t)
{
    be_fence(t);
    t->open = "`~x";
    t->close = "`~";
}

static const struct {
    void (*change)(fp_array_table *t);
    const char *fault;
} REFUSED[] = {
    { bad_object, "no clause for what is given again" },
    { no_mark, "a mark is empty or too long, or an end mark has its first byte twice" },
    { empty_end_mark, "a mark is empty or too long, or an end mark has its first byte twice" },
    { long_mark, "a mark is empty or too long, or an end mark has its first byte twice" },
    { first_byte_twice, "a mark is empty or too long, or an end mark has its first byte twice" },
    { fence_of_an_array, "a fence has an array" },
    { fence_without_a_word,
      "a mark is empty or too long, or an end mark has its first byte twice" },
    { fence_of_a_longer_run,
      "a mark is empty or too long, or an end mark has its first byte twice" },
    { fence_of_other_ends, "a mark is empty or too long, or an end mark has its first byte twice" },
    { fence_that_is_no_run,
      "a mark is empty or too long, or an end mark has its first byte twice" },
    { other_mark_written, "a call is not written with the mark before it" },
    { no_brace_written, "a call is not written with the mark before it" },
    { other_mark_begins_otherwise,
      "the other mark does not begin as the mark does, or does not differ from it" },
    { other_mark_is_the_same,
      "the other mark does not begin as the mark does, or does not differ from it" },
    { other_mark_goes_on,
      "the other mark does not begin as the mark does, or does not differ from it" },
    { other_mark_is_half,
      "the other mark does not begin as the mark does, or does not differ from it" },
    { other_mark_is_none,
      "the other mark does not begin as the mark does, or does not differ from it" },
    { one_brace_after, "a call is not written with two braces after it" },
};

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_null(fp_array_fault(&GOOD));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_array_table table = GOOD;

        REFUSED[i].change(&table);
        assert_non_null(fp_array_fault(&table));
        assert_string_equal(fp_array_fault(&table), REFUSED[i].fault);
    }
}

static void the_tables_of_syntaxes_are_good(void **state)
{
    size_t count = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if (!(*s)->family || strcmp((*s)->family, "array") != 0)
            continue;
        count++;
        if (fp_array_fault((*s)->table))
            fail_msg("%s: %s", (*s)->id, fp_array_fault((*s)->table));
    }
    assert_true(count > 0);
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
        cmocka_unit_test(the_tables_of_syntaxes_are_good),
        cmocka_unit_test(lists_are_of_the_table),
        cmocka_unit_test(another_mark_is_listed),
        cmocka_unit_test(words_follow_the_form),
        cmocka_unit_test(a_mark_is_a_pattern),
        cmocka_unit_test(blocks_have_pieces),
        cmocka_unit_test(an_id_that_is_not_utf8_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
