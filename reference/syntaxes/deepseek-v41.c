/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v41.c: invocations in DSML, as DeepSeek V4.1 writes them, as a table. Clauses:
 * spec/families/dsml.md, spec/deepseek-v41.md. */
#include "core/ascii.h"
#include "engines/tags.h"

/* DEEPSEEK-V41-1.1 */
enum { SECTION, SECTION_END, CALL, CALL_END, ARG, ARG_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "DSML-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "DSML-2.1" },
                          [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "DSML-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "DSML-3.7" },
                        [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "DSML-3.7" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "DSML-3.5" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "DSML-3.4" } },
    [FP_TAGS_VALUE] = { [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-4.4" },
                        [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DSML-4.4" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "DSML-4.3" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "DSML-4.2" } },
};
/* clang-format on */

static bool begins_name(unsigned char c) /* DSML-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_name(unsigned char c)
{
    return begins_name(c) || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* DSML-1.3 */
{
    return c >= ' ' && c != 0x7F && c != '<' && c != '>' && c != '"';
}

static bool is_key_edge(unsigned char c)
{
    return is_key(c) && c != ' ';
}

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<｜DSML｜ calls>", NULL, false, 0 },
              [SECTION_END] = { "</｜DSML｜ calls>", NULL, false, 0 },
              [CALL] = { "<｜DSML｜ invoke name=\"", "\">", false, 0 },
              [CALL_END] = { "</｜DSML｜ invoke>", NULL, false, 0 },
              [ARG] = { "<｜DSML｜ parameter name=\"", "\" string=\"true\">", true, 0 },
              [ARG_END] = { "</｜DSML｜ parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { begins_name, is_name, NULL },
    .keys = { is_key_edge, is_key, is_key_edge },
    .json_end = "\" string=\"false\">", /* DSML-4.5 */
    .json_body = true,                  /* DSML-3.9 */
    .breaks = true,
    .clauses = { .bad_name = "DSML-3.2",
                 .bad_line = "DSML-3.6",
                 .bad_json = "DSML-4.6",
                 .duplicate = "DSML-3.8",
                 .stopped = "DSML-5.3",
                 .unfinished = "DSML-6.1",
                 .cut_tag = "DSML-6.2",
                 .long_name = "DSML-6.3",
                 .long_tag = "DSML-6.4" },
    .layout = { .indent = "",
                .empty_line = true,
                .bad_name = "DSML-7.2",
                .bad_value = "DSML-7.3",
                .untyped = "DSML-7.4",
                .bad_list = "DSML-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

static const fp_spaced SPACING[] = {
    { "<｜DSML｜ calls>", NULL, "", "\n" }, /* DSML-7.1 */
    { "</｜DSML｜ calls>", NULL, "\n", "" },     { "<｜DSML｜ invoke name=", ">", "\n", "\n" },
    { "</｜DSML｜ invoke>", NULL, "\n", "\n" },  { "<｜DSML｜ parameter name=", ">", "\n", "" },
    { "</｜DSML｜ parameter>", NULL, "", "\n" }, { 0 }
};

/* DSML-5.11 */
static const char *const TOKENS[] = { "｜DSML｜", "<think>", "</think>", NULL };

const fp_syntax FP_DEEPSEEK_V41 = {
    .id = "deepseek-v41",
    .title = "invocations in <｜DSML｜ calls> (DeepSeek V4.1)",
    .howto = "To use tools, write <｜DSML｜ calls>, for each call a line "
             "<｜DSML｜ invoke name=\"NAME\">, for each of its arguments <｜DSML｜ parameter "
             "name=\"ARGUMENT\" string=\"true\">, the value as it is and </｜DSML｜ parameter>, or the "
             "same with string=\"false\" and the value as JSON where it is not a string, and a "
             "line </｜DSML｜ invoke>, and at the end </｜DSML｜ calls>. Each of these names begins with a space.",
    .family = "dsml",
    .typed = true,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "DSML-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "DSML-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "DSML-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "DSML-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "DSML-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "DSML-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "DSML-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "DSML-4.7" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "DSML-5.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "DSML-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "DSML-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "DSML-5.1",
        [FP_ROLE_MARKER] = "DSML-1.1",
        [FP_ROLE_NAME] = "DSML-1.2",
        [FP_ROLE_KEY] = "DSML-1.3",
        [FP_ROLE_VALUE] = "DSML-4.1",
        [FP_ROLE_BLANK] = "DSML-3.3",
        [FP_ROLE_SKIPPED] = "DSML-3.6",
        [FP_ROLE_FRAMING] = "DSML-2.2",
    },
    .misfit = "DSML-4.7",
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
