/* SPDX-License-Identifier: Apache-2.0 */
/* test_tags_offer.c: two tags of one mark, which only names tell apart. */
#include <fencepost/tags.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char SAME[] = "two tags of an area have the same mark, and no offers tells them apart";

/* The table of tool-tags, with what is changed in it. */
typedef struct changed {
    fp_tags_table table;
    fp_tags_rules rules;
} changed;

static changed good(void)
{
    changed c = { .table = *(const fp_tags_table *)fp_syntax_find(fp_str_of("tool-tags"))->table };

    memcpy(c.rules, *c.table.strict, sizeof c.rules);
    return c;
}

static const char *fault_of(changed *c)
{
    c->table.strict = c->table.lenient = (const fp_tags_rules *)&c->rules;
    return fp_tags_fault(&c->table);
}

static void names_part_them(void **state)
{
    changed c = good();

    (void)state;
    assert_null(fault_of(&c));
    c.table.offers = NULL;
    assert_string_equal(fault_of(&c), SAME);
}

static void the_name_of_the_block_does_not(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 2; t++) {
        changed c = good();

        c.rules[FP_TAGS_BLOCK][t].name = FP_TAGS_OWN_NAME;
        assert_string_equal(fault_of(&c), SAME);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_part_them),
        cmocka_unit_test(the_name_of_the_block_does_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
