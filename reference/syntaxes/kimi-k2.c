/* SPDX-License-Identifier: Apache-2.0 */
/* kimi-k2.c: calls in sections, each a header and a JSON object, as a table. Clauses:
 * spec/kimi-k2.md. */
#include "core/ascii.h"
#include "engines/header-member.h"

static const fp_tags_rules RULES = { FP_HEADER_RULES("KIMI-K2") };

static bool is_digit(unsigned char c) /* KIMI-K2-1.3 */
{
    return fp_is_digit(c);
}

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<|tool_calls_section_begin|>", NULL, false, 0 },
              [SECTION_END] = { "<|tool_calls_section_end|>", NULL, false, 0 },
              [CALL] = { "<|tool_call_begin|>", "<|tool_call_argument_begin|>", false,
                         FP_TAGS_BEFORE_NAME | FP_TAGS_AFTER_NAME | FP_TAGS_ANY_BLANKS },
              [CALL_END] = { "<|tool_call_end|>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    FP_HEADER_TABLE("KIMI-K2"),
    .id = { "functions.", ':', is_digit, "0" },
    .blanks = SIZE_MAX, /* KIMI-K2-1.4 */
    .clauses = { .blank = "KIMI-K2-1.4", FP_HEADER_CLAUSES("KIMI-K2"), .cut_open = "KIMI-K2-6.6" },
};

/* KIMI-K2-5.11 */
static const char *const TOKENS[] = {
    "<|tool_calls_section_begin|>",
    "<|tool_calls_section_end|>",
    "<|tool_call_begin|>",
    "<|tool_call_argument_begin|>",
    "<|tool_call_end|>",
    "<think>",
    "</think>",
    NULL,
};

const fp_syntax FP_KIMI_K2 = {
    .id = "kimi-k2",
    .title = "calls in a section, each a header and a JSON object (Kimi K2)",
    .howto = "To use tools, write <|tool_calls_section_begin|>, for each call "
             "<|tool_call_begin|>functions.NAME:INDEX<|tool_call_argument_begin|>, a JSON object "
             "of its arguments and <|tool_call_end|>, and then <|tool_calls_section_end|>. "
             "INDEX counts the calls from 0.",
    FP_HEADER_MEMBER("KIMI-K2"),
    .table = &TABLE,
    .tokens = TOKENS,
};
