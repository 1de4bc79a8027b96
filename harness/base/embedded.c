/* SPDX-License-Identifier: Apache-2.0 */
/* embedded.c: finds files and folders in the program itself. */
#include "base/embedded.h"

#include <string.h>

bool embedded_path(const char *path, const char **rest)
{
    const size_t len = sizeof EMBEDDED_DIR - 1;

    if (strncmp(path, EMBEDDED_DIR, len) != 0 || (path[len] && path[len] != '/'))
        return false;
    *rest = path[len] ? path + len + 1 : path + len;
    return true;
}

const embedded_file *embedded_find(const char *rest)
{
    for (const embedded_file *f = EMBEDDED_FILES; f->path; f++)
        if (strcmp(f->path, rest) == 0)
            return f;
    return NULL;
}

/* What of the path stands below the folder, or NULL. */
static const char *below(const char *path, const char *folder)
{
    const size_t len = strlen(folder);

    if (!len)
        return path;
    return strncmp(path, folder, len) == 0 && path[len] == '/' ? path + len + 1 : NULL;
}

const char *embedded_next(const char *folder, size_t *at, size_t *len)
{
    while (EMBEDDED_FILES[*at].path) {
        const size_t here = (*at)++;
        const char *name = below(EMBEDDED_FILES[here].path, folder);
        const char *before = here && name ? below(EMBEDDED_FILES[here - 1].path, folder) : NULL;

        if (!name)
            continue;
        *len = strcspn(name, "/");
        /* The files of a folder stand together: it is named once. */
        if (!name[*len] || !before || strncmp(before, name, *len + 1) != 0)
            return name;
    }
    return NULL;
}
