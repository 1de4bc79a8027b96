/* SPDX-License-Identifier: Apache-2.0 */
/* pythonic.c: a message that is a list of Python's calls, as a table. Clauses: spec/pythonic.md,
 * spec/families/python.md. */
#include "engines/python-highlight.h"
#include "engines/python.h"

static const fp_python_table TABLE = {
    .opens = { "<|python_start|>", "<|python_tag|>" }, /* PYTHONIC-1.2 */
    .closes = "<|python_end|>",
    .first = true,
    .clauses = { .argument = "PYTHON-3.3",
                 .literal = "PYTHON-3.4",
                 .duplicate = "PYTHON-3.6",
                 .unfinished = "PYTHON-7.1" },
    .layout = { .before = "[",
                .after = "]",
                .bad_name = "PYTHON-8.2",
                .bad_key = "PYTHON-8.3",
                .bad_bytes = "PYTHON-8.4",
                .bad_value = "PYTHON-8.5" },
};

static const char *const TO_NOTHING[] = { NULL };

static const fp_speed FAST = {
    .at_ease = fp_python_at_ease,
    .leads = { TO_NOTHING },
    .run = fp_python_run,
};

#define BLANKS FP_PYTHON_BLANKS
#define MARK "<\\|python_(?:start|tag)\\|>"
#define LIST(mark) "(" mark "\\[)(?=" BLANKS "(?:" FP_PYTHON_CALL "|\\n))"
#define END "<\\|python_end\\|>"

/* The two kinds of lists, of which only the one after a mark can have an end mark: PYTHONIC-1.2. */
#define WITH_MARK(before)                                                           \
    {                                                                               \
        .begin = before LIST(MARK BLANKS), .groups = { [1] = FP_ROLE_FRAMING },     \
        .end = "(\\](?:" BLANKS END ")?+|" END ")|" FP_PYTHON_LIST_END,             \
        .end_groups = { [1] = FP_ROLE_FRAMING }, .inner = FP_PYTHON_CALLS_HIGHLIGHT \
    }
#define WITHOUT_MARK(before)                                                         \
    {                                                                                \
        .begin = before LIST(""), .groups = { [1] = FP_ROLE_FRAMING },               \
        .end = "(\\])|" FP_PYTHON_LIST_END, .end_groups = { [1] = FP_ROLE_FRAMING }, \
        .inner = FP_PYTHON_CALLS_HIGHLIGHT                                           \
    }

/* A message that begins with a line of blanks. */
static const fp_highlight LATER[] = { WITH_MARK(""), WITHOUT_MARK(""), { 0 } };

static const fp_highlight HIGHLIGHT[] = {
    { /* PYTHONIC-1.1 */
      .begin = "\\A" BLANKS "\\n",
      .end = "(?<=[\\]>)])|(?=[^ \\t\\r\\n])(?!" LIST("(?:" MARK BLANKS ")?+") ")",
      .inner = LATER },
    WITH_MARK("\\A" BLANKS),
    WITHOUT_MARK("\\A" BLANKS),
    { 0 },
};

const fp_syntax FP_PYTHONIC = {
    .id = "pythonic",
    .title = "a message that is a list of Python's calls (Llama 3.2 and 4)",
    .howto = "To use tools, answer with a list of Python's calls, [NAME(KEY=VALUE, KEY=VALUE), "
             "NAME()], and nothing else. Each VALUE is a literal: a string in quotes, a number, "
             "True, False, None, a list or a dict.",
    .family = "python",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "PYTHON-7.1" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "PYTHON-2.4" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "PYTHON-6.1" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "PYTHON-6.1" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "PYTHON-5.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "PYTHON-6.2" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "PYTHONIC-2.2" },
        [FP_TYPES] = { FP_TYPES_STRING, "PYTHON-4.9" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "PYTHON-6.3" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "PYTHONIC-2.2" },
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
    .stands = FP_STANDS_FIRST,
    .highlight = HIGHLIGHT,
    .derive = &FP_PYTHON_DERIVE,
    .render = fp_python_render,
    .table = &TABLE,
    .state_size = sizeof(fp_python),
    .step = fp_python_step,
    .finish = fp_python_finish,
    .fast = &FAST,
};
