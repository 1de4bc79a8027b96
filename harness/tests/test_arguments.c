/* SPDX-License-Identifier: Apache-2.0 */
/* test_arguments.c: arguments as text: what is wrong with it, and its members, however the text is
 * cut into pieces.
 */
#include "base/values.h"
#include "judge/arguments.h"
#include "worker/arguments_split.h"
#include "worker/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* -- what is wrong with a text ----------------------------------------------------------------- */

static const struct {
    const char *text;
    arguments_fault fault;
} TEXTS[] = {
    { "{}", ARGUMENTS_GOOD },
    { " {\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}\n", ARGUMENTS_GOOD },
    { "", ARGUMENTS_NOT_JSON },
    { "{\"path\": \"a\"}, \"name\": \"read\"", ARGUMENTS_NOT_JSON },
    { "{\"a\": 1", ARGUMENTS_NOT_JSON },
    { "{\"a\": 1}}", ARGUMENTS_NOT_JSON },
    { "{\"a\": NaN}", ARGUMENTS_NOT_JSON },
    { "{\"a\": \"\xFF\"}", ARGUMENTS_NOT_JSON },
    { "null", ARGUMENTS_NOT_OBJECT },
    { "\"{}\"", ARGUMENTS_NOT_OBJECT },
    { "{\"a\": 1} {\"b\": 2}", ARGUMENTS_TWO_OBJECTS },
    { "{}{", ARGUMENTS_TWO_OBJECTS },
    { "{\"a\": 1, \"\\u0061\": 2}", ARGUMENTS_DUPLICATE_KEY },
};

static void each_text_has_its_fault(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(TEXTS); i++) {
        fp_call call = { .name = xcopy(FP_STR("n")) };
        fp_str kept = { 0 };

        arguments_read(&call, fp_str_of(TEXTS[i].text), true);
        assert_int_equal(arguments_fault_of(&call, &kept), TEXTS[i].fault);
        if (TEXTS[i].fault)
            assert_true(fp_str_equal(kept, fp_str_of(TEXTS[i].text)));
        assert_int_equal(arguments_can_run(&call), TEXTS[i].fault == ARGUMENTS_GOOD ||
                                                       TEXTS[i].fault == ARGUMENTS_DUPLICATE_KEY);
        call_free(&call);
    }
}

static void half_a_pair_is_not_json(void **state)
{
    fp_call call = { 0 };
    fp_str kept;

    (void)state;
    arguments_read(&call, FP_STR("{}"), false);
    assert_int_equal(arguments_fault_of(&call, &kept), ARGUMENTS_NOT_JSON);
    call_free(&call);
}

/* -- its members ------------------------------------------------------------------------------- */

/* Members as lines: "<key>", what their strings stand for, ">". Pieces of data leave no mark. */
static void note(void *context, fp_event_type type, fp_str bytes)
{
    fp_json *out = context;

    fp_json_raw(out, type == FP_EVENT_ARG_BEGIN ? "<" : "");
    fp_json_bytes(out, bytes);
    fp_json_raw(out, type == FP_EVENT_ARG_BEGIN ? ">" : type == FP_EVENT_ARG_END ? ";" : "");
}

static const struct {
    const char *text;
    const char *members;
} MEMBERS[] = {
    { "{}", "" },
    { " { \"a\" : \"x\" , \"b\":\"\"}", "<a>x;<b>;" },
    { "{\"a\":12,\"b\":-1.5e3 ,\"c\":null}", "<a>;<b>;<c>;" },
    { "{\"a\":[1,{\"k\":\"]}\\\"\"}],\"b\":{\"c\":{}}}", "<a>;<b>;" },
    { "{\"k\\u00e9\":\"\\u00e9\\n\\\"\\\\\\ud83d\\ude00\\/\"}",
      "<k\xC3\xA9>\xC3\xA9\n\"\\\xF0\x9F\x98\x80/;" },
    { "{\"a\":\"\\ud83dx\\ud83d\\n\\ud83d\",\"b\":1}",
      "<a>\xEF\xBF\xBDx\xEF\xBF\xBD\n\xEF\xBF\xBD;<b>;" },
    { "{\"a\":\"b", "<a>b" },
    { "[\"a\"]", "" },
    { "{\"a\":1}{\"b\":2}", "<a>;" },
};

static void feed(const char *text, size_t cut, size_t other, fp_json *out)
{
    const fp_str all = fp_str_of(text);
    arguments_split split = { 0 };

    arguments_split_feed(&split, (fp_str){ all.ptr, cut }, note, out);
    arguments_split_feed(&split, (fp_str){ all.ptr + cut, other - cut }, note, out);
    arguments_split_feed(&split, (fp_str){ all.ptr + other, all.len - other }, note, out);
    arguments_split_free(&split);
}

static void members_do_not_depend_on_pieces(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(MEMBERS); i++) {
        const size_t len = fp_str_of(MEMBERS[i].text).len;

        for (size_t cut = 0; cut <= len; cut++) {
            for (size_t other = cut; other <= len; other++) {
                fp_json out = { 0 };

                feed(MEMBERS[i].text, cut, other, &out);
                fp_json_bytes(&out, (fp_str){ "", 1 });
                assert_string_equal(out.ptr, MEMBERS[i].members);
                fp_json_free(&out);
            }
        }
    }
}

/* -- answers that have it ---------------------------------------------------------------------- */

#define CALLS(call) "{\"id\":5,\"text\":\"\",\"calls\":[" call "]}"
#define EVENTS(events) "{\"id\":5,\"text\":\"\",\"calls\":[],\"events\":[" events "]}"

static const struct {
    const char *line;
    const char *wrong; /* a part of the sentence; NULL: the answer is good */
} ANSWERS[] = {
    { CALLS("{\"name\":\"n\",\"arguments\":\"{\\\"a\\\": 1.0}\"}"), NULL },
    { CALLS("{\"name\":\"n\",\"arguments\":\"{\\\"a\\\"\"}"), NULL },
    { CALLS("{\"name\":\"n\",\"arguments\":\"\\ud83d\"}"), NULL },
    { CALLS("{\"name\":\"n\",\"arguments\":{\"base64\":\"e30=\"}}"), NULL },
    { EVENTS("[0,{\"event\":\"arguments_data\",\"data\":\"{\"}]"), NULL },
    { CALLS("{\"name\":\"n\"}"), "\"input\" is missing: an object, or \"arguments\", its text" },
    { CALLS("{\"name\":\"n\",\"arguments\":\"{}\",\"input\":{}}"),
      "calls[0]: \"input\" and \"arguments\" are both there: give one of them (PROTOCOL-3.9)" },
    { CALLS("{\"name\":\"n\",\"arguments\":{}}"),
      "calls[0]: \"arguments\" is an object: give the text as the parser gave it" },
    { CALLS("{\"name\":\"n\",\"arguments\":{\"base64\":\"x\"}}"), "base64 that is not valid" },
    { EVENTS("[0,{\"event\":\"arguments_data\",\"data\":\"{\"}],[0,{\"event\":\"arg_end\"}]"),
      "events[1]: \"arguments_data\" and \"arg_begin\", \"arg_data\", \"arg_end\" are in one "
      "answer: give one or the other (PROTOCOL-3.10)" },
    { EVENTS("[0,{\"event\":\"arguments_data\",\"key\":\"{\"}]"),
      "events[0]: unknown member \"key\"; protocol.md PROTOCOL-3.10 names them: event, data" },
    { EVENTS("[0,{\"event\":\"arguments_data\"}]"), "events[0]: \"data\" is missing" },
};

static void answers_are_read(void **state)
{
    const wire_hello hello = { .unit = UNIT_CODEPOINT, .events = true };
    const wire_asked asked = { .id = 5, .input = FP_STR("x"), .chunks = 1 };

    (void)state;
    for (size_t i = 0; i < COUNT(ANSWERS); i++) {
        wire_answer answer;
        char error[WIRE_ERROR_SIZE] = "";
        const bool good = wire_answer_read(fp_str_of(ANSWERS[i].line), &asked, &hello, &answer,
                                           error, sizeof error);

        if (good != !ANSWERS[i].wrong || !strstr(error, good ? "" : ANSWERS[i].wrong))
            fail_msg("%s: %s", ANSWERS[i].line, error);
        if (good)
            wire_answer_free(&answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_text_has_its_fault),
        cmocka_unit_test(half_a_pair_is_not_json),
        cmocka_unit_test(answers_are_read),
        cmocka_unit_test(members_do_not_depend_on_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
