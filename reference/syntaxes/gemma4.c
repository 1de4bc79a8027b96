/* SPDX-License-Identifier: Apache-2.0 */
/* gemma4.c: calls with a literal of their own, as a table. Clauses: spec/gemma4.md. */
#include "engines/gemma.h"
#include "engines/reasoning-marks.h"

#include "core/ascii.h"

#include <string.h>

static bool is_name(unsigned char c) /* GEMMA4-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* GEMMA4-2.2 */
{
    return c > ' ' && !strchr(",:{}[]<\"'", c);
}

static const fp_gemma_table TABLE = {
    .open = "<|tool_call>",
    .close = "<tool_call|>",
    .quote = "<|\"|>",
    .lead = "call:",
    .is_name = is_name,
    .is_key = is_key,
    .clauses = { .bad_name = "GEMMA4-1.4",
                 .bad_json = "GEMMA4-2.13",
                 .bad_line = "GEMMA4-3.2",
                 .next_call = "GEMMA4-3.3",
                 .next_wrong = "GEMMA4-3.4",
                 .duplicate = "GEMMA4-2.12",
                 .stray = "GEMMA4-4.2",
                 .stopped = "GEMMA4-4.3",
                 .unfinished = "GEMMA4-5.1",
                 .cut_mark = "GEMMA4-5.2",
                 .long_name = "GEMMA4-5.3",
                 .long_mark = "GEMMA4-5.4" },
    .layout = { .bad_name = "GEMMA4-6.2",
                .bad_string = "GEMMA4-6.3",
                .duplicate = "GEMMA4-6.4",
                .bad_json = "GEMMA4-6.5" },
};

static const char *const TO_MARK[] = { "<|tool_call>", "<tool_call|>", NULL };

static const fp_speed FAST = {
    .at_ease = fp_gemma_at_ease,
    .leads = { TO_MARK },
    .run = fp_gemma_run,
};

static const char *const COMPLETIONS[] = { "<|tool_call>call:x{", NULL };

static const char *const MARKERS[] = {

    "<|tool_call>",
    "<tool_call|>",
    "<|\"|>",
    "call:",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "None",
    "true",
    "<|tool_call>call:a{k:<|\"|>",
    "<|channel>thought\n",
    "<channel|>",
    NULL
};

static const fp_highlight STRINGS[] = {
    { .begin = "<\\|\"\\|>",
      .end = "<\\|\"\\|>",
      .groups = { FP_ROLE_VALUE },
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE },
    { 0 },
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<\\|channel>thought$", /* GEMMA4-4.6 */
      .end = "<channel\\|>",
      .groups = { FP_ROLE_FRAMING },
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_FRAMING },
    { .begin = "(<\\|tool_call>call:)([A-Za-z0-9_.-]+)(?=\\{)",
      .end = "<tool_call\\|>",
      .groups = { [1] = FP_ROLE_MARKER, [2] = FP_ROLE_NAME },
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_VALUE,
      .inner = STRINGS },
    { 0 },
};

/* GEMMA4-4.12 */
static const char *const TOKENS[] = { "<|tool_call>", "<tool_call|>", "<|\"|>",
                                      "<|channel>",   "<channel|>",   NULL };

const fp_syntax FP_GEMMA4 = {
    .id = "gemma4",
    .title = "calls whose arguments are a literal of their own (Gemma 4)",
    .howto = "To use a tool, write <|tool_call>call:NAME{KEY:VALUE,KEY:VALUE}<tool_call|>. Write keys "
             "bare, and each string between two <|\"|>, as it is, without escapes. Numbers, true, "
             "false, null, lists and objects are as in JSON, except for that.",
    .reasoning = &FP_MARKS_GEMMA,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "GEMMA4-5.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "GEMMA4-4.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "GEMMA4-4.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "GEMMA4-4.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "GEMMA4-2.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "GEMMA4-4.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "GEMMA4-4.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "GEMMA4-2.11" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "GEMMA4-4.7" },
        [FP_REASONING] = { FP_REASONING_CHANNEL, "GEMMA4-4.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "GEMMA4-4.12" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "GEMMA4-4.1",
        [FP_ROLE_MARKER] = "GEMMA4-1.3",
        [FP_ROLE_NAME] = "GEMMA4-1.2",
        [FP_ROLE_VALUE] = "GEMMA4-2.1",
        [FP_ROLE_BLANK] = "GEMMA4-3.1",
        [FP_ROLE_SKIPPED] = "GEMMA4-2.13",
        [FP_ROLE_FRAMING] = "GEMMA4-4.6",
        [FP_ROLE_REASONING] = "GEMMA4-4.6",
    },
    .misfit = "GEMMA4-2.11",
    .json = true,
    .render = fp_gemma_render,
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .state_size = sizeof(fp_gemma),
    .step = fp_gemma_step,
    .finish = fp_gemma_finish,
    .fast = &FAST,
    .tokens = TOKENS,
};
