/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_init.c: `fencepost init`: prints an adapter to start from. */
#include "base/util.h"
#include "command/command.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *language;
    const char *file;
} TEMPLATES[] = {
    { "python", "adapter.py" },
    { "node", "adapter.js" },
    { "c", "adapter.c" },
    { "sh", "adapter.sh" },
};

static const char *file_for(const char *language)
{
    for (size_t i = 0; i < sizeof TEMPLATES / sizeof *TEMPLATES; i++)
        if (strcmp(TEMPLATES[i].language, language) == 0)
            return TEMPLATES[i].file;
    return NULL;
}

static int print_template(const char *name)
{
    problems p = { 0 };
    char *data = data_dir(&p);
    char *path = data ? xformat("%s/harness/templates/%s", data, name) : NULL;
    fp_str bytes;

    if (path && file_read(path, &bytes, &p)) {
        fwrite(bytes.ptr, 1, bytes.len, stdout);
        free((char *)(uintptr_t)bytes.ptr);
    }
    free(path);
    free(data);
    return p.count ? EXIT_USAGE : EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    int option;
    const char *file;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        ;
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind != 1)
        return command_usage_error(self, "takes one language: python, node, c or sh");
    file = file_for(argv[optind]);
    if (!file)
        return command_usage_error(
            self, "there is no adapter in %s: it may be python, node, c or sh", argv[optind]);
    return print_template(file);
}

const command CMD_INIT = {
    .name = "init",
    .summary = "print an adapter to start from, with one function to fill in",
    .usage = "python|node|c|sh",
    .options = NULL,
    .run = run,
};
