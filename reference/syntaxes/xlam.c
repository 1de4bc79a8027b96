/* SPDX-License-Identifier: Apache-2.0 */
/* xlam.c: a message that is a JSON array of calls, as a table. Clauses: spec/xlam.md. */
#include "engines/first-highlight.h"
#include "engines/first.h"

static const fp_first_table TABLE = {
    .object = { .members = { { "name", FP_OBJECT_NAME }, /* XLAM-2.1, XLAM-2.2 */
                             { "arguments", FP_OBJECT_ARGUMENTS },
                             { "parameters", FP_OBJECT_ARGUMENTS } },
                .clauses = { .again = "XLAM-2.4",
                             .duplicate = "XLAM-4.3",
                             .bad_arguments = "XLAM-2.1",
                             .bad_text = "XLAM-4.5",
                             .bad_name = "XLAM-2.1" },
                .layout = { .before = "[{\"name\": ", /* XLAM-6.1 */
                            .between = ", \"arguments\": {",
                            .after = "}}]",
                            .comma = ", ",
                            .levels = 2,
                            .bad_name = "XLAM-6.3",
                            .duplicate = "XLAM-6.3",
                            .bad_bytes = "XLAM-6.2",
                            .bad_json = "XLAM-6.3",
                            .over = "XLAM-6.4" } },
    .open = '[', /* XLAM-1.2 */
    .separator = ',',
    .close = ']',
    .wrong = "XLAM-5.1",
    .unfinished = "XLAM-5.2",
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

static const char *const TO_NOTHING[] = { NULL };

static const fp_speed FAST = {
    .at_ease = fp_first_at_ease,
    .leads = { TO_NOTHING },
    .in_string = fp_first_in_string,
};

const fp_syntax FP_XLAM = {
    .id = "xlam",
    .title = "a message that is a JSON array of calls (xLAM)",
    .howto = "To use tools, answer with nothing but a JSON array with an object for each call: "
             "[{\"name\": NAME, \"arguments\": {KEY: VALUE, KEY: VALUE}}] with the tool's name and its "
             "arguments.",
    .policies = {
        [FP_UNTERMINATED] = { FP_UNTERMINATED_REPORT, "XLAM-5.2" },
        [FP_EXTRA_CALLS] = { FP_EXTRA_ACCEPT, "XLAM-3.2" },
        [FP_TEXT_AFTER] = { FP_TEXT_AFTER_KEEP, "XLAM-3.3" },
        [FP_TEXT_SPACE] = { FP_TEXT_SPACE_EXACT, "XLAM-1.3" },
        [FP_VALUE_FRAMING] = { FP_FRAMING_EXACT, "XLAM-4.2" },
        [FP_UNKNOWN_TOOLS] = { FP_UNKNOWN_REPORT, "XLAM-2.3" },
        [FP_CODE_FENCE] = { FP_CODE_FENCE_TEXT, "XLAM-1.4" },
        [FP_TYPES] = { FP_TYPES_STRING, "XLAM-4.4" },
        [FP_RECOVERY] = { FP_RECOVERY_STRICT, "XLAM-4.5" },
        [FP_REASONING] = { FP_REASONING_PLAIN, "XLAM-1.5" },
    },
    .clauses = {
        [FP_ROLE_TEXT] = "XLAM-1.3",
        [FP_ROLE_MARKER] = "XLAM-2.1",
        [FP_ROLE_NAME] = "XLAM-2.1",
        [FP_ROLE_VALUE] = "XLAM-4.1",
        [FP_ROLE_SKIPPED] = "XLAM-5.1",
        [FP_ROLE_FRAMING] = "XLAM-1.2",
    },
    .misfit = "XLAM-4.4",
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
