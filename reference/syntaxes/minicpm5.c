/* SPDX-License-Identifier: Apache-2.0 */
/* minicpm5.c: function and param tags, with values in CDATA, as a table. Clauses:
 * spec/minicpm5.md. */
#include "engines/tags-member.h"

/* MINICPM5-1.1 */
enum { CALL, CALL_END, ARG, ARG_END, CDATA, CDATA_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "TAGS-2.4" } },
    [FP_TAGS_BLOCK] = { [CALL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-3.4" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "TAGS-3.3" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_VALUE] = { [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "MINICPM5-4.3" },
                        [ARG] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "MINICPM5-4.2" },
                        [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "TAGS-4.2" },
                        [CDATA] = { FP_TAGS_QUOTES, FP_TAGS_NO_NAME, "MINICPM5-4.4" } },
    [FP_TAGS_QUOTED] = { [CDATA_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "MINICPM5-4.5" } },
};
/* clang-format on */

static const fp_tags_table TABLE = {
    .tags = { [CALL] = { "<function name=\"", "\">", false, 0 },
              [CALL_END] = { "</function>", NULL, false, 0 },
              [ARG] = { "<param name=\"", "\">", true, 0 },
              [ARG_END] = { "</param>", NULL, true, 0 },
              [CDATA] = { "<![CDATA[", NULL, true, 0 },
              [CDATA_END] = { "]]></param>", NULL, true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* MINICPM5-1.2, MINICPM5-1.3 */
    .keys = FP_TAGS_QUOTED_KEYS,
    .breaks = true,
    .clauses = { .bad_name = "TAGS-2.3",
                 .bad_line = "MINICPM5-3.1",
                 .duplicate = "MINICPM5-3.2",
                 .stopped = "MINICPM5-6.1",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .long_name = "MINICPM5-7.1",
                 .long_tag = "MINICPM5-7.2" },
    .layout = { .indent = "",
                .one_line = true,
                .quoted = "<&\n", /* MINICPM5-9.2 */
                .bad_name = "MINICPM5-9.3",
                .bad_value = "MINICPM5-9.4",
                .untyped = "MINICPM5-9.5",
                .bad_list = "MINICPM5-9.5" },
};

static const char *const TO_TAG[] = { "<", NULL }, *const TO_QUOTE_END[] = { "]", NULL };

static const fp_speed FAST = {
    .at_ease = fp_tags_at_ease,
    .leads = { TO_TAG, TO_QUOTE_END },
};

/* MINICPM5-6.5 */
static const char *const TOKENS[] = {
    "<function", "</function>", "<param", "</param>", "<think>", "</think>", NULL,
};

const fp_syntax FP_MINICPM5 = {
    .id = "minicpm5",
    .title = "function and param tags, and values in CDATA (MiniCPM 5)",
    .howto = "To use a tool, write <function name=\"NAME\"> with the tool's name, for each argument "
             "<param name=\"ARGUMENT\">, its value and </param>, and then </function>. A value with "
             "<, & or a line end in it is written as <![CDATA[, the value as it is and ]]>. Nothing "
             "else is between these tags. Each call has a <function> of its own.",
    .family = "tags",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGS_POLICIES,
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "MINICPM5-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "MINICPM5-4.1" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "MINICPM5-6.2" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "MINICPM5-6.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "MINICPM5-6.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "MINICPM5-6.5" },
    },
    .clauses = {
        FP_TAGS_ROLES,
        [FP_ROLE_MARKER] = "MINICPM5-1.1",
        [FP_ROLE_NAME] = "MINICPM5-1.2",
        [FP_ROLE_KEY] = "MINICPM5-1.3",
        [FP_ROLE_BLANK] = "TAGS-3.1",
        [FP_ROLE_SKIPPED] = "MINICPM5-3.1",
    },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
