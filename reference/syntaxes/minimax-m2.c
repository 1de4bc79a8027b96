/* SPDX-License-Identifier: Apache-2.0 */
/* minimax-m2.c: invocations in <minimax:tool_call>, as a table. Clauses: spec/minimax-m2.md. */
#include "engines/tags.h"
#include "core/ascii.h"

/* MINIMAX-M2-1.1 */
enum { SECTION, SECTION_END, CALL, CALL_END, ARG, ARG_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "MINIMAX-M2-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINIMAX-M2-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "MINIMAX-M2-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "MINIMAX-M2-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINIMAX-M2-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "MINIMAX-M2-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "MINIMAX-M2-3.7" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "MINIMAX-M2-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "MINIMAX-M2-3.4" } },
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINIMAX-M2-4.4" },
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINIMAX-M2-4.4" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "MINIMAX-M2-4.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "MINIMAX-M2-4.2" } },
};
/* clang-format on */

static bool begins_name(unsigned char c) /* MINIMAX-M2-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_name(unsigned char c)
{
    return begins_name(c) || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* MINIMAX-M2-1.3 */
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>' && c != '"';
}

static bool is_key_edge(unsigned char c)
{
    return is_key(c) && c != ' ';
}

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<minimax:tool_call>", NULL, false, 0 },
              [SECTION_END] = { "</minimax:tool_call>", NULL, false, 0 },
              [CALL] = { "<invoke name=\"", "\">", false, 0 },
              [CALL_END] = { "</invoke>", NULL, false, 0 },
              [ARG] = { "<parameter name=\"", "\">", true, 0 },
              [ARG_END] = { "</parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { begins_name, is_name, NULL },
    .keys = { is_key_edge, is_key, is_key_edge },
    .breaks = true,
    .clauses = { .bad_name = "MINIMAX-M2-3.2",
                 .bad_line = "MINIMAX-M2-3.6",
                 .duplicate = "MINIMAX-M2-3.8",
                 .stopped = "MINIMAX-M2-5.3",
                 .unfinished = "MINIMAX-M2-6.1",
                 .cut_tag = "MINIMAX-M2-6.2",
                 .long_name = "MINIMAX-M2-6.3",
                 .long_tag = "MINIMAX-M2-6.4" },
    .layout = { .indent = "",
                .bad_name = "MINIMAX-M2-7.2",
                .bad_value = "MINIMAX-M2-7.3",
                .untyped = "MINIMAX-M2-7.4",
                .bad_list = "MINIMAX-M2-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

static const fp_spaced SPACING[] = {
    { "<minimax:tool_call>", NULL, "", "\n" }, /* MINIMAX-M2-7.1 */
    { "</minimax:tool_call>", NULL, "\n", "" }, { "<invoke name=", ">", "\n", "\n" },
    { "</invoke>", NULL, "\n", "\n" },          { "<parameter name=", ">", "\n", "" },
    { "</parameter>", NULL, "", "\n" },         { 0 }
};

/* MINIMAX-M2-5.11 */
static const char *const TOKENS[] = {
    "<minimax:tool_call>", "</minimax:tool_call>", "<think>", "</think>", NULL,
};

const fp_syntax FP_MINIMAX_M2 = {
    .id = "minimax-m2",
    .title = "invocations in <minimax:tool_call> (MiniMax M2)",
    .howto = "To use tools, write <minimax:tool_call>, for each call a line <invoke name=\"NAME\">, "
             "for each of its arguments <parameter name=\"ARGUMENT\">, the value as it is and "
             "</parameter>, and a line </invoke>, and at the end </minimax:tool_call>. Nothing else "
             "is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "MINIMAX-M2-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "MINIMAX-M2-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "MINIMAX-M2-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "MINIMAX-M2-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "MINIMAX-M2-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "MINIMAX-M2-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "MINIMAX-M2-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "MINIMAX-M2-4.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "MINIMAX-M2-5.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "MINIMAX-M2-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "MINIMAX-M2-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "MINIMAX-M2-5.1",
        [FP_ROLE_MARKER] = "MINIMAX-M2-1.1",
        [FP_ROLE_NAME] = "MINIMAX-M2-1.2",
        [FP_ROLE_KEY] = "MINIMAX-M2-1.3",
        [FP_ROLE_VALUE] = "MINIMAX-M2-4.1",
        [FP_ROLE_BLANK] = "MINIMAX-M2-3.3",
        [FP_ROLE_SKIPPED] = "MINIMAX-M2-3.6",
        [FP_ROLE_FRAMING] = "MINIMAX-M2-2.2",
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
