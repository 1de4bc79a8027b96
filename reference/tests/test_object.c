/* SPDX-License-Identifier: Apache-2.0 */
/* test_object.c: a table of objects that the engine cannot read is refused with the reason; and
 * what is longer in an object than a case is. */
#include "engines/object.h"

#include "core/ascii.h"
#include "eventlog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A table without fault, of which each row of the test changes a copy. */
static const fp_object_table GOOD = {
    .members = { { "n", FP_OBJECT_NAME },
                 { "a", FP_OBJECT_ARGUMENTS },
                 { "b", FP_OBJECT_ARGUMENTS } },
    .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", "X-6", "X-7" },
    .layout = { .before = "{\"n\":",
                .between = ",\"a\":{",
                .after = "}}",
                .comma = ",",
                .levels = 2,
                .bad_name = "X-8",
                .bad_bytes = "X-8",
                .bad_json = "X-8",
                .over = "X-8" },
};

static void keyed_with_members(fp_object_table *t)
{
    t->keyed = true;
}

static void too_many_members(fp_object_table *t)
{
    static const char *const KEYS[] = { "c", "d", "e", "f", "g" };

    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        t->members[3 + i] = (fp_object_member){ KEYS[i], FP_OBJECT_ARGUMENTS };
}

static void other_member(fp_object_table *t)
{
    t->members[1].is = FP_OBJECT_OTHER;
}

static void member_of_the_parser(fp_object_table *t)
{
    t->members[1].is = FP_OBJECT_TEXT;
}

static void same_key(fp_object_table *t)
{
    t->members[2].key = "n";
}

static void same_key_later(fp_object_table *t)
{
    t->members[2].key = "a";
}

static void no_name(fp_object_table *t)
{
    t->members[0].is = FP_OBJECT_ARGUMENTS;
}

static void no_arguments(fp_object_table *t)
{
    t->members[1].key = NULL;
}

static void no_clause_again(fp_object_table *t)
{
    t->clauses.again = NULL;
}

static void no_clause_duplicate(fp_object_table *t)
{
    t->clauses.duplicate = NULL;
}

static void no_clause_arguments(fp_object_table *t)
{
    t->clauses.bad_arguments = NULL;
}

static void no_clause_text(fp_object_table *t)
{
    t->clauses.bad_text = NULL;
}

static void no_clause_name(fp_object_table *t)
{
    t->clauses.bad_name = NULL;
}

static void no_clause_long_name(fp_object_table *t)
{
    t->clauses.long_name = NULL;
}

static void no_clause_unfinished(fp_object_table *t)
{
    t->clauses.unfinished = NULL;
}

static void no_before(fp_object_table *t)
{
    t->layout.before = NULL;
}

static void no_between(fp_object_table *t)
{
    t->layout.between = NULL;
}

static void no_after(fp_object_table *t)
{
    t->layout.after = NULL;
}

static void no_comma(fp_object_table *t)
{
    t->layout.comma = NULL;
}

static void no_levels(fp_object_table *t)
{
    t->layout.levels = 0;
}

static void no_refusal_of_names(fp_object_table *t)
{
    t->layout.bad_name = NULL;
}

static void no_refusal_of_bytes(fp_object_table *t)
{
    t->layout.bad_bytes = NULL;
}

static void no_refusal_of_json(fp_object_table *t)
{
    t->layout.bad_json = NULL;
}

static void no_refusal_of_limits(fp_object_table *t)
{
    t->layout.over = NULL;
}

static void no_refusal_of_ids(fp_object_table *t)
{
    t->layout.id = ",\"i\":";
}

static void refusal_of_no_ids(fp_object_table *t)
{
    t->layout.bad_id = "X-8";
}

static const struct {
    void (*change)(fp_object_table *t);
    const char *fault;
} REFUSED[] = {
    { too_many_members, "there are more members than a parser can tell apart" },
    { other_member, "a member is neither the name, the arguments nor the id" },
    { member_of_the_parser, "a member is neither the name, the arguments nor the id" },
    { keyed_with_members, "a table whose first key is the name has members" },
    { same_key, "two members have the same key" },
    { same_key_later, "two members have the same key" },
    { no_name, "no member is the name" },
    { no_arguments, "no member is the arguments" },
    { no_clause_again, "no clause for what is given again" },
    { no_clause_duplicate, "no clause for what is given again" },
    { no_clause_arguments, "no clause for arguments that are not an object" },
    { no_clause_text, "no clause for arguments that are not an object" },
    { no_clause_name, "no clause for a call without a name" },
    { no_clause_long_name, "one of the clauses of calls that are given out as a whole is missing" },
    { no_clause_unfinished,
      "one of the clauses of calls that are given out as a whole is missing" },
    { no_before, "the layout of a call is not whole" },
    { no_between, "the layout of a call is not whole" },
    { no_after, "the layout of a call is not whole" },
    { no_comma, "the layout of a call is not whole" },
    { no_levels, "no bracket is open around a value" },
    { no_refusal_of_names, "no clause for a call that is refused" },
    { no_refusal_of_bytes, "no clause for a call that is refused" },
    { no_refusal_of_json, "no clause for a call that is refused" },
    { no_refusal_of_limits, "no clause for a call that is refused" },
    { no_refusal_of_ids, "no clause for a call that is refused" },
    { refusal_of_no_ids, "no clause for a call that is refused" },
};

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_null(fp_object_fault(&GOOD));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_object_table table = GOOD;

        REFUSED[i].change(&table);
        assert_non_null(fp_object_fault(&table));
        assert_string_equal(fp_object_fault(&table), REFUSED[i].fault);
    }
}

/* -- the tables of the syntaxes -------------------------------------------------------------- */

static const char *const SYNTAXES[] = { "hermes",      "internlm", "json-envelope",
                                        "llama3-json", "longcat",  "mistral-v7" };

static const fp_object_table *table_of(size_t i)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(SYNTAXES[i]));

    assert_non_null(syntax);
    assert_non_null(syntax->table);
    return syntax->table;
}

static void the_tables_of_syntaxes_are_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SYNTAXES / sizeof *SYNTAXES; i++)
        if (fp_object_fault(table_of(i)))
            fail_msg("%s: %s", SYNTAXES[i], fp_object_fault(table_of(i)));
}

/* A clause is one of the syntax, or of its family: the id in capitals, a hyphen, and a number. */
static bool is_clause_of(const char *clause, const char *id)
{
    while (id && *id && *clause == (fp_is_letter((unsigned char)*id) ? *id & ~0x20 : *id))
        clause++, id++;
    return id && !*id && *clause == '-' && fp_is_digit((unsigned char)clause[1]);
}

static void check_clause(const char *clause, const fp_syntax *syntax)
{
    if (clause && !is_clause_of(clause, syntax->id) && !is_clause_of(clause, syntax->family))
        fail_msg("a table has the clause %s", clause);
}

/* `explain` shows them, which no case looks at. */
static void the_clauses_of_tables_are_of_their_syntaxes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SYNTAXES / sizeof *SYNTAXES; i++) {
        const fp_object_table *table = table_of(i);
        const char *const *clauses = (const char *const *)&table->clauses;
        const fp_syntax *syntax = fp_syntax_find(fp_str_of(SYNTAXES[i]));

        for (size_t k = 0; k < sizeof table->clauses / sizeof *clauses; k++)
            check_clause(clauses[k], syntax);
        check_clause(table->layout.bad_name, syntax);
        check_clause(table->layout.duplicate, syntax);
        check_clause(table->layout.bad_bytes, syntax);
        check_clause(table->layout.bad_id, syntax);
        check_clause(table->layout.bad_json, syntax);
        check_clause(table->layout.lone, syntax);
        check_clause(table->layout.over, syntax);
    }
}

/* -- long values ----------------------------------------------------------------------------- */

enum { SURROGATES = 200, ESCAPE = 6 };

typedef struct found {
    size_t count;
    uint64_t next; /* offset of the next one */
    bool misplaced;
} found;

static int take_event(void *context, const fp_event *event)
{
    found *f = context;

    if (event->type != FP_EVENT_DIAGNOSTIC)
        return 0;
    f->misplaced = f->misplaced || event->diagnostic.offset != f->next;
    f->next += ESCAPE;
    f->count++;
    return 0;
}

/* JSON-ENVELOPE-1.5: each of them, however many follow each other. */
static void each_lone_surrogate_is_diagnosed(void **state)
{
    static const char BEFORE[] = "{\"tool_calls\": [{\"tool\": \"t\", \"args\": {\"k\": \"";
    static const char AFTER[] = "\"}}]}";
    const fp_syntax *syntax = fp_syntax_find(FP_STR("json-envelope"));
    const fp_options options = fp_options_default(syntax);
    found f = { .next = sizeof BEFORE - 1 };
    fp_parser *parser = fp_parser_new(syntax, &options, take_event, &f);

    (void)state;
    assert_non_null(parser);
    assert_int_equal(fp_parser_feed(parser, BEFORE, sizeof BEFORE - 1), FP_OK);
    for (size_t i = 0; i < SURROGATES; i++)
        assert_int_equal(fp_parser_feed(parser, "\\ud800", ESCAPE), FP_OK);
    assert_int_equal(fp_parser_feed(parser, AFTER, sizeof AFTER - 1), FP_OK);
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
    assert_int_equal(f.count, SURROGATES);
    assert_false(f.misplaced);
}

/* JSON-ENVELOPE-8.7: the document's own brace is never too deep, even where no level is allowed. */
static void no_level(void **state)
{
    static const char TEXT[] = "{\"thought\": \"words\", \"tool_calls\": []}";
    const fp_syntax *syntax = fp_syntax_find(FP_STR("json-envelope"));
    eventlog logs[2] = { { 0 }, { 0 } };

    (void)state;
    for (size_t depth = 0; depth < 2; depth++) {
        fp_options options = fp_options_default(syntax);
        fp_parser *parser;

        options.limits.depth = depth;
        parser = fp_parser_new(syntax, &options, eventlog_sink, &logs[depth]);
        assert_int_equal(fp_parser_feed(parser, TEXT, strlen(TEXT)), FP_OK);
        assert_int_equal(fp_parser_finish(parser), FP_OK);
        fp_parser_free(parser);
    }
    assert_true(logs[1].len > 0 && eventlog_equal(&logs[0], &logs[1]));
    eventlog_free(&logs[0]);
    eventlog_free(&logs[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(the_tables_of_syntaxes_are_good),
        cmocka_unit_test(the_clauses_of_tables_are_of_their_syntaxes),
        cmocka_unit_test(each_lone_surrogate_is_diagnosed),
        cmocka_unit_test(no_level),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
