/* SPDX-License-Identifier: Apache-2.0 */
/* case_read.c: reads one case of a case file. */
#include "suite/case_read.h"

#include "base/values.h"
#include "suite/case_clauses.h"
#include "suite/expect_read.h"
#include "suite/vault_case.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

static bool read_string(const json_t *json, const char *name, const place *at, const char **text)
{
    *text = json_string_value(json_object_get(json, name));
    return (*text && **text) || problem(at->p, at->file, at->id, "\"%s\" is missing", name);
}

static bool read_level(const json_t *json, const place *at, level *l)
{
    const json_t *name = json_object_get(json, "level");

    for (unsigned i = LEVEL_MUST; i <= LEVEL_MAY; i++) {
        if (json_is_string(name) && strcmp(json_string_value(name), level_name((level)i)) == 0) {
            *l = (level)i;
            return true;
        }
    }
    return problem(at->p, at->file, at->id, "\"level\" is none of must, should, may");
}

static bool read_policies(const json_t *json, const place *at, const fp_syntax *syntax,
                          policy_set *set)
{
    const char *name;
    json_t *value;

    if (json && json_object_size(json) == 0)
        return problem(at->p, at->file, at->id, "\"policy\" is not an object, or is empty");
    json_object_foreach ((json_t *)(uintptr_t)json, name, value) {
        fp_policy policy;
        unsigned which;

        if (!fp_policy_find(fp_str_of(name), &policy))
            return problem(at->p, at->file, at->id, "unknown policy \"%s\"", name);
        if (!json_is_string(value) || !fp_policy_value_find(policy, json_str(value), &which))
            return problem(at->p, at->file, at->id, "unknown value of policy \"%s\"", name);
        if (!fp_syntax_allows(syntax, policy, which))
            return problem(at->p, at->file, at->id, "%s has no %s, which `%s: %s` needs (%s)",
                           fp_syntax_id(syntax), policy_needs(policy), name,
                           json_string_value(value), policy_needs_by(policy));
        set->given[policy] = true;
        set->policies.of[policy] = (uint8_t)which;
    }
    return true;
}

static bool read_limits(const json_t *json, const place *at, fp_limits *limits)
{
    const char *name;
    json_t *value;

    if (json && json_object_size(json) == 0)
        return problem(at->p, at->file, at->id, "\"limits\" is not an object, or is empty");
    json_object_foreach ((json_t *)(uintptr_t)json, name, value) {
        size_t *field = fp_limits_field(limits, fp_str_of(name));

        if (!field || !json_is_integer(value) || json_integer_value(value) < 1)
            return problem(at->p, at->file, at->id, "\"limits\": \"%s\" is wrong", name);
        *field = (size_t)json_integer_value(value);
    }
    return true;
}

static bool read_accept(const json_t *array, const place *at, test_case *t)
{
    static const char *const MEMBERS[] = { "reason", "policy", "expect", NULL };
    size_t i;
    json_t *json;

    if (!array)
        return true;
    if (json_array_size(array) == 0)
        return problem(at->p, at->file, at->id, "\"accept\" is not an array, or is empty");
    t->accept = xcalloc(json_array_size(array), sizeof *t->accept);
    json_array_foreach (array, i, json) {
        alternative *a = &t->accept[t->accept_count++];

        if (!json_only(json, MEMBERS, at->file, at->id, at->p) ||
            !read_string(json, "reason", at, &a->reason) ||
            !read_policies(json_object_get(json, "policy"), at, t->syntax, &a->policy) ||
            !expectation_read(json_object_get(json, "expect"), at, &a->expect))
            return false;
    }
    return true;
}

/* SIZE_MAX if it is not given. */
static size_t number_of(const json_t *row, const char *name)
{
    const json_t *number = json_object_get(row, name);

    return json_is_integer(number) ? (size_t)json_integer_value(number) : SIZE_MAX;
}

/* What the renderer makes of calls: it is not asked of workers. */
static bool read_renderings(const json_t *json, const place *at, test_case *t)
{
    const json_t *canonical = json_object_get(json, "canonical");
    const json_t *array = json_object_get(json, "unrenderable");
    size_t i;
    json_t *row;

    t->canonical = json_is_true(canonical);
    if (canonical && (!t->canonical || t->expect.call_count != 1))
        return problem(at->p, at->file, at->id, "\"canonical\" is true, of a case with one call");
    if (!array)
        return true;
    if (json_array_size(array) == 0)
        return problem(at->p, at->file, at->id, "\"unrenderable\" is not an array, or is empty");
    t->unrenderable = xcalloc(json_array_size(array), sizeof *t->unrenderable);
    json_array_foreach (array, i, row) {
        static const char *const MEMBERS[] = { "call", "clause", "byte", "arg", NULL };
        unrenderable *u = &t->unrenderable[t->unrenderable_count++];

        u->byte = number_of(row, "byte");
        u->arg = number_of(row, "arg");
        if (!json_only(row, MEMBERS, at->file, at->id, at->p) ||
            !read_string(row, "clause", at, &u->clause) ||
            !expected_call_read(json_object_get(row, "call"), at, &u->expected))
            return false;
    }
    return true;
}

/* Small letters and digits, hyphens among them: what names of cases, files and catalogues are. */
static bool is_word(const char *text)
{
    return *text && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* How the input ended: MODEL-6.1. */
static bool read_finish(const json_t *json, const place *at, test_case *t)
{
    const json_t *finish = json_object_get(json, "finish");
    const char *word = json_string_value(finish);

    if (!finish)
        return true;
    if (!word || !finish_read(word, &t->finish, &t->finish_token) || t->finish == FP_FINISH_STOP)
        return problem(at->p, at->file, at->id,
                       "\"finish\" is \"length\" or \"token:TEXT\", or is left out where the model "
                       "stopped by itself (MODEL-6.1)");
    return true;
}

/* The input as an array of texts and tokens. */
static bool read_pieces(const json_t *pieces, const place *at, test_case *t)
{
    fp_json bytes = { 0 };
    char *why = NULL;
    const bool good = token_list_read(&t->tokens, pieces, t->syntax, &bytes, &why);

    if (!good)
        problem(at->p, at->file, at->id, "\"input\": %s", why);
    t->input = xcopy(json_text(&bytes));
    token_list_view(&t->tokens, t->input);
    fp_json_free(&bytes);
    free(why);
    return good;
}

static bool read_bytes_or_pieces(const json_t *json, const place *at, test_case *t)
{
    const json_t *input = json_object_get(json, "input");
    bool found = true;

    if (json_is_array(input))
        return read_pieces(input, at, t);
    return bytes_read(json, "input", at, &t->input, &found) &&
           (found || problem(at->p, at->file, at->id, "\"input\" is missing"));
}

static bool read_input(corpus *c, const json_t *json, const place *at, test_case *t)
{
    const json_t *catalogue = json_object_get(json, "catalogue");
    bool found;

    if (!read_bytes_or_pieces(json, at, t))
        return false;
    if (!bytes_read(json, "prefix", at, &t->prefix, &found))
        return false;
    if (found && !t->syntax->reasoning)
        return problem(at->p, at->file, at->id,
                       "%s has no marks of reasoning, and a \"prefix\" opens nothing in it "
                       "(MODEL-5.5)",
                       fp_syntax_id(t->syntax));
    if (!read_finish(json, at, t))
        return false;
    if (!catalogue)
        return true;
    t->catalogue_name = json_string_value(catalogue);
    if (t->catalogue_name && !is_word(t->catalogue_name))
        return problem(
            at->p, at->file, at->id,
            "\"catalogue\" is not the name of a file of corpus/catalogues, without .json");
    return t->catalogue_name ? corpus_catalogue(c, t->syntax, t->catalogue_name, &t->catalogue,
                                                &t->catalogue_json, at->p)
                             : problem(at->p, at->file, at->id, "\"catalogue\" is not a string");
}

/* "caret/fence/name": the syntax and the feature are those of the file. */
static bool check_id(const place *at, const test_case *t)
{
    const char *syntax = case_subject(t);
    const size_t s = strlen(syntax), f = strlen(t->feature);

    if (strncmp(t->id, syntax, s) == 0 && t->id[s] == '/' && is_word(t->feature) &&
        strncmp(t->id + s + 1, t->feature, f) == 0 && t->id[s + 1 + f] == '/' &&
        is_word(t->id + s + f + 2))
        return true;
    return problem(at->p, at->file, at->id,
                   "the id is not %s/%s/NAME, of small letters, digits and hyphens", syntax,
                   t->feature);
}

static bool check_refuses(const place *at, const test_case *t)
{
    for (size_t i = 0; i < t->refuse_count; i++) {
        size_t k = 0;

        while (k < t->clause_count && strcmp(t->clauses[k], t->refuses[i]) != 0)
            k++;
        if (k == t->clause_count)
            return problem(at->p, at->file, at->id, "\"refuses\" names %s, \"clauses\" does not",
                           t->refuses[i]);
    }
    return true;
}

/* What every case has. */
static bool read_head(const json_t *json, const place *at, test_case *t)
{
    if (!read_string(json, "title", at, &t->title) ||
        !read_string(json, "origin", at, &t->origin) || !read_level(json, at, &t->level) ||
        !case_clauses_read(json, t->syntax != NULL, at, t) ||
        !strings_read(json, "refuses", at, &t->refuses, &t->refuse_count) ||
        !strings_read(json, "aliases", at, &t->aliases, &t->alias_count))
        return false;
    if (json_object_get(json, "unconfirmed") &&
        !read_string(json, "unconfirmed", at, &t->unconfirmed))
        return false;
    return check_id(at, t) && check_refuses(at, t);
}

static bool read_all(corpus *c, const json_t *json, const place *at, test_case *t)
{
    return read_head(json, at, t) && read_input(c, json, at, t) &&
           read_policies(json_object_get(json, "policy"), at, t->syntax, &t->policy) &&
           read_limits(json_object_get(json, "limits"), at, &t->limits) &&
           expectation_read(json_object_get(json, "expect"), at, &t->expect) &&
           read_accept(json_object_get(json, "accept"), at, t) && read_renderings(json, at, t);
}

/* A case of the vault. */
static bool read_vault(corpus *c, const json_t *json, const place *at, test_case *t)
{
    t->vault = json;
    return read_head(json, at, t) && read_input(c, json, at, t) && vault_case_check(json, at);
}

test_case *case_read(corpus *c, const json_t *json, const fp_syntax *syntax, const char *feature,
                     const char *file, problems *p)
{
    static const char *const MEMBERS[] = {
        "id",     "aliases",      "title",     "clauses",   "refuses",      "level",
        "input",  "input_base64", "origin",    "accept",    "expect",       "policy",
        "limits", "input_parts",  "catalogue", "canonical", "unrenderable", "unconfirmed",
        "also",   "prefix",       "finish",    NULL
    };
    static const char *const VAULT_MEMBERS[] = {
        "id",          "aliases", "title",        "clauses", "refuses", "level",  "input",
        "input_parts", "origin",  "input_base64", "store",   "options", "expect", NULL
    };
    test_case *t = xcalloc(1, sizeof *t);
    const place at = { file, json_string_value(json_object_get(json, "id")), p };

    t->id = at.id;
    t->json = json;
    t->syntax = syntax;
    t->feature = feature;
    t->file = file;
    if (!t->id)
        problem(p, file, NULL, "a case has no \"id\"");
    else if (json_only(json, syntax ? MEMBERS : VAULT_MEMBERS, file, t->id, p) &&
             (syntax ? read_all : read_vault)(c, json, &at, t))
        return t;
    case_free(t);
    return NULL;
}

void case_free(test_case *t)
{
    expectation_free(&t->expect);
    for (size_t i = 0; i < t->accept_count; i++)
        expectation_free(&t->accept[i].expect);
    free(t->accept);
    for (size_t i = 0; i < t->unrenderable_count; i++)
        call_free(&t->unrenderable[i].expected.call);
    free(t->unrenderable);
    case_clauses_free(t);
    free(t->refuses);
    free(t->aliases);
    free((char *)(uintptr_t)t->input.ptr);
    token_list_free(&t->tokens);
    free((char *)(uintptr_t)t->prefix.ptr);
    free(t);
}
