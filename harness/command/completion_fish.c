/* SPDX-License-Identifier: Apache-2.0 */
/* completion_fish.c: the script for fish. */
#include "command/completion.h"

#include <stdlib.h>

static const char HEAD[] =
    "# fish completion for fencepost, as `fencepost completion fish` prints it.\n\n"
    "# Whether the command line's command is this one; '': whether there is none yet.\n"
    "function __fencepost_command_is\n"
    "    set -l words (commandline -opc)\n"
    "    set -e words[1]\n"
    "    while set -q words[1]\n"
    "        switch $words[1]\n"
    "            case --plugin --plugin-data\n"
    "                set -q words[2]; and set -e words[1]\n"
    "            case '-*'\n"
    "            case '*'\n"
    "                test \"$words[1]\" = \"$argv[1]\"\n"
    "                return\n"
    "        end\n"
    "        set -e words[1]\n"
    "    end\n"
    "    test -z \"$argv[1]\"\n"
    "end\n\n"
    "function __fencepost_cases\n"
    "    fencepost list cases 2> /dev/null | string replace -r ' .*' ''\n"
    "end\n\n"
    "function __fencepost_clauses\n"
    "    fencepost list clauses 2> /dev/null | string replace -r ' .*' ''\n"
    "end\n\n"
    "complete -c fencepost -n \"__fencepost_command_is ''\" -f\n"
    "complete -c fencepost -n \"__fencepost_command_is ''\" -l version -d 'print the version'\n"
    "complete -c fencepost -n \"__fencepost_command_is ''\" -l plugin -r -F -d 'load a plugin'\n"
    "complete -c fencepost -n \"__fencepost_command_is ''\" -l plugin-data -x "
    "-a '(__fish_complete_directories)' -d 'where its spec/ and corpus/ are'\n";

/* The arguments of `complete` that say what is offered; flag: what goes with a list of words. */
static void print_offer(FILE *out, completion of, const char *flag, const char *file)
{
    if (of.kind == COMPLETION_WORD)
        fprintf(out, " %s -a '%s'", flag, of.words);
    else if (of.kind == COMPLETION_CASE)
        fprintf(out, " %s -a '(__fencepost_cases)'", flag);
    else if (of.kind == COMPLETION_ID)
        fprintf(out, " %s -a '(__fencepost_cases) (__fencepost_clauses) %s'", flag, of.words);
    else if (of.kind == COMPLETION_DIR)
        fprintf(out, " %s -a '(__fish_complete_directories)'", flag);
    else
        fputs(file, out);
    free(of.words);
}

static void print_option(FILE *out, const command *c, const command_option *o)
{
    fprintf(out, "complete -c fencepost -n '__fencepost_command_is %s' -l %s", c->name, o->name);
    if (o->argument)
        print_offer(out, completion_of_option(c, o), "-x", " -r -F");
    fputs(" -d ", out);
    completion_quote(out, o->help, "\\", "\\'");
    fputc('\n', out);
}

static void print_name(FILE *out, const char *name, const char *summary)
{
    fprintf(out, "complete -c fencepost -n \"__fencepost_command_is ''\" -f -a %s -d ", name);
    completion_quote(out, summary, "\\", "\\'");
    fprintf(out, "\ncomplete -c fencepost -n '__fencepost_command_is %s'", name);
    print_offer(out, completion_of_operand(name), "-f", "");
    fputc('\n', out);
}

void completion_fish(FILE *out)
{
    const command_option *o;

    fputs(HEAD, out);
    print_name(out, "help", "what a command does");
    for (const command *const *c = COMMANDS; *c; c++) {
        print_name(out, (*c)->name, (*c)->summary);
        for (size_t i = 0; (o = command_option_at(*c, i)); i++)
            print_option(out, *c, o);
    }
}
