/* SPDX-License-Identifier: Apache-2.0 */
/* hunyuan-a13b.c: calls in a JSON array in a tag, as a table. Clauses: spec/hunyuan-a13b.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* HUNYUAN-A13B-1.1 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "<tool_calls>[{\"name\": ", /* HUNYUAN-A13B-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]</tool_calls>",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "<tool_calls>", /* HUNYUAN-A13B-1.1 */
    .close = "</tool_calls>",
};

static const char *const TO_MARK[] = { "<t", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

const fp_syntax FP_HUNYUAN_A13B = {
    .id = "hunyuan-a13b",
    .title = "a JSON array in <tool_calls> (Hunyuan-A13B)",
    .howto = "To use tools, write <tool_calls>, a JSON array with an object for each call, "
             "[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}], with the tool's name and "
             "its arguments, and </tool_calls>. Write nothing else.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_OPAQUE, "HUNYUAN-A13B-2.1" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
};
