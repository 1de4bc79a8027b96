/* SPDX-License-Identifier: Apache-2.0 */
/* test_engine.c: what engines have on the wire: deltas, two paths, tools, limits, and where the
 * parser is. Of a line that is
 * wrong, a part of the sentence.
 */
#include "worker/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define HELLO(more)                                                                               \
    "{\"id\":0,\"protocol\":1,\"name\":\"n\",\"version\":\"1\",\"language\":\"c\",\"syntaxes\":[" \
    "\"caret\"]" more "}"

static const struct {
    const char *line;
    const char *wrong; /* NULL: it is good */
} HELLOS[] = {
    { HELLO(",\"modes\":[\"whole\",\"stream\"],\"capabilities\":[\"deltas\",\"catalogue\"],"
            "\"needs\":[\"tools\"],\"limits\":{\"name\":64},\"file\":\"..a/b..c/.d\",\"line\":7,"
            "\"output\":\"constrained\""),
      NULL },
    { HELLO(",\"modes\":[\"stream\"]"),
      "\"modes\" is not [\"stream\", \"whole\"]: declare it where" },
    { HELLO(",\"modes\":\"stream\""), "(PROTOCOL-2.8)" },
    { HELLO(",\"modes\":[\"stream\",\"stream\"]"), "(PROTOCOL-2.8)" },
    { HELLO(",\"needs\":[\"tools\"]"), "capability \"catalogue\" is not claimed: claim it" },
    { HELLO(",\"needs\":[\"tool\"],\"capabilities\":[\"catalogue\"]"),
      "\"needs\" is not [\"tools\"]" },
    { HELLO(",\"needs\":{}"), "(PROTOCOL-2.9)" },
    { HELLO(",\"limits\":64"), "\"limits\" is not an object (PROTOCOL-2.10)" },
    { HELLO(",\"limits\":{\"names\":64}"),
      "\"limits\": unknown member \"names\"; protocol.md PROTOCOL-2.10 names them: name, key" },
    { HELLO(",\"limits\":{\"name\":0}"),
      "\"name\" is not a whole number from 1 up (PROTOCOL-2.10)" },
    { HELLO(",\"output\":\"free\""), "\"output\" is not \"constrained\": declare it where" },
    { HELLO(",\"output\":true"), "(PROTOCOL-2.12)" },
    { HELLO(",\"file\":7"), "\"file\" is not a path from the folder of the run" },
    { HELLO(",\"file\":\"/etc/passwd\""), "(PROTOCOL-2.11)" },
    { HELLO(",\"file\":\"src/../../a.py\""), "(PROTOCOL-2.11)" },
    { HELLO(",\"file\":\"./a.py\""), "(PROTOCOL-2.11)" },
    { HELLO(",\"file\":\"a/\""), "(PROTOCOL-2.11)" },
    { HELLO(",\"file\":\"a\\n.py\""), "(PROTOCOL-2.11)" },
    { HELLO(",\"file\":\"\""), "(PROTOCOL-2.11)" },
    { HELLO(",\"line\":1"), "\"file\" is not a path" },
    { HELLO(",\"file\":\"a.py\",\"line\":0"), "\"line\" is not a whole number from 1 on" },
    { HELLO(",\"capabilities\":[\"deltas\",\"events\"]"),
      "capabilities \"deltas\" and \"events\" are both claimed" },
    { HELLO(",\"capabilities\":[\"deltas\",\"spans\"],\"unit\":\"byte\""), "(PROTOCOL-3.11)" },
};

static void hellos_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(HELLOS); i++) {
        wire_hello hello;
        char error[WIRE_ERROR_SIZE] = "";
        const bool good =
            wire_hello_read(fp_str_of(HELLOS[i].line), 0, &hello, error, sizeof error);

        if (good != !HELLOS[i].wrong || !strstr(error, good ? "" : HELLOS[i].wrong))
            fail_msg("%s: %s", HELLOS[i].line, error);
        if (good) {
            assert_true(hello.modes && hello.deltas && hello.events && hello.needs_tools &&
                        hello.constrained);
            assert_int_equal(hello.limits.name, 64);
            assert_string_equal(hello.file, "..a/b..c/.d");
            assert_int_equal(hello.line, 7);
            wire_hello_free(&hello);
        }
    }
}

/* -- deltas ------------------------------------------------------------------------------------ */

#define DELTAS(deltas) "{\"id\":5,\"deltas\":[" deltas "]}"
#define ENTRY(entry) "[0,{\"tool_calls\":[{" entry "}]}]"

static const struct {
    const char *line;
    const char *wrong;  /* NULL: it is good, */
    const char *breach; /* and breaks law DELTA; NULL: it does not */
} ANSWERS[] = {
    { DELTAS(""), NULL, NULL },
    { DELTAS("[0,{\"role\":\"assistant\",\"content\":null}],[1,{\"finish_reason\":\"stop\"}]"),
      NULL, NULL },
    { DELTAS(ENTRY("\"index\":0,\"function\":{\"arguments\":\"{}\"}")), NULL,
      "deltas[0]: the call with index 0 begins without a name" },
    { "{\"id\":5,\"text\":\"\",\"calls\":[]}",
      "unknown member \"text\"; protocol.md PROTOCOL-3.11 names them: id, deltas", NULL },
    { "{\"id\":5}", "\"deltas\" is missing: an array, empty if there are none", NULL },
    { DELTAS("{}"), "deltas[0]: not an array [chunk, delta]", NULL },
    { DELTAS("[0,[]]"), "deltas[0]: a delta is not an object (PROTOCOL-3.11)", NULL },
    { DELTAS("[1,{}],[0,{}]"), "deltas[1]: the chunk is 0: it may be 0 to 1 and may not go back",
      NULL },
    { DELTAS("[0,{\"thoughts\":\"x\"}]"), "unknown member \"thoughts\"", NULL },
    { DELTAS("[0,{\"reasoning_content\":\"x\",\"content\":\"y\"}]"), NULL, NULL },
    { DELTAS("[0,{\"reasoning_content\":1}]"), "\"reasoning_content\"", NULL },
    { DELTAS("[0,{\"finish_reason\":\"stop\"}],[0,{\"reasoning_content\":\"x\"}]"), NULL,
      "deltas[1]: reasoning_content comes after \"finish_reason\"" },
    { DELTAS("[0,{\"content\":1}]"), "deltas[0]: \"content\" is neither a string", NULL },
    { DELTAS("[0,{\"tool_calls\":{}}]"), "deltas[0]: \"tool_calls\" is not an array", NULL },
    { DELTAS(ENTRY("\"id\":\"a\"")), "has no \"index\", a whole number from 0 up", NULL },
    { DELTAS(ENTRY("\"index\":0,\"name\":\"a\"")), "unknown member \"name\"", NULL },
    { DELTAS(ENTRY("\"index\":0,\"function\":\"a\"")), "\"function\" is not an object", NULL },
    { DELTAS(ENTRY("\"index\":0,\"function\":{\"input\":{}}")), "unknown member \"input\"", NULL },
};

static void deltas_are_read(void **state)
{
    const wire_hello hello = { .unit = UNIT_CODEPOINT, .events = true, .deltas = true };
    const wire_asked asked = { .id = 5, .input = FP_STR("x"), .chunks = 1 };

    (void)state;
    for (size_t i = 0; i < COUNT(ANSWERS); i++) {
        wire_answer answer;
        char error[WIRE_ERROR_SIZE] = "";
        const bool good = wire_answer_read(fp_str_of(ANSWERS[i].line), &asked, &hello, &answer,
                                           error, sizeof error);

        if (good != !ANSWERS[i].wrong || !strstr(error, good ? "" : ANSWERS[i].wrong))
            fail_msg("%s: %s", ANSWERS[i].line, error);
        if (good && ANSWERS[i].breach)
            assert_string_equal(answer.breach, ANSWERS[i].breach);
        else if (good)
            assert_null(answer.breach);
        if (good)
            wire_answer_free(&answer);
    }
}

/* What clients make of them: two calls, the second of which is cut, and text on both sides. */
static void deltas_are_joined(void **state)
{
    static const char LINE[] = DELTAS("[0,{\"content\":\"a\"}]," ENTRY(
        "\"index\":0,\"function\":{\"name\":\"f\","
        "\"arguments\":\"{\\\"k\"}") "," ENTRY("\"index\":0,\"function\":{\"arguments\":\"\\\": "
                                               "1}\"}") ",[1,{\"content\":\"b\"}],"
                                                        "[1,{\"tool_calls\":[{"
                                                        "\"index\":1,\"function\":{"
                                                        "\"name\":\"g\",\"arguments\":"
                                                        "\"{\\\"\"}}]}]");
    static const char CUT[] = "[1,{\"event\":\"call_cut\",\"call\":{\"name\":\"g\"";
    const wire_hello hello = { .unit = UNIT_CODEPOINT, .events = true, .deltas = true };
    const wire_asked asked = { .id = 5, .input = FP_STR("x"), .chunks = 1 };
    wire_answer answer;
    char *events;
    char error[WIRE_ERROR_SIZE] = "";

    (void)state;
    if (!wire_answer_read(fp_str_of(LINE), &asked, &hello, &answer, error, sizeof error))
        fail_msg("%s", error);
    assert_int_equal(fp_outcome_call_count(answer.outcome), 2);
    assert_true(fp_str_equal(fp_outcome_text(answer.outcome), FP_STR("ab")));
    assert_true(fp_outcome_call(answer.outcome, 0)->complete);
    assert_true(fp_str_equal(fp_outcome_call(answer.outcome, 0)->args[0].value.text, FP_STR("1")));
    assert_false(fp_outcome_call(answer.outcome, 1)->complete);
    events = calloc(answer.events.len + 1, 1);
    memcpy(events, answer.events.ptr, answer.events.len);
    assert_non_null(strstr(events, CUT));
    free(events);
    wire_answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hellos_are_read),
        cmocka_unit_test(deltas_are_read),
        cmocka_unit_test(deltas_are_joined),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
