/* SPDX-License-Identifier: Apache-2.0 */
/* test_array.c: a table of arrays that the engine cannot read is refused with the reason; those of
 * the syntaxes are good. */
#include "engines/array.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A table without fault, of which each row of the test changes a copy. */
static const fp_array_table GOOD = {
    .object = { .members = { { "n", FP_OBJECT_NAME }, { "a", FP_OBJECT_ARGUMENTS } },
                .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", NULL, NULL },
                .layout = { .before = "<[{\"n\":",
                            .between = ",\"a\":{",
                            .after = "}}]",
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "X-6",
                            .bad_bytes = "X-6",
                            .bad_json = "X-6",
                            .over = "X-6" } },
    .open = "<",
    .close = ">",
};

static void bad_object(fp_array_table *t)
{
    t->object.clauses.again = NULL;
}

static void no_mark(fp_array_table *t)
{
    t->open = NULL;
}

static void empty_end_mark(fp_array_table *t)
{
    t->close = "";
}

static void first_byte_twice(fp_array_table *t)
{
    t->close = "><>";
}

static void other_mark_written(fp_array_table *t)
{
    t->open = "(";
}

static void no_brace_written(fp_array_table *t)
{
    t->object.layout.before = "<[\"n\":";
}

static void one_brace_after(fp_array_table *t)
{
    t->object.layout.after = "}]";
}

static const struct {
    void (*change)(fp_array_table *t);
    const char *fault;
} REFUSED[] = {
    { bad_object, "no clause for what is given again" },
    { no_mark, "a mark is empty, too long, or has its first byte twice" },
    { empty_end_mark, "a mark is empty, too long, or has its first byte twice" },
    { first_byte_twice, "a mark is empty, too long, or has its first byte twice" },
    { other_mark_written, "a call is not written with the mark before it" },
    { no_brace_written, "a call is not written with the mark before it" },
    { one_brace_after, "a call is not written with two braces after it" },
};

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_null(fp_array_fault(&GOOD));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_array_table table = GOOD;

        REFUSED[i].change(&table);
        assert_non_null(fp_array_fault(&table));
        assert_string_equal(fp_array_fault(&table), REFUSED[i].fault);
    }
}

static void the_tables_of_syntaxes_are_good(void **state)
{
    size_t count = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if (!(*s)->family || strcmp((*s)->family, "array") != 0)
            continue;
        count++;
        if (fp_array_fault((*s)->table))
            fail_msg("%s: %s", (*s)->id, fp_array_fault((*s)->table));
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
