/* SPDX-License-Identifier: Apache-2.0 */
/* test_first.c: a table of messages that begin with their calls, which the engine cannot read, is
 * refused with the reason. */
#include "engines/first.h"

#include "bad_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A table without fault. */
static const fp_first_table GOOD = {
    .object = { .members = { { "n", FP_OBJECT_NAME }, { "a", FP_OBJECT_ARGUMENTS } },
                .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", NULL, NULL },
                .layout = { .before = "{\"n\":",
                            .between = ",\"a\":{",
                            .after = "}}",
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "X-6",
                            .bad_bytes = "X-6",
                            .bad_json = "X-6",
                            .over = "X-6" } },
    .tag = "<t>",
    .open = '(',
    .separator = ';',
    .close = ')',
    .wrong = "X-7",
    .unfinished = "X-8",
};

#define FIRST fp_first_table

static const char BAD_TAG[] = "its tag is empty, or too long";
static const char TAG_BEGINS[] = "its tag begins as what may be in its place";
static const char ONE_BRACKET[] = "it has one of open and close, which come together";
static const char BAD_BYTE[] = "open, close or separator is a blank, or a brace";

static const bad_table REFUSED[] = {
    NEEDED(FIRST, wrong),
    NEEDED(FIRST, unfinished),
    BAD_VALUE(FIRST, separator, char, 0, "it has no separator"),
    BAD_TEXT(FIRST, object.clauses.again, NULL, "it has no clauses.again"),
    BAD_TEXT(FIRST, tag, "", BAD_TAG),
    BAD_TEXT(FIRST, tag, TOO_LONG, BAD_TAG),
    BAD_TEXT(FIRST, tag, "{t}", TAG_BEGINS),
    BAD_TEXT(FIRST, tag, " t", TAG_BEGINS),
    BAD_TEXT(FIRST, tag, "(t)", TAG_BEGINS),
    BAD_VALUE(FIRST, open, char, 0, ONE_BRACKET),
    BAD_VALUE(FIRST, close, char, 0, ONE_BRACKET),
    BAD_VALUE(FIRST, open, char, '{', BAD_BYTE),
    BAD_VALUE(FIRST, close, char, '\n', BAD_BYTE),
    BAD_VALUE(FIRST, separator, char, ' ', BAD_BYTE),
    BAD_VALUE(FIRST, close, char, ';', "separator and close are the same byte"),
};

static const char *fault_of(const void *table)
{
    return fp_first_fault(table);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    check_bad_tables(&GOOD, sizeof GOOD, fault_of, REFUSED, sizeof REFUSED / sizeof *REFUSED);
}

/* Neither a tag nor brackets are needed. */
static void the_least_table_is_good(void **state)
{
    fp_first_table least = GOOD;

    (void)state;
    least.tag = NULL;
    least.open = least.close = 0;
    assert_null(fp_first_fault(&least));
    least.object.keyed = true;
    least.object.members[0].key = NULL;
    assert_string_equal(
        fp_first_fault(&least),
        "a call is known by the key of its arguments, and the first key is the name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(the_least_table_is_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
