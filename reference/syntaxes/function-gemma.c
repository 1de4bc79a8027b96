/* SPDX-License-Identifier: Apache-2.0 */
/* function-gemma.c: the literal of FunctionGemma, as a table. Clauses: spec/function-gemma.md. */
#include "engines/gemma.h"

#include "core/ascii.h"

#include <string.h>

static bool is_name(unsigned char c) /* FUNCTION-GEMMA-1.2 */
{
    return fp_is_letter(c) || fp_is_digit(c) || c == '_' || c == '-' || c == '.';
}

static bool is_key(unsigned char c) /* FUNCTION-GEMMA-2.2 */
{
    return c > ' ' && !strchr(",:{}[]<\"'", c);
}

static const fp_gemma_table TABLE = {
    .open = "<start_function_call>",
    .close = "<end_function_call>",
    .quote = "<escape>",
    .lead = "call:",
    .is_name = is_name,
    .is_key = is_key,
    .clauses = { .bad_name = "FUNCTION-GEMMA-1.4",
                 .bad_json = "FUNCTION-GEMMA-2.13",
                 .bad_line = "FUNCTION-GEMMA-3.2",
                 .next_call = "FUNCTION-GEMMA-3.3",
                 .next_wrong = "FUNCTION-GEMMA-3.4",
                 .duplicate = "FUNCTION-GEMMA-2.12",
                 .stray = "FUNCTION-GEMMA-4.2",
                 .stopped = "FUNCTION-GEMMA-4.3",
                 .unfinished = "FUNCTION-GEMMA-5.1",
                 .cut_mark = "FUNCTION-GEMMA-5.2",
                 .long_name = "FUNCTION-GEMMA-5.3",
                 .long_mark = "FUNCTION-GEMMA-5.4" },
    .layout = { .bad_name = "FUNCTION-GEMMA-6.2",
                .bad_string = "FUNCTION-GEMMA-6.3",
                .duplicate = "FUNCTION-GEMMA-6.4",
                .bad_json = "FUNCTION-GEMMA-6.5" },
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

static const fp_highlight STRINGS[] = {
    { .begin = "<escape>",
      .end = "<escape>",
      .groups = { FP_ROLE_VALUE },
      .end_groups = { FP_ROLE_VALUE },
      .content = FP_ROLE_VALUE },
    { 0 },
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* FUNCTION-GEMMA-4.6 */
    { .begin = "(<start_function_call>call:)([A-Za-z0-9_.-]+)(?=\\{)",
      .end = "<end_function_call>",
      .groups = { [1] = FP_ROLE_MARKER, [2] = FP_ROLE_NAME },
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_VALUE,
      .inner = STRINGS },
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
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "FUNCTION-GEMMA-5.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "FUNCTION-GEMMA-4.3" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "FUNCTION-GEMMA-4.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "FUNCTION-GEMMA-4.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "FUNCTION-GEMMA-2.4" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "FUNCTION-GEMMA-4.5" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "FUNCTION-GEMMA-4.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "FUNCTION-GEMMA-2.11" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "FUNCTION-GEMMA-4.7" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "FUNCTION-GEMMA-4.6" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "FUNCTION-GEMMA-4.9" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "FUNCTION-GEMMA-4.1",
        [FP_ROLE_MARKER] = "FUNCTION-GEMMA-1.3",
        [FP_ROLE_NAME] = "FUNCTION-GEMMA-1.2",
        [FP_ROLE_VALUE] = "FUNCTION-GEMMA-2.1",
        [FP_ROLE_BLANK] = "FUNCTION-GEMMA-3.1",
        [FP_ROLE_SKIPPED] = "FUNCTION-GEMMA-2.13",
    },
    .misfit = "FUNCTION-GEMMA-2.11",
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
