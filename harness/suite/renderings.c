/* SPDX-License-Identifier: Apache-2.0 */
/* renderings.c: the file of one syntax with its renderings and refusals. */
#include "suite/renderings.h"

#include "base/replace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *renderings_file(const fp_syntax *syntax)
{
    return xformat("corpus/%s/renderings.json", fp_syntax_id(syntax));
}

/* Returns whether each member of an object is a clause's id. */
static bool are_clauses(const json_t *object, const char *file, problems *p)
{
    const char *name;
    json_t *clause;

    if (object && !json_is_object(object))
        return problem(p, file, "refused", "it is not an object: {ROW: CLAUSE}");
    json_object_foreach ((json_t *)(uintptr_t)object, name, clause)
        if (!json_is_string(clause))
            return problem(p, file, name, "a refusal is the id of a clause");
    return true;
}

static bool are_texts(const json_t *object, const char *file, problems *p)
{
    const char *name;
    json_t *text;

    if (object && !json_is_object(object))
        return problem(p, file, "renderings", "it is not an object: {ROW: TEXT}");
    json_object_foreach ((json_t *)(uintptr_t)object, name, text)
        if (!json_is_string(text) && !json_is_string(json_object_get(text, "base64")))
            return problem(p, file, name, "a rendering is a string, or {\"base64\"}");
    return true;
}

static bool check_types(const json_t *types, const char *file, problems *p)
{
    static const char *const MEMBERS[] = { "level", "refused", NULL };
    const char *level = json_string_value(json_object_get(types, "level"));

    if (!types)
        return true;
    if (!json_is_object(types) || !level ||
        (strcmp(level, "must") != 0 && strcmp(level, "should") != 0))
        return problem(p, file, "types", "it has a \"level\", \"must\" or \"should\"");
    return json_only(types, MEMBERS, file, "types", p) &&
           are_clauses(json_object_get(types, "refused"), file, p);
}

static bool check(const json_t *json, const char *file, problems *p)
{
    static const char *const MEMBERS[] = { "renderings", "refused", "types", NULL };

    if (!json_is_object(json))
        return problem(p, file, NULL, "it is not an object; see %s",
                       "spec/schema/renderings.schema.json");
    return json_only(json, MEMBERS, file, NULL, p) &&
           are_texts(json_object_get(json, "renderings"), file, p) &&
           are_clauses(json_object_get(json, "refused"), file, p) &&
           check_types(json_object_get(json, "types"), file, p);
}

json_t *renderings_read(const char *data, const fp_syntax *syntax, problems *p)
{
    char *file = renderings_file(syntax);
    char *path = xformat("%s/%s", data, file);
    json_t *json = path_exists(path) ? json_file_plain(path, p) : json_object();

    if (json && !check(json, file, p)) {
        json_decref(json);
        json = NULL;
    }
    free(path);
    free(file);
    return json;
}

const json_t *renderings_text(const json_t *renderings, const char *row)
{
    return json_object_get(json_object_get(renderings, "renderings"), row);
}

const char *renderings_refusal(const json_t *renderings, const char *row)
{
    return json_string_value(json_object_get(json_object_get(renderings, "refused"), row));
}

const char *renderings_types_refusal(const json_t *renderings, const char *row)
{
    const json_t *types = json_object_get(renderings, "types");

    return json_string_value(json_object_get(json_object_get(types, "refused"), row));
}

bool renderings_types_should(const json_t *renderings)
{
    const char *level =
        json_string_value(json_object_get(json_object_get(renderings, "types"), "level"));

    return level && strcmp(level, "should") == 0;
}

void renderings_refuse_type(json_t *renderings, const char *row, const char *clause)
{
    json_t *types = json_object_get(renderings, "types");

    if (!types) {
        types = json_pack("{s:s}", "level", "must");
        need_memory(types && json_object_set_new(renderings, "types", types) == 0);
    }
    if (!json_object_get(types, "refused"))
        need_memory(json_object_set_new(types, "refused", json_object()) == 0);
    need_memory(json_object_set_new(json_object_get(types, "refused"), row, json_string(clause)) ==
                0);
}

/* That of the file: a member of a family may have no file of its own so far. */
static bool make_folder(const char *path, problems *p)
{
    char *folder = xformat("%.*s", (int)(strrchr(path, '/') - path), path);
    const bool good = mkdir(folder, 0777) == 0 || errno == EEXIST ||
                      problem(p, folder, NULL, "cannot make this folder: %s", strerror(errno));

    free(folder);
    return good;
}

bool renderings_write(const char *data, const fp_syntax *syntax, const json_t *renderings,
                      problems *p)
{
    char *path = xformat("%s/corpus/%s/renderings.json", data, fp_syntax_id(syntax));
    replacement r;
    bool good = make_folder(path, p) && replace_begin(&r, path, p);

    if (good) {
        const bool written = json_dumpf(renderings, r.out, JSON_INDENT(2)) == 0;

        fputc('\n', r.out);
        good = replace_end(&r, p) && written;
    }
    free(path);
    return good;
}
