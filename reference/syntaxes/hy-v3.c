/* SPDX-License-Identifier: Apache-2.0 */
/* hy-v3.c: a section of blocks with key and value tags, as a table. Clauses: spec/hy-v3.md. */
#include "engines/tags.h"
#include "core/ascii.h"

/* HY-V3-1.1 */
enum { SECTION, SECTION_END, CALL, CALL_END, ARG, ARG_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "HY-V3-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "HY-V3-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "HY-V3-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "HY-V3-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "HY-V3-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "HY-V3-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "HY-V3-3.7" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "HY-V3-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "HY-V3-3.4" } },
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "HY-V3-4.4" },
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "HY-V3-4.4" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "HY-V3-4.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "HY-V3-4.2" } },
};
/* clang-format on */

static bool begins_name(unsigned char c) /* HY-V3-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_name(unsigned char c)
{
    return begins_name(c) || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* HY-V3-1.3 */
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>';
}

static bool is_key_edge(unsigned char c)
{
    return is_key(c) && c != ' ';
}

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<tool_calls>", NULL, false, 0 },
              [SECTION_END] = { "</tool_calls>", NULL, false, 0 },
              [CALL] = { "<tool_call>", "<tool_sep>", false, 0 },
              [CALL_END] = { "</tool_call>", NULL, false, 0 },
              [ARG] = { "<arg_key>", "</arg_key>\n<arg_value>", true, 0 },
              [ARG_END] = { "</arg_value>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { begins_name, is_name, NULL },
    .keys = { is_key_edge, is_key, is_key_edge },
    .breaks = true,
    .clauses = { .blank = "HY-V3-3.3",
                 .bad_name = "HY-V3-3.2",
                 .bad_line = "HY-V3-3.6",
                 .duplicate = "HY-V3-3.8",
                 .stopped = "HY-V3-5.3",
                 .unfinished = "HY-V3-6.1",
                 .cut_tag = "HY-V3-6.2",
                 .long_name = "HY-V3-6.3",
                 .long_tag = "HY-V3-6.4" },
    .layout = { .indent = "",
                .bad_name = "HY-V3-7.2",
                .bad_value = "HY-V3-7.3",
                .untyped = "HY-V3-7.4",
                .bad_list = "HY-V3-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

/* HY-V3-7.1 */
static const fp_spaced SPACING[] = {
    { "<tool_calls>", NULL, "", "\n" },          { "</tool_calls>", NULL, "\n", "" },
    { "<tool_call>", "<tool_sep>", "\n", "\n" }, { "</tool_call>", NULL, "\n", "\n" },
    { "<arg_key>", "</arg_key>", "\n", "\n" },   { "<arg_value>", NULL, "\n", "" },
    { "</arg_value>", NULL, "", "\n" },          { 0 }
};

/* HY-V3-5.11 */
static const char *const TOKENS[] = {
    "<tool_calls>", "</tool_calls>", "<tool_call>",  "</tool_call>", "<tool_sep>", "<arg_key>",
    "</arg_key>",   "<arg_value>",   "</arg_value>", "<think>",      "</think>",   NULL,
};

const fp_syntax FP_HY_V3 = {
    .id = "hy-v3",
    .title = "key and value tags in <tool_calls> (HY v3)",
    .howto = "To use tools, write <tool_calls>, for each call a line <tool_call>NAME<tool_sep>, for "
             "each of its arguments a line <arg_key>ARGUMENT</arg_key> and after it <arg_value>, the "
             "value as it is and </arg_value>, and a line </tool_call>, and at the end </tool_calls>. "
             "Nothing else is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "HY-V3-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "HY-V3-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "HY-V3-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "HY-V3-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "HY-V3-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "HY-V3-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "HY-V3-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "HY-V3-4.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "HY-V3-5.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "HY-V3-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "HY-V3-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "HY-V3-5.1",
        [FP_ROLE_MARKER] = "HY-V3-1.1",
        [FP_ROLE_NAME] = "HY-V3-1.2",
        [FP_ROLE_KEY] = "HY-V3-1.3",
        [FP_ROLE_VALUE] = "HY-V3-4.1",
        [FP_ROLE_BLANK] = "HY-V3-3.3",
        [FP_ROLE_SKIPPED] = "HY-V3-3.6",
        [FP_ROLE_FRAMING] = "HY-V3-2.2",
    },
    .derive = &FP_TAGS_DERIVE,
    .render = fp_tags_render,
    .table = &TABLE,
    .state_size = sizeof(fp_tags),
    .step = fp_tags_step,
    .finish = fp_tags_finish,
    .fast = &FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
