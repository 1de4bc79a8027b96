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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_no_syntax_can_have),
        cmocka_unit_test(shares_what_one_syntax_can_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
