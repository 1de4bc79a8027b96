/* SPDX-License-Identifier: Apache-2.0 */
/* gigachat3.c: an object after the header of a function call, as a table. Clauses:
 * spec/gigachat3.md. */
#include "engines/array-member.h"
#include "engines/tagged.h"

#define OPEN "<|message_sep|>\n\nfunction call<|role_sep|>\n"

static const fp_array_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* GIGACHAT3-1.6 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_ARRAY_CLAUSES },
                .layout = { .before = OPEN "{\"name\": ", /* GIGACHAT3-3.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}",
                            .comma = ", ",
                            .levels = 2,
                            FP_ARRAY_REFUSALS } },
    .open = OPEN,                /* GIGACHAT3-1.1 */
    .also = "<|function_call|>", /* GIGACHAT3-1.2 */
    .close = "</s>",             /* GIGACHAT3-1.3 */
    .bare = true,                /* GIGACHAT3-1.4 */
};

#define BLANKS "[ \\t\\r]*+"

/* The lines of the mark, one at a time, as editors see them. */
static const fp_highlight HIGHLIGHT[] = {
    { .match = "(<\\|message_sep\\|>)$", .groups = { [1] = FP_ROLE_FRAMING } },
    { .begin = "^(function call<\\|role_sep\\|>)$|(<\\|function_call\\|>)(?=" BLANKS "(?:\\{|\\n))",
      .groups = { [1] = FP_ROLE_FRAMING, [2] = FP_ROLE_FRAMING },
      .end = "((?<=\\})" BLANKS "</s>)|(?<=\\})|(?=[^ \\t\\r\\n{])",
      .end_groups = { [1] = FP_ROLE_FRAMING },
      .content = FP_ROLE_FRAMING,
      .inner = FP_TAGGED_HIGHLIGHT },
    { 0 },
};

static const char *const TO_MARK[] = { "<|m", "<|f", NULL };

static const fp_speed FAST = {
    FP_ARRAY_SPEED,
    .leads = { TO_MARK },
};

/* GIGACHAT3-1.8 */
static const char *const TOKENS[] = { "<|message_sep|>", "<|role_sep|>", "<|function_call|>",
                                      "</s>", NULL };

const fp_syntax FP_GIGACHAT3 = {
    .id = "gigachat3",
    .title = "a JSON object after the header of a function call (GigaChat 3)",
    .howto = "To use a tool, end your message with <|message_sep|> and an empty line, write function "
             "call<|role_sep|>, and on the next line a JSON object {\"name\": NAME, \"arguments\": {KEY: "
             "VALUE, KEY: VALUE}} with the tool's name and its arguments. Write nothing after it.",
    .family = "array",
    FP_ARRAY_MEMBER,
    .policies = {
        FP_ARRAY_POLICIES,
        [FP_REASONING] = { FP_REASONING_PLAIN, "GIGACHAT3-2.1" },
        [FP_MARKERS] = { FP_MARKERS_TEXT, "GIGACHAT3-1.8" },
    },
    .clauses = { FP_ARRAY_ROLES },
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .fast = &FAST,
    .tokens = TOKENS,
};
