/* SPDX-License-Identifier: Apache-2.0 */
/* deepseek-v3.c: calls in sections, each a header and a JSON object in a code fence, as a table.
 * Clauses: spec/deepseek-v3.md. */
#include "engines/header-member.h"

static const fp_tags_rules RULES = {
    FP_HEADER_RULES("DEEPSEEK-V3"),
    [FP_TAGS_SECTION][SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "DEEPSEEK-V3-2.3" },
};

static const fp_tags_table TABLE = {
    .tags = { [SECTION] = { "<｜tool▁calls▁begin｜>", NULL, false, 0 },
              [SECTION_END] = { "<｜tool▁calls▁end｜>", NULL, false, 0 },
              [CALL] = { "<｜tool▁call▁begin｜>function<｜tool▁sep｜>", "\n", false, 0 },
              [CALL_END] = { "<｜tool▁call▁end｜>", NULL, false, 0 } },
    .strict = &RULES,
    .lenient = &RULES,
    FP_HEADER_TABLE("DEEPSEEK-V3"),
    .clauses = { FP_HEADER_CLAUSES("DEEPSEEK-V3") },
    .fence = { "```json", "```" },
};

/* DEEPSEEK-V3-5.11 */
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

const fp_syntax FP_DEEPSEEK_V3 = {
    .id = "deepseek-v3",
    .title = "calls in a section, each a header and a fenced JSON object (DeepSeek V3, R1)",
    .howto =
        "To use tools, write <｜tool▁calls▁begin｜>, for each call "
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME, on the next line ```json, then a JSON "
        "object of its arguments, on the next line ``` and <｜tool▁call▁end｜>, and at last "
        "<｜tool▁calls▁end｜>.",
    FP_HEADER_MEMBER("DEEPSEEK-V3"),
    .table = &TABLE,
    .tokens = TOKENS,
};
