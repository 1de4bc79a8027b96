/* SPDX-License-Identifier: Apache-2.0 */
/* test_cause_value.c: what decides where a value of an argument, or a text, is another one. */
#include "result/cause_mark.h"

#include "base/util.h"
#include "judge/judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EMOJI "\xF0\x9F\x9B\xA0"
#define MARK EMOJI "\xEF\xB8\x8F["

/* Two values of an argument, as outcomes show them. */
static const struct {
    const char *expected, *actual, *when;
} VALUES[] = {
    { "\"a\"", "\"b\"", "inside a value" },
    { "\"a \"", "\"a\"", "at white space in a value" },
    { "\"a \\nb\\r\\n\"", "\"ab\"", "at white space in a value" },
    { "\"a\"", "\" a\\n\"", "where blanks at an end of a value are kept" },
    { "\"a\"", "\"a\\u00a0\"", "at white space of Unicode in a value" }, /* that is too much */
    { "\"\\u00a0a \"", "\"a\"", "at white space of Unicode in a value" },
    { "\"\\u000ba\"", "\"a\"", "at a CR, or another character that may end a line" },
    { "\"a\\r\\nb\"", "\"a\\nb\"", "at a CR, or another character that may end a line" },
    { "\"a\\rb\"", "\"a\"", "at a CR, or another character that may end a line" },
    { "[\"\\rx\", \"y\"]", "[\"x\", \"y\"]", "at a CR, or another character that may end a line" },
    { "\"a\"", "\"ab\"", "inside a value" },
    { "\"ab c\"", "\"ac\"", "inside a value" },
    { "\"a\\\\b\"", "\"ab\"", "at a backslash or a quote in a value" },
    { "\"\xC3\xA9\"", "\"e\"", "inside a value" },
    { "\"&lt;\"", "\"<\"", "at an entity in a value" },
    { "\"&amp;x\"", "\"&x\"", "at an entity in a value" },
    { "\"<![CDATA[a]]>\"", "\"a\"", "at an entity in a value" },
    { "\"a\\n<b>\"", "\"a\"", "at what looks like a tag in a value" },
    { "\"a</b>\"", "\"a\"", "at what looks like an end tag in a value" },
    { "\"a" EMOJI "\\ufe0f[\"", "\"a\"", "at " MARK " in a value" },
    { "\"a\\n" EMOJI "\\ufe0f[\"", "\"a\"",
      "at " MARK " in a value" }, /* its blanks are lost too */
    { "JSON \"1\"", "JSON \"2\"", "where a value is a number" },
    { "JSON \"1\"", "\"1\"", "where a value is of another type" },
    { "JSON \"7\"", "JSON \"null\"", "where a value is of another type" },
    { "JSON \"1e400\"", "JSON \"null\"", "where a value is a number" },
    { "JSON \"true\"", "JSON \"false\"", "where a value is of another type" },
    { "JSON \"{\\\"a\\\": [1]}\"", "\"{\\\"a\\\": [1]}\"", "where a value is of another type" },
    { "[\"a\"]", "\"a\"", "where a list is taken for one value" },
    { "JSON \"7\"", "JSON \"[7]\"", "where one value is taken for a list" },
    { "JSON \"[1,2]\"", "[\"1\", \"2\"]", "inside a list" },
    { "[\"a\", \"b\"]", "[\"a\"]", "inside a list" },
    { "\"\\n\\n\"…\"\\n\"", "\"\"", "at white space in a value" }, /* the middle is not shown */
    { "\"a\\r\"\n  \"l\": \"x\"", "\"a\"", "at a CR, or another character that may end a line" },
    { "\"a\"\n  \"l\": \"x\"", "\"b\"", "where a key is not given" }, /* that tells more */
};

/* The arguments of a call, as outcomes show them. */
static const struct {
    const char *expected, *actual, *when;
} ARGUMENTS[] = {
    { "  \"k\": \"a\"\n  \"l\": \"b \"\n", "  \"l\": \"b\"\n  \"k\": \"a\"\n",
      "at white space in a value" }, /* their order does not count */
    { "  \"k\": \"a\"\n", "", "where a key is not given" },
    { "  \"k\": \"\"\n", "", "where a value is empty, and is not given" },
    { "  \"k\": \"\\n\"\n", "", "where a value is empty, and is not given" },
    { "  \"k\": []\n", "", "where a list is empty, and is not given" },
    { "  \"k\": JSON \"[]\"\n", "", "where a list is empty, and is not given" },
    { "  \"k\": [\"a\"]\n", "", "where a key is not given" },
    { "  \"k\": \"" EMOJI "\\ufe0f[x]\"\n", "", "at " MARK " in a value" },
    { "", "  \"k\": \"a\"\n", "in their keys" },
    { "  \"k\": \"a\"\n", "  \"ks\": \"a\"\n", "in their keys" },
    { "  \"a\\\": b\": \"x\"\n", "  \"a\\\": b\": \"y\"\n", "inside a value" },
};

static mechanism mechanism_of_syntax(const char *syntax, const char *expected, const char *actual,
                                     difference_kind kind, harm does)
{
    const test_case t = { .id = "emoji-bracket/made",
                          .syntax = fp_syntax_find(fp_str_of(syntax)),
                          .input = FP_STR("x") };
    const result r = { .test = &t,
                       .check = "golden",
                       .clause = "EMOJI-BRACKET-1.1",
                       .verdict = VERDICT_WRONG,
                       .kind = difference_name(kind),
                       .harm = does,
                       .sentence = "it differs",
                       .expected = expected,
                       .actual = actual };

    return mechanism_of(&r);
}

static mechanism mechanism_in(const char *expected, const char *actual, difference_kind kind,
                              harm does)
{
    return mechanism_of_syntax("emoji-bracket", expected, actual, kind, does);
}

static void check_when(mechanism m, const char *when, size_t row)
{
    if (strcmp(m.when, when) != 0)
        fail_msg("row %zu: %s", row, m.when);
    mechanism_free(&m);
}

static void what_differs_in_a_value_decides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        char *expected = xformat("text \"\"\ncall \"t\"\n  \"k\": %s\n", VALUES[i].expected);
        /* A text that differs as well is not looked at. */
        char *actual = xformat("text \"\\n\"\ncall \"t\"\n  \"k\": %s\n", VALUES[i].actual);

        check_when(mechanism_in(expected, actual, DIFFERS_VALUE, HARM_ARGUMENTS), VALUES[i].when,
                   i);
        free(expected);
        free(actual);
    }
}

static void arguments_decide_by_their_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ARGUMENTS / sizeof *ARGUMENTS; i++) {
        char *expected = xformat("text \"\"\ncall \"t\"\n%s", ARGUMENTS[i].expected);
        char *actual = xformat("text \"\"\ncall \"t\"\n%s", ARGUMENTS[i].actual);

        check_when(mechanism_in(expected, actual, DIFFERS_KEYS, HARM_ARGUMENTS), ARGUMENTS[i].when,
                   i);
        free(expected);
        free(actual);
    }
}

static const struct {
    const char *expected, *actual, *when;
} TEXTS[] = {
    { "Hi there", "Hi", "at the end" },
    { "Hi \\u000b\\u3000", "Hi", "at white space" },
    { "Hi " EMOJI "\\ufe0f[]", "Hi", "at " MARK },
    { "a" EMOJI "\\ufe0f[]b", "ab", "at " MARK },
};

static void what_a_text_loses_decides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char *expected = xformat("text \"%s\"\n", TEXTS[i].expected);
        char *actual = xformat("text \"%s\"\n", TEXTS[i].actual);

        check_when(mechanism_in(expected, actual, DIFFERS_TEXT_LOST, HARM_TEXT), TEXTS[i].when, i);
        free(expected);
        free(actual);
    }
}

/* A token is a part of a mark in this notation. */
static void a_token_at_the_end_decides(void **state)
{
    (void)state;
    check_when(mechanism_of_syntax("deepseek-v3", "text \"a<｜tool▁call▁begin｜>f\"\n",
                                   "text \"a\"\n", DIFFERS_TEXT_LOST, HARM_TEXT),
               "at <｜tool▁call▁begin｜>", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_differs_in_a_value_decides),
        cmocka_unit_test(arguments_decide_by_their_keys),
        cmocka_unit_test(what_a_text_loses_decides),
        cmocka_unit_test(a_token_at_the_end_decides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
