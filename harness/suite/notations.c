/* SPDX-License-Identifier: Apache-2.0 */
/* notations.c: corpus/engines.json, and corpus/ID/engines.json of each syntax. */
#include "suite/notations.h"

#include "base/plugin.h"

#include <fencepost/syntax.h>

#include <jansson.h>

#include <stdlib.h>
#include <string.h>

static const char ENGINES_FILE[] = "corpus/engines.json";

struct notations {
    json_t *engines; /* of ENGINES_FILE: an engine a member */
    json_t *of;      /* of each syntax that has a file: what it has, by the syntax's id */
};

/* -- reading --------------------------------------------------------------------------------- */

static bool is_strings(const json_t *array)
{
    size_t i;
    const json_t *one;

    json_array_foreach (array, i, one)
        if (!json_is_string(one))
            return false;
    return json_is_array(array);
}

static bool check_engine(const char *id, const json_t *one, problems *p)
{
    static const char *const MEMBERS[] = { "title", "names", "source", "uncovered", NULL };
    const json_t *uncovered = json_object_get(one, "uncovered");
    const char *name;
    json_t *reason;

    if (!json_only(one, MEMBERS, ENGINES_FILE, id, p))
        return false;
    for (size_t i = 0; i < 3; i++)
        if (!json_is_string(json_object_get(one, MEMBERS[i])))
            return problem(p, ENGINES_FILE, id, "\"%s\" is missing, or is not a string",
                           MEMBERS[i]);
    if (!json_is_object(uncovered))
        return problem(p, ENGINES_FILE, id, "\"uncovered\" is not an object of names and reasons");
    json_object_foreach ((json_t *)(uintptr_t)uncovered, name, reason)
        if (!json_is_string(reason))
            return problem(p, ENGINES_FILE, id, "\"%s\" has no reason, which is a string", name);
    return true;
}

/* One name stands for one notation; a parser that reads several is listed in each of their files,
 * and nowhere as uncovered. */
static bool check_names(const notations *n, const char *file, const char *engine,
                        const json_t *names, problems *p)
{
    const json_t *listed = json_object_get(n->engines, engine);
    const json_t *uncovered = json_object_get(listed, "uncovered");
    size_t i;
    const json_t *one;

    if (!listed)
        return problem(p, file, engine, "%s has no such engine: add it there, or mend the name",
                       ENGINES_FILE);
    if (!is_strings(names))
        return problem(p, file, engine, "what an engine has is an array of names");
    json_array_foreach (names, i, one) {
        const char *name = json_string_value(one);

        if (json_object_get(uncovered, name))
            return problem(p, file, engine,
                           "\"%s\" is among the uncovered names of %s: take it out", name,
                           ENGINES_FILE);
        for (size_t j = 0; j < i; j++)
            if (json_equal(one, json_array_get(names, j)))
                return problem(p, file, engine, "\"%s\" is named twice", name);
    }
    return true;
}

static bool check_file(const notations *n, const char *file, const json_t *json, problems *p)
{
    static const char *const MEMBERS[] = { "models", "engines", NULL };
    const json_t *engines = json_object_get(json, "engines");
    const char *engine;
    json_t *names;

    if (!json_only(json, MEMBERS, file, NULL, p))
        return false;
    if (!is_strings(json_object_get(json, "models")))
        return problem(p, file, NULL, "\"models\" is missing, or is not an array of names");
    if (!json_is_object(engines))
        return problem(p, file, NULL, "\"engines\" is missing, or is not an object");
    json_object_foreach ((json_t *)(uintptr_t)engines, engine, names)
        if (!check_names(n, file, engine, names, p))
            return false;
    return true;
}

static void read_syntax(notations *n, const char *data, const fp_syntax *syntax, problems *p)
{
    char *file = xformat("corpus/%s/engines.json", fp_syntax_id(syntax));
    char *path = xformat("%s/%s", plugin_data(syntax, data), file);
    json_t *json = path_exists(path) ? json_file_plain(path, p) : NULL;

    if (json && check_file(n, file, json, p))
        need_memory(json_object_set(n->of, fp_syntax_id(syntax), json) == 0);
    json_decref(json);
    free(path);
    free(file);
}

notations *notations_load(const char *data, problems *p)
{
    notations *n = xcalloc(1, sizeof *n);
    char *path = xformat("%s/%s", data, ENGINES_FILE);
    const size_t before = p->count;
    const char *id;
    json_t *one;

    n->of = json_object();
    need_memory(n->of != NULL);
    n->engines = json_file(path, p);
    free(path);
    if (n->engines && !json_is_object(n->engines))
        problem(p, ENGINES_FILE, NULL, "is not an object with a member for each engine");
    json_object_foreach (n->engines, id, one)
        check_engine(id, one, p);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s && p->count == before; s++)
        read_syntax(n, data, *s, p);
    if (p->count == before)
        return n;
    notations_free(n);
    return NULL;
}

void notations_free(notations *n)
{
    if (!n)
        return;
    json_decref(n->engines);
    json_decref(n->of);
    free(n);
}

/* -- engines --------------------------------------------------------------------------------- */

size_t notations_engine_count(const notations *n)
{
    return json_object_size(n->engines);
}

const char **notations_engine_ids(const notations *n)
{
    const char **ids = xcalloc(json_object_size(n->engines) + 1, sizeof *ids), *id;
    size_t count = 0;
    json_t *one;

    json_object_foreach (n->engines, id, one)
        ids[count++] = id;
    return ids;
}

static const json_t *engine_at(const notations *n, size_t index, const char **id)
{
    void *member = json_object_iter(n->engines);

    while (index-- > 0)
        member = json_object_iter_next(n->engines, member);
    *id = json_object_iter_key(member);
    return json_object_iter_value(member);
}

inference_engine notations_engine(const notations *n, size_t index)
{
    inference_engine e;
    const json_t *one = engine_at(n, index, &e.id);

    e.title = json_string_value(json_object_get(one, "title"));
    e.names = json_string_value(json_object_get(one, "names"));
    e.source = json_string_value(json_object_get(one, "source"));
    return e;
}

bool notations_find_engine(const notations *n, const char *id, size_t *index)
{
    for (*index = 0; *index < notations_engine_count(n); ++*index)
        if (strcmp(notations_engine(n, *index).id, id) == 0)
            return true;
    return false;
}

/* -- names ----------------------------------------------------------------------------------- */

static const char **strings_of(const json_t *array)
{
    const char **strings = xcalloc(json_array_size(array) + 1, sizeof *strings);
    size_t i;
    const json_t *one;

    json_array_foreach (array, i, one)
        strings[i] = json_string_value(one);
    return strings;
}

static const json_t *names_of(const notations *n, size_t index, const fp_syntax *syntax)
{
    const json_t *own = json_object_get(n->of, fp_syntax_id(syntax));

    return json_object_get(json_object_get(own, "engines"), notations_engine(n, index).id);
}

const char **notations_names(const notations *n, size_t index, const fp_syntax *syntax)
{
    return strings_of(names_of(n, index, syntax));
}

const char **notations_models(const notations *n, const fp_syntax *syntax)
{
    return strings_of(json_object_get(json_object_get(n->of, fp_syntax_id(syntax)), "models"));
}

static const json_t *uncovered_of(const notations *n, size_t index)
{
    const char *id;

    return json_object_get(engine_at(n, index, &id), "uncovered");
}

const char **notations_uncovered(const notations *n, size_t index)
{
    const json_t *uncovered = uncovered_of(n, index);
    const char **names = xcalloc(json_object_size(uncovered) + 1, sizeof *names), *name;
    size_t count = 0;
    json_t *reason;

    json_object_foreach ((json_t *)(uintptr_t)uncovered, name, reason)
        names[count++] = name;
    return names;
}

const char *notations_reason(const notations *n, size_t index, const char *name)
{
    return json_string_value(json_object_get(uncovered_of(n, index), name));
}

static bool has_name(const char *const *names, size_t count, const char *name)
{
    while (count > 0)
        if (strcmp(names[--count], name) == 0)
            return true;
    return false;
}

const char **notations_all_names(const notations *n, size_t index)
{
    const char **all = notations_uncovered(n, index);
    size_t count = json_object_size(uncovered_of(n, index));

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const json_t *names = names_of(n, index, *s);
        size_t i;
        const json_t *one;

        all = xrealloc((void *)all, (count + json_array_size(names) + 1) * sizeof *all);
        json_array_foreach (names, i, one)
            if (!has_name(all, count, json_string_value(one)))
                all[count++] = json_string_value(one);
    }
    all[count] = NULL;
    return all;
}

bool notations_reads(const notations *n, size_t index, const char *name, const fp_syntax *syntax)
{
    const json_t *names = names_of(n, index, syntax);
    size_t i;
    const json_t *one;

    json_array_foreach (names, i, one)
        if (strcmp(json_string_value(one), name) == 0)
            return true;
    return false;
}
