/* SPDX-License-Identifier: Apache-2.0 */
/* test_gemma.c: a table of a literal of its own that the engine cannot read is refused with the
 * reason. */
#include "engines/gemma.h"

#include "bad_tables.h"
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

/* A table without fault. */
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

#define GEMMA fp_gemma_table
typedef bool (*alphabet)(unsigned char c);

static const char MARK[] =
    "a mark is empty, or the byte that all begin with is not its first alone";
static const char SECOND[] =
    "the second byte of a mark does not show whether a call begins or ends";
static const char LIKE_QUOTE[] = "a mark begins like the quote";
static const char NO_LEAD[] =
    "lead is empty, which is between the mark that opens a call and its name";
static const char LONG[] = "a mark is longer than a header, which is held before it";
static const char NAME[] = "a name does not end before its literal, or a mark";

static const bad_table REFUSED[] = {
    NEEDED(GEMMA, open),
    NEEDED(GEMMA, close),
    NEEDED(GEMMA, quote),
    NEEDED(GEMMA, lead),
    NEEDED(GEMMA, clauses.long_mark),
    NEEDED(GEMMA, layout.bad_json),
    BAD_TEXT(GEMMA, open, "", MARK),
    BAD_TEXT(GEMMA, open, "<c<", MARK),
    BAD_TEXT(GEMMA, close, "", MARK),
    BAD_TEXT(GEMMA, close, "/call>", MARK),
    BAD_TEXT(GEMMA, quote, "", MARK),
    BAD_TEXT(GEMMA, close, "<case>", SECOND),
    BAD_TEXT(GEMMA, quote, "<call>2", LIKE_QUOTE),
    BAD_TEXT(GEMMA, quote, "<cal", LIKE_QUOTE),
    BAD_TEXT(GEMMA, quote, "</call>2", LIKE_QUOTE),
    BAD_TEXT(GEMMA, quote, "</", LIKE_QUOTE),
    BAD_TEXT(GEMMA, lead, "", NO_LEAD),
    BAD_TEXT(GEMMA, close, "</a-long-call>", LONG),
    BAD_TEXT(GEMMA, quote, "<a-long-quote>", LONG),
    BAD_VALUE(GEMMA, is_name, alphabet, NULL, "it has no is_name"),
    BAD_VALUE(GEMMA, is_key, alphabet, NULL, "it has no is_key"),
    BAD_VALUE(GEMMA, is_name, alphabet, is_any, NAME),
    BAD_VALUE(GEMMA, is_name, alphabet, is_any_but_a_brace, NAME),
    BAD_VALUE(GEMMA, is_key, alphabet, is_any, "a bare key does not end before what follows it"),
    BAD_VALUE(GEMMA, is_key, alphabet, is_letter_or_mark, "a bare key may begin like a mark"),
};

static const char *fault_of(const void *table)
{
    return fp_gemma_fault(table);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    check_bad_tables(&GOOD, sizeof GOOD, fault_of, REFUSED, sizeof REFUSED / sizeof *REFUSED);
}

/* -- the tables of the syntaxes -------------------------------------------------------------- */

/* A clause is one of the syntax: the id in capitals, a hyphen, and a number. */
static bool is_clause_of(const char *clause, const char *id)
{
    while (*id && *clause == (fp_is_letter((unsigned char)*id) ? *id & ~0x20 : *id))
        clause++, id++;
    return !*id && *clause == '-' && fp_is_digit((unsigned char)clause[1]);
}

static void check_clauses(const fp_syntax *syntax)
{
    const fp_gemma_table *table = syntax->table;
    const char *const *clauses = (const char *const *)&table->clauses;
    const char *const *refusals = (const char *const *)&table->layout;

    for (size_t k = 0; k < sizeof table->clauses / sizeof *clauses; k++)
        assert_true(is_clause_of(clauses[k], syntax->id));
    for (size_t k = 0; k < sizeof table->layout / sizeof *refusals; k++)
        assert_true(is_clause_of(refusals[k], syntax->id));
}

static void the_clauses_of_tables_are_of_their_syntaxes(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if ((*s)->step == fp_gemma_step)
            check_clauses(*s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(the_clauses_of_tables_are_of_their_syntaxes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
