/* SPDX-License-Identifier: Apache-2.0 */
/* olmo3.c: Python's calls, a line each, between tags, as a table. Clauses: spec/olmo3.md,
 * spec/families/python.md. */
#include "engines/python-member.h"

static const fp_python_table TABLE = {
    .opens = { "<function_calls>" }, /* OLMO3-1.1 */
    .closes = "</function_calls>",
    .lines = true,
    .clauses = { .not_a_call = "OLMO3-1.4", FP_PYTHON_CLAUSES, .stray = "OLMO3-2.2" },
    .layout = { .before = "<function_calls>",
                .after = "</function_calls>",
                .json = true,
                FP_PYTHON_REFUSALS },
};

static const char *const TO_MARK[] = { "<", NULL };

static const fp_speed FAST = {
    .at_ease = fp_python_at_ease,
    .leads = { TO_MARK },
    .run = fp_python_run,
};

static const fp_highlight HIGHLIGHT[] = {
    { .begin = "<think>", .end = "</think>" }, /* OLMO3-2.4 */
    {                                          /* OLMO3-1.1 */
      .begin = "(<function_calls>)(?=" FP_PYTHON_BLANKS "(?:" FP_PYTHON_CALL "|\\n))",
      .groups = { [1] = FP_ROLE_FRAMING },
      .end = "(</function_calls>)|(?<=\\))(?!" FP_PYTHON_BLANKS "[<\\n])|"
             "(?=[^ \\t\\r\\n])(?!" FP_PYTHON_CALL ")",
      .end_groups = { [1] = FP_ROLE_FRAMING },
      .inner = FP_PYTHON_CALLS_HIGHLIGHT },
    { 0 },
};

/* OLMO3-1.7 */
static const char *const TOKENS[] = { "<function_calls>", "</function_calls>", NULL };

const fp_syntax FP_OLMO3 = {
    .id = "olmo3",
    .title = "Python's calls, a line each, between tags (OLMo 3)",
    .howto = "To use tools, write <function_calls>, a call of Python's on each line, "
             "NAME(KEY=VALUE, KEY=VALUE), and </function_calls>. Each VALUE is JSON: a string in "
             "double quotes, a number, true, false, null, a list or an object.",
    .family = "python",
    .reasoning = &FP_MARKS_THINK,
    FP_PYTHON_MEMBER,
    .policies = {
        FP_PYTHON_POLICIES,
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "OLMO3-2.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "OLMO3-2.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "OLMO3-1.7" },
    },
    .clauses = { FP_PYTHON_ROLES },
    .stands = FP_STANDS_IN_LIST,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
