/* SPDX-License-Identifier: Apache-2.0 */
/* phi4-mini.c: calls in a JSON array after a word, as a table. Clauses: spec/phi4-mini.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* PHI4-MINI-1.1 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "functools[{\"name\": ", /* PHI4-MINI-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "functools", /* PHI4-MINI-1.1 */
    .close = "<|end|>",
};

static const char *const TO_MARK[] = { "fu", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

const fp_syntax FP_PHI4_MINI = {
    .id = "phi4-mini",
    .title = "a JSON array after functools (Phi-4-mini)",
    .howto = "To use tools, write functools and then, without a blank, a JSON array with an object for "
             "each call: functools[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}] with the "
             "tool's name and its arguments. Write nothing after it.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_PLAIN, "PHI4-MINI-2.1" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
};
