/* SPDX-License-Identifier: Apache-2.0 */
/* types_table.c: one table of schemas, texts and values, in every syntax. */
#include "suite/types_table.h"

#include "base/plugin.h"
#include "suite/case_read.h"
#include "suite/rendering.h"
#include "suite/renderings.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

const char TYPES_TABLE_FILE[] = "corpus/types.json";
static const char FEATURE[] = "types-table";
static const char ARGUMENT[] = "value";

typedef struct table {
    corpus *corpus;
    const char *file, *catalogue;
    fp_catalogue *untyped; /* the tools, with arguments of any type: they are written as text */
    json_t *kept;          /* the cases */
    problems *problems;
} table;

/* -- the tools --------------------------------------------------------------------------------- */

/* The same tools without types, and so without examples; owned. */
static json_t *without_types(const json_t *tools)
{
    json_t *copy = json_deep_copy(tools);
    size_t i;
    json_t *tool, *schema;
    const char *name;

    need_memory(copy != NULL);
    json_array_foreach (copy, i, tool) {
        json_t *arguments = json_object_get(json_object_get(tool, "inputSchema"), "properties");

        json_object_foreach (arguments, name, schema)
            json_object_clear(schema);
        json_object_del(json_object_get(tool, "x-fencepost"), "examples");
    }
    return copy;
}

static fp_catalogue *read_untyped(const json_t *tools, const char *file, problems *p)
{
    json_t *copy = without_types(tools);
    char *text = json_dumps(copy, JSON_COMPACT);
    char *whole = xformat("{\"tools\":%s}", text ? text : "");
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(whole), &error);

    if (!catalogue) {
        need_memory_reason(error.text);
        problem(p, file, NULL, "its catalogue, without types: %s", error.text);
    }
    free(whole);
    free(text);
    json_decref(copy);
    return catalogue;
}

/* -- a row ------------------------------------------------------------------------------------- */

/* "text", "texts" and "json": the argument as it is written. *items is owned. */
static fp_value given_value(const json_t *row, fp_str **items)
{
    const json_t *text = json_object_get(row, "text"), *texts = json_object_get(row, "texts");
    const size_t count = json_array_size(texts);

    *items = NULL;
    if (text)
        return (fp_value){ .kind = FP_VALUE_STRING, .text = json_str(text) };
    if (!texts)
        return (fp_value){ .kind = FP_VALUE_JSON, .text = json_str(json_object_get(row, "json")) };
    *items = xcalloc(count, sizeof **items);
    for (size_t i = 0; i < count; i++)
        (*items)[i] = json_str(json_array_get(texts, i));
    return (fp_value){ .kind = FP_VALUE_LIST, .items = *items, .item_count = count };
}

/* The row's call as the syntax writes it. */
static bool render_row(const table *t, const fp_syntax *syntax, const json_t *row, fp_json *text,
                       char **why, const char **clause)
{
    fp_options options = fp_options_default(syntax);
    fp_str *items;
    const fp_arg arg = { .key = fp_str_of(ARGUMENT), .value = given_value(row, &items) };
    const fp_call call = { .name = json_str(json_object_get(row, "tool")),
                           .args = &arg,
                           .arg_count = 1,
                           .complete = true };
    fp_refusal refusal;
    bool rendered;

    options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    options.catalogue = t->untyped;
    rendered = xrender(syntax, &options, &call, text, &refusal);
    *why = rendered ? NULL : refusal_text(&refusal, &call);
    *clause = rendered || !refusal.clause ? "" : refusal.clause;
    free(items);
    return rendered;
}

/* {"name", "input_json"}, or with "input", where the texts stay what they are; owned. */
static json_t *expected_call_json(const json_t *row)
{
    const json_t *given = json_object_get(row, "json"), *value = json_object_get(row, "value");
    const json_t *exact = given ? given : json_object_get(row, "value_json");
    const json_t *stays = json_object_get(row, "texts") ? json_object_get(row, "texts")
                                                        : json_object_get(row, "text");
    json_t *call = json_pack("{s:O}", "name", json_object_get(row, "tool"));

    need_memory(call != NULL);
    if (exact) {
        char *input = xformat("{\"%s\":%s}", ARGUMENT, json_string_value(exact));

        json_object_set_new(call, "input_json", json_string(input));
        free(input);
    } else {
        json_object_set_new(call, "input", json_pack("{s:O}", ARGUMENT, value ? value : stays));
    }
    return call;
}

static json_t *expected_diagnostics(const fp_syntax *syntax, const json_t *row)
{
    if (!json_object_get(row, "misfit"))
        return json_array();
    /* Where a call of JSON begins, or one after framing, is for cases of the syntax to say. */
    return json_object_get(row, "json") || syntax->clauses[FP_ROLE_FRAMING]
               ? json_pack("[{s:s}]", "code", fp_code_name(FP_BAD_TYPE))
               : json_pack("[{s:s, s:i}]", "code", fp_code_name(FP_BAD_TYPE), "offset", 0);
}

/* The syntax's clause about types, and the row's own, which alone decides what the value is; owned.
 */
static json_t *clauses_of(const fp_syntax *syntax, const json_t *row)
{
    const char *types = syntax->policies[FP_TYPES].clause;
    json_t *own = json_object_get(row, "clause");
    json_t *clauses = own ? json_pack("{s:[s], s:[O], s:[s, O]}", "text", types, "calls", own,
                                      "diagnostics", types, own)
                          : json_pack("[s]", types);

    need_memory(clauses != NULL);
    return clauses;
}

/* The row in one syntax as a case, as a case file would have it; owned. */
static json_t *case_of(const table *t, const fp_syntax *syntax, const json_t *row, fp_str input)
{
    const char *id = fp_syntax_id(syntax), *name = json_string_value(json_object_get(row, "name"));
    json_t *clauses = clauses_of(syntax, row);
    char *case_id = xformat("%s/%s/%s", id, FEATURE, name);
    json_t *one;

    one =
        json_pack("{s:s, s:O, s:o, s:s, s:s%, s:s, s:{s:s}, s:{s:s, s:[o], s:o}, s:s}", "id",
                  case_id, "title", json_object_get(row, "title"), "clauses", clauses, "level",
                  renderings_types_should(corpus_renderings(t->corpus, syntax)) ? "should" : "must",
                  "input", input.ptr, input.len, "catalogue", t->catalogue, "policy", "types",
                  "schema", "expect", "text", "", "calls", expected_call_json(row), "diagnostics",
                  expected_diagnostics(syntax, row), "origin", "corpus/types.json");
    need_memory(one != NULL);
    free(case_id);
    return one;
}

/* -- the table --------------------------------------------------------------------------------- */

/* A refusal that the syntax's file lacks, or names another clause of. */
static bool unexplained(const table *t, const fp_syntax *syntax, const json_t *row, const char *why,
                        const char *named)
{
    const char *name = json_string_value(json_object_get(row, "name"));

    return named ? problem(t->problems, t->file, name,
                           "%s refuses this row, by another clause than \"types\" in "
                           "corpus/%s/renderings.json names (%s): %s",
                           fp_syntax_id(syntax), fp_syntax_id(syntax), named, why)
                 : problem(t->problems, t->file, name,
                           "%s refuses this row: %s: run `fencepost lint --add-renderings`, which "
                           "names the clause in corpus/%s/renderings.json",
                           fp_syntax_id(syntax), why, fp_syntax_id(syntax));
}

static bool add_row_of(const table *t, const fp_syntax *syntax, const json_t *row)
{
    const char *name = json_string_value(json_object_get(row, "name")), *id = fp_syntax_id(syntax);
    const char *refused = renderings_types_refusal(corpus_renderings(t->corpus, syntax), name);
    fp_json text = { 0 };
    const char *clause;
    char *why;
    const bool rendered = render_row(t, syntax, row, &text, &why, &clause);
    bool good = true;

    if (rendered && refused) {
        good = problem(
            t->problems, t->file, name,
            "%s can write this row: take it out of \"types\" in corpus/%s/renderings.json", id, id);
    } else if (rendered) {
        json_t *one = case_of(t, syntax, row, json_text(&text));

        json_array_append_new(t->kept, one);
        good = corpus_add_case(t->corpus, one, syntax, FEATURE, t->file, t->problems);
    } else if (!refused || strcmp(refused, clause) != 0) {
        good = unexplained(t, syntax, row, why, refused);
    }
    fp_json_free(&text);
    free(why);
    return good;
}

/* Returns whether it has what every row has, and one thing given, and one that comes of it. */
static bool check_row(const table *t, const json_t *row)
{
    static const char *const MEMBERS[] = { "name",   "title",  "tool",  "text",
                                           "texts",  "json",   "value", "value_json",
                                           "misfit", "clause", NULL };
    const char *name = json_string_value(json_object_get(row, "name"));
    const json_t *json = json_object_get(row, "json");
    const int given = json_is_string(json_object_get(row, "text")) +
                      json_is_array(json_object_get(row, "texts")) + json_is_string(json);
    const int became = (json_object_get(row, "value") != NULL) +
                       json_is_string(json_object_get(row, "value_json")) +
                       json_is_true(json_object_get(row, "misfit"));

    if (!name || !json_is_string(json_object_get(row, "title")) ||
        !json_is_string(json_object_get(row, "tool")) || given != 1)
        return problem(
            t->problems, t->file, name,
            "a row has a \"name\", a \"title\", a \"tool\" and one of \"text\", \"texts\" "
            "and \"json\"");
    if (json ? became > json_is_true(json_object_get(row, "misfit"))
             : became != 1 || !json_is_string(json_object_get(row, "clause")))
        return problem(
            t->problems, t->file, name,
            "of a text the row has a \"clause\" and one of \"value\", \"value_json\" and "
            "\"misfit\", of \"json\" \"misfit\" or nothing");
    return json_only(row, MEMBERS, t->file, name, t->problems);
}

/* Returns whether the row is an empty text that becomes a list: where values may be trees, one
 * without a part (MINIMAX-M3-4.9). */
static bool is_empty_list(const json_t *row)
{
    const char *text = json_string_value(json_object_get(row, "text"));

    return text && !*text && json_is_array(json_object_get(row, "value"));
}

/* Returns whether the table gives the row to the syntax: of a plugin it knows nothing. */
static bool is_given(const fp_syntax *syntax, const json_t *row)
{
    const bool json = json_object_get(row, "json") != NULL;

    return !plugin_of(syntax) && fp_syntax_has_calls(syntax) &&
           (syntax->json || syntax->encoded || syntax->typed) == json &&
           !(syntax->trees && is_empty_list(row));
}

static bool add_row(const table *t, const json_t *row)
{
    bool good = check_row(t, row);

    if (!good)
        return false;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (corpus_holds(t->corpus, *s) && is_given(*s, row))
            good = add_row_of(t, *s, row) && good;
    return good;
}

/* Reads what all rows share. False with a problem; the catalogue is the caller's to free. */
static bool open_table(table *t, const json_t *json)
{
    static const char *const MEMBERS[] = { "catalogue", "rows", NULL };
    const fp_catalogue *typed;
    const json_t *tools;

    t->catalogue = json_string_value(json_object_get(json, "catalogue"));
    if (!json_only(json, MEMBERS, t->file, NULL, t->problems))
        return false;
    if (!t->catalogue || !json_array_size(json_object_get(json, "rows")))
        return problem(t->problems, t->file, NULL, "the table has a \"catalogue\" and \"rows\"");
    if (!corpus_catalogue(t->corpus, NULL, t->catalogue, &typed, &tools, t->problems))
        return false;
    t->untyped = read_untyped(tools, t->file, t->problems);
    return t->untyped != NULL;
}

bool types_table_read(corpus *c, const char *file, const json_t *json, problems *p)
{
    table t = { .corpus = c, .kept = json_array(), .problems = p };
    bool good;
    size_t i;
    json_t *row;

    t.file = corpus_keep(c, file, t.kept);
    good = open_table(&t, json);
    json_array_foreach (json_object_get(json, "rows"), i, row)
        good = t.untyped && add_row(&t, row) && good;
    fp_catalogue_free(t.untyped);
    return good;
}

json_t *types_table_json(const char *data, problems *p)
{
    char *path = xformat("%s/%s", data, TYPES_TABLE_FILE);
    json_t *json = path_exists(path) ? json_file(path, p) : NULL;

    free(path);
    return json;
}

/* -- refusals ---------------------------------------------------------------------------------- */

/* Where the syntax refuses the row, the clause that it does so by. */
static bool add_refusal(const table *t, const fp_syntax *syntax, const json_t *row,
                        json_t *renderings, size_t *added)
{
    const char *name = json_string_value(json_object_get(row, "name")), *clause;
    fp_json text = { 0 };
    char *why;
    const bool rendered = render_row(t, syntax, row, &text, &why, &clause);
    bool good = true;

    if (!rendered && !*clause)
        good = problem(t->problems, t->file, name,
                       "%s refuses this row without a clause (LAW-8.2): %s", fp_syntax_id(syntax),
                       why);
    else if (!rendered && !renderings_types_refusal(renderings, name)) {
        renderings_refuse_type(renderings, name, clause);
        ++*added;
    }
    fp_json_free(&text);
    free(why);
    return good;
}

bool types_table_add(corpus *c, const json_t *json, const fp_syntax *syntax, json_t *renderings,
                     size_t *added, problems *p)
{
    table t = { .corpus = c, .file = TYPES_TABLE_FILE, .problems = p };
    bool good = open_table(&t, json);
    size_t i;
    json_t *row;

    json_array_foreach (json_object_get(json, "rows"), i, row)
        if (good && check_row(&t, row) && is_given(syntax, row))
            good = add_refusal(&t, syntax, row, renderings, added);
    fp_catalogue_free(t.untyped);
    return good;
}
