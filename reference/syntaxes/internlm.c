/* SPDX-License-Identifier: Apache-2.0 */
/* internlm.c: a JSON object after the plugin mark, as a table. Clauses: spec/internlm.md. */
#include "engines/object.h"
#include "engines/tagged.h"

#define OPEN "<|action_start|><|plugin|>"
#define CLOSE "<|action_end|>"

static const fp_tagged_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* OBJECT-4.1, INTERNLM-4.2 */
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "arguments", FP_OBJECT_ARGUMENTS } },
                .clauses = { .again = "OBJECT-4.5",
                             .duplicate = "OBJECT-5.5",
                             .bad_arguments = "OBJECT-5.2",
                             .bad_text = "OBJECT-6.4",
                             .bad_name = "OBJECT-4.3" },
                .layout = { .before = OPEN "\n{\"name\": ",
                            .between = ", \"parameters\": {",
                            .after = "}}" CLOSE,
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "OBJECT-10.4",
                            .duplicate = "OBJECT-10.4",
                            .bad_bytes = "OBJECT-10.3",
                            .bad_json = "OBJECT-10.4",
                            .over = "OBJECT-10.5" } },
    .open = OPEN,
    .close = CLOSE,
};

static const char *const TO_TAG[] = { "<", NULL };

static const char *const COMPLETIONS[] = { OPEN "{\"name\":\"x\"", "0000\":\"x\"", "0000\"", CLOSE,
                                           NULL };

static const char *const MARKERS[] = { OPEN,
                                       CLOSE,
                                       OPEN "\n{\"name\": \"a\", \"parameters\": {",
                                       OPEN "{\"parameters\": {\"k\": \"v\"}, \"name\": \"b\"}",
                                       "}}" CLOSE,
                                       "\"name\": \"",
                                       "\"arguments\": ",
                                       "\"parameters\": ",
                                       "\"k\": \"v\", ",
                                       "\"l\": [1, {\"m\": null}]",
                                       "\"{\\\"k\\\": 1}\"",
                                       "<|action_start|><|interpreter|>",
                                       "{",
                                       "}",
                                       "\\\"",
                                       "\\ud83d",
                                       "\\ude00",
                                       "<",
                                       NULL };

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* INTERNLM-8.4 */
    {                                          /* OBJECT-2.1, OBJECT-3.1, OBJECT-7.2 */
      .begin = "(<\\|action_start\\|><\\|plugin\\|>)(?=[ \\t\\r]*+(?:\\{|\\n))",
      .groups = { [1] = FP_ROLE_MARKER },
      .end = "(<\\|action_end\\|>)|(?=[^ \\t\\r\\n{])",
      .end_groups = { [1] = FP_ROLE_MARKER },
      .content = FP_ROLE_BLANK,
      .inner = FP_TAGGED_HIGHLIGHT },
    { 0 },
};

static const fp_speed FAST = {
    .at_ease = fp_tagged_at_ease,
    .leads = { TO_TAG },
    .in_string = fp_tagged_in_string,
};

/* INTERNLM-8.6 */
static const char *const TOKENS[] = { "<|action_start|>", "<|plugin|>", CLOSE,
                                      "<think>",          "</think>",   NULL };

static const fp_spaced SPACING[] = { { OPEN, NULL, "", "\n" }, /* INTERNLM-10.1 */
                                     { 0 } };

const fp_syntax FP_INTERNLM = {
    .id = "internlm",
    .title = "a JSON object after the plugin mark (InternLM 2 and 2.5)",
    .howto = "To use a tool, write <|action_start|><|plugin|>, on the next line a JSON object "
             "{\"name\": NAME, \"parameters\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its "
             "arguments, and then <|action_end|>. Each call has marks of its own.",
    .family = "object",
    .reasoning = &FP_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "OBJECT-7.3" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "OBJECT-3.4" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "OBJECT-8.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "OBJECT-8.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "OBJECT-5.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "INTERNLM-8.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "OBJECT-8.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "OBJECT-5.6" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "OBJECT-6.1" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "INTERNLM-8.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "INTERNLM-8.6" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "OBJECT-8.1",
        [FP_ROLE_MARKER] = "OBJECT-2.1",
        [FP_ROLE_NAME] = "OBJECT-4.1",
        [FP_ROLE_VALUE] = "OBJECT-5.3",
        [FP_ROLE_BLANK] = "OBJECT-1.1",
        [FP_ROLE_SKIPPED] = "OBJECT-7.1",
        [FP_ROLE_FRAMING] = "OBJECT-7.5",
    },
    .misfit = "OBJECT-5.6",
    .json = true,
    .highlight = HIGHLIGHT,
    .derive = &FP_TAGGED_DERIVE,
    .render = fp_object_render,
    .table = &TABLE,
    .state_size = sizeof(fp_tagged),
    .step = fp_tagged_step,
    .finish = fp_tagged_finish,
    .fast = &FAST,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .spacing = SPACING,
    .tokens = TOKENS,
};
