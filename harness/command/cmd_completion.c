/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_completion.c: `fencepost completion`: prints what a shell needs to complete our command
 * lines. */
#include "base/util.h"
#include "command/choices.h"
#include "command/completion.h"

#include <string.h>

static const struct {
    const char *name;
    void (*print)(FILE *out);
} SHELLS[] = {
    { "bash", completion_bash },
    { "fish", completion_fish },
    { "zsh", completion_zsh },
};

static int run(const command *self, int argc, char **argv)
{
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        ;
    if (option == -2)
        return EXIT_USAGE;
    if (argc - optind != 1)
        return command_usage_error(self, "takes one shell: bash, fish or zsh");
    for (size_t i = 0; i < sizeof SHELLS / sizeof *SHELLS; i++)
        if (strcmp(SHELLS[i].name, argv[optind]) == 0) {
            SHELLS[i].print(stdout);
            return EXIT_AS_EXPECTED;
        }
    return choices_refuse(self, NULL, argv[optind]);
}

static const command_example EXAMPLES[] = {
    { "source <(fencepost completion bash)", "for this shell" },
    { NULL, NULL },
};

const command CMD_COMPLETION = {
    .name = "completion",
    .summary = "print a script with which a shell completes commands",
    .usage = "bash|fish|zsh",
    .options = NULL,
    .run = run,
    .examples = EXAMPLES,
};
