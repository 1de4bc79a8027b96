/* SPDX-License-Identifier: Apache-2.0 */
/* gemma4.c: calls with a literal of their own, as a table. Clauses: spec/gemma4.md. */
#include "engines/gemma-member.h"
#include "engines/reasoning-marks.h"

static const fp_gemma_table TABLE = {
    .open = "<|tool_call>",
    .close = "<tool_call|>",
    .quote = "<|\"|>",
    FP_GEMMA_TABLE("GEMMA4"),
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

static const fp_highlight STRINGS[] = { FP_GEMMA_STRINGS("<\\|\"\\|>"), { 0 } };

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<\\|channel>thought$", /* GEMMA4-4.6 */
      .end = "<channel\\|>",
      .groups = { FP_ROLE_FRAMING },
      .end_groups = { FP_ROLE_FRAMING },
      .content = FP_ROLE_FRAMING },
    FP_GEMMA_CALLS("<\\|tool_call>", "<tool_call\\|>", STRINGS),
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
        FP_GEMMA_POLICIES("GEMMA4"),
        [FP_REASONING] = { FP_REASONING_CHANNEL, "GEMMA4-4.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "GEMMA4-4.12" },
    },
    .clauses = {
        FP_GEMMA_ROLES("GEMMA4"),
        [FP_ROLE_FRAMING] = "GEMMA4-4.6",
        [FP_ROLE_REASONING] = "GEMMA4-4.6",
    },
    FP_GEMMA_MEMBER("GEMMA4"),
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
