/* SPDX-License-Identifier: Apache-2.0 */
/* mistral-v7.c: calls in a JSON array after a mark, as a table. Clauses: spec/mistral-v7.md. */
#include "engines/array-member.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* MISTRAL-V7-1.2, MISTRAL-V7-1.3 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "id", FP_OBJECT_ID } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "[TOOL_CALLS] [{\"name\": ",
                            .between = ", \"arguments\": {",
                            .after = "}}]",
                            .id = ", \"id\": ",
                            .comma = ", ",
                            .levels = 2,
                            .bad_id = "MISTRAL-V7-3.2",
                            FP_ARRAY_REFUSALS } },
    .open = "[TOOL_CALLS]",
    .close = "</s>",
};

static const char *const TO_MARK[] = { "[T", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

static const fp_spaced SPACING[] = { { "[TOOL_CALLS]", NULL, "", " " }, /* MISTRAL-V7-3.1 */
                                     { 0 } };

/* MISTRAL-V7-1.7 */
static const char *const TOKENS[] = { "[TOOL_CALLS]", "</s>", NULL };

const fp_syntax FP_MISTRAL_V7 = {
    .id = "mistral-v7",
    .title = "a JSON array after a mark (Mistral, tokenizers up to v7)",
    .howto = "To use tools, write [TOOL_CALLS] and then a JSON array with an object for each call: "
             "[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}] with the tool's name and "
             "its arguments. Write nothing after it.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_PLAIN, "MISTRAL-V7-2.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "MISTRAL-V7-1.7" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
    .spacing = SPACING,
    .tokens = TOKENS,
};
