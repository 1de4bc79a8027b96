/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_copy.c: `fencepost copy`: writes corpus/ and spec/ into a folder, to read or to edit. */
#include "base/replace.h"
#include "command/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const ROOTS[] = { "corpus", "spec", "harness/templates" };

/* Folders that are still to be copied, as paths below the data directory; owned. */
typedef struct folders {
    char **paths;
    size_t count, cap;
} folders;

static void add_folder(folders *f, char *path)
{
    void *grown = f->paths;

    xgrow(&grown, &f->cap, f->count, sizeof *f->paths);
    f->paths = grown;
    f->paths[f->count++] = path;
}

static bool make_folder(const char *path, problems *p)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           problem(p, path, NULL, "cannot make this folder: %s", strerror(errno));
}

static bool copy_file(const char *from, const char *to, problems *p)
{
    fp_str bytes;
    replacement r;
    bool good;

    if (!file_read_plain(from, &bytes, p))
        return false;
    good = replace_begin(&r, to, p);
    if (good) {
        fwrite(bytes.ptr, 1, bytes.len, r.out);
        good = replace_end(&r, p);
    }
    free((char *)(uintptr_t)bytes.ptr);
    return good;
}

/* Copies the files of a folder, and notes the folders in it. */
static bool copy_folder(const char *data, const char *target, const char *path, folders *todo,
                        problems *p)
{
    char *from = xformat("%s/%s", data, path), *to = xformat("%s/%s", target, path);
    char **names = make_folder(to, p) ? dir_names(from, "", p) : NULL;
    bool good = names != NULL;

    for (char **name = names; good && *name; name++) {
        char *inner = xformat("%s/%s", from, *name), *outer = xformat("%s/%s", to, *name);

        if (path_is_folder(inner))
            add_folder(todo, xformat("%s/%s", path, *name));
        else
            good = copy_file(inner, outer, p);
        free(inner);
        free(outer);
    }
    names_free(names);
    free(from);
    free(to);
    return good;
}

static bool copy_all(const char *data, const char *target, problems *p)
{
    char *harness = xformat("%s/harness", target);
    bool good = make_folder(harness, p);
    folders todo = { 0 };

    for (size_t i = 0; i < sizeof ROOTS / sizeof *ROOTS; i++)
        add_folder(&todo, xstrdup(ROOTS[i]));
    for (size_t i = 0; good && i < todo.count; i++)
        good = copy_folder(data, target, todo.paths[i], &todo, p);
    for (size_t i = 0; i < todo.count; i++)
        free(todo.paths[i]);
    free(todo.paths);
    free(harness);
    return good;
}

/* Nothing is overwritten: the folder is new, or empty. */
static bool take_folder(const char *target, problems *p)
{
    char **names;
    bool empty;

    if (!make_folder(target, p))
        return false;
    names = dir_names(target, "", p);
    empty = names && (!*names || problem(p, target, NULL, "is not empty; name a new folder"));
    names_free(names);
    return empty;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { .by = "copy" };
    int option, code = EXIT_ADAPTER;
    char *data;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        ;
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind != 1)
        return command_usage_error(self, "takes one folder, where corpus/ and spec/ are written");
    data = data_dir(&p);
    if (!data)
        return EXIT_USAGE;
    if (!take_folder(argv[optind], &p))
        code = EXIT_USAGE;
    else if (copy_all(data, argv[optind], &p))
        code = EXIT_AS_EXPECTED;
    if (code == EXIT_AS_EXPECTED)
        printf("To use the copy: FENCEPOST_DATA=%s\n", argv[optind]);
    free(data);
    return code;
}

const command CMD_COPY = {
    .name = "copy",
    .summary = "write corpus/ and spec/ into a new folder",
    .usage = "DIR",
    .options = NULL,
    .run = run,
};
