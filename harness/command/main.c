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

static void print_overview(FILE *out)
{
    show_text(
        out, "%s",
        "usage: fencepost COMMAND …\n"
        "       fencepost --plugin FILE [--plugin-data DIR] … COMMAND …\n\n"
        "Tests parsers of tool calls against a specification, and shows where they differ.\n\n"
        "commands:\n");
    for (const command *const *c = COMMANDS; *c; c++)
        show_text(out, "  %-10s  %s\n", (*c)->name, (*c)->summary);
    show_text(
        out, "%s",
        "  help        this, or what a command does: fencepost help COMMAND\n\n"
        "A plugin is a shared object with syntaxes of your own (fencepost/plugin.h); their spec/ "
        "and\ncorpus/ are in its folder, or in DIR. Every command then knows them.\n\n"
        "To test your own parser: fencepost init python >adapter.py, fill in one function, then\n"
        "fencepost test -- python3 adapter.py\n\n"
        "Exit status: 0 all as expected, 1 unexpected results, 2 wrong usage or nothing "
        "selected, 3 the\n"
        "parser under test could not be started, a plugin not be loaded, or the output not be "
        "written.\n");
}

static const command *find(const char *name)
{
    for (const command *const *c = COMMANDS; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static int unknown(const char *name)
{
    size_t count = 0;

    while (COMMANDS[count])
        count++;

    const char **names = xcalloc(count, sizeof *names);

    for (size_t i = 0; i < count; i++)
        names[i] = COMMANDS[i]->name;

    char *suggestion = command_suggestion(name, names, count);

    fprintf(stderr, "fencepost: there is no command %s%s\n`fencepost help` lists them.\n", name,
            suggestion);
    free(suggestion);
    free(names);
    return EXIT_USAGE;
}

static int help(int argc, char **argv)
{
    const command *c = argc > 1 ? find(argv[1]) : NULL;

    if (argc > 2) {
        fputs("fencepost: help takes one command\n", stderr);
        return EXIT_USAGE;
    }
    if (argc > 1 && !c && strcmp(argv[1], "help") != 0)
        return unknown(argv[1]);
    if (c)
        command_help(c, stdout);
    else
        print_overview(stdout);
    return EXIT_AS_EXPECTED;
}

/* Whether help is asked for among the options; what stands behind -- is somebody else's. */
static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

/* -- options before the command ---------------------------------------------------------------- */

/* The option's value, behind a = or as the next word, where at moves to; NULL if it is another
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

/* Loads the plugins that are named before the command, which then stands at *next. */
static int load_plugins(int argc, char **argv, int *next)
{
    for (*next = 1; *next < argc; ++*next) {
        int at = *next;
        const char *file = value_of("--plugin", argc, argv, &at), *data = NULL;

        if (!file && value_of("--plugin-data", argc, argv, &at))
            return wrong("--plugin-data stands behind its --plugin FILE");
        if (!file)
            break;
        if (!*file)
            return wrong("--plugin needs a file behind it");
        *next = at++;
        if (at < argc)
            data = value_of("--plugin-data", argc, argv, &at);
        if (data && !*data)
            return wrong("--plugin-data needs a directory behind it");
        if (data)
            *next = at;
        if (!plugin_load(file, data))
            return EXIT_ADAPTER;
    }
    return EXIT_AS_EXPECTED;
}

static int run(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    const command *c = find(name);

    if (strcmp(name, "--version") == 0) {
        puts("fencepost " FP_VERSION);
        return EXIT_AS_EXPECTED;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(1, argv);
    if (strcmp(name, "help") == 0)
        return help(argc - 1, argv + 1);
    if (!c)
        return unknown(name);
    if (asks_for_help(argc - 1, argv + 1)) {
        command_help(c, stdout);
        return EXIT_AS_EXPECTED;
    }
    optind = 0; /* glibc: begin anew */
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

/* Whether all that was said has arrived. */
static bool output_arrived(void)
{
    if (stream_arrived(stdout))
        return true;
    fprintf(stderr, "fencepost: cannot write to standard output: %s\n", strerror(errno));
    return false;
}

int main(int argc, char **argv)
{
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    int next = 1, status, interrupt;

    open_standard_descriptors();
    json_set_alloc_funcs(memory_or_end, free);
    sigaction(SIGPIPE, &ignore, NULL); /* a reader that has gone is an error, and said */
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
