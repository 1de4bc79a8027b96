/* SPDX-License-Identifier: Apache-2.0 */
/* equivalence.c: one call in every syntax. */
#include "suite/equivalence.h"

#include "base/plugin.h"
#include "base/values.h"
#include "suite/case_read.h"
#include "suite/expect_read.h"
#include "suite/rendering.h"

#include <stdlib.h>
#include <string.h>

static const char *const ROW_MEMBERS[] = { "name",   "title",      "call",    "catalogue",
                                           "policy", "renderings", "refused", NULL };

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
    if (!one)
        return NULL;
    json_object_set(one, base64 ? "input_base64" : "input",
                    (json_t *)(uintptr_t)(base64 ? base64 : rendering));
    copy_member(one, row, "catalogue");
    copy_member(one, row, "policy");
    return one;
}

static bool read_row(corpus *c, const char *file, const json_t *row, json_t *kept, problems *p)
{
    const char *name = json_string_value(json_object_get(row, "name"));
    const char *syntax;
    json_t *rendering;

    if (!name || !json_is_string(json_object_get(row, "title")) ||
        !json_is_object(json_object_get(row, "call")))
        return problem(p, file, name, "a row has a \"name\", a \"title\" and a \"call\"");
    if (!json_only(row, ROW_MEMBERS, file, name, p))
        return false;
    json_object_foreach (json_object_get(row, "renderings"), syntax, rendering) {
        const fp_syntax *s = fp_syntax_find(fp_str_of(syntax));
        json_t *one;

        if (s && !corpus_holds(c, s))
            continue;
        one = s ? case_of(row, syntax, rendering) : NULL;
        if (!one)
            return problem(p, file, name, "\"%s\" is no syntax, or its rendering no text", syntax);
        json_array_append_new(kept, one);
        if (!corpus_add_case(c, one, s, "equivalence", file, p))
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

static void check_row(const row_check *r)
{
    const json_t *renderings = json_object_get(r->row, "renderings");
    const json_t *refused = json_object_get(r->row, "refused");
    const place at = { r->file, r->name, r->problems };
    expected_call expected = { 0 };

    if (!expected_call_read(json_object_get(r->row, "call"), &at, &expected))
        return;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const char *id = fp_syntax_id(*s);
        const char *clause = json_string_value(json_object_get(refused, id));
        fp_options options;

        if (plugin_of(*s)) {
            if (options_of(r, *s, &options))
                comes_back(r, *s, &options, &expected.call);
        } else if ((json_object_get(renderings, id) != NULL) == (clause != NULL)) {
            problem(r->problems, r->file, r->name,
                    "%s is not in just one of \"renderings\" and \"refused\"", id);
        } else if (clause && options_of(r, *s, &options)) {
            refuses(r, *s, clause, &options, &expected.call);
        }
    }
    call_free(&expected.call);
}

bool equivalence_check(const char *data, corpus *c, problems *p)
{
    const size_t before = p->count;
    char *folder = xformat("%s/corpus/equivalence", data);
    char **names = dir_names(folder, ".json", p);

    for (char **name = names; name && *name; name++) {
        char *path = xformat("%s/%s", folder, *name);
        char *file = xformat("corpus/equivalence/%s", *name);
        json_t *json = json_file_plain(path, p);
        size_t i;
        json_t *row;

        json_array_foreach (json_object_get(json, "cases"), i, row) {
            const row_check r = { c, file, json_string_value(json_object_get(row, "name")), row,
                                  p };

            check_row(&r);
        }
        json_decref(json);
        free(file);
        free(path);
    }
    names_free(names);
    free(folder);
    return p->count == before;
}
