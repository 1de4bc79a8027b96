/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_drive.c: `fencepost drive`: runs tests by name, for plugins of test frameworks
 * (spec/drive.md).
 */
#include "command/options.h"
#include "run/drive.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEADLINE, STRICT, SEED, BUDGET };

static const command_option OPTIONS[] = {
    [DEADLINE] = { "deadline", "SECONDS", "how long an answer may take (default: 5)" },
    [STRICT] = { "strict", NULL, "count advice, and failures of our own Decisions, too" },
    [SEED] = { "seed", "N", "seed for renamed calls (default: 1)" },
    [BUDGET] = { "reduce-budget", "N",
                 "tests spent on the smallest form of a failure (default: 200)" },
    { NULL, NULL, NULL },
};

typedef struct request {
    double deadline;
    size_t seed;
    drive_config config;
} request;

static int take(const command *self, void *context, int option)
{
    request *r = context;

    if (option == DEADLINE)
        return given_seconds(self, "deadline", &r->deadline);
    if (option == SEED)
        return given_number(self, "seed", 0, SIZE_MAX, &r->seed);
    if (option == BUDGET)
        return given_number(self, "reduce-budget", 0, SIZE_MAX, &r->config.budget);
    r->config.strict = true;
    return 0;
}

/* Standard input and output for the peer alone, in *ends; what is printed from now on goes to a
 * file. */
static bool take_streams(int ends[2])
{
    FILE *shown = tmpfile();

    ends[0] = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    ends[1] = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (shown && ends[0] >= 0 && ends[1] >= 0 && dup2(fileno(shown), STDOUT_FILENO) >= 0) {
        fclose(shown);
        return true;
    }
    fprintf(stderr, "fencepost drive: cannot use standard input, standard output and a temporary "
                    "file: all three are needed\n");
    return false;
}

static int with_peer(const request *r)
{
    int ends[2];
    session_config how = SESSION_CONFIG_DEFAULT;
    char error[SESSION_ERROR_SIZE];
    session *peer;
    int code;

    if (!take_streams(ends))
        return EXIT_ADAPTER;
    how.peer = ends;
    how.deadline_ms = (int)(r->deadline * 1000);
    peer = session_open(&how, error, sizeof error);
    if (!peer) {
        error[strcspn(error, "\n")] = '\0';
        fprintf(stderr, "fencepost drive: %s\n", error);
        return EXIT_ADAPTER;
    }
    code = drive(&r->config, peer);
    session_close(peer);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .deadline = 5, .seed = 1, .config = { .budget = 200 } };
    problems p = { .by = "drive" };
    int code = command_read_options(self, argc, argv, take, &r);
    char *data;

    if (code)
        return code;
    if (optind < argc && strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "unexpected '%s'; requests come on standard input",
                                   argv[optind]);
    if (optind < argc)
        r.config.worker = (const char *const *)argv + optind;
    r.config.seed = r.seed;
    data = data_dir(&p);
    r.config.data = data;
    code = data ? with_peer(&r) : EXIT_USAGE;
    free(data);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost drive --strict -- python3 adapter.py",
      "failures name this command, which runs them again" },
    { NULL, NULL },
};

const command CMD_DRIVE = {
    .name = "drive",
    .summary = "run single tests for a plugin of a test framework",
    .usage = "[OPTIONS] [-- WORKER ARGS...]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
