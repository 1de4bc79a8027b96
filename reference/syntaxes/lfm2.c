/* SPDX-License-Identifier: Apache-2.0 */
/* lfm2.c: lists of Python's calls between marks, as a table. Clauses: spec/lfm2.md,
 * spec/families/python.md. */
#include "engines/python-member.h"

static const fp_python_table TABLE = {
    .opens = { "<|tool_call_start|>" }, /* LFM2-1.1 */
    .closes = "<|tool_call_end|>",
    .clauses = { .not_a_call = "LFM2-1.4", FP_PYTHON_CLAUSES, .stray = "LFM2-2.2" },
    .layout = { .before = "<|tool_call_start|>[",
                .after = "]<|tool_call_end|>",
                FP_PYTHON_REFUSALS },
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
    FP_PYTHON_MEMBER,
    .policies = {
        FP_PYTHON_POLICIES,
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "LFM2-2.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "LFM2-2.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "LFM2-2.7" },
    },
    .clauses = { FP_PYTHON_ROLES },
    .stands = FP_STANDS_IN_LIST,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
