/* SPDX-License-Identifier: Apache-2.0 */
/* test_wire_again.c: which answers are taken for the one before, and that no other is. */
#include "base/util.h"
#include "worker/wire_again.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define INPUT "a ^^^t\n^^^\nb"
#define HEAD ",\"text\":\"a b\",\"calls\":[{\"name\":\"t\",\"input\":{},\"span\":[2,10]}]"
#define EVENTS "[[0,{\"event\":\"text\",\"data\":\"a \"}],[1,{\"event\":\"text\",\"data\":\"b\"}]]"
#define PLAIN "{\"id\":7" HEAD "}"
#define SPOKEN "{\"id\":7" HEAD ",\"events\":" EVENTS "}"

/* An answer that is kept, as the answer to request 7, and a line after it. */
static const struct row {
    const char *kept, *line;
    uint64_t id;
    size_t chunks;
    bool again;
} ROWS[] = {
    { PLAIN, PLAIN, 7, 2, true },
    { PLAIN, "{\"id\":8" HEAD "}", 8, 1, true },
    { PLAIN, "{\"id\":1234567890123" HEAD "}", 1234567890123, 3, true },
    { PLAIN, "{\"id\":8" HEAD "} \r", 8, 2, true },
    { "{\"text\":\"a\",\"id\": 7, \"calls\":[]}", "{\"text\":\"a\",\"id\": 9, \"calls\":[]}", 9, 2,
      true },

    { PLAIN, "{\"id\":8" HEAD "}", 9, 2, false },
    { PLAIN, "{\"id\":81" HEAD "}", 8, 2, false },
    { PLAIN, "{\"id\":8" HEAD "}", 81, 2, false },
    { PLAIN, "{\"id\":8.0" HEAD "}", 8, 2, false },
    { PLAIN, "{\"id\": 8" HEAD "}", 8, 2, false },
    { PLAIN, "{\"id\":8" HEAD, 8, 2, false },
    { PLAIN, "{\"id\":8" HEAD "}}", 8, 2, false },
    { PLAIN, "{\"id\":8" HEAD ",\"text\":\"\"}", 8, 2, false },
    { PLAIN, "{\"id\":8" HEAD ",\"events\":" EVENTS "}", 8, 2, false },
    { PLAIN, "{\"id\":8,\"text\":\"a c\",\"calls\":[]}", 8, 2, false },
    { PLAIN, "", 8, 2, false },

    { SPOKEN, SPOKEN, 7, 2, true },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":" EVENTS "}", 8, 5, true },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[]}", 8, 2, true },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[[2,{\"event\":\"text\",\"data\":\"a b\"}]] }", 8, 2,
      true },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[[2,{\"event\":\"text\",\"data\":\"a b\"}]]}", 8, 2,
      true },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[[3,{\"event\":\"text\",\"data\":\"a b\"}]]}", 8, 2,
      false },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":" EVENTS "}", 8, 0, false },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[[0,{\"event\":\"text\",\"deta\":\"a b\"}]]}", 8, 2,
      false },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[[0,{\"event\":\"arg_end\"}]}", 8, 2, false },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[],\"text\":\"\"}", 8, 2, false },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":[[0,{\"event\":\"text\",\"data\":\"\xFF\"}]]}", 8, 2,
      false },
    { SPOKEN, "{\"id\":8" HEAD ",\"events\":}", 8, 2, false },
    { SPOKEN, "{\"id\":8" HEAD "}", 8, 2, false },
};

static const wire_hello HELLO = { .unit = UNIT_BYTE, .spans = true, .events = true };

static wire_asked asked_of(uint64_t id, size_t chunks)
{
    return (wire_asked){ .op = WIRE_PARSE, .id = id, .input = FP_STR(INPUT), .chunks = chunks };
}

/* Returns whether the answer is kept; it is freed. */
static bool keep(wire_again *kept, const char *line, const wire_asked *asked)
{
    char error[WIRE_ERROR_SIZE];
    wire_answer answer;
    bool borrowed;

    assert_true(wire_answer_read(fp_str_of(line), asked, &HELLO, &answer, error, sizeof error));
    wire_again_keep(kept, fp_str_of(line), asked, &answer);
    borrowed = answer.borrowed;
    wire_answer_free(&answer);
    return borrowed;
}

/* What is taken for the answer before is what the line says; what is not may be anything. */
static void takes_what_is_the_same(void **state)
{
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const wire_asked before = asked_of(7, 2), asked = asked_of(ROWS[i].id, ROWS[i].chunks);
        const fp_str line = fp_str_of(ROWS[i].line);
        char error[WIRE_ERROR_SIZE];
        wire_again kept = { 0 };
        wire_answer answer, read;

        (void)state;
        assert_true(keep(&kept, ROWS[i].kept, &before));
        if (wire_again_is(&kept, line, &asked, &HELLO, &answer) != ROWS[i].again)
            fail_msg("row %zu: %s", i, ROWS[i].line);
        if (ROWS[i].again) {
            assert_true(wire_answer_read(line, &asked, &HELLO, &read, error, sizeof error));
            assert_ptr_equal(answer.events.ptr, read.events.ptr);
            assert_int_equal(answer.events.len, read.events.len);
            assert_true(answer.paired && answer.borrowed && answer.outcome == kept.outcome);
            wire_answer_free(&read);
            wire_answer_free(&answer);
        }
        wire_again_free(&kept);
    }
}

/* The same line is another answer where something else was asked. */
static void takes_no_answer_to_another_question(void **state)
{
    const wire_asked before = asked_of(7, 2);
    wire_asked asked[4] = { before, before, before, before };
    wire_again kept = { 0 };
    wire_answer answer;

    (void)state;
    assert_false(wire_again_is(&kept, FP_STR(PLAIN), &before, &HELLO, &answer));
    assert_true(keep(&kept, PLAIN, &before));
    assert_true(wire_again_is(&kept, FP_STR(PLAIN), &before, &HELLO, &answer));
    asked[0].input = FP_STR("a ^^^t\n^^^\nc");
    asked[1].input = FP_STR("a ^^^t\n^^^\n");
    asked[2].op = WIRE_RENDER;
    asked[3].timed = true;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        assert_false(wire_again_is(&kept, FP_STR(PLAIN), &asked[i], &HELLO, &answer));
    wire_again_free(&kept);
}

/* What has no outcome, or says its id after its events, is not kept, and what was is. */
static void keeps_what_may_come_again(void **state)
{
    const wire_asked asked = asked_of(7, 2);
    wire_again kept = { 0 };
    wire_answer answer;

    (void)state;
    assert_true(keep(&kept, SPOKEN, &asked));
    assert_false(keep(&kept, "{\"id\":7,\"error\":\"no\"}", &asked));
    assert_false(keep(&kept, "{\"events\":[],\"id\":7,\"text\":\"\",\"calls\":[]}", &asked));
    assert_true(wire_again_is(&kept, FP_STR(SPOKEN), &asked, &HELLO, &answer));
    assert_true(keep(&kept, PLAIN, &asked));
    assert_false(wire_again_is(&kept, FP_STR(SPOKEN), &asked, &HELLO, &answer));
    wire_again_free(&kept);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(takes_what_is_the_same),
        cmocka_unit_test(takes_no_answer_to_another_question),
        cmocka_unit_test(keeps_what_may_come_again),
    };

    return cmocka_run_group_tests(TESTS, NULL, NULL);
}
