/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v31.c: calls in sections, each a header and a JSON object, as a table. Clauses:
 * spec/deepseek-v31.md. */
#include "core/ascii.h"
#include "engines/tags.h"

enum { SECTION, SECTION_END, CALL, CALL_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "DEEPSEEK-V31-2.1" },
                          [SECTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DEEPSEEK-V31-5.2" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DEEPSEEK-V31-5.2" } },
    [FP_TAGS_SECTION] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "DEEPSEEK-V31-2.3" },
                          [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "DEEPSEEK-V31-2.1" },
                          [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "DEEPSEEK-V31-3.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "DEEPSEEK-V31-5.2" } },
    [FP_TAGS_BLOCK] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "DEEPSEEK-V31-4.6" },
                        [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "DEEPSEEK-V31-4.6" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "DEEPSEEK-V31-4.3" } },
};
/* clang-format on */

static bool is_name(unsigned char c) /* DEEPSEEK-V31-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<｜tool▁calls▁begin｜>", NULL, false, 0 },
              [SECTION_END] = { "<｜tool▁calls▁end｜>", NULL, false, 0 },
              [CALL] = { "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", false, 0 },
              [CALL_END] = { "<｜tool▁call▁end｜>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { is_name, is_name, NULL },
    .breaks = true,
    .clauses = { .bad_name = "DEEPSEEK-V31-3.3",
                 .bad_line = "DEEPSEEK-V31-4.5",
                 .bad_json = "DEEPSEEK-V31-4.4",
                 .duplicate = "DEEPSEEK-V31-4.8",
                 .stopped = "DEEPSEEK-V31-5.3",
                 .unfinished = "DEEPSEEK-V31-6.1",
                 .cut_tag = "DEEPSEEK-V31-6.2",
                 .long_name = "DEEPSEEK-V31-6.3",
                 .long_tag = "DEEPSEEK-V31-6.4" },
    .layout = { .bad_name = "DEEPSEEK-V31-7.2",
                .bad_json = "DEEPSEEK-V31-7.3",
                .bad_call = "DEEPSEEK-V31-7.4" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
    .in_string = fp_tags_in_string,
};

/* DEEPSEEK-V31-5.11 */
static const char *const TOKENS[] = {
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁calls▁end｜>",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁sep｜>",
    "<｜tool▁call▁end｜>",
    "<think>",
    "</think>",
    NULL,
};

const fp_syntax FP_DEEPSEEK_V31 = {
    .id = "deepseek-v31",
    .title = "calls in a section, each a header and a JSON object (DeepSeek V3.1)",
    .howto = "To use tools, write <｜tool▁calls▁begin｜>, for each call "
             "<｜tool▁call▁begin｜>NAME<｜tool▁sep｜>, a JSON object of its arguments and "
             "<｜tool▁call▁end｜>, and then <｜tool▁calls▁end｜>.",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "DEEPSEEK-V31-6.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "DEEPSEEK-V31-5.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "DEEPSEEK-V31-5.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "DEEPSEEK-V31-5.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "DEEPSEEK-V31-4.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "DEEPSEEK-V31-5.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "DEEPSEEK-V31-5.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "DEEPSEEK-V31-4.7" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "DEEPSEEK-V31-5.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "DEEPSEEK-V31-5.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "DEEPSEEK-V31-5.11" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "DEEPSEEK-V31-5.1",
        [FP_ROLE_MARKER] = "DEEPSEEK-V31-3.1",
        [FP_ROLE_NAME] = "DEEPSEEK-V31-1.2",
        [FP_ROLE_VALUE] = "DEEPSEEK-V31-4.2",
        [FP_ROLE_BLANK] = "DEEPSEEK-V31-4.1",
        [FP_ROLE_SKIPPED] = "DEEPSEEK-V31-4.5",
        [FP_ROLE_FRAMING] = "DEEPSEEK-V31-2.2",
    },
    .misfit = "DEEPSEEK-V31-4.7",
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
