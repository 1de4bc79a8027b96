/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_diff.c: `fencepost diff`: the same calls through several syntaxes. */
#include "command.h"
#include "diff_syntaxes.h"
#include "express.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_SYNTAXES, OPT_CALLS, OPT_SEED, OPT_LONGEST, OPT_STATS };

static const command_option OPTIONS[] = {
    [OPT_SYNTAXES] = { "syntaxes", "A,B,…", "these only (default: all)" },
    [OPT_CALLS] = { "calls", "N", "how many calls are generated (default: 100000)" },
    [OPT_SEED] = { "seed", "S", "another seed, other calls (default: 1)" },
    [OPT_LONGEST] = { "longest", "BYTES",
                      "about the length of the longest values (default: 3000)" },
    [OPT_STATS] = { "stats", NULL, "only print how often each feature of a call occurs" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const fp_syntax **syntaxes;
    size_t count, cap;
    size_t calls, seed, longest;
    bool stats;
} request;

static void add_syntax(request *r, const fp_syntax *syntax)
{
    void *syntaxes = r->syntaxes;

    xgrow(&syntaxes, &r->cap, r->count, sizeof *r->syntaxes);
    r->syntaxes = syntaxes;
    r->syntaxes[r->count++] = syntax;
}

/* "caret,xml" */
static int read_syntaxes(const command *self, request *r, const char *list)
{
    char *ids = xstrdup(list), *rest = NULL;
    int status = EXIT_AS_EXPECTED;

    for (char *id = strtok_r(ids, ",", &rest); id && !status; id = strtok_r(NULL, ",", &rest)) {
        const fp_syntax *syntax = NULL;

        status = given_syntax(self, id, &syntax);
        if (!status)
            add_syntax(r, syntax);
    }
    free(ids);
    return status;
}

static int read_number(const command *self, int option, size_t *number)
{
    if (given_size(optarg, number))
        return EXIT_AS_EXPECTED;
    return command_usage_error(self, "--%s %s: write a whole number from 1 on",
                               OPTIONS[option].name, optarg);
}

static int read_option(const command *self, request *r, int option)
{
    switch (option) {
    case OPT_SYNTAXES:
        return read_syntaxes(self, r, optarg);
    case OPT_CALLS:
        return read_number(self, option, &r->calls);
    case OPT_SEED:
        return read_number(self, option, &r->seed);
    case OPT_LONGEST:
        return read_number(self, option, &r->longest);
    default:
        r->stats = true;
        return EXIT_AS_EXPECTED;
    }
}

static int diff(request *r)
{
    problems p = { 0 };
    fp_catalogue *catalogue = express_catalogue(&p);
    size_t differences = 0;

    if (!catalogue)
        return EXIT_USAGE;
    if (!r->count)
        for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
            add_syntax(r, *s);
    add_syntax(r, NULL);

    const diff_config config = { .syntaxes = r->syntaxes,
                                 .catalogue = catalogue,
                                 .calls = r->calls,
                                 .seed = r->seed,
                                 .longest = r->longest,
                                 .quiet = !isatty(STDERR_FILENO) };

    if (r->stats)
        diff_stats(&config);
    else
        differences = diff_syntaxes(&config);
    fp_catalogue_free(catalogue);
    return differences ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .calls = 100000, .seed = 1, .longest = 3000 };
    int option, status = EXIT_AS_EXPECTED;

    while (!status && (option = command_next_option(self, argc, argv)) != -1)
        status = option < 0 ? EXIT_USAGE : read_option(self, &r, option);
    if (!status && optind < argc)
        status = command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    if (!status)
        status = diff(&r);
    free(r.syntaxes);
    return status;
}

const command CMD_DIFF = {
    .name = "diff",
    .summary = "send generated calls through several syntaxes, and show what does not come back",
    .usage = "[--syntaxes A,B,…] [--calls N] [--seed S] [--longest BYTES] [--stats]",
    .options = OPTIONS,
    .run = run,
};
