/* SPDX-License-Identifier: Apache-2.0 */
/* granite-20b-fc.c: an object after a mark, without an end, as a table. Clauses:
 * spec/granite-20b-fc.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* GRANITE-20B-FC-1.4 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "<function_call> {\"name\": ", /* GRANITE-20B-FC-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "<function_call>", /* GRANITE-20B-FC-1.1 */
    .close = "<|endoftext|>",  /* GRANITE-20B-FC-1.2 */
    .bare = true,              /* GRANITE-20B-FC-1.3 */
};

static const char *const TO_MARK[] = { "<f", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

const fp_syntax FP_GRANITE_20B_FC = {
    .id = "granite-20b-fc",
    .title = "a JSON object after <function_call> (Granite 20B)",
    .howto = "To use a tool, write <function_call>, a space, and a JSON object {\"name\": NAME, "
             "\"arguments\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments. Each call "
             "has a <function_call> of its own. Write nothing after the last.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_PLAIN, "GRANITE-20B-FC-2.1" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
};
