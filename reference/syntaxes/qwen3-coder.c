/* SPDX-License-Identifier: Apache-2.0 */
/* qwen3-coder.c: function and parameter tags in <tool_call>, as a table. Clauses:
 * spec/qwen3-coder.md. */
#include "engines/tags-member.h"

/* QWEN3-CODER-1.1 */
enum { CALL, CALL_END, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END };

/* clang-format off */
static const fp_tags_rules STRICT = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-2.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" },
                          [FUNCTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" } },
    [FP_TAGS_OPENED] = { [FUNCTION] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" } },
    [FP_TAGS_FOREIGN] = { [CALL_END] = { FP_TAGS_LEAVES, FP_TAGS_NO_NAME, "QWEN3-CODER-2.4" } },
    [FP_TAGS_BLOCK] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-3.4" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [FUNCTION_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [PARAMETER] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_VALUE] = { [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "QWEN3-CODER-4.5" },
                        [FUNCTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "QWEN3-CODER-4.5" },
                        [PARAMETER] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "QWEN3-CODER-4.4" },
                        [PARAMETER_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "TAGS-4.2" } },
};

static const fp_tags_rules LENIENT = { /* QWEN3-CODER-5.1 to 5.4 */
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-2.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" },
                          [FUNCTION] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "QWEN3-CODER-5.1" },
                          [FUNCTION_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" } },
    [FP_TAGS_OPENED] = { [FUNCTION] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" } },
    [FP_TAGS_FOREIGN] = { [CALL_END] = { FP_TAGS_LEAVES, FP_TAGS_NO_NAME, "QWEN3-CODER-2.4" } },
    [FP_TAGS_BLOCK] = { [CALL] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "TAGS-3.4" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "QWEN3-CODER-5.3" },
                        [FUNCTION] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "QWEN3-CODER-5.1" },
                        [FUNCTION_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [PARAMETER] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_CLOSING] = { [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "TAGS-3.3" } },
    [FP_TAGS_VALUE] = { [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "QWEN3-CODER-4.5" },
                        [FUNCTION_END] = { FP_TAGS_SHUTS, FP_TAGS_NO_NAME, "QWEN3-CODER-5.2" },
                        [PARAMETER] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "QWEN3-CODER-5.2" },
                        [PARAMETER_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "TAGS-4.2" } },
};
/* clang-format on */

static const fp_tags_table TABLE = {
    .tags = { [CALL] = { "<tool_call>", NULL, false, 0 },
              [CALL_END] = { "</tool_call>", NULL, false, 0 },
              [FUNCTION] = { "<function=", ">", false, 0 },
              [FUNCTION_END] = { "</function>", NULL, false, 0 },
              [PARAMETER] = { "<parameter=", ">", true, 0 },
              [PARAMETER_END] = { "</parameter>", NULL, true, 0 } },
    .strict = &STRICT,
    .lenient = &LENIENT,
    .names = FP_TAGS_NAMES, /* QWEN3-CODER-1.2, QWEN3-CODER-1.7 */
    .keys = FP_TAGS_KEYS,
    .foreign = "{[",
    .breaks = true,
    .clauses = { .mismatched = "QWEN3-CODER-3.5",
                 .bad_name = "QWEN3-CODER-5.1",
                 .bad_wrap = "TAGS-2.3",
                 .bad_line = "QWEN3-CODER-3.4",
                 .duplicate = "QWEN3-CODER-3.8",
                 .stopped = "QWEN3-CODER-6.3",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .cut_wrap = "QWEN3-CODER-7.6",
                 .long_name = "QWEN3-CODER-7.3",
                 .long_tag = "QWEN3-CODER-7.5" },
    .layout = { .indent = "",
                .lines = true,
                .bad_name = "QWEN3-CODER-9.3",
                .bad_value = "QWEN3-CODER-9.4",
                .untyped = "QWEN3-CODER-9.5",
                .bad_list = "QWEN3-CODER-9.5" },
};

static const fp_spaced SPACING[] = {
    { "<tool_call>", NULL, "", "\n" }, /* QWEN3-CODER-9.1 */
    { "</tool_call>", NULL, "\n", "" },   { "<function=", ">", "\n", "\n" },
    { "</function>", NULL, "\n", "\n" },  { "<parameter=", ">", "\n", "\n" },
    { "</parameter>", NULL, "\n", "\n" }, { 0 }
};

/* QWEN3-CODER-6.7 */
static const char *const TOKENS[] = {
    "<tool_call>", "</tool_call>", "<think>", "</think>", NULL,
};

const fp_syntax FP_QWEN3_CODER = {
    .id = "qwen3-coder",
    .title = "function and parameter tags in <tool_call> (Qwen3-Coder)",
    .howto = "To use a tool, write <tool_call>, a line <function=NAME> with the tool's name, for "
             "each argument a line <parameter=ARGUMENT>, the lines of its value as they are and a "
             "line </parameter>, and at the end the lines </function> and </tool_call>. Nothing "
             "else goes between these tags. Each call has a <tool_call> of its own.",
    .family = "tags",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGS_POLICIES,
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "QWEN3-CODER-6.3" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "QWEN3-CODER-4.6" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "QWEN3-CODER-6.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "QWEN3-CODER-2.5" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "QWEN3-CODER-6.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "QWEN3-CODER-6.7" },
    },
    .clauses = {
        FP_TAGS_ROLES,
        [FP_ROLE_MARKER] = "QWEN3-CODER-1.1",
        [FP_ROLE_NAME] = "QWEN3-CODER-1.2",
        [FP_ROLE_KEY] = "QWEN3-CODER-1.7",
        [FP_ROLE_BLANK] = "TAGS-3.1",
        [FP_ROLE_SKIPPED] = "QWEN3-CODER-3.4",
        [FP_ROLE_FRAMING] = "QWEN3-CODER-7.6",
    },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
    .chooses = FP_CHOOSES_OWN_LINE | FP_CHOOSES_DROP_REST,
};
