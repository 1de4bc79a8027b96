/* SPDX-License-Identifier: Apache-2.0 */
/* test_cause_error.c: which errors of a parser are one cause, and what of them a cause shows. */
#include "result/cause_error.h"

#include "judge/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *name, *error, *shows;
} ROWS[] = {
    { "a type is left out", "TypeError: x is not a function: f", "x is not a function" },
    { "a message without a type", "the input of f is not an object",
      "the input of f is not an object" },
    { "a line is told with what is wrong there", "XML syntax error on line 4: unexpected EOF: x",
      "XML syntax error on line 4: unexpected EOF" },
    { "what Python's JSON reader met", "JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
      "JSONDecodeError" },
    { "what JavaScript's met", "SyntaxError: Expected ',' after a value in JSON at position 9",
      "SyntaxError" },
    { "another error of syntax", "SyntaxError: missing ) after argument list",
      "missing ) after argument list" },
    { "a message that quotes the input alone", "AssertionError: {\\\"name\\\": \\\"a\\\",a",
      "AssertionError" },
    { "a tag quoted", "ValueError: <tool_call>: x", "ValueError" },
    { "no message", "PartialJSON: ", "PartialJSON" },
    { "no message, after two types", "RuntimeError: PartialJSON: ", "PartialJSON" },
    { "a key is a check of its own", "KeyError: 'name'", "'name'" },
};

static void an_error_shows_what_is_the_same_whatever_the_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char *sentence = xformat("\"%s\"", ROWS[i].error);
        char *when = xformat("with the error \"%s\"", ROWS[i].shows);
        mechanism m = error_mechanism(&(result){ .sentence = sentence });

        if (strcmp(m.when, when) != 0)
            print_error("%s\n", ROWS[i].name);
        assert_string_equal(m.when, when);
        mechanism_free(&m);
        free(when);
        free(sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_shows_what_is_the_same_whatever_the_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
