/* SPDX-License-Identifier: Apache-2.0 */
/* fenced-json.c: objects in a Markdown code fence, as a table. Clauses: spec/fenced-json.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* FENCED-JSON-1.7 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "```tool_call\n{\"name\": ", /* FENCED-JSON-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}\n```",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "```tool_call", /* FENCED-JSON-1.1 */
    .also = "```tool-call", /* FENCED-JSON-1.2 */
    .close = "```",         /* FENCED-JSON-1.4 */
    .bare = true,           /* FENCED-JSON-1.3 */
    .fence = true,
};

static const char *const TO_MARK[] = { "```", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

const fp_syntax FP_FENCED_JSON = {
    .id = "fenced-json",
    .title = "a JSON object in a code fence tool_call (agents that prompt for it)",
    .howto = "To use a tool, write a line ```tool_call, then a JSON object {\"name\": NAME, "
             "\"arguments\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments, and then a "
             "line ```. Each call has a fence of its own.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_OPAQUE, "FENCED-JSON-2.1" },
    },
    .reasoning = &FP_MARKS_THINK,
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
};
