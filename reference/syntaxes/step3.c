/* SPDX-License-Identifier: Apache-2.0 */
/* step3.c: invocations in a section of tokens, as a table. Clauses: spec/step3.md. */
#include "engines/tags.h"
#include "core/ascii.h"

/* STEP3-1.1 */
enum { SECTION, SECTION_END, CALL, INVOKE_END, CALL_END, ARG, ARG_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "STEP3-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "STEP3-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "STEP3-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "STEP3-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "STEP3-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "STEP3-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "STEP3-3.7" },
                        [INVOKE_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "STEP3-3.5" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "STEP3-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "STEP3-3.4" } },
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "STEP3-4.4" },
                        [INVOKE_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "STEP3-4.4" },
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "STEP3-4.4" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "STEP3-4.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "STEP3-4.2" } },
};
/* clang-format on */

static bool begins_name(unsigned char c) /* STEP3-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_name(unsigned char c)
{
    return begins_name(c) || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* STEP3-1.3 */
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>' && c != '"';
}

static bool is_key_edge(unsigned char c)
{
    return is_key(c) && c != ' ';
}

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<｜tool_calls_begin｜>", NULL, false, 0 },
              [SECTION_END] = { "<｜tool_calls_end｜>", NULL, false, 0 },
              [CALL] = { "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=\"",
                         "\">", false, 0 },
              [INVOKE_END] = { "</steptml:invoke>", NULL, false, 0 },
              [CALL_END] = { "<｜tool_call_end｜>", NULL, false, 0 },
              [ARG] = { "<steptml:parameter name=\"", "\">", true, 0 },
              [ARG_END] = { "</steptml:parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { begins_name, is_name, NULL },
    .keys = { is_key_edge, is_key, is_key_edge },
    .breaks = true,
    .clauses = { .mismatched = "STEP3-3.9",
                 .bad_name = "STEP3-3.2",
                 .bad_line = "STEP3-3.6",
                 .duplicate = "STEP3-3.8",
                 .stopped = "STEP3-5.3",
                 .unfinished = "STEP3-6.1",
                 .cut_tag = "STEP3-6.2",
                 .long_name = "STEP3-6.3",
                 .long_tag = "STEP3-6.4" },
    .layout = { .indent = "",
                .ends_together = true,
                .bad_name = "STEP3-7.2",
                .bad_value = "STEP3-7.3",
                .untyped = "STEP3-7.4",
                .bad_list = "STEP3-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

static const fp_spaced SPACING[] = {
    { "<｜tool_calls_begin｜>", NULL, "", "\n" }, /* STEP3-7.1 */
    { "<｜tool_calls_end｜>", NULL, "\n", "" },
    { "<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name=", ">", "\n", "\n" },
    { "</steptml:invoke><｜tool_call_end｜>", NULL, "\n", "\n" },
    { "<steptml:parameter name=", ">", "\n", "" },
    { "</steptml:parameter>", NULL, "", "\n" },
    { 0 }
};

/* STEP3-5.11 */
static const char *const TOKENS[] = {
    "<｜tool_calls_begin｜>",
    "<｜tool_calls_end｜>",
    "<｜tool_call_begin｜>",
    "<｜tool_call_end｜>",
    "<｜tool_sep｜>",
    "<think>",
    "</think>",
    NULL,
};

const fp_syntax FP_STEP3 = {
    .id = "step3",
    .title = "invocations in <｜tool_calls_begin｜> (Step 3)",
    .howto = "To use tools, write <｜tool_calls_begin｜>, for each call a line <｜tool_call_begin｜>"
             "function<｜tool_sep｜><steptml:invoke name=\"NAME\">, for each of its arguments "
             "<steptml:parameter name=\"ARGUMENT\">, the value as it is and </steptml:parameter>, "
             "and a line </steptml:invoke><｜tool_call_end｜>, and at the end <｜tool_calls_end｜>. "
             "Nothing else is between these tags.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "STEP3-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "STEP3-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "STEP3-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "STEP3-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "STEP3-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "STEP3-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "STEP3-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "STEP3-4.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "STEP3-5.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "STEP3-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "STEP3-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "STEP3-5.1",
        [FP_ROLE_MARKER] = "STEP3-1.1",
        [FP_ROLE_NAME] = "STEP3-1.2",
        [FP_ROLE_KEY] = "STEP3-1.3",
        [FP_ROLE_VALUE] = "STEP3-4.1",
        [FP_ROLE_BLANK] = "STEP3-3.3",
        [FP_ROLE_SKIPPED] = "STEP3-3.6",
        [FP_ROLE_FRAMING] = "STEP3-2.2",
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
