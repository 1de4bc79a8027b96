/* SPDX-License-Identifier: Apache-2.0 */
/* object.c: opens shared objects that the user names, or refuses them with reason and remedy. */
#include "base/object.h"

#include "base/util.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool object_refuse(const object_kind *kind, const char *file, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "fencepost: %s %s: ", kind->name, file);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

/* Says why the loader refused the object. */
static void refused_by_loader(const object_kind *kind, const char *file, const char *path)
{
    static const char UNDEFINED[] = "undefined symbol: ";
    const char *why = dlerror();
    const char *symbol = why ? strstr(why, UNDEFINED) : NULL;
    const size_t len = strlen(path);

    if (symbol) {
        object_refuse(kind, file,
                      "it needs %s, which neither this program (" FP_VERSION
                      ") nor a library that it names has: link the library, or build the %s "
                      "against the headers of this version",
                      symbol + sizeof UNDEFINED - 1, kind->name);
        return;
    }
    if (why && strncmp(why, path, len) == 0 && why[len] == ':')
        why += len + 2;
    object_refuse(kind, file,
                  "cannot be loaded: %s: it has to be a shared object (cc -shared -fPIC) for this "
                  "machine, and the libraries that it names installed",
                  why ? why : "no reason given");
}

void *object_open(const object_kind *kind, const char *file)
{
    char *path; /* with a slash, or it would be looked for elsewhere */
    void *object, *symbol;

    if (access(file, R_OK) != 0) {
        object_refuse(kind, file, "cannot be read: %s: say where the shared object is, as in %s",
                      strerror(errno), kind->option);
        return NULL;
    }
    path = xformat("%s%s", strchr(file, '/') ? "" : "./", file);
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    symbol = object ? dlsym(object, kind->entry) : NULL;
    if (!object)
        refused_by_loader(kind, file, path);
    else if (!symbol)
        object_refuse(kind, file, "exports no function %s: %s", kind->entry, kind->remedy);
    free(path);
    return symbol;
}
