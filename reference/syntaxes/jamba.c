/* SPDX-License-Identifier: Apache-2.0 */
/* jamba.c: calls in a JSON array in a tag, on lines of their own, as a table. Clauses:
 * spec/jamba.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* JAMBA-1.1 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "<tool_calls>[\n    {\"name\": ", /* JAMBA-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}\n]</tool_calls>",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "<tool_calls>", /* JAMBA-1.1 */
    .close = "</tool_calls>",
};

static const char *const TO_MARK[] = { "<t", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

/* JAMBA-1.5 */
static const char *const TOKENS[] = { "<tool_calls>", "</tool_calls>", NULL };

const fp_syntax FP_JAMBA = {
    .id = "jamba",
    .title = "a JSON array in <tool_calls>, on lines (Jamba)",
    .howto = "To use tools, write <tool_calls>, a JSON array with an object for each call on a line of "
             "its own, [{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}], with the tool's "
             "name and its arguments, and </tool_calls>.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_PLAIN, "JAMBA-2.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "JAMBA-1.5" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
