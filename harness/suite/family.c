/* SPDX-License-Identifier: Apache-2.0 */
/* family.c: the cases of a family, as cases of its members. */
#include "suite/family.h"

#include "base/plugin.h"
#include "suite/pieces.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

typedef struct member {
    corpus *corpus;
    const fp_syntax *syntax;
    const char *file;      /* of the family */
    const char *feature;   /* of the file */
    char *own_file;        /* the member's family.json */
    json_t *refused, *ids; /* borrowed; NULL: none */
    json_t *used;          /* the keys of these two that some case has */
    problems *problems;
} member;

/* -- a case ------------------------------------------------------------------------------------ */

typedef struct filled {
    const member *m;
    const char *name; /* of the case */
    labels labels;
} filled;

static bool bad(const filled *f, const char *why)
{
    return problem(f->m->problems, f->m->file, f->name, "in %s: %s", fp_syntax_id(f->m->syntax),
                   why);
}

/* A string without its pieces; owned. NULL: it has been reported why not. *base64: whether it is
 * not UTF-8, and so written as base64; where base64 is NULL it must be UTF-8. */
static json_t *fill_string(filled *f, const json_t *string, bool labelled, bool *base64)
{
    fp_json text = { 0 };
    char *why = NULL, *coded = NULL;
    json_t *made = NULL;

    if (pieces_fill(f->m->syntax, json_str(string), labelled ? &f->labels : NULL, &text, &why))
        made = json_stringn(text.ptr ? text.ptr : "", text.len);
    if (why)
        bad(f, why);
    else if (!made && base64)
        made = json_string(coded = base64_encode((fp_str){ text.ptr, text.len }));
    else if (!made)
        bad(f, "a piece is not UTF-8");
    if (base64)
        *base64 = coded != NULL;
    free(coded);
    free(why);
    fp_json_free(&text);
    return made;
}

/* Whether a string of this name may be given as NAME_base64. */
static bool is_bytes(const char *name)
{
    return strcmp(name, "input") == 0 || strcmp(name, "text") == 0 ||
           strcmp(name, "reasoning") == 0;
}

/* The string under its own name, or where it is not UTF-8 as NAME_base64. */
static bool set_bytes(filled *f, json_t *made, const char *name, const json_t *string,
                      bool labelled)
{
    bool base64;
    json_t *one = fill_string(f, string, labelled, &base64);
    char *key = xformat(base64 ? "%s_base64" : "%s", name);
    const bool good = one && json_object_set_new(made, key, one) == 0;

    free(key);
    return good;
}

/* "@label" as its offset; owned. */
static json_t *fill_offset(filled *f, const json_t *string)
{
    const fp_str text = json_str(string);
    size_t offset;
    char *why;

    if (labels_find(&f->labels, (fp_str){ text.ptr + 1, text.len - 1 }, &offset))
        return json_integer((json_int_t)offset);
    why = xformat("there is no label %s in the input", text.ptr);
    bad(f, why);
    free(why);
    return NULL;
}

static json_t *fill_any(filled *f, const json_t *json, bool offsets);

/* NOLINTBEGIN(misc-no-recursion): as deep as a case, which the reader of JSON bounds */
static json_t *fill_object(filled *f, const json_t *object)
{
    json_t *made = json_object(), *value;
    const char *key;

    need_memory(made != NULL);
    json_object_foreach ((json_t *)(uintptr_t)object, key, value) {
        const bool offsets =
            strcmp(key, "offset") == 0 || strcmp(key, "span") == 0 || strcmp(key, "at") == 0;
        const bool good = json_is_string(value) && is_bytes(key)
                              ? set_bytes(f, made, key, value, false)
                              : json_object_set_new(made, key, fill_any(f, value, offsets)) == 0;

        if (!good) {
            json_decref(made);
            return NULL;
        }
    }
    return made;
}

static json_t *fill_array(filled *f, const json_t *array, bool offsets)
{
    json_t *made = json_array(), *value;
    size_t i;

    need_memory(made != NULL);
    json_array_foreach (array, i, value) {
        json_t *one = fill_any(f, value, offsets);

        if (!one || json_array_append_new(made, one) != 0) {
            json_decref(made);
            return NULL;
        }
    }
    return made;
}

/* The same JSON with the pieces filled in; owned. NULL: a problem was reported. */
static json_t *fill_any(filled *f, const json_t *json, bool offsets)
{
    if (json_is_object(json))
        return fill_object(f, json);
    if (json_is_array(json))
        return fill_array(f, json, offsets);
    if (json_is_string(json) && offsets && json_string_value(json)[0] == '@')
        return fill_offset(f, json);
    if (json_is_string(json))
        return fill_string(f, json, false, NULL);
    return json_deep_copy(json);
}
/* NOLINTEND(misc-no-recursion) */

/* The id that the case has in the member; owned. */
static json_t *id_of(const member *m, const char *key)
{
    const json_t *own = json_object_get(m->ids, key);
    char *id = xformat("%s/%s", fp_syntax_id(m->syntax), own ? json_string_value(own) : key);
    json_t *string = json_string(id);

    if (own)
        json_object_set_new(m->used, key, json_true());
    free(id);
    return string;
}

/* One string of an input that is an array, whose labels count from the start of all: appended to
 * *all; owned; NULL: it has been reported why not. */
static json_t *fill_piece(filled *f, const json_t *string, fp_json *all)
{
    const size_t from = all->len;
    char *why = NULL;
    json_t *made = NULL;

    if (pieces_fill(f->m->syntax, json_str(string), &f->labels, all, &why))
        made = json_stringn(all->ptr ? all->ptr + from : "", all->len - from);
    if (why)
        bad(f, why);
    else if (!made)
        bad(f, "a piece is not UTF-8");
    free(why);
    return made;
}

/* An input of texts and tokens (token_list_read()): the same without its pieces; owned, or NULL. */
static json_t *fill_pieces(filled *f, const json_t *array)
{
    json_t *made = json_array(), *item, *value;
    fp_json all = { 0 };
    const char *key;
    bool good = made != NULL;
    size_t i;

    json_array_foreach (array, i, item) {
        json_t *one = json_is_object(item) ? json_object() : fill_piece(f, item, &all);

        good = good && one && json_array_append_new(made, one) == 0;
        json_object_foreach (item, key, value)
            good = good && json_object_set_new(one, key, fill_piece(f, value, &all)) == 0;
    }
    fp_json_free(&all);
    if (good)
        return made;
    json_decref(made);
    return NULL;
}

/* The input first, since its labels are what offsets elsewhere mean. */
static json_t *instance(filled *f, const json_t *given, const char *key)
{
    const json_t *input = json_object_get(given, "input");
    json_t *copy = json_copy((json_t *)(uintptr_t)given), *text = json_object(), *made = NULL;
    bool good = true;

    need_memory(copy != NULL && text != NULL);
    json_object_del(copy, "name");
    if (json_is_string(input))
        good = set_bytes(f, text, "input", input, true);
    else if (json_is_array(input))
        good = json_object_set_new(text, "input", fill_pieces(f, input)) == 0;
    if (json_object_size(text))
        json_object_del(copy, "input");
    if (good)
        made = fill_object(f, copy);
    json_decref(copy);
    if (made) {
        json_object_update(made, text);
        json_object_set_new(made, "id", id_of(f->m, key));
    }
    json_decref(text);
    return made;
}

/* Returns whether the member gives a reason against the case. */
static bool is_refused(const member *m, const char *key)
{
    if (!json_object_get(m->refused, key))
        return false;
    json_object_set_new(m->used, key, json_true());
    return true;
}

/* "tag" of the id "xml/tag/one": borrowed from the JSON that the corpus keeps. */
static const char *feature_of(const member *m, json_t *made)
{
    const char *id = json_string_value(json_object_get(made, "id"));
    const char *begin = id + strlen(fp_syntax_id(m->syntax)) + 1;
    const char *end = strchr(begin, '/');
    const size_t len = end ? (size_t)(end - begin) : strlen(begin);

    if (strncmp(begin, m->feature, len) == 0 && m->feature[len] == '\0')
        return m->feature;

    json_t *holder = json_array();

    json_array_append_new(holder, json_stringn(begin, len));
    corpus_keep(m->corpus, m->file, holder);
    return json_string_value(json_array_get(holder, 0));
}

/* Returns whether the case is about tokens, and the member has none (MODEL-7.2). */
static bool lacks_tokens(const member *m, const json_t *given)
{
    const json_t *markers = json_object_get(json_object_get(given, "policy"), "markers");

    return !m->syntax->tokens && (markers || json_is_array(json_object_get(given, "input")));
}

static bool add_case(const member *m, const json_t *given, json_t *kept)
{
    const char *name = json_string_value(json_object_get(given, "name"));
    filled f = { .m = m, .name = name };
    char *key;
    json_t *made;
    bool good;

    if (!name || json_object_get(given, "id"))
        return problem(
            m->problems, m->file, name,
            "a case of a family has a \"name\", and no \"id\": each member gives it one");
    key = xformat("%s/%s", m->feature, name);
    if (is_refused(m, key) || lacks_tokens(m, given)) {
        free(key);
        return true;
    }
    made = instance(&f, given, key);
    good = made != NULL;
    if (made) {
        json_array_append_new(kept, made);
        good =
            corpus_add_case(m->corpus, made, m->syntax, feature_of(m, made), m->file, m->problems);
    }
    labels_free(&f.labels);
    free(key);
    return good;
}

/* -- files ------------------------------------------------------------------------------------- */

static bool read_file(member *m, const json_t *json, const char *name)
{
    static const char *const MEMBERS[] = { "family", "feature", "cases", NULL };
    const json_t *cases = json_object_get(json, "cases");
    const char *family = json_string_value(json_object_get(json, "family"));
    json_t *kept = json_array(), *one;
    bool good = true;
    size_t i;

    m->feature = json_string_value(json_object_get(json, "feature"));
    if (!json_only(json, MEMBERS, m->file, NULL, m->problems))
        good = false;
    else if (!family || strcmp(family, m->syntax->family) != 0 || !m->feature ||
             strncmp(name, m->feature, strlen(m->feature)) != 0 ||
             strcmp(name + strlen(m->feature), ".json") != 0 || !json_array_size(cases))
        good = problem(m->problems, m->file, NULL,
                       "a file of a family is {\"family\": its folder, \"feature\": its name, "
                       "\"cases\": [...]}");
    m->file = corpus_keep(m->corpus, m->file, kept);
    json_array_foreach (cases, i, one)
        good = good && add_case(m, one, kept);
    return good;
}

/* Each of the two members of family.json is an object of strings, whose keys are cases. */
static bool check_list(const member *m, const json_t *list)
{
    const char *key;
    json_t *value;

    json_object_foreach ((json_t *)(uintptr_t)list, key, value) {
        if (!json_is_string(value))
            return problem(m->problems, m->own_file, key, "its value is not a string");
        if (!json_object_get(m->used, key))
            return problem(m->problems, m->own_file, key,
                           "the family %s has no such case, or it is refused here: take it out",
                           m->syntax->family);
    }
    return !list || json_is_object(list) ||
           problem(m->problems, m->own_file, NULL, "\"refused\" and \"ids\" are objects");
}

static json_t *read_own(member *m, const char *data)
{
    static const char *const MEMBERS[] = { "refused", "ids", NULL };
    char *path = xformat("%s/%s", plugin_data(m->syntax, data), m->own_file);
    json_t *own = path_exists(path) ? json_file_plain(path, m->problems) : NULL;

    if (own)
        json_only(own, MEMBERS, m->own_file, NULL, m->problems);
    m->refused = json_object_get(own, "refused");
    m->ids = json_object_get(own, "ids");
    free(path);
    return own;
}

/* The JSON of a file of the family, which is read once for all members; borrowed. */
static const json_t *file_json(const member *m, const char *path, const char *file)
{
    const json_t *kept = corpus_kept(m->corpus, file);
    json_t *json = kept ? NULL : json_file_plain(path, m->problems);

    if (json)
        corpus_keep(m->corpus, file, json);
    return kept ? kept : json;
}

static void read_folder(member *m, const char *data)
{
    char *folder = xformat("%s/corpus/families/%s", data, m->syntax->family);
    char **names = path_exists(folder) ? dir_names(folder, ".json", m->problems) : NULL;

    for (char **name = names; name && *name; name++) {
        char *path = xformat("%s/%s", folder, *name);
        char *file = xformat("corpus/families/%s/%s", m->syntax->family, *name);
        const json_t *json = file_json(m, path, file);

        m->file = file;
        if (json)
            read_file(m, json, *name);
        free(file);
        free(path);
    }
    names_free(names);
    free(folder);
}

bool family_has_cases(const char *data, const fp_syntax *syntax)
{
    char *folder = xformat("%s/corpus/families/%s", data, syntax->family ? syntax->family : "");
    const bool found = syntax->family && path_exists(folder);

    free(folder);
    return found;
}

bool family_read(corpus *c, const char *data, const fp_syntax *syntax, problems *p)
{
    member m = { .corpus = c, .syntax = syntax, .problems = p };
    const size_t before = p->count;
    json_t *own;

    if (!family_has_cases(data, syntax))
        return true;
    m.used = json_object();
    need_memory(m.used != NULL);
    m.own_file = xformat("corpus/%s/family.json", fp_syntax_id(syntax));
    own = read_own(&m, data);
    read_folder(&m, data);
    check_list(&m, m.refused);
    check_list(&m, m.ids);
    json_decref(own);
    json_decref(m.used);
    free(m.own_file);
    return p->count == before;
}
