/* SPDX-License-Identifier: Apache-2.0 */
/* cohere.c: calls in a JSON array between marks, with ids, as a table. Clauses: spec/cohere.md. */
#include "engines/array-member.h"
#include "engines/reasoning-marks.h"

#define OPEN "<|START_ACTION|>"
#define CLOSE "<|END_ACTION|>"

static const fp_array_table TABLE = {
    .object = { .members = { { "tool_name", FP_OBJECT_NAME }, /* COHERE-1.1, COHERE-1.2 */
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "tool_call_id", FP_OBJECT_ID } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = OPEN "[\n    {\"tool_name\": ", /* COHERE-3.1 */
                            .between = ", \"parameters\": {",
                            .after = "}}\n]" CLOSE,
                            .id = ", \"tool_call_id\": ",
                            .id_first = OPEN "[\n    {\"tool_call_id\": ",
                            .to_name = ", \"tool_name\": ",
                            .comma = ", ",
                            .levels = 2,
                            .bad_id = "COHERE-3.2",
                            FP_ARRAY_REFUSALS } },
    .open = OPEN, /* COHERE-1.1 */
    .close = CLOSE,
};

static const char *const TO_MARK[] = { "<", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

/* COHERE-1.6 */
static const char *const TOKENS[] = { OPEN, CLOSE, "<|START_THINKING|>", "<|END_THINKING|>", NULL };

const fp_syntax FP_COHERE = {
    .id = "cohere",
    .title = "a JSON array between action marks (Command R7B, Command A)",
    .howto = "To use tools, write <|START_ACTION|>, a JSON array with an object for each call, "
             "[{\"tool_call_id\": ID, \"tool_name\": NAME, \"parameters\": {KEY: VALUE, KEY: "
             "VALUE}}], with the tool's name and its arguments, and <|END_ACTION|>. An ID is a number "
             "in quotes, from \"0\" on.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .reasoning = &FP_MARKS_COHERE,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_CHANNEL, "COHERE-2.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "COHERE-1.6" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
