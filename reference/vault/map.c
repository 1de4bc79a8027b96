/* SPDX-License-Identifier: Apache-2.0 */
/* map.c: a store in memory. */
#include "table.h"

#include "core/buf.h"

#include <fencepost/vault.h>

#include <stdlib.h>
#include <string.h>

struct fp_vault_map {
    fp_table ids;     /* their bytes are owned, like those of the contents */
    fp_str *contents; /* by number */
    size_t content_cap;
};

/* Never NULL but when memory is out. */
static char *copy_of(fp_str bytes)
{
    char *copy = malloc(bytes.len ? bytes.len : 1);

    if (copy && bytes.len)
        memcpy(copy, bytes.ptr, bytes.len);
    return copy;
}

static void free_bytes(fp_str bytes)
{
    free((char *)(uintptr_t)bytes.ptr);
}

fp_vault_map *fp_vault_map_new(void)
{
    return calloc(1, sizeof(fp_vault_map));
}

void fp_vault_map_free(fp_vault_map *map)
{
    if (!map)
        return;
    for (size_t i = 0; i < map->ids.count; i++) {
        free_bytes(map->ids.keys[i]);
        free_bytes(map->contents[i]);
    }
    fp_table_free(&map->ids);
    free(map->contents);
    free(map);
}

static bool grow(fp_vault_map *map)
{
    void *contents = map->contents;
    const bool room = fp_grow(&contents, &map->content_cap, map->ids.count, sizeof *map->contents);

    map->contents = contents;
    return room;
}

bool fp_vault_map_set(fp_vault_map *map, fp_str id, fp_str content)
{
    size_t number = fp_table_find(&map->ids, id);
    const bool is_new = number == SIZE_MAX;
    char *key = is_new ? copy_of(id) : NULL;
    char *copy = copy_of(content);

    if (!copy || (is_new && (!key || !grow(map) ||
                             !fp_table_add(&map->ids, (fp_str){ key, id.len }, &number)))) {
        free(key);
        free(copy);
        return false;
    }
    if (!is_new)
        free_bytes(map->contents[number]);
    map->contents[number] = (fp_str){ copy, content.len };
    return true;
}

static fp_vault_answer look_up(void *context, fp_str id, fp_str *content)
{
    const fp_vault_map *map = context;
    const size_t number = fp_table_find(&map->ids, id);

    if (number == SIZE_MAX)
        return FP_VAULT_ABSENT;
    *content = map->contents[number];
    return FP_VAULT_FOUND;
}

fp_vault_store fp_vault_map_store(const fp_vault_map *map)
{
    return (fp_vault_store){ look_up, (void *)(uintptr_t)map };
}
