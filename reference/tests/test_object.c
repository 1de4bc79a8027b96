/* SPDX-License-Identifier: Apache-2.0 */
/* test_object.c: a table of objects that the engine cannot read is refused with the reason; and
 * what is longer in an object than a case is. */
#include "engines/object.h"

#include "bad_tables.h"
#include "core/ascii.h"
#include "eventlog.h"
#include "syntaxes/json-envelope.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* A table without fault, with all that a table can have. */
static const fp_object_table GOOD = {
    .members = { { "n", FP_OBJECT_NAME },
                 { "a", FP_OBJECT_ARGUMENTS },
                 { "b", FP_OBJECT_ARGUMENTS } },
    .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", "X-6", "X-7" },
    .layout = { .before = "{\"n\":",
                .between = ",\"a\":{",
                .after = "}}",
                .id = ",\"i\":",
                .id_first = "{\"i\":",
                .to_name = ",\"n\":",
                .comma = ",",
                .levels = 2,
                .bad_name = "X-8",
                .bad_bytes = "X-8",
                .bad_id = "X-8",
                .bad_json = "X-8",
                .over = "X-8" },
};

#define OBJECT fp_object_table

static const char OTHER[] = "one of its members is neither the name, the arguments nor the id";
static const char SAME_KEY[] = "two members have the same key";
static const char WHOLE[] =
    "it has one of clauses.long_name and clauses.unfinished, which come together";
static const char ID[] = "it has one of layout.id and layout.bad_id, which come together";
static const char ID_FIRST[] =
    "it has one of layout.id_first and layout.to_name, which come together";

static const bad_table REFUSED[] = {
    NEEDED(OBJECT, clauses.again),
    NEEDED(OBJECT, clauses.duplicate),
    NEEDED(OBJECT, clauses.bad_arguments),
    NEEDED(OBJECT, clauses.bad_text),
    NEEDED(OBJECT, clauses.bad_name),
    NEEDED(OBJECT, layout.before),
    NEEDED(OBJECT, layout.between),
    NEEDED(OBJECT, layout.after),
    NEEDED(OBJECT, layout.comma),
    BAD_VALUE(OBJECT, layout.levels, size_t, 0, "it has no layout.levels"),
    NEEDED(OBJECT, layout.bad_name),
    NEEDED(OBJECT, layout.bad_bytes),
    NEEDED(OBJECT, layout.bad_json),
    NEEDED(OBJECT, layout.over),
    BAD_TEXT(OBJECT, clauses.long_name, NULL, WHOLE),
    BAD_TEXT(OBJECT, clauses.unfinished, NULL, WHOLE),
    BAD_TEXT(OBJECT, layout.id, NULL, ID),
    BAD_TEXT(OBJECT, layout.bad_id, NULL, ID),
    BAD_TEXT(OBJECT, layout.id_first, NULL, ID_FIRST),
    BAD_TEXT(OBJECT, layout.to_name, NULL, ID_FIRST),
    BAD_VALUE(OBJECT, keyed, bool, true, "a table whose first key is the name has members"),
    BAD_VALUE(OBJECT, members[1].is, uint8_t, FP_OBJECT_OTHER, OTHER),
    BAD_VALUE(OBJECT, members[1].is, uint8_t, FP_OBJECT_TEXT, OTHER),
    BAD_TEXT(OBJECT, members[2].key, "n", SAME_KEY),
    BAD_TEXT(OBJECT, members[2].key, "a", SAME_KEY),
    BAD_TEXT(OBJECT, members[2].key, "", "one of its members has an empty key"),
    BAD_VALUE(OBJECT, members[0].is, uint8_t, FP_OBJECT_ARGUMENTS,
              "none of its members is the name"),
    BAD_TEXT(OBJECT, members[0].key, NULL, "none of its members is the name"),
    BAD_TEXT(OBJECT, members[1].key, NULL, "none of its members is the arguments"),
};

static const char *fault_of(const void *table)
{
    return fp_object_fault(table);
}

static void bad_tables_are_refused(void **state)
{
    static const char *const KEYS[] = { "c", "d", "e", "f", "g" };
    fp_object_table many = GOOD, no_id = GOOD;

    (void)state;
    check_bad_tables(&GOOD, sizeof GOOD, fault_of, REFUSED, sizeof REFUSED / sizeof *REFUSED);
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        many.members[3 + i] = (fp_object_member){ KEYS[i], FP_OBJECT_ARGUMENTS };
    assert_string_equal(fp_object_fault(&many),
                        "there are more members than a parser can tell apart");
    no_id.layout.id = no_id.layout.bad_id = NULL;
    assert_string_equal(fp_object_fault(&no_id), "it has layout.id_first and no layout.id");
}

/* -- the tables of the syntaxes -------------------------------------------------------------- */

/* Whether its table is one of objects, or begins with one. */
static bool reads_objects(const fp_syntax *syntax)
{
    return syntax->render == fp_object_render || syntax->render == fp_env_render;
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

static void check_clauses(const fp_syntax *syntax)
{
    const fp_object_table *table = syntax->table;
    const char *const *clauses = (const char *const *)&table->clauses;

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

/* `explain` shows them, which no case looks at. */
static void the_clauses_of_tables_are_of_their_syntaxes(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (reads_objects(*s))
            check_clauses(*s);
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
        cmocka_unit_test(the_clauses_of_tables_are_of_their_syntaxes),
        cmocka_unit_test(each_lone_surrogate_is_diagnosed),
        cmocka_unit_test(no_level),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
