/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_quotes.c: which tables of tags may quote values, and what they have to say for it. */
#include "engines/tags.h"

#include "core/ascii.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { OPEN, CLOSE, KEY, KEY_END, QUOTE, QUOTE_END };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c);
}

/* What is wrong with a table that has all this; NULL: nothing is. */
typedef struct row {
    fp_tags_area quotes, ends;  /* where the tags are that begin and end what is quoted */
    fp_tags_act act;            /* of the latter; */
    fp_tags_name name;          /* its name, */
    const char *mark, *end;     /* how it begins, and what follows its name */
    const char *quoted, *fault; /* which values are quoted */
} row;

static const char MISUSED[] = "a tag quotes what is not a value, or does not end what is quoted";
static const char ALONE[] = "no tag ends a quoted value, or none begins one";

/* clang-format off */
static const row ROWS[] = {
    { FP_TAGS_VALUE, FP_TAGS_QUOTED, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "]</k>", NULL, "<", NULL },
    { FP_TAGS_VALUE, FP_TAGS_QUOTED, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "</q>", NULL, "<", NULL },
    { FP_TAGS_BLOCK, FP_TAGS_QUOTED, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "]</k>", NULL, "<", MISUSED },
    { FP_TAGS_VALUE, FP_TAGS_QUOTED, FP_TAGS_STRAY, FP_TAGS_NO_NAME, "]</k>", NULL, "<", MISUSED },
    { FP_TAGS_VALUE, FP_TAGS_QUOTED, FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "]</", ">", "<", MISUSED },
    { FP_TAGS_VALUE, FP_TAGS_VALUE, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "</q>", NULL, "<", ALONE },
    { FP_TAGS_FOREIGN, FP_TAGS_QUOTED, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "]</k>", NULL, "<",
      MISUSED },
    { FP_TAGS_VALUE, FP_TAGS_QUOTED, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "]</k>", NULL, NULL,
      "nothing says which values are quoted" },
    { FP_TAGS_VALUE, FP_TAGS_VALUE, FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "]</k>", NULL, "<", ALONE },
};
/* clang-format on */

static const char *fault_of(const row *r)
{
    fp_tags_rules rules = {
        [FP_TAGS_OUTSIDE] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" } },
        [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" },
                            [KEY] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "X-1" } },
        [FP_TAGS_VALUE] = { [KEY_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "X-1" } },
    };
    const fp_tags_rules *const all = (const fp_tags_rules *)&rules;
    const fp_tags_table table = {
        .tags = { [OPEN] = { "<f=", ">", false, 0 },
                  [CLOSE] = { "</f>", NULL, false, 0 },
                  [KEY] = { "<k=", ">", true, 0 },
                  [KEY_END] = { "</k>", NULL, true, 0 },
                  [QUOTE] = { "<q>", NULL, true, 0 },
                  [QUOTE_END] = { r->mark, r->end, true, 0 } },
        .strict = all,
        .lenient = all,
        .names = { is_name, is_name, NULL },
        .keys = { is_name, is_name, NULL },
        .breaks = true,
        .clauses = { .mismatched = "X-1", .bad_line = "X-1", .unfinished = "X-1" },
        .layout = { .indent = "", .quoted = r->quoted },
    };

    rules[r->quotes][QUOTE] = (fp_tags_rule){ FP_TAGS_QUOTES, FP_TAGS_NO_NAME, "X-1" };
    rules[r->ends][QUOTE_END] = (fp_tags_rule){ (uint8_t)r->act, (uint8_t)r->name, "X-1" };
    return fp_tags_fault(&table);
}

static void tables_say_what_they_quote(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const char *fault = fault_of(&ROWS[i]);

        if (!fault != !ROWS[i].fault || (fault && strcmp(fault, ROWS[i].fault) != 0))
            fail_msg("row %zu: %s", i, fault ? fault : "nothing is wrong");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(tables_say_what_they_quote) };

    return cmocka_run_group_tests_name("quoted values of tags", tests, NULL, NULL);
}
