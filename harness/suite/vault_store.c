/* SPDX-License-Identifier: Apache-2.0 */
/* vault_store.c: reads a store of the vault from JSON. */
#include "suite/vault_store.h"

#include <stdlib.h>
#include <string.h>

static bool is_type(const json_t *type)
{
    const char *name = json_string_value(type);

    return name &&
           (strcmp(name, "text") == 0 || strcmp(name, "code") == 0 || strcmp(name, "data") == 0);
}

/* What is wrong with an entry, and what to do; NULL if nothing is. */
static const char *defect(const json_t *entry, const char *id)
{
    const json_t *type = json_object_get(entry, "type");
    const json_t *description = json_object_get(entry, "description");
    const size_t known = 1 + (size_t)(type != NULL) + (size_t)(description != NULL);

    if (!*id || strpbrk(id, "\"'"))
        return "no reference can name it: an id has one character or more, and no quotes";
    if (json_is_string(entry))
        return NULL;
    if (!json_is_object(entry))
        return "an entry is a string, or {\"content\": …}";
    if (!json_is_string(json_object_get(entry, "content")))
        return "it has no \"content\": add one, a string, which may be empty";
    if (type && !is_type(type))
        return "\"type\" is none of text, code, data";
    if (description && !json_is_string(description))
        return "\"description\" is not a string";
    if (json_object_size(entry) != known)
        return "it has a member other than content, type, description: remove it";
    return NULL;
}

fp_vault_map *vault_store_read(const json_t *json, const char *file, const char *place, problems *p)
{
    fp_vault_map *map = fp_vault_map_new();
    const size_t before = p->count;
    bool good = map != NULL;
    const char *id;
    json_t *entry;

    if (!json_is_object(json))
        problem(p, file, place, "a store is an object, {\"id\": \"content\", …}");
    json_object_foreach ((json_t *)(uintptr_t)json, id, entry) {
        const char *wrong = defect(entry, id);
        const json_t *content = json_is_object(entry) ? json_object_get(entry, "content") : entry;

        if (wrong)
            problem(p, file, place, "the entry \"%s\": %s", id, wrong);
        else
            good = good && fp_vault_map_set(map, fp_str_of(id), json_str(content));
    }
    need_memory(good);
    if (p->count == before)
        return map;
    fp_vault_map_free(map);
    return NULL;
}
