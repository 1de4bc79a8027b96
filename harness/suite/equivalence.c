/* SPDX-License-Identifier: Apache-2.0 */
/* equivalence.c: the same calls in every syntax. */
#include "suite/equivalence.h"

#include "base/plugin.h"
#include "base/values.h"
#include "suite/case_read.h"
#include "suite/expect_read.h"
#include "suite/rendering.h"
#include "suite/renderings.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

static const char *const ROW_MEMBERS[] = { "name", "title", "call", "catalogue", "policy", NULL };

/* -- renderings: cases ------------------------------------------------------------------------- */

static void copy_member(json_t *to, const json_t *from, const char *name)
{
    json_t *member = json_object_get(from, name);

    if (member)
        json_object_set(to, name, member);
}

/* The row in one syntax as a case, as a case file would have it; owned. */
static json_t *case_of(const json_t *row, const char *syntax, const json_t *rendering)
{
    char *id =
        xformat("%s/equivalence/%s", syntax, json_string_value(json_object_get(row, "name")));
    const json_t *base64 = json_object_get(rendering, "base64");
    json_t *one = json_pack("{s:s, s:O, s:[s], s:s, s:{s:s, s:[O], s:[]}, s:b, s:s}", "id", id,
                            "title", json_object_get(row, "title"), "clauses", "LAW-9.1", "level",
                            "must", "expect", "text", "", "calls", json_object_get(row, "call"),
                            "diagnostics", "canonical", 1, "origin", "corpus/equivalence");

    free(id);
    need_memory(one != NULL);
    json_object_set(one, base64 ? "input_base64" : "input",
                    (json_t *)(uintptr_t)(base64 ? base64 : rendering));
    copy_member(one, row, "catalogue");
    copy_member(one, row, "policy");
    return one;
}

static bool read_row(corpus *c, const char *file, const json_t *row, json_t *kept, problems *p)
{
    const char *name = json_string_value(json_object_get(row, "name"));

    if (!name || !json_is_string(json_object_get(row, "title")) ||
        !json_is_object(json_object_get(row, "call")))
        return problem(p, file, name, "a row has a \"name\", a \"title\" and a \"call\"");
    if (!json_only(row, ROW_MEMBERS, file, name, p))
        return false;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const json_t *rendering = renderings_text(corpus_renderings(c, *s), name);
        json_t *one = rendering ? case_of(row, fp_syntax_id(*s), rendering) : NULL;

        if (!one)
            continue;
        json_array_append_new(kept, one);
        if (!corpus_add_case(c, one, *s, "equivalence", file, p))
            return false;
    }
    return true;
}

bool equivalence_read(corpus *c, const char *file, const json_t *json, problems *p)
{
    json_t *kept = json_array();
    bool good = true;
    size_t i;
    json_t *row;

    file = corpus_keep(c, file, kept);
    json_array_foreach (json_object_get(json, "cases"), i, row)
        good = read_row(c, file, row, kept, p) && good;
    return good && (i || problem(p, file, NULL, "\"cases\" is missing or empty"));
}

/* -- refusals ---------------------------------------------------------------------------------- */

typedef struct row_check {
    corpus *corpus;
    const char *file, *name;
    const json_t *row;
    problems *problems;
} row_check;

static bool refuses(const row_check *r, const fp_syntax *syntax, const char *clause,
                    const fp_options *options, const fp_call *call)
{
    fp_json text = { 0 };
    fp_refusal refusal;
    const bool rendered = xrender(syntax, options, call, &text, &refusal);
    const char *id = fp_syntax_id(syntax);

    fp_json_free(&text);
    if (rendered)
        return problem(r->problems, r->file, r->name, "%s renders this call, and should refuse it",
                       id);
    if (refusal.clause && strcmp(refusal.clause, clause) == 0)
        return true;

    char *why = refusal_text(&refusal, call);

    problem(r->problems, r->file, r->name, "%s refuses this call by another clause than %s: %s", id,
            clause, why);
    free(why);
    return false;
}

/* The defaults, with the row's catalogue and policy. */
static bool options_of(const row_check *r, const fp_syntax *syntax, fp_options *options)
{
    const char *catalogue = json_string_value(json_object_get(r->row, "catalogue"));
    const char *types = json_string_value(
        json_object_get(json_object_get(r->row, "policy"), fp_policy_name(FP_TYPES)));
    const json_t *tools;

    *options = fp_options_default(syntax);
    if (types && strcmp(types, "schema") == 0)
        options->policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
    return !catalogue ||
           corpus_catalogue(r->corpus, NULL, catalogue, &options->catalogue, &tools, r->problems);
}

/* A plugin's syntax, which the row need not name: what it renders, it reads again, and what it
 * refuses it refuses by a clause. */
static bool comes_back(const row_check *r, const fp_syntax *syntax, const fp_options *options,
                       const fp_call *call)
{
    fp_json text = { 0 };
    fp_refusal refusal;
    fp_outcome *said = NULL;
    const bool rendered = xrender(syntax, options, call, &text, &refusal);
    const bool read = rendered && fp_parse(syntax, options, json_text(&text), &said) == FP_OK;
    const bool same = read && fp_outcome_call_count(said) == 1 &&
                      fp_outcome_call(said, 0)->complete &&
                      fp_call_equal(fp_outcome_call(said, 0), call) && !fp_outcome_text(said).len;

    fp_outcome_free(said);
    fp_json_free(&text);
    if (!rendered && !refusal.clause)
        return problem(r->problems, r->file, r->name,
                       "%s refuses this call without a clause (LAW-8.2): %s", fp_syntax_id(syntax),
                       refusal.reason);
    return !rendered || same ||
           problem(r->problems, r->file, r->name, "%s renders this call, and reads another from it",
                   fp_syntax_id(syntax));
}

/* Returns whether the syntax has the row, in one of two ways. A plugin need not. */
static bool has_row(const row_check *r, const fp_syntax *syntax, bool rendered, bool refused)
{
    char *file;

    if (rendered != refused)
        return true;
    if (plugin_of(syntax) && !rendered)
        return false;
    file = renderings_file(syntax);
    if (rendered)
        problem(r->problems, file, r->name,
                "it is in \"renderings\" and in \"refused\": take it out of one");
    else
        problem(r->problems, file, r->name,
                "this row of %s is missing: run `fencepost lint --add-renderings`", r->file);
    free(file);
    return false;
}

static void check_row(const row_check *r)
{
    const place at = { r->file, r->name, r->problems };
    expected_call expected = { 0 };

    if (!expected_call_read(json_object_get(r->row, "call"), &at, &expected))
        return;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const json_t *renderings = corpus_renderings(r->corpus, *s);
        const char *clause = renderings_refusal(renderings, r->name);
        fp_options options;

        if (!fp_syntax_has_calls(*s))
            continue;
        if (!has_row(r, *s, renderings_text(renderings, r->name), clause)) {
            if (plugin_of(*s) && options_of(r, *s, &options))
                comes_back(r, *s, &options, &expected.call);
        } else if (clause && options_of(r, *s, &options)) {
            refuses(r, *s, clause, &options, &expected.call);
        }
    }
    call_free(&expected.call);
}

/* -- all rows ---------------------------------------------------------------------------------- */

typedef bool row_visitor(const row_check *r, void *context); /* false: stop */

static bool each_row(const char *data, corpus *c, row_visitor *visit, void *context, problems *p)
{
    char *folder = xformat("%s/corpus/equivalence", data);
    char **names = dir_names(folder, ".json", p);
    bool go_on = names != NULL;

    for (char **name = names; go_on && *name; name++) {
        char *path = xformat("%s/%s", folder, *name);
        char *file = xformat("corpus/equivalence/%s", *name);
        json_t *json = json_file_plain(path, p);
        size_t i;
        json_t *row;

        json_array_foreach (json_object_get(json, "cases"), i, row) {
            const row_check r = { c, file, json_string_value(json_object_get(row, "name")), row,
                                  p };

            go_on = go_on && visit(&r, context);
        }
        json_decref(json);
        free(file);
        free(path);
    }
    names_free(names);
    free(folder);
    return go_on;
}

static bool check_one(const row_check *r, void *names)
{
    json_object_set_new(names, r->name, json_true());
    check_row(r);
    return true;
}

/* What a syntax renders or refuses is a row. */
static void check_names(const corpus *c, const json_t *names, const char *member, problems *p)
{
    const char *name;
    json_t *value;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        char *file = renderings_file(*s);

        json_object_foreach (json_object_get(corpus_renderings(c, *s), member), name, value)
            if (!json_object_get(names, name))
                problem(p, file, name, "no row of corpus/equivalence has this name: take it out");
        free(file);
    }
}

bool equivalence_check(const char *data, corpus *c, problems *p)
{
    const size_t before = p->count;
    json_t *names = json_object();

    each_row(data, c, check_one, names, p);
    check_names(c, names, "renderings", p);
    check_names(c, names, "refused", p);
    json_decref(names);
    return p->count == before;
}

/* -- adding ------------------------------------------------------------------------------------ */

typedef struct addition {
    const fp_syntax *syntax;
    json_t *renderings;
    size_t count;
} addition;

static json_t *json_of_text(fp_str text)
{
    json_t *json = json_stringn(text.ptr, text.len);
    char *base64;

    if (json)
        return json;
    base64 = base64_encode(text);
    json = json_pack("{s:s}", "base64", base64);
    free(base64);
    return json;
}

static void add_to(json_t *renderings, const char *member, const char *name, json_t *value)
{
    if (!json_object_get(renderings, member))
        json_object_set_new(renderings, member, json_object());
    json_object_set_new(json_object_get(renderings, member), name, value);
}

static bool add_one(const row_check *r, void *context)
{
    addition *a = context;
    const place at = { r->file, r->name, r->problems };
    expected_call expected = { 0 };
    fp_json text = { 0 };
    fp_refusal refusal;
    fp_options options;
    bool good = true;

    if (renderings_text(a->renderings, r->name) || renderings_refusal(a->renderings, r->name))
        return true;
    if (!expected_call_read(json_object_get(r->row, "call"), &at, &expected) ||
        !options_of(r, a->syntax, &options))
        return false;
    if (xrender(a->syntax, &options, &expected.call, &text, &refusal))
        add_to(a->renderings, "renderings", r->name, json_of_text(json_text(&text)));
    else if (refusal.clause)
        add_to(a->renderings, "refused", r->name, json_string(refusal.clause));
    else
        good = problem(r->problems, r->file, r->name,
                       "%s refuses this call without a clause (LAW-8.2): %s",
                       fp_syntax_id(a->syntax), refusal.reason);
    a->count += good;
    fp_json_free(&text);
    call_free(&expected.call);
    return good;
}

bool equivalence_add(const char *data, corpus *c, const fp_syntax *syntax, json_t *renderings,
                     size_t *added, problems *p)
{
    addition a = { syntax, renderings, 0 };
    const bool good = !fp_syntax_has_calls(syntax) || each_row(data, c, add_one, &a, p);

    *added += a.count;
    return good;
}
