/* SPDX-License-Identifier: Apache-2.0 */
/* glm.c: a tool's name and pairs of keys and values in <tool_call>, as a table. Clauses:
 * spec/glm.md. */
#include "engines/tags-member.h"

/* GLM-1.1 */
enum { CALL, CALL_END, ARG, ARG_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" } },
    [FP_TAGS_BLOCK] = { [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-3.4" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_VALUE] = { [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "GLM-4.3" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "GLM-4.2" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "TAGS-4.2" } },
};
/* clang-format on */

static const fp_tags_table TABLE = {
    .tags = { [CALL] = { "<tool_call>", "\n", false, 0 },
              [CALL_END] = { "</tool_call>", NULL, false, 0 },
              [ARG] = { "<arg_key>", "</arg_key>\n<arg_value>", true, 0 },
              [ARG_END] = { "</arg_value>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* GLM-1.2, GLM-1.3 */
    .keys = FP_TAGS_KEYS,
    .breaks = true,
    .clauses = { .blank = "GLM-3.1",
                 .bad_name = "TAGS-2.3",
                 .bad_line = "GLM-3.2",
                 .duplicate = "GLM-3.3",
                 .stopped = "GLM-6.1",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .cut_open = "GLM-7.3",
                 .long_name = "GLM-7.1",
                 .long_tag = "GLM-7.2" },
    .layout = { .indent = "",
                .bad_name = "GLM-9.2",
                .bad_value = "GLM-9.3",
                .untyped = "GLM-9.4",
                .bad_list = "GLM-9.4" },
};

static const fp_spaced SPACING[] = { { "</tool_call>", NULL, "\n", "" }, /* GLM-9.1 */
                                     { "<arg_key>", "</arg_key>", "\n", "\n" },
                                     { "<arg_value>", NULL, "\n", "" },
                                     { "</arg_value>", NULL, "", "\n" },
                                     { 0 } };

/* GLM-6.5 */
static const char *const TOKENS[] = {
    "<tool_call>",  "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>",
    "</arg_value>", "<think>",      "</think>",  NULL,
};

const fp_syntax FP_GLM = {
    .id = "glm",
    .title = "key and value tags in <tool_call> (GLM 4.5 to 5)",
    .howto = "To use a tool, write <tool_call> and the tool's name in one line, for each argument a "
             "line <arg_key>ARGUMENT</arg_key> and after it <arg_value>, its value as it is and "
             "</arg_value>, and at the end the line </tool_call>. Nothing else is between these "
             "tags. Each call has a <tool_call> of its own.",
    .family = "tags",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGS_POLICIES,
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "GLM-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "GLM-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "GLM-6.2" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "GLM-6.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "GLM-6.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "GLM-6.5" },
    },
    .clauses = {
        FP_TAGS_ROLES,
        [FP_ROLE_MARKER] = "GLM-1.1",
        [FP_ROLE_NAME] = "GLM-1.2",
        [FP_ROLE_KEY] = "GLM-1.3",
        [FP_ROLE_BLANK] = "TAGS-3.1",
        [FP_ROLE_SKIPPED] = "GLM-3.2", [FP_ROLE_FRAMING] = "GLM-7.3",
    },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
