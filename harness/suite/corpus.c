/* SPDX-License-Identifier: Apache-2.0 */
/* corpus.c: the golden cases: folders, files, and what is true of all of them together. */
#include "suite/corpus.h"

#include "base/plugin.h"
#include "suite/case_read.h"
#include "suite/equivalence.h"
#include "suite/family.h"
#include "suite/renderings.h"
#include "suite/types_table.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

typedef struct named_catalogue {
    char *path;
    json_t *json;
    fp_catalogue *catalogue;
} named_catalogue;

struct corpus {
    const char *data;
    const fp_syntax *const *only; /* ended by NULL; NULL: all */
    json_t **files;               /* strings of the cases live here */
    size_t file_count, file_cap;
    char **paths;
    size_t path_cap;
    test_case **cases; /* those of the syntaxes come first */
    size_t case_count, case_cap, vault_count;
    const char **removed;
    size_t removed_count, removed_cap;
    named_catalogue *catalogues;
    size_t catalogue_count, catalogue_cap;
    const test_case **by_id; /* sorted */
    size_t by_id_count;
    json_t *renderings[FP_SYNTAXES_MAX]; /* in the order of the table; NULL: not held */
};

const char *level_name(level l)
{
    static const char *const NAMES[] = { "must", "should", "may" };

    return NAMES[l];
}

const char *basis_name(clause_basis b)
{
    static const char *const NAMES[] = { "", "decision", "safety", "source" };

    return NAMES[b];
}

const char *part_name(case_part part)
{
    static const char *const NAMES[] = { "calls", "text", "diagnostics" };

    return NAMES[part];
}

corpus *corpus_new(const char *data)
{
    corpus *c = xcalloc(1, sizeof *c);

    c->data = data;
    return c;
}

void corpus_free(corpus *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->case_count; i++)
        case_free(c->cases[i]);
    for (size_t i = 0; i < c->file_count; i++) {
        json_decref(c->files[i]);
        free(c->paths[i]);
    }
    for (size_t i = 0; i < FP_SYNTAXES_MAX; i++)
        json_decref(c->renderings[i]);
    for (size_t i = 0; i < c->catalogue_count; i++) {
        free(c->catalogues[i].path);
        json_decref(c->catalogues[i].json);
        fp_catalogue_free(c->catalogues[i].catalogue);
    }
    free(c->cases);
    free(c->files);
    free(c->paths);
    free(c->removed);
    free(c->catalogues);
    free(c->by_id);
    free(c);
}

/* -- catalogues ------------------------------------------------------------------------------ */

static bool load_catalogue(const char *path, named_catalogue *slot, problems *p)
{
    fp_catalogue_error error;
    fp_str bytes;

    slot->json = json_file_plain(path, p);
    if (!slot->json || !file_read_plain(path, &bytes, p))
        return false;
    slot->catalogue = fp_catalogue_read(bytes, &error);
    free((char *)(uintptr_t)bytes.ptr);
    if (!slot->catalogue)
        need_memory_reason(error.text);
    return slot->catalogue || problem(p, path, NULL, "%s", error.text);
}

/* Where the catalogue of this name is: with the syntax, or with all others. Owned. */
static char *catalogue_path(const corpus *c, const fp_syntax *syntax, const char *name)
{
    char *own = xformat("%s/corpus/catalogues/%s.json", plugin_data(syntax, c->data), name);

    if (!plugin_of(syntax) || path_exists(own))
        return own;
    free(own);
    return xformat("%s/corpus/catalogues/%s.json", c->data, name);
}

bool corpus_catalogue(corpus *c, const fp_syntax *syntax, const char *name,
                      const fp_catalogue **catalogue, const json_t **tools, problems *p)
{
    char *path = catalogue_path(c, syntax, name);
    void *grown = c->catalogues;
    size_t i = 0;

    while (i < c->catalogue_count && strcmp(c->catalogues[i].path, path) != 0)
        i++;
    if (i == c->catalogue_count) {
        xgrow(&grown, &c->catalogue_cap, i, sizeof *c->catalogues);
        c->catalogues = grown;
        c->catalogues[i] = (named_catalogue){ .path = path };
        c->catalogue_count++;
        if (!load_catalogue(path, &c->catalogues[i], p))
            return false;
    } else {
        free(path);
    }
    *catalogue = c->catalogues[i].catalogue;
    *tools = json_object_get(c->catalogues[i].json, "tools");
    return *catalogue != NULL;
}

/* -- files ----------------------------------------------------------------------------------- */

static bool read_removed(corpus *c, const char *file, const json_t *removed, problems *p)
{
    size_t i;
    json_t *row;

    if (removed && !json_is_array(removed))
        return problem(p, file, "removed", "it is not an array of tombstones");
    json_array_foreach (removed, i, row) {
        const char *id = json_string_value(json_object_get(row, "id"));
        void *grown = c->removed;

        if (!id || !json_is_string(json_object_get(row, "reason")) || json_object_size(row) != 2)
            return problem(p, file, "removed", "a tombstone is {\"id\", \"reason\"}");
        xgrow(&grown, &c->removed_cap, c->removed_count, sizeof *c->removed);
        c->removed = grown;
        c->removed[c->removed_count++] = id;
    }
    return true;
}

const char *corpus_keep(corpus *c, const char *file, json_t *json)
{
    void *files = c->files, *paths = c->paths;

    xgrow(&files, &c->file_cap, c->file_count, sizeof *c->files);
    xgrow(&paths, &c->path_cap, c->file_count, sizeof *c->paths);
    c->files = files;
    c->paths = paths;
    c->files[c->file_count] = json;
    return c->paths[c->file_count++] = xstrdup(file);
}

const json_t *corpus_kept(const corpus *c, const char *file)
{
    for (size_t i = 0; i < c->file_count; i++)
        if (strcmp(c->paths[i], file) == 0)
            return c->files[i];
    return NULL;
}

/* A file of the vault says so, in place of a syntax. */
static bool is_vault(const json_t *json)
{
    const char *kind = json_string_value(json_object_get(json, "kind"));

    return kind && strcmp(kind, "vault") == 0 && !json_object_get(json, "syntax");
}

bool corpus_add_case(corpus *c, const json_t *json, const fp_syntax *syntax, const char *feature,
                     const char *file, problems *p)
{
    test_case *t = case_read(c, json, syntax, feature, file, p);
    void *grown = c->cases;

    if (!t)
        return false;
    xgrow(&grown, &c->case_cap, c->case_count, sizeof *c->cases);
    c->cases = grown;
    c->cases[c->case_count++] = t;
    c->vault_count += !syntax;
    return true;
}

static bool read_cases(corpus *c, const char *file, const json_t *json, problems *p)
{
    const json_t *cases = json_object_get(json, "cases");
    const char *feature = json_string_value(json_object_get(json, "feature"));
    const json_t *id = json_object_get(json, "syntax");
    const fp_syntax *syntax = json_is_string(id) ? fp_syntax_find(json_str(id)) : NULL;
    const size_t before = p->count;
    size_t i;
    json_t *one;

    if (!syntax && !is_vault(json))
        return problem(p, file, NULL, "\"syntax\" names no syntax of the table");
    if (!feature)
        return problem(p, file, NULL, "\"feature\" is missing");
    if (json_array_size(cases) == 0)
        return problem(p, file, NULL, "\"cases\" is missing or empty");
    json_array_foreach (cases, i, one)
        corpus_add_case(c, one, syntax, feature, file, p);
    return p->count == before;
}

bool corpus_read_file(corpus *c, const char *file, json_t *json, problems *p)
{
    static const char *const MEMBERS[] = { "syntax", "feature", "cases", "removed", NULL };
    static const char *const VAULT_MEMBERS[] = { "kind", "feature", "cases", "removed", NULL };
    const char *path = corpus_keep(c, file, json);

    if (!json_is_object(json))
        return problem(p, path, NULL, "a case file is an object; see %s",
                       "spec/schema/case-file.schema.json");
    return json_only(json, is_vault(json) ? VAULT_MEMBERS : MEMBERS, path, NULL, p) &&
           read_removed(c, path, json_object_get(json, "removed"), p) &&
           read_cases(c, path, json, p);
}

static void load_file(corpus *c, const char *data, const char *folder, const char *name,
                      problems *p)
{
    char *file = xformat("corpus/%s/%s", folder, name);
    char *path = xformat("%s/%s", data, file);
    json_t *json = json_file_plain(path, p);
    const char *feature = json ? json_string_value(json_object_get(json, "feature")) : NULL;
    const char *syntax = json && is_vault(json) ? "vault"
                         : json                 ? json_string_value(json_object_get(json, "syntax"))
                                                : NULL;

    if (json)
        corpus_read_file(c, file, json, p);
    if (feature && (strncmp(name, feature, strlen(feature)) != 0 ||
                    strcmp(name + strlen(feature), ".json") != 0))
        problem(p, file, NULL, "its \"feature\" is \"%s\"; file and feature have one name",
                feature);
    if (syntax && strcmp(syntax, folder) != 0)
        problem(p, file, NULL, "its \"syntax\" is \"%s\", but it is in the folder of another",
                syntax);
    free(path);
    free(file);
}

/* The folders that belong to no syntax are needed only where there is a spec of them, which the
 * linter sees to. */
static bool has_folder(const char *data, const char *folder)
{
    char *path = xformat("%s/corpus/%s", data, folder);
    const bool found = path_exists(path);

    free(path);
    return found;
}

bool is_case_file(const char *name)
{
    static const char *const OTHERS[] = { "colours.json", "engines.json", "family.json",
                                          "faults.json", "renderings.json" };

    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(name, OTHERS[i]) == 0)
            return false;
    return true;
}

bool corpus_has_cases(const char *data, const fp_syntax *syntax)
{
    problems unread = { 0 };
    char *path = xformat("%s/corpus/%s", plugin_data(syntax, data), fp_syntax_id(syntax));
    char **names = path_exists(path) ? dir_names(path, ".json", &unread) : NULL;
    bool found = unread.count > 0; /* reading the cases will report it again */

    for (char **name = names; name && *name; name++)
        found = found || is_case_file(*name);
    found = found || family_has_cases(data, syntax);
    names_free(names);
    free(path);
    return found;
}

/* needed: the folder must be there, and hold a case. */
static void load_folder(corpus *c, const char *data, const char *folder, bool needed, problems *p)
{
    char *path = xformat("%s/corpus/%s", data, folder);
    char **names = has_folder(data, folder) ? dir_names(path, ".json", p) : NULL;
    size_t count = 0;

    if (needed && !has_folder(data, folder))
        problem(p, path, NULL,
                "this folder is missing: write golden cases of %s into it; `fencepost test "
                "--syntax %s --generate 1000` needs none",
                folder, folder);
    for (char **name = names; name && *name; name++) {
        if (!is_case_file(*name))
            continue;
        load_file(c, data, folder, *name, p);
        count++;
    }
    if (needed && names && !count)
        problem(p, path, NULL, "there is no case file here");
    names_free(names);
    free(path);
}

static void load_equivalence(corpus *c, problems *p)
{
    char *path = xformat("%s/corpus/equivalence", c->data);
    char **names = dir_names(path, ".json", p);

    for (char **name = names; name && *name; name++) {
        char *file = xformat("corpus/equivalence/%s", *name);
        char *full = xformat("%s/%s", c->data, file);
        json_t *json = json_file_plain(full, p);

        if (json)
            equivalence_read(c, file, json, p);
        json_decref(json);
        free(full);
        free(file);
    }
    names_free(names);
    free(path);
}

static void load_types(corpus *c, problems *p)
{
    json_t *json = types_table_json(c->data, p);

    if (json)
        types_table_read(c, TYPES_TABLE_FILE, json, p);
    json_decref(json);
}

/* The cases of one syntax stand together, in the order of the table. */
static void group_by_syntax(corpus *c)
{
    test_case **grouped = xcalloc(c->case_count, sizeof *grouped);
    size_t count = 0;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        for (size_t i = 0; i < c->case_count; i++)
            if (c->cases[i]->syntax == *s)
                grouped[count++] = c->cases[i];
    if (count)
        memcpy(c->cases, grouped, count * sizeof *grouped);
    free(grouped);
}

/* -- the whole ------------------------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b)
{
    return strcmp((*(const test_case *const *)a)->id, (*(const test_case *const *)b)->id);
}

static void index_ids(corpus *c, problems *p)
{
    c->by_id = xcalloc(c->case_count, sizeof *c->by_id);
    c->by_id_count = c->case_count;
    for (size_t i = 0; i < c->case_count; i++)
        c->by_id[i] = c->cases[i];
    qsort(c->by_id, c->by_id_count, sizeof *c->by_id, compare_ids);
    for (size_t i = 1; i < c->by_id_count; i++)
        if (strcmp(c->by_id[i - 1]->id, c->by_id[i]->id) == 0)
            problem(p, c->by_id[i]->file, c->by_id[i]->id, "another case has this id (%s)",
                    c->by_id[i - 1]->file);
}

bool is_among(const fp_syntax *const *list, const fp_syntax *syntax)
{
    const fp_syntax *const *at = list;

    while (at && *at && *at != syntax)
        at++;
    return !at || *at;
}

corpus *corpus_load(const char *data, problems *p)
{
    return corpus_load_of(data, NULL, p);
}

corpus *corpus_load_of(const char *data, const fp_syntax *const *only, problems *p)
{
    corpus *c = corpus_new(data);
    const size_t before = p->count;

    c->only = only;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if (!corpus_holds(c, *s))
            continue;
        load_folder(c, plugin_data(*s, data), fp_syntax_id(*s), !family_has_cases(data, *s), p);
        family_read(c, data, *s, p);
    }
    corpus_load_renderings(c, p);
    if (has_folder(data, "equivalence"))
        load_equivalence(c, p);
    load_types(c, p);
    group_by_syntax(c);
    if (!only && has_folder(data, "vault"))
        load_folder(c, data, "vault", true, p);
    index_ids(c, p);
    if (p->count == before)
        return c;
    corpus_free(c);
    return NULL;
}

bool corpus_load_renderings(corpus *c, problems *p)
{
    const size_t before = p->count;

    for (size_t i = 0; FP_SYNTAXES[i]; i++)
        if (corpus_holds(c, FP_SYNTAXES[i]))
            c->renderings[i] =
                renderings_read(plugin_data(FP_SYNTAXES[i], c->data), FP_SYNTAXES[i], p);
    return p->count == before;
}

const json_t *corpus_renderings(const corpus *c, const fp_syntax *syntax)
{
    size_t i = 0;

    while (FP_SYNTAXES[i] && FP_SYNTAXES[i] != syntax)
        i++;
    return FP_SYNTAXES[i] ? c->renderings[i] : NULL;
}

bool corpus_holds(const corpus *c, const fp_syntax *syntax)
{
    return is_among(c->only, syntax);
}

size_t corpus_count(const corpus *c)
{
    return c->case_count - c->vault_count;
}

const test_case *corpus_case(const corpus *c, size_t index)
{
    return c->cases[index];
}

test_case *corpus_case_to_grade(corpus *c, size_t index)
{
    return c->cases[index];
}

size_t corpus_total(const corpus *c)
{
    return c->case_count;
}

const test_case *corpus_any(const corpus *c, size_t index)
{
    return c->cases[index];
}

const char *case_subject(const test_case *t)
{
    if (t->subject)
        return t->subject;
    return t->syntax ? fp_syntax_id(t->syntax) : "vault";
}

bool case_in_parts(const test_case *t)
{
    return t->parts[PART_CALLS].count || t->parts[PART_TEXT].count ||
           t->parts[PART_DIAGNOSTICS].count;
}

void case_weigh_alike(test_case *t)
{
    for (unsigned i = 0; i < PART_COUNT; i++) {
        t->parts[i].first = t->parts[i].count ? t->parts[i].ids[0] : t->clauses[0];
        t->parts[i].level = t->level;
    }
}

const fp_syntax *case_syntax(const char *pattern)
{
    const size_t len = strcspn(pattern, "/*?");

    return pattern[len] == '/' ? fp_syntax_find((fp_str){ pattern, len }) : NULL;
}

size_t corpus_removed_count(const corpus *c)
{
    return c->removed_count;
}

const char *corpus_removed(const corpus *c, size_t index)
{
    return c->removed[index];
}

static int compare_id(const void *id, const void *t)
{
    return strcmp(id, (*(const test_case *const *)t)->id);
}

const test_case *corpus_find(const corpus *c, const char *id)
{
    const test_case **found = NULL;

    if (c->by_id_count)
        found = bsearch(id, c->by_id, c->by_id_count, sizeof *c->by_id, compare_id);
    if (found)
        return *found;
    for (size_t i = 0; i < c->case_count; i++) { /* an alias, or a case that was read since */
        const test_case *t = c->cases[i];

        if (strcmp(t->id, id) == 0)
            return t;
        for (size_t k = 0; k < t->alias_count; k++)
            if (strcmp(t->aliases[k], id) == 0)
                return t;
    }
    return NULL;
}

bool case_tells_tokens(const test_case *t)
{
    return t->policy.given[FP_MARKERS] && t->policy.policies.of[FP_MARKERS] == FP_MARKERS_TOKEN;
}

fp_options case_usual(const test_case *t)
{
    return t->syntax ? fp_options_default(t->syntax) : (fp_options){ .catalogue = NULL };
}

fp_options case_options(const test_case *t)
{
    fp_options options = case_usual(t);
    size_t *limits = (size_t *)&options.limits;
    const size_t *given = (const size_t *)&t->limits;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (t->policy.given[i])
            options.policies.of[i] = t->policy.policies.of[i];
    for (size_t i = 0; i < sizeof t->limits / sizeof *given; i++)
        if (given[i])
            limits[i] = given[i];
    options.catalogue = t->catalogue;
    options.prefix = t->prefix;
    options.finish = t->finish;
    options.finish_token = t->finish_token;
    options.tokens = t->tokens.of;
    options.token_count = t->tokens.count;
    return options;
}
