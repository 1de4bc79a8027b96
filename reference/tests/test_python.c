/* SPDX-License-Identifier: Apache-2.0 */
/* test_python.c: a table of Python's calls that the engine cannot read is refused with the reason.
 * What notations are known by comes from their tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bad_tables.h"
#include "engines/python.h"

#include <fencepost/syntax.h>

#include <string.h>

/* -- bad tables --------------------------------------------------------------------------------
 */

/* A table without fault. */
static const fp_python_table GOOD = {
    .opens = { "<a>", "<b>" },
    .closes = "</a>",
    .first = true,
    .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", "X-6" },
    .layout = { .before = "<a> [",
                .after = "] </a>\n",
                .bad_name = "X-7",
                .bad_key = "X-7",
                .bad_bytes = "X-7",
                .bad_value = "X-7" },
};

#define PYTHON fp_python_table

static const char BAD_MARK[] = "a mark is empty, or too long";
static const char OF_LISTS[] = "a mark begins as a list or a call goes on";
static const char BEGINNING[] = "a mark is another one, or how another begins";
static const char AGAIN[] = "the first byte of a mark is in a mark again";
static const char BEFORE[] = "layout.before is not how a list begins, by opens, first and lines";
static const char AFTER[] = "layout.after is not how a list ends, by closes and lines";

static const bad_table REFUSED[] = {
    NEEDED(PYTHON, opens[0]),
    NEEDED(PYTHON, closes),
    NEEDED(PYTHON, clauses.argument),
    NEEDED(PYTHON, clauses.literal),
    NEEDED(PYTHON, clauses.duplicate),
    NEEDED(PYTHON, clauses.unfinished),
    NEEDED(PYTHON, layout.before),
    NEEDED(PYTHON, layout.after),
    NEEDED(PYTHON, layout.bad_name),
    NEEDED(PYTHON, layout.bad_key),
    NEEDED(PYTHON, layout.bad_bytes),
    NEEDED(PYTHON, layout.bad_value),
    BAD_TEXT(PYTHON, opens[1], "", BAD_MARK),
    BAD_TEXT(PYTHON, closes, "<" TOO_LONG, BAD_MARK),
    BAD_TEXT(PYTHON, opens[0], "[a]", OF_LISTS),
    BAD_TEXT(PYTHON, opens[0], "a", OF_LISTS),
    BAD_TEXT(PYTHON, closes, "]", OF_LISTS),
    BAD_TEXT(PYTHON, closes, ",a", OF_LISTS),
    BAD_TEXT(PYTHON, closes, "\n", OF_LISTS),
    BAD_TEXT(PYTHON, opens[1], "<a>", BEGINNING),
    BAD_TEXT(PYTHON, opens[1], "<a>b", BEGINNING),
    BAD_TEXT(PYTHON, opens[1], "<", BEGINNING),
    BAD_TEXT(PYTHON, closes, "<a>/", BEGINNING),
    BAD_TEXT(PYTHON, opens[0], "<a><", AGAIN),
    BAD_TEXT(PYTHON, closes, "@<", AGAIN),
    BAD_VALUE(PYTHON, lines, bool, true,
              "calls on lines of their own may be in a list without a mark"),
    BAD_TEXT(PYTHON, layout.before, "<a>", BEFORE),
    BAD_TEXT(PYTHON, layout.before, "<c>[", BEFORE),
    BAD_TEXT(PYTHON, layout.before, "<a>[f", BEFORE),
    BAD_TEXT(PYTHON, layout.after, "</a>", AFTER),
    BAD_TEXT(PYTHON, layout.after, "] </b>", AFTER),
    BAD_TEXT(PYTHON, layout.after, "]</a>.", AFTER),
};

static const char *fault_of(const void *table)
{
    return fp_python_fault(table);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    check_bad_tables(&GOOD, sizeof GOOD, fault_of, REFUSED, sizeof REFUSED / sizeof *REFUSED);
}

/* The forms in which a list is written. */
static void good_layouts_are_not_refused(void **state)
{
    fp_python_table bare = GOOD, lines = GOOD;

    (void)state;
    bare.layout.before = "[";
    bare.layout.after = "]";
    assert_null(fp_python_fault(&bare));
    bare.first = false;
    assert_string_equal(fp_python_fault(&bare), BEFORE);
    lines.first = false;
    lines.lines = true;
    lines.layout.before = "<b>\n";
    lines.layout.after = "\n</a>";
    assert_null(fp_python_fault(&lines));
    lines.layout.after = "]";
    assert_string_equal(fp_python_fault(&lines), AFTER);
}

/* -- words and pieces --------------------------------------------------------------------------
 */

static void check_words(const char *const *words, const char *const *first)
{
    assert_non_null(words);
    for (; *first; first++, words++) {
        assert_non_null(*words);
        assert_string_equal(*words, *first);
    }
}

static void marks_begin_the_lists(void **state)
{
    static const char *const MARKS[] = { "<|python_start|>", "<|python_tag|>", "<|python_end|>",
                                         NULL };
    static const char *const MARK[] = { "<|tool_call_start|>", "<|tool_call_end|>", NULL };
    static const char *const OPENINGS[] = { "<|tool_call_start|>[f(a=1",
                                            "<|tool_call_start|>[f()",
                                            ", f(a=1",
                                            "<|tool_call_end|>",
                                            "]",
                                            NULL };
    const fp_syntax *pythonic = fp_syntax_find(FP_STR("pythonic"));
    const fp_syntax *lfm2 = fp_syntax_find(FP_STR("lfm2"));
    fp_derived derived = { 0 };

    (void)state;
    check_words(fp_syntax_markers(pythonic, &derived), MARKS);
    check_words(fp_syntax_markers(lfm2, &derived), MARK);
    check_words(fp_syntax_completions(lfm2, &derived), OPENINGS);
    assert_non_null(fp_syntax_completions(pythonic, &derived));
    fp_derived_free(&derived);
}

static void blocks_have_pieces(void **state)
{
    static const char *const PIECES[FP_PIECE_COUNT] = {
        [FP_PIECE_OPEN] = "<|tool_call_start|>[f(", [FP_PIECE_BARE_OPEN] = "<|tool_call_start|>[f(",
        [FP_PIECE_CLOSE] = ")]<|tool_call_end|>",   [FP_PIECE_BARE_CLOSE] = ")]<|tool_call_end|>",
        [FP_PIECE_OPENER] = "<|tool_call_start|>[", [FP_PIECE_CLOSER] = "]<|tool_call_end|>",
    };
    const fp_syntax *lfm2 = fp_syntax_find(FP_STR("lfm2"));

    (void)state;
    for (unsigned i = 0; i < FP_PIECE_COUNT; i++) {
        fp_json text = { 0 };

        assert_int_equal(lfm2->derive->piece(lfm2, (fp_block_piece)i, FP_STR("f"), &text),
                         PIECES[i] != NULL);
        if (PIECES[i])
            assert_true(fp_str_equal((fp_str){ text.ptr, text.len }, fp_str_of(PIECES[i])));
        fp_json_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(good_layouts_are_not_refused),
        cmocka_unit_test(marks_begin_the_lists),
        cmocka_unit_test(blocks_have_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
