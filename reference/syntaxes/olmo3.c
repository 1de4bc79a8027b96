/* SPDX-License-Identifier: Apache-2.0 */
/* olmo3.c: Python's calls, a line each, between tags, as a table. Clauses: spec/olmo3.md,
 * spec/families/python.md. */
#include "engines/python-highlight.h"
#include "engines/python.h"

static const fp_python_table TABLE = {
    .opens = { "<function_calls>" }, /* OLMO3-1.1 */
    .closes = "</function_calls>",
    .lines = true,
    .clauses = { .not_a_call = "OLMO3-1.4",
                 .argument = "PYTHON-3.3",
                 .literal = "PYTHON-3.4",
                 .duplicate = "PYTHON-3.6",
                 .stray = "OLMO3-2.2",
                 .unfinished = "PYTHON-7.1" },
    .layout = { .before = "<function_calls>",
                .after = "</function_calls>",
                .json = true,
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
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "PYTHON-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "PYTHON-2.4" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "PYTHON-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "PYTHON-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "PYTHON-5.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "PYTHON-6.2" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "OLMO3-2.3" },
        [FP_TYPES] = { FP_TYPES_STRING, "PYTHON-4.9" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "PYTHON-6.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "OLMO3-2.4" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "OLMO3-1.7" },
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
