/* SPDX-License-Identifier: Apache-2.0 */
/* completion_zsh.c: the script for zsh: a function `_fencepost`, for $fpath or for `source`. */
#include "command/completion.h"

#include "base/util.h"

#include <stdlib.h>

static const char QUOTE[] = "'\\''";

static const char HEAD[] =
    "#compdef fencepost\n"
    "# zsh completion for fencepost, as `fencepost completion zsh` prints it.\n\n"
    "_fencepost_cases()\n"
    "{\n"
    "    local -a ids\n"
    "    ids=(${${(f)\"$(fencepost list cases 2> /dev/null)\"}%% *})\n"
    "    compadd -a ids\n"
    "}\n\n"
    "_fencepost_ids()\n"
    "{\n"
    "    local -a ids\n"
    "    ids=(${${(f)\"$(fencepost list clauses 2> /dev/null)\"}%% *} $@)\n"
    "    compadd -a ids\n"
    "    _fencepost_cases\n"
    "}\n\n"
    "_fencepost()\n"
    "{\n"
    "    local context state line\n"
    "    local -a commands\n"
    "    typeset -A opt_args\n"
    "    commands=(\n";

static const char MIDDLE[] =
    "    )\n"
    "    _arguments -C '--help' '--version' '*--plugin=[load a plugin]:FILE:_files' \\\n"
    "        '*--plugin-data=[where its spec/ and corpus/ are]:DIR:_files -/' \\\n"
    "        '1:command:->command' '*::argument:->argument'\n"
    "    case $state in\n"
    "        command) _describe -t commands command commands ;;\n"
    "        argument)\n"
    "            case $words[1] in\n";

static const char TAIL[] = "            esac\n"
                           "            ;;\n"
                           "    esac\n"
                           "}\n\n"
                           "if [[ $funcstack[1] == _fencepost ]]; then\n"
                           "    _fencepost \"$@\"\n"
                           "else\n"
                           "    compdef _fencepost fencepost\n"
                           "fi\n";

/* ":(caret xml)": the last part of a specification of _arguments; owned. */
static char *action(completion of)
{
    char *text = of.kind == COMPLETION_WORD   ? xformat(":(%s)", of.words)
                 : of.kind == COMPLETION_CASE ? xstrdup(":_fencepost_cases")
                 : of.kind == COMPLETION_ID   ? xformat(":{_fencepost_ids %s}", of.words)
                 : of.kind == COMPLETION_DIR  ? xstrdup(":_files -/")
                                              : xstrdup(":_files");

    free(of.words);
    return text;
}

static void print_option(FILE *out, const command *c, const command_option *o)
{
    char *act = o->argument ? action(completion_of_option(c, o)) : xstrdup("");

    fprintf(out, " \\\n                        '*--%s%s['", o->name, o->argument ? "=" : "");
    completion_quote(out, o->help, "\\[]", QUOTE);
    fprintf(out, "']%s%s%s'", o->argument ? ":" : "", o->argument ? o->argument : "", act);
    free(act);
}

static void print_row(FILE *out, const char *name, const command *c)
{
    char *act = action(completion_of_operand(name));
    const command_option *o;

    fprintf(out, "                %s)\n                    _arguments '--help'", name);
    for (size_t i = 0; c && (o = command_option_at(c, i)); i++)
        print_option(out, c, o);
    fprintf(out, " \\\n                        '*:%s%s'\n                    ;;\n", name, act);
    free(act);
}

void completion_zsh(FILE *out)
{
    fputs(HEAD, out);
    fputs("        'help:what a command does'\n", out);
    for (const command *const *c = COMMANDS; *c; c++) {
        fprintf(out, "        '%s:'", (*c)->name);
        completion_quote(out, (*c)->summary, "\\", QUOTE);
        fputc('\n', out);
    }
    fputs(MIDDLE, out);
    print_row(out, "help", NULL);
    for (const command *const *c = COMMANDS; *c; c++)
        print_row(out, (*c)->name, *c);
    fputs(TAIL, out);
}
