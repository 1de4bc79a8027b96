/* SPDX-License-Identifier: Apache-2.0 */
/* scratch-tags.c: a scratch member of the family `tags`: the notation of
 * qwen3-coder with another outer tag, and without what that leaves out under `recovery: lenient`.
 */
#include "engines/tags.h"
#include "core/ascii.h"

enum { CALL, CALL_END, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-2.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" } },
    [FP_TAGS_OPENED] = { [FUNCTION] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" } },
    [FP_TAGS_BLOCK] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-3.4" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [FUNCTION_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [PARAMETER] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_VALUE] = { [PARAMETER] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "QWEN3-CODER-4.4" },
                        [PARAMETER_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "TAGS-4.2" } },
};
/* clang-format on */

static bool begins_name(unsigned char c)
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_';
}

static bool is_name(unsigned char c)
{
    return begins_name(c) || c == '-' || c == '.';
}

static const fp_tags_table TABLE = {
    .tags = { [CALL] = { "<scratch:call>", NULL, false, 0 },
              [CALL_END] = { "</scratch:call>", NULL, false, 0 },
              [FUNCTION] = { "<function=", ">", false, 0 },
              [FUNCTION_END] = { "</function>", NULL, false, 0 },
              [PARAMETER] = { "<parameter=", ">", true, 0 },
              [PARAMETER_END] = { "</parameter>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = { begins_name, is_name, NULL },
    .keys = { begins_name, is_name, NULL },
    .foreign = "",
    .breaks = true,
    .clauses = { .mismatched = "QWEN3-CODER-3.5",
                 .bad_name = "TAGS-2.3",
                 .bad_wrap = "TAGS-2.3",
                 .bad_line = "QWEN3-CODER-3.4",
                 .duplicate = "QWEN3-CODER-3.8",
                 .stopped = "QWEN3-CODER-6.3",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .long_name = "QWEN3-CODER-7.3",
                 .long_tag = "QWEN3-CODER-7.5" },
    .layout = { .indent = "",
                .lines = true,
                .bad_name = "QWEN3-CODER-9.3",
                .bad_value = "QWEN3-CODER-9.4",
                .untyped = "QWEN3-CODER-9.5",
                .bad_list = "QWEN3-CODER-9.5" },
};

static const char *const TO_TAG[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG },
};

const fp_syntax FP_SCRATCH_TAGS = {
    .id = "scratch-tags",
    .title = "function and parameter tags in <scratch:call>",
    .howto = "Write <scratch:call>, a line <function=NAME>, and close both.",
    .family = "tags",
    .reasoning = &FP_MARKS_THINK,
    .policies = { [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "TAGS-7.1" },
                  [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "QWEN3-CODER-6.3" },
                  [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "TAGS-6.1" },
                  [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "TAGS-6.1" },
                  [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "QWEN3-CODER-4.6" },
                  [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "QWEN3-CODER-6.5" },
                  [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "TAGS-6.3" },
                  [FP_TYPES] = { FP_TYPES_STRING, "TAGS-4.1" },
                  [FP_RECOVERY] = { FP_RECOVERY_STRICT, "TAGS-2.1" },
                  [FP_REASONING] = { FP_REASONING_PLAIN, "QWEN3-CODER-6.6" } },
    .derive = &FP_TAGS_DERIVE,
    .render = fp_tags_render,
    .table = &TABLE,
    .state_size = sizeof(fp_tags),
    .step = fp_tags_step,
    .finish = fp_tags_finish,
    .fast = &FAST,
};
