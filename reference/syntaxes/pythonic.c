/* SPDX-License-Identifier: Apache-2.0 */
/* pythonic.c: a message that is a list of Python's calls, as a table. Clauses: spec/pythonic.md,
 * spec/families/python.md. */
#include "engines/python-member.h"

static const fp_python_table TABLE = {
    .opens = { "<|python_start|>", "<|python_tag|>" }, /* PYTHONIC-1.2 */
    .closes = "<|python_end|>",
    .first = true,
    .clauses = { FP_PYTHON_CLAUSES },
    .layout = { .before = "[", .after = "]", FP_PYTHON_REFUSALS },
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
    FP_PYTHON_MEMBER,
    .policies = {
        FP_PYTHON_POLICIES,
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "PYTHONIC-2.2" },
        [FP_REASONING] = { FP_REASONING_OPAQUE, "PYTHONIC-2.2" },
    },
    .clauses = { FP_PYTHON_ROLES },
    .stands = FP_STANDS_FIRST,
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FAST,
};
