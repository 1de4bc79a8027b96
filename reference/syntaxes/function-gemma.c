/* SPDX-License-Identifier: Apache-2.0 */
/* function-gemma.c: the literal of FunctionGemma, as a table. Clauses: spec/function-gemma.md. */
#include "engines/gemma-member.h"

static const fp_gemma_table TABLE = {
    .open = "<start_function_call>",
    .close = "<end_function_call>",
    .quote = "<escape>",
    FP_GEMMA_TABLE("FUNCTION-GEMMA"),
};

static const char *const TO_MARK[] = { "<start_function_call>", "<end_function_call>", NULL };

static const fp_speed FAST = {
    .at_ease = fp_gemma_at_ease,
    .leads = { TO_MARK },
    .run = fp_gemma_run,
};

static const char *const COMPLETIONS[] = { "<start_function_call>call:x{", NULL };

static const char *const MARKERS[] = {
    "<start_function_call>",
    "<end_function_call>",
    "<escape>",
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
    "<start_function_call>call:a{k:<escape>",
    "<start_function_call>call:a{k:<escape>b\n<escape>}<end_function_call>",
    "<start_function_call>call:a{k:<escape>c<",
    NULL
};

static const fp_highlight STRINGS[] = { FP_GEMMA_STRINGS("<escape>"), { 0 } };

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* FUNCTION-GEMMA-4.6 */
    FP_GEMMA_CALLS("<start_function_call>", "<end_function_call>", STRINGS),
    { 0 },
};

/* FUNCTION-GEMMA-4.9 */
static const char *const TOKENS[] = { "<start_function_call>", "<end_function_call>", "<escape>",
                                      NULL };

const fp_syntax FP_FUNCTION_GEMMA = {
    .id = "function-gemma",
    .title = "calls whose arguments are a literal of their own (FunctionGemma)",
    .howto = "To use a tool, write <start_function_call>call:NAME{KEY:VALUE,KEY:VALUE}<end_function_call>. Write keys "
             "bare, and each string between two <escape>, as it is, without escapes. Numbers, true, "
             "false, null, lists and objects are as in JSON, except for that.",
    .policies = {
        FP_GEMMA_POLICIES("FUNCTION-GEMMA"),
        [FP_REASONING] = { FP_REASONING_OPAQUE, "FUNCTION-GEMMA-4.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "FUNCTION-GEMMA-4.9" },
    },
    .clauses = {
        FP_GEMMA_ROLES("FUNCTION-GEMMA"),
    },
    FP_GEMMA_MEMBER("FUNCTION-GEMMA"),
    .completions = COMPLETIONS,
    .markers = MARKERS,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
