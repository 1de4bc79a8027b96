/* SPDX-License-Identifier: Apache-2.0 */
/* test_first.c: a table of messages that begin with their calls, which the engine cannot read, is
 * refused with the reason; those of the syntaxes are good. */
#include "engines/first.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A table without fault, of which each row of the test changes a copy. */
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
    .separator = ';',
    .wrong = "X-7",
    .unfinished = "X-8",
};

static void bad_object(fp_first_table *t)
{
    t->object.clauses.again = NULL;
}

static void empty_tag(fp_first_table *t)
{
    t->tag = "";
}

static void long_tag(fp_first_table *t)
{
    static char tag[UINT8_MAX + 2];

    memset(tag, 'x', UINT8_MAX + 1);
    t->tag = tag;
}

static void no_separator(fp_first_table *t)
{
    t->separator = 0;
}

static void one_bracket(fp_first_table *t)
{
    t->open = '[';
}

static void no_clause_of_wrong_bytes(fp_first_table *t)
{
    t->wrong = NULL;
}

static void no_clause_of_the_end(fp_first_table *t)
{
    t->unfinished = NULL;
}

static const struct {
    void (*change)(fp_first_table *t);
    const char *fault;
} REFUSED[] = {
    { bad_object, "no clause for what is given again" },
    { empty_tag, "a tag is empty, or too long" },
    { long_tag, "a tag is empty, or too long" },
    { no_separator, "a bracket or a separator is missing" },
    { one_bracket, "a bracket or a separator is missing" },
    { no_clause_of_wrong_bytes, "a clause is missing" },
    { no_clause_of_the_end, "a clause is missing" },
};

static void bad_tables_are_refused(void **state)
{
    fp_first_table without_tag = GOOD;

    (void)state;
    without_tag.tag = NULL;
    assert_null(fp_first_fault(&GOOD));
    assert_null(fp_first_fault(&without_tag));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_first_table table = GOOD;

        REFUSED[i].change(&table);
        assert_non_null(fp_first_fault(&table));
        assert_string_equal(fp_first_fault(&table), REFUSED[i].fault);
    }
}

static void the_tables_of_syntaxes_are_good(void **state)
{
    size_t count = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if ((*s)->step != fp_first_step)
            continue;
        count++;
        if (fp_first_fault((*s)->table))
            fail_msg("%s: %s", (*s)->id, fp_first_fault((*s)->table));
    }
    assert_true(count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(the_tables_of_syntaxes_are_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
