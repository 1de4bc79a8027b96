/* SPDX-License-Identifier: Apache-2.0 */
/* llama3-json.c: a message that is a JSON object, or several, as a table. Clauses:
 * spec/llama3-json.md. */
#include "engines/first-member.h"

static const fp_first_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* LLAMA3-JSON-2.1, 2.2 */
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "arguments", FP_OBJECT_ARGUMENTS } },
                .clauses = { FP_FIRST_CLAUSES("LLAMA3-JSON") },
                .layout = { .before = "{\"name\": ",
                            .between = ", \"parameters\": {",
                            .after = "}}",
                            .comma = ", ",
                            .levels = 2,
                            FP_FIRST_REFUSALS("LLAMA3-JSON") } },
    .tag = "<|python_tag|>", /* LLAMA3-JSON-1.2 */
    .separator = ';',        /* LLAMA3-JSON-3.2 */
    FP_FIRST_FAULTS("LLAMA3-JSON"),
};

/* What completes what is held: a blank, a tag; a key, a string, a number or word in the object,
 * each of which may end in a part of itself. */
#define CALL "\"name\":\"x\",\"parameters\":{"

static const char *const COMPLETIONS[] = { "<|python_tag|>{" CALL,
                                           "1," CALL,
                                           "true," CALL,
                                           "false," CALL,
                                           "null," CALL,
                                           "x\":1," CALL,
                                           "x\"," CALL,
                                           "0000\":1," CALL,
                                           "0000\"," CALL,
                                           "\\u0000\"," CALL,
                                           ";{" CALL,
                                           ":1," CALL,
                                           "n\":1," CALL,
                                           "\":1," CALL,
                                           "x\",\"parameters\":{",
                                           NULL };

static const char *const MARKERS[] = {
    "<|python_tag|>",
    "{\"name\": \"a\", \"parameters\": {",
    "{\"type\": \"function\", \"name\": \"b\", \"parameters\": {\"k\": \"v\"}}",
    "\"arguments\": {",
    "\"k\": \"v\", ",
    "}}",
    "}; {",
    ";",
    "\\\"",
    "\\ud83d",
    "\\ude00",
    NULL
};

/* -- colours ----------------------------------------------------------------------------------- */

#define NEXT FP_FIRST_NEXT(";")

/* What is in an object, and between it and the next one: LLAMA3-JSON-3.2. */
static const fp_highlight MEMBERS[] = { FP_FIRST_MEMBER_RULES(NEXT), { 0 } };

static const fp_highlight HIGHLIGHT[] = {
    { /* LLAMA3-JSON-1.1, LLAMA3-JSON-1.2 */
      .begin = "\\A(" FP_FIRST_BLANKS "(?:<\\|python_tag\\|>" FP_FIRST_BLANKS
               ")?+)(?=" FP_FIRST_CALL ")(\\{)",
      .groups = { [1] = FP_ROLE_FRAMING, FP_ROLE_MARKER },
      .end = "\\}(?!" NEXT ")",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = MEMBERS },
    { 0 },
};

const fp_syntax FP_LLAMA3_JSON = {
    .id = "llama3-json",
    .title = "a message that is a JSON object (Llama 3.1 to 3.3)",
    .howto = "To use a tool, answer with nothing but a JSON object {\"name\": NAME, "
             "\"parameters\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments. "
             "Several calls are parted by a semicolon.",
    FP_FIRST_ROW("LLAMA3-JSON"),
    .highlight = HIGHLIGHT,
    .table = &TABLE,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
