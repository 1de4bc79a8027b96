/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_pieces.c: the pieces of a block, which cases of a family are written with, are those of
 * the notation's table. */
#include "engines/tags.h"

#include "core/ascii.h"
#include <fencepost/derive.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Of a tool or an argument that is called n; NULL: the notation has no such piece. */
static const struct {
    const char *syntax;
    const char *pieces[FP_PIECE_COUNT];
} ROWS[] = {
    { "xml",
      { [FP_PIECE_OPEN] = "<tool:n>\n",
        [FP_PIECE_CLOSE] = "</tool:n>",
        [FP_PIECE_BEGIN] = "<param:n>",
        [FP_PIECE_END] = "</param:n>\n",
        [FP_PIECE_BARE_OPEN] = "<tool:n>",
        [FP_PIECE_BARE_CLOSE] = "</tool:n>",
        [FP_PIECE_BARE_BEGIN] = "<param:n>",
        [FP_PIECE_BARE_END] = "</param:n>",
        [FP_PIECE_OPENER] = "<tool:",
        [FP_PIECE_CLOSER] = "</tool:n>",
        [FP_PIECE_ARG_OPENER] = "<param:" } },
    { "qwen3-coder",
      { [FP_PIECE_OPEN] = "<tool_call>\n<function=n>\n",
        [FP_PIECE_CLOSE] = "</function>\n</tool_call>",
        [FP_PIECE_BEGIN] = "<parameter=n>\n",
        [FP_PIECE_END] = "\n</parameter>\n",
        [FP_PIECE_BARE_OPEN] = "<tool_call><function=n>",
        [FP_PIECE_BARE_CLOSE] = "</function></tool_call>",
        [FP_PIECE_BARE_BEGIN] = "<parameter=n>",
        [FP_PIECE_BARE_END] = "</parameter>",
        [FP_PIECE_OPENER] = "<tool_call>",
        [FP_PIECE_CLOSER] = "</tool_call>",
        [FP_PIECE_ARG_OPENER] = "<parameter=" } },
    { "toolcall-tag",
      { [FP_PIECE_OPEN] = "<toolcall(n)>\n",
        [FP_PIECE_CLOSE] = "</toolcall(n)>",
        [FP_PIECE_BEGIN] = "  <n>",
        [FP_PIECE_END] = "</n>\n",
        [FP_PIECE_BARE_OPEN] = "<toolcall(n)>",
        [FP_PIECE_BARE_CLOSE] = "</toolcall(n)>",
        [FP_PIECE_BARE_BEGIN] = "<n>",
        [FP_PIECE_BARE_END] = "</n>",
        [FP_PIECE_OPENER] = "<toolcall(",
        [FP_PIECE_CLOSER] = "</toolcall(n)>",
        [FP_PIECE_ARG_OPENER] = "<" } },
    { "glm", /* what ends the name of a tool does not belong to the tag */
      { [FP_PIECE_OPEN] = "<tool_call>n\n",
        [FP_PIECE_CLOSE] = "</tool_call>",
        [FP_PIECE_BEGIN] = "<arg_key>n</arg_key>\n<arg_value>",
        [FP_PIECE_END] = "</arg_value>\n",
        [FP_PIECE_BARE_OPEN] = "<tool_call>n",
        [FP_PIECE_BARE_CLOSE] = "</tool_call>",
        [FP_PIECE_BARE_BEGIN] = "<arg_key>n</arg_key>\n<arg_value>",
        [FP_PIECE_BARE_END] = "</arg_value>",
        [FP_PIECE_OPENER] = "<tool_call>",
        [FP_PIECE_CLOSER] = "</tool_call>",
        [FP_PIECE_ARG_OPENER] = "<arg_key>" } },
    { "deepseek-v4", /* its blocks are in sections */
      { [FP_PIECE_OPEN] = "<｜DSML｜tool_calls>\n<｜DSML｜invoke name=\"n\">\n",
        [FP_PIECE_CLOSE] = "</｜DSML｜invoke>\n</｜DSML｜tool_calls>",
        [FP_PIECE_BEGIN] = "<｜DSML｜parameter name=\"n\" string=\"true\">",
        [FP_PIECE_END] = "</｜DSML｜parameter>\n",
        [FP_PIECE_BARE_OPEN] = "<｜DSML｜invoke name=\"n\">",
        [FP_PIECE_BARE_CLOSE] = "</｜DSML｜invoke>",
        [FP_PIECE_BARE_BEGIN] = "<｜DSML｜parameter name=\"n\" string=\"true\">",
        [FP_PIECE_BARE_END] = "</｜DSML｜parameter>",
        [FP_PIECE_OPENER] = "<｜DSML｜invoke name=\"",
        [FP_PIECE_CLOSER] = "</｜DSML｜invoke>",
        [FP_PIECE_SECTION] = "<｜DSML｜tool_calls>",
        [FP_PIECE_SECTION_END] = "</｜DSML｜tool_calls>",
        [FP_PIECE_JSON_BEGIN] = "<｜DSML｜parameter name=\"n\" string=\"false\">",
        [FP_PIECE_ARG_OPENER] = "<｜DSML｜parameter name=\"" } },
    { "hermes",
      { [FP_PIECE_OPEN] = "<tool_call>\n",
        [FP_PIECE_CLOSE] = "\n</tool_call>",
        [FP_PIECE_BARE_OPEN] = "<tool_call>",
        [FP_PIECE_BARE_CLOSE] = "</tool_call>",
        [FP_PIECE_OPENER] = "<tool_call>",
        [FP_PIECE_CLOSER] = "</tool_call>" } },
    { "kimi-k2", /* its blocks are JSON in sections, and no piece begins them */
      { [FP_PIECE_SECTION] = "<|tool_calls_section_begin|>",
        [FP_PIECE_SECTION_END] = "<|tool_calls_section_end|>",
        [FP_PIECE_CLOSE] = "<|tool_call_end|>",
        [FP_PIECE_BARE_CLOSE] = "<|tool_call_end|>",
        [FP_PIECE_CLOSER] = "<|tool_call_end|>" } },
    { "caret", { NULL } }, /* its row derives none */
};

static void are_those_of_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        for (unsigned piece = 0; piece < FP_PIECE_COUNT; piece++) {
            const fp_syntax *syntax = fp_syntax_find(fp_str_of(ROWS[i].syntax));
            const char *expected = ROWS[i].pieces[piece];
            fp_json text = { 0 };
            const bool found = fp_syntax_piece(syntax, (fp_block_piece)piece, FP_STR("n"), &text);

            assert_false(text.failed);
            if (found != (expected != NULL) ||
                (found && !fp_str_equal((fp_str){ text.ptr, text.len }, fp_str_of(expected))))
                fail_msg("piece %u of %s is \"%.*s\"", piece, ROWS[i].syntax, (int)text.len,
                         text.ptr ? text.ptr : "");
            fp_json_free(&text);
        }
}

/* -- a notation whose arguments are JSON ------------------------------------------------------- */

enum { OPEN, CLOSE };

static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [OPEN] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" } },
};

static bool is_letter(unsigned char c)
{
    return fp_is_letter(c);
}

static const fp_tags_table TABLE = {
    .tags = { [OPEN] = { "<call=", ">", false, 0 }, [CLOSE] = { "</call>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { is_letter, is_letter, NULL },
};

/* It has no tags around an argument: each such piece is missing, and nothing is written. */
static void an_argument_of_json_has_none(void **state)
{
    static const fp_block_piece OF_ARGUMENTS[] = { FP_PIECE_BEGIN, FP_PIECE_END,
                                                   FP_PIECE_BARE_BEGIN, FP_PIECE_BARE_END };
    static const fp_syntax SYNTAX = { .id = "x", .derive = &FP_TAGS_DERIVE, .table = &TABLE };
    fp_json text = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof OF_ARGUMENTS / sizeof *OF_ARGUMENTS; i++)
        assert_false(fp_syntax_piece(&SYNTAX, OF_ARGUMENTS[i], FP_STR("n"), &text));
    assert_int_equal(text.len, 0);
    assert_true(fp_syntax_piece(&SYNTAX, FP_PIECE_CLOSE, FP_STR("n"), &text));
    assert_true(fp_syntax_piece(&SYNTAX, FP_PIECE_BARE_CLOSE, FP_STR("n"), &text));
    assert_true(fp_syntax_piece(&SYNTAX, FP_PIECE_CLOSER, FP_STR("n"), &text));
    assert_true(fp_str_equal((fp_str){ text.ptr, text.len }, FP_STR("</call></call></call>")));
    fp_json_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(are_those_of_the_table),
        cmocka_unit_test(an_argument_of_json_has_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
