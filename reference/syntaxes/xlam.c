/* SPDX-License-Identifier: Apache-2.0 */
/* xlam.c: a message that is a JSON array of calls, as a table. Clauses: spec/xlam.md. */
#include "engines/first-member.h"

static const fp_first_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* XLAM-2.1, XLAM-2.2 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_FIRST_CLAUSES("XLAM") },
                .layout = { .before = "[{\"name\": ", /* XLAM-6.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]",
                            .comma = ", ",
                            .levels = 2,
                            FP_FIRST_REFUSALS("XLAM") } },
    .open = '[', /* XLAM-1.2 */
    .separator = ',',
    .close = ']',
    FP_FIRST_FAULTS("XLAM"),
};

/* What completes what is held: a blank, a bracket; a key, a string, a number or word in the object,
 * each of which may end in a part of itself. */
#define CALL "\"name\":\"x\",\"arguments\":{"

static const char *const COMPLETIONS[] = {
    "[{" CALL,     "1," CALL,   "true," CALL,     "false," CALL,  "null," CALL,
    "x\":1," CALL, "x\"," CALL, "0000\":1," CALL, "0000\"," CALL, "\\u0000\"," CALL,
    ",{" CALL,     ":1," CALL,  "n\":1," CALL,    "\":1," CALL,   "x\",\"arguments\":{",
    "]",           NULL
};

static const char *const MARKERS[] = {
    "[",
    "[{\"name\": \"a\", \"arguments\": {",
    "{\"id\": 1, \"name\": \"b\", \"arguments\": {\"k\": \"v\"}}",
    "\"parameters\": {",
    "\"k\": \"v\", ",
    "}}",
    "}, {",
    "}}]",
    "]",
    "\\\"",
    "\\ud83d",
    "\\ude00",
    NULL
};

#define NEXT FP_FIRST_NEXT(",")

/* What is in an object, and between it and the next one: XLAM-3.2. */
static const fp_highlight MEMBERS[] = { FP_FIRST_MEMBER_RULES(NEXT), { 0 } };

static const fp_highlight HIGHLIGHT[] = {
    { /* XLAM-1.1, XLAM-1.2 */
      .begin = "\\A(" FP_FIRST_BLANKS "\\[" FP_FIRST_BLANKS ")(?=" FP_FIRST_CALL ")(\\{)",
      .groups = { [1] = FP_ROLE_FRAMING, FP_ROLE_MARKER },
      .end = "(\\})(?!" NEXT ")(" FP_FIRST_BLANKS "\\])?+",
      .end_groups = { [1] = FP_ROLE_MARKER, FP_ROLE_FRAMING },
      .content = FP_ROLE_MARKER,
      .inner = MEMBERS },
    { 0 },
};

const fp_syntax FP_XLAM = {
    .id = "xlam",
    .title = "a message that is a JSON array of calls (xLAM)",
    .howto =
        "To use tools, answer with nothing but a JSON array with an object for each call: "
        "[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}] with the tool's name and its "
        "arguments.",
    FP_FIRST_ROW("XLAM"),
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
