/* SPDX-License-Identifier: Apache-2.0 */
/* nemotron-nano.c: calls in a JSON array in a tag, as a table. Clauses: spec/nemotron-nano.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* NEMOTRON-NANO-1.1 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "<TOOLCALL>[{\"name\": ", /* NEMOTRON-NANO-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]</TOOLCALL>",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "<TOOLCALL>", /* NEMOTRON-NANO-1.1 */
    .close = "</TOOLCALL>",
};

static const char *const TO_MARK[] = { "<T", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

const fp_syntax FP_NEMOTRON_NANO = {
    .id = "nemotron-nano",
    .title = "a JSON array in <TOOLCALL> (Nemotron Nano 2)",
    .howto = "To use tools, write <TOOLCALL>, a JSON array with an object for each call, "
             "[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}], with the tool's name and "
             "its arguments, and </TOOLCALL>.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_OPAQUE, "NEMOTRON-NANO-2.1" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
};
