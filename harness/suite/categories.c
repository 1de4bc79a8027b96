/* SPDX-License-Identifier: Apache-2.0 */
/* categories.c: selects the tools of a catalogue by their `category`. */
#include "suite/categories.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

void categories_add(categories *c, const char *name)
{
    void *names = (void *)(uintptr_t)c->names;

    xgrow(&names, &c->cap, c->count, sizeof *c->names);
    c->names = names;
    c->names[c->count++] = name;
}

void categories_free(categories *c)
{
    free((void *)(uintptr_t)c->names);
    *c = (categories){ 0 };
}

static bool is_of(const fp_tool *tool, const char *name)
{
    return fp_str_equal(tool->category, fp_str_of(name));
}

bool categories_hold(const categories *c, const fp_tool *tool)
{
    for (size_t i = 0; i < c->count; i++)
        if (is_of(tool, c->names[i]))
            return true;
    return !c->count;
}

static bool is_known(const fp_catalogue *catalogue, const char *name)
{
    for (size_t i = 0; i < fp_catalogue_count(catalogue); i++)
        if (*name && is_of(fp_catalogue_tool(catalogue, i), name))
            return true;
    return false;
}

const char *categories_unknown(const categories *c, const fp_catalogue *catalogue)
{
    for (size_t i = 0; i < c->count; i++)
        if (!is_known(catalogue, c->names[i]))
            return c->names[i];
    return NULL;
}

char **categories_list(const fp_catalogue *catalogue, size_t *count)
{
    const size_t most = fp_catalogue_count(catalogue);
    char **names = xcalloc(most ? most : 1, sizeof *names);

    *count = 0;
    for (size_t i = 0; i < most; i++) {
        const fp_tool *tool = fp_catalogue_tool(catalogue, i);
        bool again = !tool->category.len;

        for (size_t k = 0; k < *count && !again; k++)
            again = is_of(tool, names[k]);
        if (!again)
            names[(*count)++] = xformat("%.*s", (int)tool->category.len, tool->category.ptr);
    }
    return names;
}
