/* SPDX-License-Identifier: Apache-2.0 */
/* llama3-json.c: a message that is a JSON object, or several, as a table. Clauses:
 * spec/llama3-json.md. */
#include "engines/first-highlight.h"
#include "engines/first.h"

static const fp_first_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* LLAMA3-JSON-2.1, 2.2 */
                             { "parameters", FP_OBJECT_ARGUMENTS },
                             { "arguments", FP_OBJECT_ARGUMENTS } },
                .clauses = { .again = "LLAMA3-JSON-2.4",
                             .duplicate = "LLAMA3-JSON-4.3",
                             .bad_arguments = "LLAMA3-JSON-2.1",
                             .bad_text = "LLAMA3-JSON-4.5",
                             .bad_name = "LLAMA3-JSON-2.1" },
                .layout = { .before = "{\"name\": ",
                            .between = ", \"parameters\": {",
                            .after = "}}",
                            .comma = ", ",
                            .levels = 2,
                            .bad_name = "LLAMA3-JSON-6.3",
                            .duplicate = "LLAMA3-JSON-6.3",
                            .bad_bytes = "LLAMA3-JSON-6.2",
                            .bad_json = "LLAMA3-JSON-6.3",
                            .over = "LLAMA3-JSON-6.4" } },
    .tag = "<|python_tag|>", /* LLAMA3-JSON-1.2 */
    .separator = ';',        /* LLAMA3-JSON-3.2 */
    .wrong = "LLAMA3-JSON-5.1",
    .unfinished = "LLAMA3-JSON-5.2",
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

static const char *const TO_NOTHING[] = { NULL };

static const fp_speed FAST = {
    .at_ease = fp_first_at_ease,
    .leads = { TO_NOTHING },
    .in_string = fp_first_in_string,
};

const fp_syntax FP_LLAMA3_JSON = {
    .id = "llama3-json",
    .title = "a message that is a JSON object (Llama 3.1 to 3.3)",
    .howto = "To use a tool, answer with nothing but a JSON object {\"name\": NAME, "
             "\"parameters\": {KEY: VALUE, KEY: VALUE}} with the tool's name and its arguments. "
             "Several calls are parted by a semicolon.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "LLAMA3-JSON-5.2" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "LLAMA3-JSON-3.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "LLAMA3-JSON-3.3" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "LLAMA3-JSON-1.3" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "LLAMA3-JSON-4.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "LLAMA3-JSON-2.3" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "LLAMA3-JSON-1.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "LLAMA3-JSON-4.4" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "LLAMA3-JSON-4.5" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "LLAMA3-JSON-1.5" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "LLAMA3-JSON-1.3",
        [FP_ROLE_MARKER] = "LLAMA3-JSON-2.1",
        [FP_ROLE_NAME] = "LLAMA3-JSON-2.1",
        [FP_ROLE_VALUE] = "LLAMA3-JSON-4.1",
        [FP_ROLE_SKIPPED] = "LLAMA3-JSON-5.1",
        [FP_ROLE_FRAMING] = "LLAMA3-JSON-1.2",
    },
    .misfit = "LLAMA3-JSON-4.4",
    .json = true,
    .stands = FP_STANDS_FIRST,
    .highlight = HIGHLIGHT,
    .render = fp_object_render,
    .table = &TABLE,
    .state_size = sizeof(fp_first),
    .step = fp_first_step,
    .finish = fp_first_finish,
    .fast = &FAST,
    .passed = fp_first_passed,
    .completions = COMPLETIONS,
    .markers = MARKERS,
};
