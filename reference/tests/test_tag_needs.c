/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_needs.c: what the parser of tags trusts to be in its table: taken out of the table of a
 * syntax, one at a time, the table is refused.
 */
#include "engines/tags.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void no_strict_rules(fp_tags_table *table)
{
    table->strict = NULL;
}

static void no_lenient_rules(fp_tags_table *table)
{
    table->lenient = NULL;
}

static void no_clause_of_lines(fp_tags_table *table)
{
    table->clauses.bad_line = NULL;
}

static void no_clause_of_other_ends(fp_tags_table *table)
{
    table->clauses.mismatched = NULL;
}

static void no_clause_of_ends_of_input(fp_tags_table *table)
{
    table->clauses.unfinished = NULL;
}

static void no_clause_of_wraps(fp_tags_table *table)
{
    table->clauses.bad_wrap = NULL;
}

static void no_clause_of_json(fp_tags_table *table)
{
    table->clauses.bad_json = NULL;
}

static void no_indent(fp_tags_table *table)
{
    table->layout.indent = NULL;
}

static void blocks_that_end_early(fp_tags_table *table)
{
    table->breaks = false;
}

static const char NO_RULES[] = "it has no rules for a value of policy recovery";
static const char NO_CLAUSE[] = "it lacks one of the clauses bad_line and unfinished";

static const struct {
    const char *syntax;
    void (*change)(fp_tags_table *table);
    const char *fault;
} REFUSED[] = {
    { "xml", no_strict_rules, NO_RULES },
    { "xml", no_lenient_rules, NO_RULES },
    { "xml", no_clause_of_lines, NO_CLAUSE },
    { "xml", no_clause_of_other_ends,
      "an end tag may be that of another block, and there is no clause mismatched" },
    { "xml", no_clause_of_ends_of_input, NO_CLAUSE },
    { "xml", no_indent, "its layout has no indent, not even an empty one" },
    { "qwen3-coder", no_clause_of_wraps, "a tag wraps blocks, and there is no clause bad_wrap" },
    { "kimi-k2", no_clause_of_json, "there is JSON in a block, and no clause bad_json" },
    { "kimi-k2", blocks_that_end_early,
      "what is not a tag does not break a block of JSON, or of a section" },
    { "glm", blocks_that_end_early,
      "what is not a tag does not break a block, and a tag in it opens another" },
    { "qwen3-coder", blocks_that_end_early,
      "what is not a tag does not break a block, and a tag in it opens another" },
};

static void a_table_that_lacks_something_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(REFUSED[i].syntax));
        fp_tags_table table = *(const fp_tags_table *)syntax->table;

        assert_null(fp_tags_fault(&table));
        REFUSED[i].change(&table);
        if (!fp_tags_fault(&table))
            fail_msg("row %zu has no fault", i);
        assert_string_equal(fp_tags_fault(&table), REFUSED[i].fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_lacks_something_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
