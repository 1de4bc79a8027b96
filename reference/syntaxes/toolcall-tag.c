/* SPDX-License-Identifier: Apache-2.0 */
/* toolcall-tag.c: blocks in tags that carry the tool's name, as a table. Clauses:
 * spec/toolcall-tag.md. */
#include "engines/tags-member.h"

enum { OPENING, CLOSING, START, END };

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [OPENING] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "TAGS-2.1" },
                          [CLOSING] = { FP_TAGS_STRAY, FP_TAGS_ANY_NAME, "TAGS-2.4" } },
    [FP_TAGS_BLOCK] = { [START] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "TAGS-3.2" },
                        [CLOSING] = { FP_TAGS_ENDS, FP_TAGS_OWN_NAME, "TAGS-3.3" } },
    [FP_TAGS_VALUE] = { [END] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "TAGS-4.2" } },
};
/* clang-format on */

static const fp_tags_table TABLE = {
    .tags = { [OPENING] = { "<toolcall(", ")>", false, FP_TAGS_BEFORE_NAME | FP_TAGS_AFTER_NAME },
              [CLOSING] = { "</toolcall(", ")>", false, FP_TAGS_BEFORE_NAME | FP_TAGS_AFTER_NAME },
              [START] = { "<", ">", true, FP_TAGS_AFTER_NAME },
              [END] = { "</", ">", true, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    .names = FP_TAGS_NAMES, /* TOOLCALL-TAG-1.2 */
    .keys = FP_TAGS_NAMES,
    .blanks = SIZE_MAX,
    .clauses = { .blank = "TOOLCALL-TAG-1.4",
                 .bad_name = "TAGS-2.3",
                 .bad_line = "TOOLCALL-TAG-5.5",
                 .duplicate = "TOOLCALL-TAG-3.4",
                 .stopped = "TOOLCALL-TAG-6.3",
                 .unfinished = "TAGS-7.1",
                 .cut_tag = "TAGS-7.2",
                 .long_name = "TOOLCALL-TAG-7.3",
                 .long_tag = "TOOLCALL-TAG-7.5" },
    .layout = { .indent = "  ",
                .bad_name = "TOOLCALL-TAG-9.2",
                .bad_value = "TOOLCALL-TAG-9.3",
                .untyped = "TOOLCALL-TAG-9.4",
                .bad_list = "TOOLCALL-TAG-9.4" },
};

static const fp_spaced SPACING[] = { { "<toolcall(", ")>", "", "\n" }, /* TOOLCALL-TAG-9.1 */
                                     { "</toolcall(", ")>", "\n", "" },
                                     { "</", ">", "", "\n" },
                                     { "<", ">", "\n  ", "" },
                                     { 0 } };

const fp_syntax FP_TOOLCALL_TAG = {
    .id = "toolcall-tag",
    .title = "blocks in tags that carry the tool's name (seed 4)",
    .howto = "To use a tool, write the tag <toolcall(NAME)> with the tool's name, on lines of their "
             "own <ARGUMENT>value</ARGUMENT> for each argument, with its value just as it is, and "
             "at the end </toolcall(NAME)>. Nothing else goes between these tags.",
    .family = "tags",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGS_POLICIES,
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "TOOLCALL-TAG-6.3" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "TOOLCALL-TAG-4.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "TOOLCALL-TAG-6.5" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "TOOLCALL-TAG-1.4" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "TOOLCALL-TAG-6.6" },
    },
    .clauses = {
        FP_TAGS_ROLES,
        [FP_ROLE_MARKER] = "TAGS-2.1",
        [FP_ROLE_NAME] = "TOOLCALL-TAG-1.2",
        [FP_ROLE_KEY] = "TOOLCALL-TAG-1.2",
        [FP_ROLE_BLANK] = "TAGS-1.2",
        [FP_ROLE_SKIPPED] = "TAGS-7.1",
    },
    FP_TAGS_MEMBER,
    .table = &TABLE,
    .fast = &FP_TAGS_FAST,
    .spacing = SPACING,
};
