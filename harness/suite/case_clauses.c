/* SPDX-License-Identifier: Apache-2.0 */
/* case_clauses.c: reads what a case cites: `clauses` and `also` of a case file. */
#include "suite/case_clauses.h"

#include <stdlib.h>
#include <string.h>

bool strings_read(const json_t *json, const char *name, const place *at, const char ***list,
                  size_t *count)
{
    const json_t *array = json_object_get(json, name);
    size_t i;
    json_t *item;

    if (!array)
        return true;
    if (json_array_size(array) == 0)
        return problem(at->p, at->file, at->id, "\"%s\" is not an array, or is an empty one", name);
    *list = xcalloc(json_array_size(array), sizeof **list);
    json_array_foreach (array, i, item) {
        if (!json_is_string(item))
            return problem(at->p, at->file, at->id, "\"%s\" holds something but strings", name);
        (*list)[(*count)++] = json_string_value(item);
    }
    return true;
}

static bool is_cited(const test_case *t, const char *id)
{
    for (size_t i = 0; i < t->clause_count; i++)
        if (strcmp(t->clauses[i], id) == 0)
            return true;
    return false;
}

static void cite(test_case *t, const char *const *ids, size_t count)
{
    void *grown = (void *)t->clauses;
    size_t cap = t->clause_count;

    for (size_t i = 0; i < count; i++) {
        if (is_cited(t, ids[i]))
            continue;
        xgrow(&grown, &cap, t->clause_count, sizeof *t->clauses);
        t->clauses = (const char **)grown;
        t->clauses[t->clause_count++] = ids[i];
    }
}

static bool read_parts(const json_t *parts, const place *at, test_case *t)
{
    static const char *const MEMBERS[] = { "text", "calls", "diagnostics", NULL };

    if (json_object_size(parts) == 0)
        return problem(at->p, at->file, at->id,
                       "\"clauses\" names no part: give it \"text\", \"calls\" or \"diagnostics\"");
    if (!json_only(parts, MEMBERS, at->file, at->id, at->p))
        return false;
    for (unsigned i = 0; i < PART_COUNT; i++) {
        part_clauses *part = &t->parts[i];

        if (!strings_read(parts, part_name((case_part)i), at, &part->ids, &part->count))
            return false;
        cite(t, part->ids, part->count);
    }
    return true;
}

/* The clauses that judge nothing stand last. */
static bool read_also(const json_t *json, const place *at, test_case *t)
{
    const char **also = NULL;
    size_t count = 0, before = t->clause_count;
    bool good = strings_read(json, "also", at, &also, &count);

    for (size_t i = 0; good && i < count; i++)
        if (is_cited(t, also[i]))
            good = problem(at->p, at->file, at->id,
                           "\"also\" names %s, which \"clauses\" has: take it out of one of them",
                           also[i]);
    if (good)
        cite(t, also, count);
    t->also_count = t->clause_count - before;
    free((void *)also);
    return good;
}

bool case_clauses_read(const json_t *json, bool has_parts, const place *at, test_case *t)
{
    const json_t *clauses = json_object_get(json, "clauses");
    const bool in_parts = has_parts && json_is_object(clauses);

    if (!clauses)
        return problem(at->p, at->file, at->id, "\"clauses\" is missing");
    if (!(in_parts ? read_parts(clauses, at, t)
                   : strings_read(json, "clauses", at, &t->clauses, &t->clause_count)) ||
        !read_also(json, at, t))
        return false;
    case_weigh_alike(t);
    return true;
}

void case_clauses_free(test_case *t)
{
    for (unsigned i = 0; i < PART_COUNT; i++)
        free((void *)t->parts[i].ids);
    free((void *)t->clauses);
}
