/* SPDX-License-Identifier: Apache-2.0 */
/* test_gemma.c: a table of a literal of its own that the engine cannot read is refused with the
 * reason; those of the syntaxes are good. */
#include "engines/gemma.h"

#include "core/ascii.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool is_letter(unsigned char c)
{
    return fp_is_letter(c);
}

static bool is_any(unsigned char c)
{
    return c != '<';
}

static bool is_any_but_a_brace(unsigned char c)
{
    return c != '{';
}

static bool is_letter_or_mark(unsigned char c)
{
    return fp_is_letter(c) || c == '<';
}

/* A table without fault, of which each row of the test changes a copy. */
static const fp_gemma_table GOOD = {
    .open = "<call>",
    .close = "</call>",
    .quote = "<q>",
    .lead = "c:",
    .is_name = is_letter,
    .is_key = is_letter,
    .clauses = { "X-1", "X-1", "X-1", "X-1", "X-1", "X-1", "X-1", "X-1", "X-1", "X-1", "X-1",
                 "X-1" },
    .layout = { "X-2", "X-2", "X-2", "X-2" },
};

static void no_open(fp_gemma_table *t)
{
    t->open = NULL;
}

static void empty_open(fp_gemma_table *t)
{
    t->open = "";
}

static void open_with_its_first_byte_again(fp_gemma_table *t)
{
    t->open = "<c<";
}

static void no_close(fp_gemma_table *t)
{
    t->close = NULL;
}

static void close_of_another_byte(fp_gemma_table *t)
{
    t->close = "/call>";
}

static void no_quote(fp_gemma_table *t)
{
    t->quote = NULL;
}

static void close_like_open(fp_gemma_table *t)
{
    t->close = "<case>";
}

static void quote_like_open(fp_gemma_table *t)
{
    t->quote = "<call>2";
}

static void open_like_quote(fp_gemma_table *t)
{
    t->quote = "<cal";
}

static void quote_like_close(fp_gemma_table *t)
{
    t->quote = "</call>2";
}

static void close_like_quote(fp_gemma_table *t)
{
    t->quote = "</";
}

static void no_lead(fp_gemma_table *t)
{
    t->lead = NULL;
}

static void empty_lead(fp_gemma_table *t)
{
    t->lead = "";
}

static void long_close(fp_gemma_table *t)
{
    t->close = "</a-long-call>";
}

static void long_quote(fp_gemma_table *t)
{
    t->quote = "<a-long-quote>";
}

static void no_names(fp_gemma_table *t)
{
    t->is_name = NULL;
}

static void no_keys(fp_gemma_table *t)
{
    t->is_key = NULL;
}

static void names_with_braces(fp_gemma_table *t)
{
    t->is_name = is_any;
}

static void names_with_marks(fp_gemma_table *t)
{
    t->is_name = is_any_but_a_brace;
}

static void keys_with_colons(fp_gemma_table *t)
{
    t->is_key = is_any;
}

static void keys_with_marks(fp_gemma_table *t)
{
    t->is_key = is_letter_or_mark;
}

static void no_clause(fp_gemma_table *t)
{
    t->clauses.long_mark = NULL;
}

static void no_refusal(fp_gemma_table *t)
{
    t->layout.bad_json = NULL;
}

static const char MARK[] =
    "a mark is missing, or the byte that all begin with is not its first alone";
static const char LIKE_QUOTE[] = "a mark begins like the quote";
static const char NO_LEAD[] = "nothing is between the mark that opens a call and its name";
static const char LONG[] = "a mark is longer than a header, which is held before it";
static const char NAME[] = "a name does not end before its literal, or a mark";

static const struct {
    void (*change)(fp_gemma_table *t);
    const char *fault;
} REFUSED[] = {
    { no_open, MARK },
    { empty_open, MARK },
    { open_with_its_first_byte_again, MARK },
    { no_close, MARK },
    { close_of_another_byte, MARK },
    { no_quote, MARK },
    { close_like_open, "the second byte of a mark does not show whether a call begins or ends" },
    { quote_like_open, LIKE_QUOTE },
    { open_like_quote, LIKE_QUOTE },
    { quote_like_close, LIKE_QUOTE },
    { close_like_quote, LIKE_QUOTE },
    { no_lead, NO_LEAD },
    { empty_lead, NO_LEAD },
    { long_close, LONG },
    { long_quote, LONG },
    { no_names, "names or keys have no alphabet" },
    { no_keys, "names or keys have no alphabet" },
    { names_with_braces, NAME },
    { names_with_marks, NAME },
    { keys_with_colons, "a bare key does not end before what follows it" },
    { keys_with_marks, "a bare key may begin like a mark" },
    { no_clause, "a clause is missing" },
    { no_refusal, "a clause is missing" },
};

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_null(fp_gemma_fault(&GOOD));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_gemma_table table = GOOD;

        REFUSED[i].change(&table);
        if (!fp_gemma_fault(&table))
            fail_msg("row %zu is not refused", i);
        assert_string_equal(fp_gemma_fault(&table), REFUSED[i].fault);
    }
}

/* -- the tables of the syntaxes -------------------------------------------------------------- */

static const char *const SYNTAXES[] = { "function-gemma", "gemma4" };

/* A clause is one of the syntax: the id in capitals, a hyphen, and a number. */
static bool is_clause_of(const char *clause, const char *id)
{
    while (*id && *clause == (fp_is_letter((unsigned char)*id) ? *id & ~0x20 : *id))
        clause++, id++;
    return !*id && *clause == '-' && fp_is_digit((unsigned char)clause[1]);
}

static void the_tables_of_syntaxes_are_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SYNTAXES / sizeof *SYNTAXES; i++) {
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(SYNTAXES[i]));
        const fp_gemma_table *table = syntax->table;
        const char *const *clauses = (const char *const *)&table->clauses;
        const char *const *refusals = (const char *const *)&table->layout;

        assert_null(fp_gemma_fault(table));
        for (size_t k = 0; k < sizeof table->clauses / sizeof *clauses; k++)
            assert_true(is_clause_of(clauses[k], syntax->id));
        for (size_t k = 0; k < sizeof table->layout / sizeof *refusals; k++)
            assert_true(is_clause_of(refusals[k], syntax->id));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(the_tables_of_syntaxes_are_good),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
