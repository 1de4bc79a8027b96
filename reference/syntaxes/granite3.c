/* SPDX-License-Identifier: Apache-2.0 */
/* granite3.c: calls in a JSON array after a mark, as a table. Clauses: spec/granite3.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* GRANITE3-1.4 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "id", FP_OBJECT_ID } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "<|tool_call|>[{\"name\": ", /* GRANITE3-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]",
                            .id = ", \"id\": ",
                            .comma = ", ",
                            .levels = 2,
                            .bad_id = "GRANITE3-3.2",
                            FP_ARRAY_REFUSALS } },
    .open = "<|tool_call|>", /* GRANITE3-1.1 */
    .also = "<tool_call>",   /* GRANITE3-1.2 */
    .close = "<|end_of_text|>",
};

static const char *const TO_MARK[] = { "<|", "<t", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

/* GRANITE3-1.7 */
static const char *const TOKENS[] = { "<|tool_call|>", "<|end_of_text|>", NULL };

const fp_syntax FP_GRANITE3 = {
    .id = "granite3",
    .title = "a JSON array after a mark (Granite 3)",
    .howto = "To use tools, write <|tool_call|> and then a JSON array with an object for each call: "
             "[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}] with the tool's name and "
             "its arguments. Write nothing after it.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_OPAQUE, "GRANITE3-2.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "GRANITE3-1.7" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
