/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_trees.c: which tables may have values that are trees of tags. */
#include <fencepost/plugin.h>
#include <fencepost/tags.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

extern const fp_syntax FP_MINIMAX_M3;

/* The tags of minimax-m3 that are changed below. */
enum { CALL = 2, ARG = 4, ARG_END = 5 };

typedef struct changed {
    fp_tags_table table;
    fp_tags_rules rules;
} changed;

/* As const, which an array is only with what it is in. */
static const fp_tags_rules *rules_of(const changed *c)
{
    return &c->rules;
}

static changed good(void)
{
    changed c;

    memcpy(&c.table, FP_MINIMAX_M3.table, sizeof c.table);
    memcpy(c.rules, c.table.strict, sizeof c.rules);
    return c;
}

static void grows_outside(changed *c)
{
    c->rules[FP_TAGS_SECTION][ARG] = c->rules[FP_TAGS_VALUE][ARG];
}

static void shrinks_in_a_block(changed *c)
{
    c->rules[FP_TAGS_BLOCK][ARG_END] = c->rules[FP_TAGS_BRANCH][ARG_END];
}

static void other_tag_in_a_part(changed *c)
{
    c->rules[FP_TAGS_BRANCH][3] = (fp_tags_rule){ FP_TAGS_STRAY, FP_TAGS_NO_NAME, "X-1" };
}

static void part_without_name(changed *c)
{
    c->rules[FP_TAGS_BRANCH][ARG_END].name = FP_TAGS_NO_NAME;
}

static void parts_without_end(changed *c)
{
    c->rules[FP_TAGS_BRANCH][ARG_END].act = FP_TAGS_NOTHING;
}

static void parts_without_parts(changed *c)
{
    c->rules[FP_TAGS_BRANCH][ARG].act = FP_TAGS_NOTHING;
}

static void tags_that_nest_too(changed *c)
{
    c->rules[FP_TAGS_VALUE][CALL] = (fp_tags_rule){ FP_TAGS_NESTS, FP_TAGS_NO_NAME, "X-1" };
}

static void trees_without_clause(changed *c)
{
    c->table.clauses.tree = NULL;
}

static void ends_without_clause(changed *c)
{
    c->table.clauses.mismatched = NULL;
}

static void blanks_before_keys(changed *c)
{
    c->table.tags[ARG].blanks = FP_TAGS_BEFORE_NAME;
}

static bool is_any(unsigned char c)
{
    return c != '>';
}

static void keys_that_hold_a_mark(changed *c)
{
    c->table.keys = (fp_tags_alphabet){ is_any, is_any, NULL };
}

static const struct {
    void (*change)(changed *c);
    const char *fault;
} REFUSED[] = {
    { grows_outside,
      "a tag of parts is where none are, or has no name, or another tag is among them" },
    { shrinks_in_a_block,
      "a tag of parts is where none are, or has no name, or another tag is among them" },
    { other_tag_in_a_part,
      "a tag of parts is where none are, or has no name, or another tag is among them" },
    { part_without_name,
      "a tag of parts is where none are, or has no name, or another tag is among them" },
    { parts_without_end, "no tag begins a part, or none ends one" },
    { parts_without_parts, "no tag begins a part, or none ends one" },
    { tags_that_nest_too,
      "a value with parts may be JSON or quoted, or has tags that nest otherwise" },
    { trees_without_clause, "a value may have parts, and there is no clause tree" },
    { ends_without_clause,
      "an end tag may be that of another block, and there is no clause mismatched" },
    { blanks_before_keys,
      "a mark and the name after it can be how another mark of the area begins" },
    { keys_that_hold_a_mark,
      "a mark and the name after it can be how another mark of the area begins" },
};

/* In either table of rules. */
static void bad_tables_are_refused(void **state)
{
    const fp_tags_table *table = FP_MINIMAX_M3.table;

    (void)state;
    assert_null(fp_tags_fault(table));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        for (unsigned lenient = 0; lenient < 2; lenient++) {
            changed c = good();

            REFUSED[i].change(&c);
            c.table.strict = lenient ? table->strict : rules_of(&c);
            c.table.lenient = lenient ? rules_of(&c) : table->lenient;
            assert_non_null(fp_tags_fault(&c.table));
            assert_string_equal(fp_tags_fault(&c.table), REFUSED[i].fault);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
    };

    return cmocka_run_group_tests_name("tag_trees", tests, NULL, NULL);
}
