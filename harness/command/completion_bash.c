/* SPDX-License-Identifier: Apache-2.0 */
/* completion_bash.c: the script for bash. It does without bash-completion, and runs in bash 3.2. */
#include "command/completion.h"

#include <stdlib.h>

/* What is offered, as the script's function `_fencepost_choices` says it: a line of words. Of files
 * it says nothing: bash itself offers them where there is nothing else. */
static void print_choices(FILE *out, const char *command_name, const char *option, completion of)
{
    const char *dashes = option ? " --" : "";

    option = option ? option : "";
    if (of.kind == COMPLETION_WORD)
        fprintf(out, "        '%s%s%s') echo '%s' ;;\n", command_name, dashes, option, of.words);
    if (of.kind == COMPLETION_CASE)
        fprintf(out, "        '%s%s%s') fencepost list cases 2> /dev/null | sed 's/ .*//' ;;\n",
                command_name, dashes, option);
    if (of.kind == COMPLETION_ID)
        fprintf(out,
                "        '%s') echo '%s'\n"
                "            { fencepost list cases; fencepost list clauses; } 2> /dev/null | "
                "sed 's/ .*//' ;;\n",
                command_name, of.words);
    free(of.words);
}

static void print_command(FILE *out, const command *c)
{
    const command_option *o;

    fprintf(out, "        '%s -') echo '--help", c->name);
    for (size_t i = 0; (o = command_option_at(c, i)); i++)
        fprintf(out, " --%s", o->name);
    fputs("' ;;\n", out);
    for (size_t i = 0; (o = command_option_at(c, i)); i++)
        if (o->argument)
            print_choices(out, c->name, o->name, completion_of_option(c, o));
    print_choices(out, c->name, NULL, completion_of_operand(c->name));
}

static const char TAKES[] = "# Whether the option takes an argument.\n"
                            "_fencepost_takes()\n"
                            "{\n"
                            "    case $1 in\n";

/* bash splits words at =, so that the option of `--policy unterminated=dr` stands three words back.
 */
static const char MAIN[] =
    "    esac\n"
    "    return 1\n"
    "}\n\n"
    "_fencepost()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) name= option command= words= "
    "i\n"
    "    COMPREPLY=()\n"
    "    [[ $cur != '=' ]] || { cur= && at=$COMP_CWORD; }\n"
    "    if [[ ${COMP_WORDS[at]} == '=' ]]; then\n"
    "        at=$((at - 1))\n"
    "        if [[ ${COMP_WORDS[at]} != -* ]]; then\n"
    "            name=${COMP_WORDS[at]}=\n"
    "            at=$((at - 1))\n"
    "            [[ ${COMP_WORDS[at]} != '=' ]] || at=$((at - 1))\n"
    "        fi\n"
    "    fi\n"
    "    option=${COMP_WORDS[at]}\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        case ${COMP_WORDS[i]} in\n"
    "            --) return ;;\n"
    "            --plugin | --plugin-data)\n"
    "                [[ $command || ${COMP_WORDS[i + 1]} != '=' ]] || i=$((i + 1))\n"
    "                [[ $command ]] || i=$((i + 1))\n"
    "                ;;\n"
    "            -*) ;;\n"
    "            *) [[ $command ]] || command=${COMP_WORDS[i]} ;;\n"
    "        esac\n"
    "    done\n"
    "    if [[ -z $command ]]; then\n"
    "        [[ $option != --plugin && $option != --plugin-data ]] || return\n"
    "        words=$(_fencepost_choices '')\n"
    "    elif _fencepost_takes \"$command $option\"; then\n"
    "        words=$(_fencepost_choices \"$command $option\")\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        words=$(_fencepost_choices \"$command -\")\n"
    "    else\n"
    "        words=$(_fencepost_choices \"$command\")\n"
    "    fi\n"
    "    for i in $words; do\n"
    "        [[ $i != \"$name$cur\"* ]] || COMPREPLY+=(\"${i#\"$name\"}\")\n"
    "    done\n"
    "}\n\n"
    "complete -o default -F _fencepost fencepost\n";

void completion_bash(FILE *out)
{
    char *commands = completion_commands();
    const command_option *o;

    fprintf(
        out,
        "# bash completion for fencepost, as `fencepost completion bash` prints it.\n\n"
        "# The words for a command, for its options (COMMAND -), and for an option's argument.\n"
        "_fencepost_choices()\n{\n    case $1 in\n"
        "        '') echo '%s --help --version --plugin' ;;\n        'help') echo '%s' ;;\n",
        commands, commands);
    for (const command *const *c = COMMANDS; *c; c++)
        print_command(out, *c);
    fputs("    esac\n}\n\n", out);
    fputs(TAKES, out);
    for (const command *const *c = COMMANDS; *c; c++)
        for (size_t i = 0; (o = command_option_at(*c, i)); i++)
            if (o->argument)
                fprintf(out, "        '%s --%s') return 0 ;;\n", (*c)->name, o->name);
    fputs(MAIN, out);
    free(commands);
}
