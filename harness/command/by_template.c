/* SPDX-License-Identifier: Apache-2.0 */
/* by_template.c: --template, and the options that go with it. */
#include "command/by_template.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

bool by_template_asked(int argc, char **argv)
{
    static const char NAME[] = "--template";

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], NAME, sizeof NAME - 1) == 0)
            return true;
    return false;
}

static int take_policy(const command *self, by_template *b)
{
    const char *equals = strchr(optarg, '=');
    const fp_str name = { optarg, equals ? (size_t)(equals - optarg) : strlen(optarg) };
    char *why = NULL;
    int code = EXIT_AS_EXPECTED;

    if (!equals)
        return command_usage_error(self, "--policy %s: write NAME=VALUE", optarg);
    if (!template_policies_set(&b->policies, name, fp_str_of(equals + 1), &why))
        code = command_usage_error(self, "--policy %s: %s", optarg, why);
    else if (b->policies.numbers_double)
        code = command_usage_error(
            self, "--policy %s: our executor keeps numbers as they are written", optarg);
    free(why);
    return code;
}

int by_template_take(const command *self, by_template *b, const char *name)
{
    if (strcmp(name, "template") == 0)
        b->template = optarg;
    else if (strcmp(name, "tools") == 0 && strstr(b->goes_with, "--tools"))
        b->tools = optarg;
    else if (strcmp(name, "prompt") == 0 && strstr(b->goes_with, "--prompt"))
        return given_prompt(self, &b->given, optarg);
    else if (strcmp(name, "policy") == 0 && strstr(b->goes_with, "--policy"))
        return take_policy(self, b);
    else
        return command_usage_error(self, "--template goes with %s, and not with --%s", b->goes_with,
                                   name);
    return EXIT_AS_EXPECTED;
}

int by_template_file(const command *self, const by_template *b, int argc, char *const *argv,
                     const char **path)
{
    *path = command_one_file(self, argc, argv);
    if (!*path)
        return EXIT_USAGE;
    if (!b->template)
        return command_no_syntax(self);
    if (strcmp(*path, "-") == 0 && strcmp(b->template, "-") == 0)
        return command_usage_error(self, "template and text are both of the standard input: name "
                                         "one of them as a file");
    return EXIT_AS_EXPECTED;
}

void by_template_free(by_template *b)
{
    given_free(&b->given);
}
