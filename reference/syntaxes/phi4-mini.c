/* SPDX-License-Identifier: Apache-2.0 */
/* phi4-mini.c: calls in a JSON array after a word, as a table. Clauses: spec/phi4-mini.md. */
#include "engines/array.h"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* PHI4-MINI-1.1 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { .again = "ARRAY-4.4",
                             .duplicate = "ARRAY-5.5",
                             .bad_arguments = "ARRAY-5.2",
                             .bad_text = "ARRAY-6.3",
                             .bad_name = "ARRAY-4.2" },
                .layout = { .before = "functools[{\"name\": ", /* PHI4-MINI-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]",
                            .comma = ", ",
                            .levels = 2,
                            .bad_name = "ARRAY-10.3",
                            .duplicate = "ARRAY-10.3",
                            .bad_bytes = "ARRAY-10.2",
                            .bad_json = "ARRAY-10.3",
                            .over = "ARRAY-10.4" } },
    .open = "functools", /* PHI4-MINI-1.1 */
    .close = "<|end|>",
};

static const char *const TO_MARK[] = { "fu", NULL };

static const fp_speed FAST = {
    .at_ease = fp_array_at_ease,
    .leads = { TO_MARK },
    .in_string = fp_array_in_string,
};

const fp_syntax FP_PHI4_MINI = {
    .id = "phi4-mini",
    .title = "a JSON array after functools (Phi-4-mini)",
    .howto = "To use tools, write functools and then, without a blank, a JSON array with an object for "
             "each call: functools[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}] with the "
             "tool's name and its arguments. Write nothing after it.",
    .family = "array",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "ARRAY-7.2" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "ARRAY-3.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "ARRAY-8.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "ARRAY-8.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "ARRAY-5.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "ARRAY-8.3" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "ARRAY-8.2" },
        [FP_TYPES] = { FP_TYPES_STRING, "ARRAY-5.6" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "ARRAY-6.1" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "PHI4-MINI-2.1" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "ARRAY-8.1",
        [FP_ROLE_MARKER] = "ARRAY-4.1",
        [FP_ROLE_NAME] = "ARRAY-4.1",
        [FP_ROLE_VALUE] = "ARRAY-5.3",
        [FP_ROLE_SKIPPED] = "ARRAY-7.1",
        [FP_ROLE_FRAMING] = "ARRAY-3.2",
    },
    .misfit = "ARRAY-5.6",
    .json = true,
    .stands = FP_STANDS_IN_LIST,
    .derive = &FP_ARRAY_DERIVE,
    .render = fp_object_render,
    .table = &TABLE,
    .state_size = sizeof(fp_array),
    .step = fp_array_step,
    .finish = fp_array_finish,
    .fast = &FAST,
};
