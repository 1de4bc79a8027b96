/* SPDX-License-Identifier: Apache-2.0 */
/* apertus.c: calls in a JSON array between marks, their names as keys, as a table. Clauses:
 * spec/apertus.md. */
#include "engines/array-member.h"
#include "engines/reasoning-marks.h"

static const fp_array_table TABLE = {
    .object = { .keyed = true, /* APERTUS-1.2 */
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = "<|tools_prefix|>[{", /* APERTUS-3.1 */
                            .between = ": {",
                            .after = "}}]<|tools_suffix|>",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = "<|tools_prefix|>", /* APERTUS-1.1 */
    .close = "<|tools_suffix|>",
};

static const char *const TO_MARK[] = { "<|", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

/* APERTUS-1.4 */
static const char *const TOKENS[] = { "<|tools_prefix|>", "<|tools_suffix|>", "<|inner_prefix|>",
                                      "<|inner_suffix|>", NULL };

const fp_syntax FP_APERTUS = {
    .id = "apertus",
    .title = "a JSON array of names and arguments between marks (Apertus)",
    .howto = "To use tools, write <|tools_prefix|>, a JSON array with an object for each call, [{NAME: "
             "{KEY: VALUE, KEY: VALUE}}], in which the tool's name is the key of its arguments, and "
             "<|tools_suffix|>.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .reasoning = &FP_MARKS_APERTUS,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_UNTIL_CALL, "APERTUS-2.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "APERTUS-1.4" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
