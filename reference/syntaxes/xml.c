/* SPDX-License-Identifier: Apache-2.0 */
/* xml.c: tool and param tags, as a table. Clauses: spec/xml.md. */
#include "engines/tags-member.h"

/* XML-1.1 */
enum { TOOL, TOOL_END, PARAM, PARAM_END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [TOOL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" },
                          [TOOL_END] = { FP_TAGS_STRAY, FP_TAGS_ANY_NAME, "TAGS-2.4" } },
    [FP_TAGS_BLOCK] = { [TOOL] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-3.4" },
                        [TOOL_END] = { FP_TAGS_ENDS, FP_TAGS_ANY_NAME, "TAGS-3.3" },
                        [PARAM] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" } },
    [FP_TAGS_VALUE] = { [TOOL_END] = { FP_TAGS_STRAY, FP_TAGS_OWN_NAME, "XML-4.5" },
                        [PARAM] = { FP_TAGS_BREAKS, FP_TAGS_OWN_NAME, "XML-4.4" },
                        [PARAM_END] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "TAGS-4.2" } },
};
/* clang-format on */

static const fp_tags_table TABLE = {
    .tags = { [TOOL] = { "<tool:", ">", false, FP_TAGS_AFTER_NAME },
              [TOOL_END] = { "</tool:", ">", false, FP_TAGS_AFTER_NAME },
              [PARAM] = { "<param:", ">", true, FP_TAGS_AFTER_NAME },
              [PARAM_END] = { "</param:", ">", true, FP_TAGS_AFTER_NAME } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_LOOSE_NAMES, /* XML-1.2 */
    .keys = FP_TAGS_LOOSE_NAMES,
    .blanks = 16, /* XML-1.3 */
    .breaks = true,
    .key_offset = true,
    .clauses = { .blank = "XML-1.3",
                 .mismatched = "XML-3.5",
                 .bad_name = "TAGS-2.3",
                 .bad_line = "XML-3.4",
                 .stopped = "XML-6.3",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .long_name = "XML-7.3",
                 .long_tag = "XML-7.5" },
    .layout = { .indent = "",
                .many_lines = true,
                .again = true,
                .bad_name = "XML-9.3",
                .bad_value = "XML-9.4",
                .untyped = "XML-9.6",
                .bad_list = "XML-9.5" },
};

static const fp_spaced SPACING[] = { { "<tool:", ">", "", "\n" }, /* XML-9.1 */
                                     { "</tool:", ">", "\n", "" },
                                     { "<param:", ">", "\n", "" },
                                     { "</param:", ">", "", "\n" },
                                     { 0 } };

const fp_syntax FP_XML = {
    .id = "xml",
    .title = "tool and param tags (seed 1)",
    .howto = "To use a tool, write the tag <tool:NAME> with the tool's name, for each argument "
             "<param:ARGUMENT>, its value as it is and </param:ARGUMENT>, and at the end "
             "</tool:NAME>. Nothing else goes between these tags. For a value of several lines "
             "begin a new line after its opening tag and before its closing tag. For a list "
             "write the argument several times.",
    .family = "tags",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGS_POLICIES,
        [FP_EXTRA_CALLS] = { FP_EXTRA_REPORT, "XML-6.3" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EACH_SIDE, "XML-4.6" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "XML-6.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "XML-1.3" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "XML-6.6" },
    },
    .clauses = {
        FP_TAGS_ROLES,
        [FP_ROLE_MARKER] = "XML-1.1",
        [FP_ROLE_NAME] = "XML-1.2",
        [FP_ROLE_KEY] = "XML-1.2",
        [FP_ROLE_BLANK] = "TAGS-3.1",
        [FP_ROLE_SKIPPED] = "XML-3.4",
    },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
};
