/* SPDX-License-Identifier: Apache-2.0 */
/* intern-s1.c: a JSON object after two marks with a space between, as a table. Clauses:
 * spec/intern-s1.md. */
#include "engines/object.h"
#include "engines/tagged-member.h"

#define OPEN "<|action_start|> <|plugin|>"
#define CLOSE "<|action_end|>"

static const fp_tagged_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, INTERN-S1-4.2 */
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "arguments", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_TAGGED_CLAUSES },
                .layout = { .before = OPEN "\n{\"name\": ",
                            .between = ", \"parameters\": {",
                            .after = "}}" CLOSE,
                            .comma = ",",
                            .levels = 2,
                            FP_TAGGED_REFUSALS } },
    .open = OPEN,
    .close = CLOSE,
    .near = "<|action_start|> <|interpreter|>",
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* INTERN-S1-8.4 */
    FP_TAGGED_BLOCK_RULE("<\\|action_start\\|> <\\|plugin\\|>", "<\\|action_end\\|>"),
    { 0 },
};

/* INTERN-S1-8.6 */
static const char *const TOKENS[] = { "<|action_start|>", "<|plugin|>", CLOSE,
                                      "<think>",          "</think>",   NULL };

static const fp_spaced SPACING[] = { { OPEN, NULL, "", "\n" }, /* INTERN-S1-10.1 */
                                     { 0 } };

const fp_syntax FP_INTERN_S1 = {
    .id = "intern-s1",
    .title = "a JSON object after two marks with a space between (Intern-S1)",
    .howto = "To use a tool, write <|action_start|> <|plugin|>, on the next line a JSON object "
             "{\"name\": NAME, \"parameters\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its "
             "arguments, and then <|action_end|>. Each call has marks of its own.",
    .family = "object",
    FP_TAGGED_MEMBER,
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        FP_TAGGED_POLICIES,
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "INTERN-S1-8.5" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "INTERN-S1-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "INTERN-S1-8.6" },
    },
    .clauses = { FP_TAGGED_ROLES },
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .spacing = SPACING,
    .tokens = TOKENS,
};
