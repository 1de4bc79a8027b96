/* SPDX-License-Identifier: Apache-2.0 */
/* test_wire_policies.c: the policies of a hello, and the syntaxes that can have them (MODEL-3.20).
 */
#include "worker/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HELLO(more) \
    "{\"id\":0,\"protocol\":1,\"name\":\"p\",\"version\":\"2\",\"language\":\"c\"" more "}"
#define CHANNEL "{\"reasoning\":\"channel\"}"

static void refuses(const char *line, const char *sentence)
{
    char error[WIRE_ERROR_SIZE] = "";
    wire_hello hello;

    assert_false(wire_hello_read(fp_str_of(line), 0, &hello, error, sizeof error));
    if (!strstr(error, sentence))
        assert_string_equal(error, sentence);
}

static void refuses_what_no_syntax_can_have(void **state)
{
    (void)state;
    refuses(HELLO(",\"syntaxes\":[\"caret\"],\"policies\":" CHANNEL),
            "\"policies\" has \"reasoning\": \"channel\", and none of its syntaxes has marks of "
            "reasoning, which that needs (PROTOCOL-2.5, MODEL-3.20)");
    refuses(HELLO(",\"syntaxes\":[\"hermes\",\"caret\"],"
                  "\"syntax_policies\":{\"caret\":" CHANNEL "}"),
            "\"syntax_policies\" has \"reasoning\": \"channel\" for caret, which has no marks of "
            "reasoning, as that needs (PROTOCOL-2.7, MODEL-3.20)");
}

static void shares_what_one_syntax_can_have(void **state)
{
    char error[WIRE_ERROR_SIZE] = "";
    wire_hello hello;

    (void)state;
    assert_true(
        wire_hello_read(FP_STR(HELLO(",\"syntaxes\":[\"caret\",\"hermes\"],\"policies\":" CHANNEL)),
                        0, &hello, error, sizeof error));
    assert_false(wire_hello_policy(&hello, fp_syntax_find(FP_STR("caret")))->given[FP_REASONING]);
    assert_true(wire_hello_policy(&hello, fp_syntax_find(FP_STR("hermes")))->given[FP_REASONING]);
    assert_int_equal(
        wire_hello_policy(&hello, fp_syntax_find(FP_STR("hermes")))->policies.of[FP_REASONING],
        FP_REASONING_CHANNEL);
    wire_hello_free(&hello);
}

static void reads_readings(void **state)
{
    char error[WIRE_ERROR_SIZE] = "";
    wire_hello hello;
    const fp_syntax *const caret = fp_syntax_find(FP_STR("caret"));
    const fp_syntax *const hermes = fp_syntax_find(FP_STR("hermes"));

    (void)state;
    assert_true(wire_hello_read(
        FP_STR(HELLO(
            ",\"syntaxes\":[\"caret\",\"hermes\"],\"readings\":[\"OBJECT-5.5\",\"MODEL-1.13\"],"
            "\"syntax_readings\":{\"caret\":[\"CARET-2.6\"]}")),
        0, &hello, error, sizeof error));
    assert_int_equal(wire_hello_readings(&hello, caret)->count, 2);
    assert_true(declared_has(wire_hello_readings(&hello, caret), "CARET-2.6"));
    assert_true(declared_has(wire_hello_readings(&hello, caret), "MODEL-1.13"));
    assert_false(declared_has(wire_hello_readings(&hello, caret), "OBJECT-5.5"));
    assert_int_equal(wire_hello_readings(&hello, hermes)->count, 2);
    assert_true(declared_has(wire_hello_readings(&hello, hermes), "OBJECT-5.5"));
    assert_int_equal(wire_hello_readings(&hello, fp_syntax_find(FP_STR("xml")))->count, 0);
    wire_hello_free(&hello);
}

static void refuses_readings(void **state)
{
    static const char *const ROWS[][2] = {
        { HELLO(",\"syntaxes\":[\"caret\"],\"readings\":{}"),
          "\"readings\" is not an array of ids of clauses (PROTOCOL-2.14)" },
        { HELLO(",\"syntaxes\":[\"caret\"],\"readings\":[1]"),
          "readings[0] is not the id of a clause (PROTOCOL-2.14)" },
        { HELLO(",\"syntaxes\":[\"caret\"],\"readings\":[\"XML-1.2\"]"),
          "\"readings\" has XML-1.2, which is not a clause of any of its syntaxes "
          "(PROTOCOL-2.14)" },
        { HELLO(",\"syntaxes\":[\"caret\"],\"readings\":[\"CARET-2.6\",\"CARET-2.6\"]"),
          "\"readings\" has CARET-2.6, which is declared for caret twice (PROTOCOL-2.14)" },
        { HELLO(",\"syntaxes\":[\"caret\"],\"syntax_readings\":[]"),
          "\"syntax_readings\" is not an object (PROTOCOL-2.14)" },
        { HELLO(",\"syntaxes\":[\"caret\"],\"syntax_readings\":{\"xml\":[]}"),
          "\"syntax_readings\" has xml, which \"syntaxes\" does not name (PROTOCOL-2.14)" },
        { HELLO(",\"syntaxes\":[\"caret\",\"xml\"],\"syntax_readings\":{\"caret\":[\"XML-1.2\"]}"),
          "\"syntax_readings\" has XML-1.2, which is not a clause of caret (PROTOCOL-2.14)" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        refuses(ROWS[i][0], ROWS[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_no_syntax_can_have),
        cmocka_unit_test(shares_what_one_syntax_can_have),
        cmocka_unit_test(reads_readings),
        cmocka_unit_test(refuses_readings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
