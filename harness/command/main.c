/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: the program `fencepost`: finds the command and runs it. */
#include "base/interrupt.h"
#include "base/plugin.h"
#include "base/replace.h"
#include "base/show.h"
#include "command/command.h"
#include "worker/orphans.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char MORE[] =
    "\nA plugin is a shared object with syntaxes of your own (fencepost/plugin.h); their spec/ and "
    "corpus/ are in its folder, or in DIR. Every command then knows them.\n\n"
    "To test your own parser: write fencepost init python >adapter.py, fill in one function, then "
    "run fencepost test -- python3 adapter.py\n\n"
    "Exit status: 0 all as expected, 1 unexpected results, 2 wrong usage or nothing selected, 3 "
    "the parser under test could not be started, a plugin could not be loaded, or the output "
    "could not be written.";

static void print_overview(FILE *out)
{
    enum { COLUMN = 14, USAGE_COLUMN = 17 };

    help_row(out, "usage: fencepost", USAGE_COLUMN, "COMMAND …");
    help_row(out, "       fencepost", USAGE_COLUMN,
             "--plugin FILE [--plugin-data DIR] … COMMAND …");
    help_row(out, "", 0,
             "\nTests parsers of tool calls against a specification, and shows where they "
             "differ.\n\ncommands:");
    for (const command *const *c = COMMANDS; *c; c++) {
        char *name = xformat("  %s", (*c)->name);

        help_row(out, name, COLUMN, (*c)->summary);
        free(name);
    }
    help_row(out, "  help", COLUMN, "this, or what a command does: fencepost help COMMAND");
    help_row(out, "", 0, MORE);
}

static const command *find(const char *name)
{
    for (const command *const *c = COMMANDS; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static int help(int argc, char **argv)
{
    const command *c = argc > 1 ? find(argv[1]) : NULL;

    if (argc > 2) {
        fputs("fencepost: help takes one command\n", stderr);
        return EXIT_USAGE;
    }
    if (argc > 1 && !c && strcmp(argv[1], "help") != 0)
        return command_unknown(argv[0], argv[1]);
    if (c)
        command_help(c, stdout);
    else
        print_overview(stdout);
    return EXIT_AS_EXPECTED;
}

/* Returns whether the options ask for help. What follows -- belongs to another program. */
static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

/* -- options before the command ---------------------------------------------------------------- */

/* The option's value, after a = or as the next word, where at moves to; NULL if it is another
 * option. Without a value it is "". */
static const char *value_of(const char *option, int argc, char **argv, int *at)
{
    const size_t len = strlen(option);

    if (!argv[*at] || strncmp(argv[*at], option, len) != 0)
        return NULL;
    if (argv[*at][len] == '=')
        return argv[*at] + len + 1;
    if (argv[*at][len])
        return NULL;
    return *at + 1 < argc ? argv[++*at] : "";
}

static int wrong(const char *sentence)
{
    fprintf(stderr, "fencepost: %s\n`fencepost help` explains it.\n", sentence);
    return EXIT_USAGE;
}

/* Loads the plugins named before the command; *next is the command's index. */
static int load_plugins(int argc, char **argv, int *next)
{
    for (*next = 1; *next < argc; ++*next) {
        int at = *next;
        const char *file = value_of("--plugin", argc, argv, &at), *data = NULL;

        if (!file && value_of("--plugin-data", argc, argv, &at))
            return wrong("--plugin-data comes after its --plugin FILE");
        if (!file)
            break;
        if (!*file)
            return wrong("--plugin needs a file after it");
        *next = at++;
        if (at < argc)
            data = value_of("--plugin-data", argc, argv, &at);
        if (data && !*data)
            return wrong("--plugin-data needs a directory after it");
        if (data)
            *next = at;
        if (!plugin_load(file, data))
            return EXIT_ADAPTER;
    }
    return EXIT_AS_EXPECTED;
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    const command *c = find(name);

    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(name, "--version") == 0) {
        puts("fencepost " FP_VERSION);
        return EXIT_AS_EXPECTED;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(1, argv);
    if (strcmp(name, "help") == 0)
        return help(argc - 1, argv + 1);
    if (!c)
        return command_unknown("", name);
    if (asks_for_help(argc - 1, argv + 1)) {
        command_help(c, stdout);
        return EXIT_AS_EXPECTED;
    }
    optind = 0; /* glibc: start over */
    return c->run(c, argc - 1, argv + 1);
}

/* What jansson asks for; so none of its functions can fail for want of memory. */
static void *memory_or_end(size_t size)
{
    return xcalloc(size, 1);
}

/* A standard descriptor that is closed would be taken for the next file that is opened. What is
 * written to one that is open for reading only is an error, as it should be. */
static void open_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            return;
}

/* A reader who has seen enough needs no message: the program ends as any that is not asked. */
static void end_by_broken_pipe(void)
{
    const struct sigaction usual = { .sa_handler = SIG_DFL };

    sigaction(SIGPIPE, &usual, NULL);
    raise(SIGPIPE);
}

/* Returns whether all that was printed has arrived. */
static bool output_arrived(void)
{
    if (stream_arrived(stdout))
        return true;
    if (errno == EPIPE)
        end_by_broken_pipe();
    else
        fprintf(stderr, "fencepost: cannot write to standard output: %s\n", strerror(errno));
    return false;
}

int main(int argc, char **argv)
{
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    int next = 1, status, interrupt;

    open_standard_descriptors();
    json_set_alloc_funcs(memory_or_end, free);
    sigaction(SIGPIPE, &ignore, NULL); /* so that a worker that has gone is an error */
    sigaction(SIGXFSZ, &ignore, NULL); /* and so is a file that may not grow */
    orphans_adopt(true);
    status = load_plugins(argc, argv, &next);
    if (status == EXIT_AS_EXPECTED)
        status = run(argc - next + 1, argv + next - 1);
    orphans_kill();
    if (!output_arrived())
        status = EXIT_ADAPTER;
    interrupt = interrupt_release();
    if (interrupt)
        raise(interrupt); /* a run that was interrupted has ended in order */
    return status;
}
