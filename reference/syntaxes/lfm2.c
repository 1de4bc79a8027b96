/* SPDX-License-Identifier: Apache-2.0 */
/* lfm2.c: lists of Python's calls between marks, as a table. Clauses: spec/lfm2.md,
 * spec/families/python.md. */
#include "engines/python-highlight.h"
#include "engines/python.h"

static const fp_python_table TABLE = {
    .opens = { "<|tool_call_start|>" }, /* LFM2-1.1 */
    .closes = "<|tool_call_end|>",
    .clauses = { .not_a_call = "LFM2-1.4",
                 .argument = "PYTHON-3.3",
                 .literal = "PYTHON-3.4",
                 .duplicate = "PYTHON-3.6",
                 .stray = "LFM2-2.2",
                 .unfinished = "PYTHON-7.1" },
    .layout = { .before = "<|tool_call_start|>[",
                .after = "]<|tool_call_end|>",
                .bad_name = "PYTHON-8.2",
                .bad_key = "PYTHON-8.3",
                .bad_bytes = "PYTHON-8.4",
                .bad_value = "PYTHON-8.5" },
};

static const char *const TO_MARK[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_python_at_ease,
    .leads = { TO_MARK },
    .run = fp_python_run,
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* LFM2-2.4 */
    {                                          /* LFM2-1.1 */
      .begin = "(<\\|tool_call_start\\|>" FP_PYTHON_BLANKS "\\[)"
               "(?=" FP_PYTHON_BLANKS "(?:" FP_PYTHON_CALL "|\\n))",
      .groups = { [1] = FP_ROLE_FRAMING },
      .end = "(\\](?:" FP_PYTHON_BLANKS
             "<\\|tool_call_end\\|>)?+|<\\|tool_call_end\\|>)|" FP_PYTHON_LIST_END,
      .end_groups = { [1] = FP_ROLE_FRAMING },
      .inner = FP_PYTHON_CALLS_HIGHLIGHT },
    { 0 },
};

/* LFM2-2.7 */
static const char *const TOKENS[] = { "<|tool_call_start|>", "<|tool_call_end|>", NULL };

const fp_syntax FP_LFM2 = {
    .id = "lfm2",
    .title = "a list of Python's calls between marks (LFM2, LFM2.5)",
    .howto = "To use tools, write <|tool_call_start|>, a list of Python's calls, [NAME(KEY=VALUE, "
             "KEY=VALUE), NAME()], and <|tool_call_end|>. Each VALUE is a literal: a string in "
             "quotes, a number, True, False, None, a list or a dict.",
    .family = "python",
    .reasoning = &FP_MARKS_THINK,
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "PYTHON-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "PYTHON-2.4" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "PYTHON-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "PYTHON-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "PYTHON-5.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "PYTHON-6.2" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "LFM2-2.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "PYTHON-4.9" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "PYTHON-6.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "LFM2-2.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "LFM2-2.7" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "PYTHON-6.1",
        [FP_ROLE_MARKER] = "PYTHON-2.1",
        [FP_ROLE_NAME] = "PYTHON-2.2",
        [FP_ROLE_KEY] = "PYTHON-3.2",
        [FP_ROLE_VALUE] = "PYTHON-4.8",
        [FP_ROLE_BLANK] = "PYTHON-1.2",
        [FP_ROLE_SKIPPED] = "PYTHON-3.5",
        [FP_ROLE_FRAMING] = "PYTHON-2.4",
    },
    .misfit = "PYTHON-4.9",
    .json = true,
    .stands = FP_STANDS_IN_LIST,
    .highlight = HIGHLIGHT,
    .derive = &FP_PYTHON_DERIVE,
    .render = fp_python_render,
    .table = &TABLE,
    .state_size = sizeof(fp_python),
    .step = fp_python_step,
    .finish = fp_python_finish,
    .fast = &FAST,
    .tokens = TOKENS,
};
