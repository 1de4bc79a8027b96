/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_ends.c: blanks in what follows the name of a tag, and a tag that ends before a byte:
 * which tables the engine of tags refuses. */
#include "engines/tags.h"

#include <fencepost/parser.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { CALL, CALL_END, ARG }; /* of glm */

static bool has_blanks(unsigned char c)
{
    return c != '<';
}

static bool has_marks(unsigned char c)
{
    return c > ' ';
}

static bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static void newline_first(fp_tags_table *table)
{
    table->tags[ARG].end = "\n</arg_key>";
}

static void newline_last(fp_tags_table *table)
{
    table->tags[ARG].end = "</arg_key>\n";
}

static void two_newlines(fp_tags_table *table)
{
    table->tags[ARG].end = "</arg_key>\n\n<arg_value>";
}

static void newline_and_blank(fp_tags_table *table)
{
    table->tags[ARG].end = "</arg_key>\n <arg_value>";
}

static void number_first(fp_tags_table *table)
{
    table->tags[ARG].end = "1</arg_key>";
}

static void number_last(fp_tags_table *table)
{
    table->tags[ARG].end = "</arg_key>1";
}

static void two_digits(fp_tags_table *table)
{
    table->tags[ARG].end = "</arg_key>12<arg_value>";
}

static void argument_before_a_byte(fp_tags_table *table)
{
    table->tags[ARG].end = "\n";
}

static void name_with_blanks(fp_tags_table *table)
{
    table->names.has = has_blanks;
}

static void name_with_marks(fp_tags_table *table)
{
    table->names.has = has_marks;
}

static void id_with_marks(fp_tags_table *table)
{
    table->id = (fp_tags_id){ "", ':', has_marks, "0" };
}

static const struct {
    void (*change)(fp_tags_table *table);
    const char *fault;
} REFUSED[] = {
    { newline_first, "a newline is at an end of what follows a name, or next to a blank" },
    { newline_last, "a newline is at an end of what follows a name, or next to a blank" },
    { two_newlines, "a newline is at an end of what follows a name, or next to a blank" },
    { newline_and_blank, "a newline is at an end of what follows a name, or next to a blank" },
    { number_first, "a number is at an end of what follows a name, or longer than a digit" },
    { number_last, "a number is at an end of what follows a name, or longer than a digit" },
    { two_digits, "a number is at an end of what follows a name, or longer than a digit" },
    { argument_before_a_byte, "a tag that a line end follows opens no block" },
    { name_with_blanks, "what ends a name is a byte of names" },
    { name_with_marks, "what ends a name is a byte of names" },
    { id_with_marks, "what ends an id is a byte of it" },
};

static fp_tags_table good(void)
{
    return *(const fp_tags_table *)fp_syntax_find(FP_STR("glm"))->table;
}

static void bad_ends_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_tags_table table = good();

        assert_null(fp_tags_fault(&table));
        REFUSED[i].change(&table);
        assert_non_null(fp_tags_fault(&table));
        assert_string_equal(fp_tags_fault(&table), REFUSED[i].fault);
    }
}

/* A tag that ends before a byte may have an id; and blanks may be in several places. */
static void good_ends_are_not(void **state)
{
    fp_tags_table table = good();

    (void)state;
    table.id = (fp_tags_id){ "", ':', is_digit, "0" };
    table.tags[ARG].end = "</arg_key>\n=\n<arg_value>";
    assert_null(fp_tags_fault(&table));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_ends_are_refused),
        cmocka_unit_test(good_ends_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
