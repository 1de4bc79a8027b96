/* SPDX-License-Identifier: Apache-2.0 */
/* kimi-k2.c: calls in sections, each a header and a JSON object, as a table. Clauses:
 * spec/kimi-k2.md. */
#include "core/ascii.h"
#include "engines/tags.h"

enum { SECTION, SECTION_END, CALL, CALL_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "KIMI-K2-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "KIMI-K2-5.2" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "KIMI-K2-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K2-2.1" },
                          [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "KIMI-K2-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "KIMI-K2-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "KIMI-K2-4.6" },
                        [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "KIMI-K2-4.6" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "KIMI-K2-4.3" } },
};
/* clang-format on */

static bool is_name(unsigned char c) /* KIMI-K2-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

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
    .names = { is_name, is_name, NULL },
    .id = { "functions.", ':', is_digit, "0" },
    .blanks = SIZE_MAX, /* KIMI-K2-1.4 */
    .breaks = true,
    .clauses = { .blank = "KIMI-K2-1.4",
                 .bad_name = "KIMI-K2-3.3",
                 .bad_line = "KIMI-K2-4.5",
                 .bad_json = "KIMI-K2-4.4",
                 .duplicate = "KIMI-K2-4.8",
                 .stopped = "KIMI-K2-5.3",
                 .unfinished = "KIMI-K2-6.1",
                 .cut_tag = "KIMI-K2-6.2",
                 .long_name = "KIMI-K2-6.3",
                 .long_tag = "KIMI-K2-6.4" },
    .layout = { .bad_name = "KIMI-K2-7.2", .bad_json = "KIMI-K2-7.3", .bad_call = "KIMI-K2-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
    .in_string = fp_tags_in_string,
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
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "KIMI-K2-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "KIMI-K2-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "KIMI-K2-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "KIMI-K2-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "KIMI-K2-4.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "KIMI-K2-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "KIMI-K2-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "KIMI-K2-4.7" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "KIMI-K2-5.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "KIMI-K2-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "KIMI-K2-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "KIMI-K2-5.1",
        [FP_ROLE_MARKER] = "KIMI-K2-3.1",
        [FP_ROLE_NAME] = "KIMI-K2-1.2",
        [FP_ROLE_VALUE] = "KIMI-K2-4.2",
        [FP_ROLE_BLANK] = "KIMI-K2-4.1",
        [FP_ROLE_SKIPPED] = "KIMI-K2-4.5",
        [FP_ROLE_FRAMING] = "KIMI-K2-2.2",
    },
    .misfit = "KIMI-K2-4.7",
    .json = true,
    .derive = &FP_TAGS_DERIVE,
    .render = fp_tags_render_json,
    .table = &TABLE,
    .state_size = sizeof(fp_tags),
    .step = fp_tags_step,
    .finish = fp_tags_finish,
    .fast = &FAST,
    .tokens = TOKENS,
};
