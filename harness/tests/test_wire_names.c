/* SPDX-License-Identifier: Apache-2.0 */
/* test_wire_names.c: what a worker calls its parser, and what it refuses an input with: short, on
 * one line, and visible (PROTOCOL-2.2, PROTOCOL-3.6).
 */
#include "worker/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define X50 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define X200 X50 X50 X50 X50

/* Each of the three strings in turn. */
static const char *const HELLOS[] = {
    "{\"id\":0,\"protocol\":1,\"syntaxes\":[\"caret\"],\"name\":\"%s\",\"version\":\"\","
    "\"language\":\"\"}",
    "{\"id\":0,\"protocol\":1,\"syntaxes\":[\"caret\"],\"name\":\"\",\"version\":\"%s\","
    "\"language\":\"\"}",
    "{\"id\":0,\"protocol\":1,\"syntaxes\":[\"caret\"],\"name\":\"\",\"version\":\"\",\"language\":"
    "\"%s\"}",
};
static const char *const MEMBERS[] = { "name", "version", "language" };

static const struct name_row {
    const char *json;
    const char *expected; /* what is kept, or part of the sentence */
    bool bad;
} NAMES[] = {
    { "p 1.2 \xC3\xA9", "p 1.2 \xC3\xA9", false },
    { "\\u202e\\ufe0f\\u00a0", "⟨U+202E⟩⟨U+FE0F⟩⟨U+00A0⟩", false },
    { X200, X200, false },
    { X200 "x", "has 201 bytes: it may have 200 (PROTOCOL-2.2)", true },
    { "p\\nok 1 - fake", "holds a control character, or a line end, at its byte 1", true },
    { "p\\u001b[2J", "may not be in it (PROTOCOL-2.2): \"p\\u001b[2J\"", true },
    { "ab\\u0000c", "at its byte 2", true },
    { "\xC3\xA9\\u007f", "at its byte 2", true },
    { "\\u009b31m", "at its byte 0", true },
    { "\\u2028", "at its byte 0", true },
    { "\\u2029", "at its byte 0", true },
};

/* The line with json in it, one of HELLOS. Owned. */
static char *hello_line(size_t which, const char *json)
{
    const char *place = strstr(HELLOS[which], "%s");

    return xformat("%.*s%s%s", (int)(place - HELLOS[which]), HELLOS[which], json, place + 2);
}

static void reads_names(void **state)
{
    const struct name_row *row = *state;

    for (size_t i = 0; i < COUNT(HELLOS); i++) {
        char *line = hello_line(i, row->json), *begin = xformat("\"%s\" ", MEMBERS[i]);
        char error[WIRE_ERROR_SIZE] = "";
        wire_hello hello;
        const bool good = wire_hello_read(fp_str_of(line), 0, &hello, error, sizeof error);

        assert_int_equal(good, !row->bad);
        if (good) {
            const char *const kept[] = { hello.name, hello.version, hello.language };

            assert_string_equal(kept[i], row->expected);
            wire_hello_free(&hello);
        } else {
            assert_int_equal(strncmp(error, begin, strlen(begin)), 0);
            assert_non_null(strstr(error, row->expected));
        }
        free(begin);
        free(line);
    }
}

static void counts_syntaxes(void **state)
{
    enum { MANY = 1001 };
    char *ids = xstrdup("\"caret\""), *line;
    char error[WIRE_ERROR_SIZE] = "";
    wire_hello hello;

    (void)state;
    for (size_t i = 1; i < MANY; i++) {
        char *longer = xformat("%s,\"x%zu\"", ids, i);

        free(ids);
        ids = longer;
    }
    line = xformat("{\"id\":0,\"protocol\":1,\"name\":\"\",\"version\":\"\",\"language\":\"\","
                   "\"syntaxes\":[%s]}",
                   ids);
    assert_false(wire_hello_read(fp_str_of(line), 0, &hello, error, sizeof error));
    assert_string_equal(error, "\"syntaxes\" has 1001 ids: it may have 1000 (PROTOCOL-2.2)");
    free(line);
    free(ids);
}

static const struct refusal_row {
    const char *json, *expected;
} REFUSALS[] = {
    { "no", "\"no\"" },
    { "", "\"\"" },
    { "no\\nok 1 - fake\\u001b[2J", "\"no\\nok 1 - fake\\u001b[2J\"" },
    { "a\\u0000b\\u202e", "\"a\\u0000b\\u202e\"" },
    { X200 X200 X200 X200 X200, "\"" X200 X200 X200 X200 X200 "\"" },
    { X200 X200 X200 X200 X200 "!", "\"" X200 X200 X200 X200 X200 "\"… (1001 bytes)" },
};

static void reads_refusals(void **state)
{
    const struct refusal_row *row = *state;
    const wire_asked asked = { .op = WIRE_PARSE, .id = 5, .input = FP_STR("a"), .chunks = 1 };
    const wire_hello hello = { .unit = UNIT_BYTE };
    char *line = xformat("{\"id\":5,\"error\":\"%s\"}", row->json);
    char error[WIRE_ERROR_SIZE] = "";
    wire_answer answer;

    assert_true(wire_answer_read(fp_str_of(line), &asked, &hello, &answer, error, sizeof error));
    assert_string_equal(answer.error, row->expected);
    wire_answer_free(&answer);
    free(line);
}

int main(void)
{
    enum { FIRST = 1 };
    struct CMUnitTest tests[FIRST + COUNT(NAMES) + COUNT(REFUSALS)] = {
        cmocka_unit_test(counts_syntaxes),
    };
    size_t n = FIRST;

    for (size_t i = 0; i < COUNT(NAMES); i++)
        tests[n++] = (struct CMUnitTest){ NAMES[i].json, reads_names, NULL, NULL,
                                          (void *)(uintptr_t)&NAMES[i] };
    for (size_t i = 0; i < COUNT(REFUSALS); i++)
        tests[n++] = (struct CMUnitTest){ REFUSALS[i].json, reads_refusals, NULL, NULL,
                                          (void *)(uintptr_t)&REFUSALS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
