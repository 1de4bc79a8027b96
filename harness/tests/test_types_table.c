/* SPDX-License-Identifier: Apache-2.0 */
/* test_types_table.c: what becomes of the rows of a table of types, and which tables are refused.
 */
#include "suite/types_table.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* JSON with ' for ". */
#define HEAD "{'catalogue': 'types', 'rows': ["
#define ROW(more) HEAD "{'name': 'a', 'title': 't', 'tool': 'integer', " more "}]}"
#define MODEL "'clause': 'MODEL-3.9'"
/* An owned corpus of the rows of this table, and the problems with it, owned. */
static corpus *read_table(const char *text, bool *good, char **said)
{
    corpus *c = corpus_new(FP_SOURCE_DIR);
    char *quoted = xstrdup(text);
    problems p = { 0 };
    size_t size;
    json_t *json;

    for (char *at = strchr(quoted, '\''); at; at = strchr(at, '\''))
        *at = '"';
    json = json_loads(quoted, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    p.out = xmemstream(said, &size);
    corpus_load_renderings(c, &p);
    *good = types_table_read(c, "corpus/types.json", json, &p);
    xmemstream_close(p.out, said);
    assert_int_equal(*good, p.count == 0);
    json_decref(json);
    free(quoted);
    return c;
}

static const test_case *case_in(const corpus *c, const char *id)
{
    for (size_t i = 0; i < corpus_count(c); i++)
        if (strcmp(corpus_case(c, i)->id, id) == 0)
            return corpus_case(c, i);
    return NULL;
}

static void check_read(const test_case *t, const char *input, size_t clauses, level l)
{
    assert_non_null(t);
    assert_true(fp_str_equal(t->input, fp_str_of(input)));
    assert_int_equal(t->clause_count, clauses);
    assert_string_equal(t->clauses[clauses - 1], t->syntax->policies[FP_TYPES].clause);
    if (clauses > 1) { /* the row's own clause alone decides what the value is */
        assert_string_equal(t->clauses[0], "MODEL-3.9");
        assert_int_equal(t->parts[PART_CALLS].count, 1);
        assert_string_equal(t->parts[PART_CALLS].ids[0], "MODEL-3.9");
    }
    assert_int_equal(t->level, l);
    assert_string_equal(t->title, "t");
    assert_string_equal(t->catalogue_name, "types");
    assert_int_equal(case_options(t).policies.of[FP_TYPES], FP_TYPES_SCHEMA);
    assert_int_equal(t->expect.text.len, 0);
    assert_int_equal(t->expect.call_count, 1);
}

/* How many syntaxes have arguments of JSON, or others. */
static size_t syntaxes_of_json(bool json)
{
    size_t count = 0;

    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        count += fp_syntax_has_calls(*syntax) &&
                 ((*syntax)->json || (*syntax)->encoded || (*syntax)->typed) == json;
    return count;
}

static void text_becomes_cases(void **state)
{
    bool good;
    char *said;
    corpus *c = read_table(ROW("'text': '+5', 'misfit': true, " MODEL), &good, &said);
    const test_case *t = case_in(c, "caret/types-table/a");

    (void)state;
    assert_string_equal(said, "");
    assert_int_equal(corpus_count(c), syntaxes_of_json(false));
    check_read(t, "^^^integer\nvalue: +5\n^^^", 2, LEVEL_MUST);
    assert_int_equal(t->expect.diagnostic_count, 1);
    assert_int_equal(t->expect.diagnostics[0].code, FP_BAD_TYPE);
    assert_true(t->expect.diagnostics[0].judge_offset);
    assert_true(fp_str_equal(t->expect.calls[0].call.args[0].value.text, FP_STR("+5")));
    assert_non_null(case_in(c, "xml/types-table/a"));
    assert_null(case_in(c, "hermes/types-table/a"));
    corpus_free(c);
    free(said);
}

static void json_becomes_cases(void **state)
{
    bool good;
    char *said;
    corpus *c = read_table(ROW("'json': '3.0', 'misfit': true"), &good, &said);
    const test_case *t = case_in(c, "hermes/types-table/a");

    (void)state;
    assert_string_equal(said, "");
    assert_int_equal(corpus_count(c), syntaxes_of_json(true));
    check_read(
        t, "<tool_call>\n{\"name\": \"integer\", \"arguments\": {\"value\": 3.0}}\n</tool_call>", 1,
        LEVEL_SHOULD);
    assert_int_equal(t->expect.diagnostic_count, 1);
    assert_false(t->expect.diagnostics[0].judge_offset);
    assert_int_equal(case_in(c, "native-openai/types-table/a")->level, LEVEL_MUST);
    corpus_free(c);
    free(said);
}

static void lists_become_cases(void **state)
{
    bool good;
    char *said;
    corpus *c =
        read_table(HEAD "{'name': 'array-collected', 'title': 't', 'tool': 'integers', 'texts': "
                        "['1', '2'], 'value_json': '[1,2]', " MODEL "}]}",
                   &good, &said); /* the row that the files of the syntaxes refuse */

    (void)state;
    assert_string_equal(said, "");
    assert_int_equal(corpus_count(c), 3);
    check_read(case_in(c, "caret/types-table/array-collected"),
               "^^^integers\nvalue: [\n1\n2\n]\n^^^", 2, LEVEL_MUST);
    assert_int_equal(case_in(c, "xml/types-table/array-collected")->expect.diagnostic_count, 0);
    corpus_free(c);
    free(said);
}

static void is_refused(void **state)
{
    static const struct {
        const char *text, *said;
    } TABLES[] = {
        { "{'catalogue': 'types', 'rows': []}", "has a \"catalogue\" and \"rows\"" },
        { "{'rows': [1]}", "has a \"catalogue\" and \"rows\"" },
        { "{'catalogue': 'nowhere', 'rows': [1]}", "nowhere.json" },
        { "{'catalogue': 'types', 'lines': []}", "unknown member \"lines\"" },
        { HEAD "{}]}", "a row has a \"name\"" },
        { HEAD "{'name': 'a', 'title': 't', 'text': 'x'}]}", "a row has a \"name\"" },
        { ROW("'misfit': true, " MODEL), "one of \"text\", \"texts\"" },
        { ROW("'text': 'x', 'json': '1', 'misfit': true, " MODEL), "one of \"text\", \"texts\"" },
        { ROW("'text': 'x', " MODEL), "one of \"value\"" },
        { ROW("'text': 'x', 'value': 1, 'misfit': true, " MODEL), "one of \"value\"" },
        { ROW("'text': 'x', 'misfit': false, " MODEL), "one of \"value\"" },
        { ROW("'text': 'x', 'misfit': true"), "a \"clause\"" },
        { ROW("'json': '1', 'value': 1"), "of \"json\" \"misfit\" or nothing" },
        { ROW("'text': 'x', 'misfit': true, 'more': 1, " MODEL), "unknown member \"more\"" },
        { HEAD "{'name': 'array-collected', 'title': 't', 'tool': 'integer', 'text': 'x', "
               "'misfit': true, " MODEL "}]}",
          "emoji-bracket can write this row: take it out of \"types\" in corpus/emoji-bracket/" },
        { HEAD "{'name': 'a', 'title': 't', 'tool': 'integers', 'texts': ['1', '2'],"
               "'value': [1, 2], " MODEL "}]}",
          "shortcode refuses this row: the value of \"value\", byte 0: the value is a list" },
        { HEAD "{'name': 'a', 'title': 't', 'tool': 'integers', 'texts': ['1', '2'],"
               "'value': [1, 2], " MODEL "}]}",
          "run `fencepost lint --add-renderings`, which names the clause in corpus/shortcode/" },
        { ROW("'text': 'x', 'value_json': '[1', " MODEL), "input_json" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        bool good;
        char *said;

        corpus_free(read_table(TABLES[i].text, &good, &said));
        if (good || !strstr(said, TABLES[i].said))
            fail_msg("%s: %s", TABLES[i].text, said);
        free(said);
    }
}

/* What a syntax refuses comes with its clause; what is there already stays, and nothing else comes.
 */
static void refusals_are_added(void **state)
{
    static const char TABLE[] =
        "{\"catalogue\": \"types\", \"rows\": ["
        "{\"name\": \"a\", \"title\": \"t\", \"tool\": \"integers\", \"texts\": [\"1\", \"2\"], "
        "\"value\": [1, 2], \"clause\": \"MODEL-3.9\"}, "
        "{\"name\": \"b\", \"title\": \"t\", \"tool\": \"integer\", \"text\": \"1\", "
        "\"value\": 1, \"clause\": \"MODEL-3.9\"}, "
        "{\"name\": \"c\", \"title\": \"t\", \"tool\": \"integers\", \"texts\": [\"1\", \"2\"], "
        "\"value\": [1, 2], \"clause\": \"MODEL-3.9\"}, "
        "{\"name\": \"d\", \"title\": \"t\", \"tool\": \"integer\", \"json\": \"1\"}]}";
    static const struct {
        const char *syntax, *before, *after;
        size_t added;
    } ROWS[] = {
        { "qwen3-coder", "{}",
          "{\"types\":{\"level\":\"must\",\"refused\":{\"a\":\"QWEN3-CODER-9.5\",\"c\":"
          "\"QWEN3-CODER-9.5\"}}}",
          2 },
        { "qwen3-coder",
          "{\"types\":{\"level\":\"should\",\"refused\":{\"a\":\"QWEN3-CODER-1.1\"}}}",
          "{\"types\":{\"level\":\"should\",\"refused\":{\"a\":\"QWEN3-CODER-1.1\",\"c\":"
          "\"QWEN3-CODER-9.5\"}}}",
          1 },
        { "xml", "{}", "{}", 0 },
        { "hermes", "{}", "{}", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        json_t *json = json_loads(TABLE, 0, NULL), *all = json_loads(ROWS[i].before, 0, NULL);
        corpus *c = corpus_new(FP_SOURCE_DIR);
        problems p = { 0 };
        size_t added = 0;
        char *text;

        assert_true(
            types_table_add(c, json, fp_syntax_find(fp_str_of(ROWS[i].syntax)), all, &added, &p));
        assert_int_equal(added, ROWS[i].added);
        text = json_dumps(all, JSON_COMPACT);
        assert_string_equal(text, ROWS[i].after);
        free(text);
        corpus_free(c);
        json_decref(all);
        json_decref(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_cases), cmocka_unit_test(json_becomes_cases),
        cmocka_unit_test(lists_become_cases), cmocka_unit_test(is_refused),
        cmocka_unit_test(refusals_are_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
