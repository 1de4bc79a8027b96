/* SPDX-License-Identifier: Apache-2.0 */
/* test_python.c: what notations of Python's calls are known by, from their tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engines/python.h"

#include <fencepost/syntax.h>

#include <string.h>

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
        cmocka_unit_test(marks_begin_the_lists),
        cmocka_unit_test(blocks_have_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
