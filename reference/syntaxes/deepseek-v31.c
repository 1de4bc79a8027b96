/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v31.c: calls in sections, each a header and a JSON object, as a table. Clauses:
 * spec/deepseek-v31.md. */
#include "engines/header-member.h"

static const fp_tags_rules RULES = {
    FP_HEADER_RULES("DEEPSEEK-V31"),
    [FP_TAGS_SECTION][SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "DEEPSEEK-V31-2.3" },
};

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<｜tool▁calls▁begin｜>", NULL, false, 0 },
              [SECTION_END] = { "<｜tool▁calls▁end｜>", NULL, false, 0 },
              [CALL] = { "<｜tool▁call▁begin｜>", "<｜tool▁sep｜>", false, 0 },
              [CALL_END] = { "<｜tool▁call▁end｜>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    FP_HEADER_TABLE("DEEPSEEK-V31"),
    .clauses = { FP_HEADER_CLAUSES("DEEPSEEK-V31"), .cut_open = "DEEPSEEK-V31-6.6" },
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
    FP_HEADER_MEMBER("DEEPSEEK-V31"),
    .table = &TABLE,
    .tokens = TOKENS,
};
