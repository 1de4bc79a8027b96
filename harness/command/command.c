/* SPDX-License-Identifier: Apache-2.0 */
/* command.c: reads options by the rows of a command, and explains what is wrong with them. */
#include "command/command.h"

#include "base/nearest.h"
#include "base/show.h"
#include "base/terminal.h"
#include "base/util.h"
#include "command/choices.h"

#include <fencepost/parser.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Above every character, so that a wrong short option is told apart. */
enum { FIRST_VALUE = 256 };

static const command_option COLOUR = {
    "color", "WHEN", "auto, always or never (default: auto: on a terminal, unless NO_COLOR is set)"
};

static size_t own_count(const command *self)
{
    size_t count = 0;

    while (self->options && self->options[count].name)
        count++;
    return count;
}

static size_t option_count(const command *self)
{
    return own_count(self) + self->colours;
}

const command_option *command_option_at(const command *self, size_t number)
{
    if (number >= option_count(self))
        return NULL;
    return number < own_count(self) ? &self->options[number] : &COLOUR;
}

/* -- reading --------------------------------------------------------------------------------- */

static void explain_unknown(const command *self, const char *given)
{
    const size_t count = option_count(self);
    const char **names = xcalloc(count, sizeof *names);
    char *word = xstrdup(given + strspn(given, "-"));
    char *suggestion;

    word[strcspn(word, "=")] = '\0';
    for (size_t i = 0; i < count; i++)
        names[i] = command_option_at(self, i)->name;
    suggestion = nearest_question(word, "--", names, count);
    if (strncmp(word, "plugin", 6) == 0)
        command_usage_error(self, "%s goes before the command: fencepost %s … %s", given, given,
                            self->name);
    else
        command_usage_error(self, "there is no option %s%s", given, suggestion);
    free(suggestion);
    free(word);
    free(names);
}

static void explain(const command *self, int answer, const char *given)
{
    const command_option *option =
        optopt >= FIRST_VALUE ? command_option_at(self, (size_t)(optopt - FIRST_VALUE)) : NULL;

    if (answer == ':' && option)
        command_usage_error(self, "--%s needs %s after it", option->name, option->argument);
    else if (option)
        command_usage_error(self, "--%s takes no value", option->name);
    else if (optopt)
        command_usage_error(self, "there is no option -%c", optopt);
    else
        explain_unknown(self, given);
}

/* As command_next_option, --color among them. */
static int next_option(const command *self, int argc, char **argv)
{
    const size_t count = option_count(self);
    struct option *rows = xcalloc(count + 1, sizeof *rows);
    int answer;

    for (size_t i = 0; i < count; i++) {
        const command_option *option = command_option_at(self, i);

        rows[i].name = option->name;
        rows[i].has_arg = option->argument ? required_argument : no_argument;
        rows[i].val = FIRST_VALUE + (int)i;
    }
    opterr = 0;
    optopt = 0;
    answer = getopt_long(argc, argv, ":", rows, NULL);
    free(rows);
    if (answer == -1)
        return -1;
    if (answer >= FIRST_VALUE)
        return answer - FIRST_VALUE;
    explain(self, answer, argv[optind > 1 ? optind - 1 : 1]);
    return -2;
}

int command_next_option(const command *self, int argc, char **argv)
{
    int option;

    while ((option = next_option(self, argc, argv)) >= 0) {
        const char *name = command_option_at(self, (size_t)option)->name;
        const char *words = choices_of(self->name, name);

        if (words && !choices_have(words, optarg)) {
            choices_refuse(self, name, optarg);
            return -2;
        }
        if ((size_t)option != own_count(self))
            break;
        terminal_choose_colours(optarg);
    }
    return option;
}

int command_read_options(const command *self, int argc, char **argv, command_take *take,
                         void *request)
{
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        if (take(self, request, option) != EXIT_AS_EXPECTED)
            return EXIT_USAGE;
    return option == -1 ? EXIT_AS_EXPECTED : EXIT_USAGE;
}

/* -- explaining ------------------------------------------------------------------------------ */

int command_usage_error(const command *self, const char *format, ...)
{
    va_list args;
    char *text = NULL;
    size_t size = 0;
    FILE *stream = xmemstream(&text, &size);

    va_start(args, format);
    vfprintf(stream, format, args);
    va_end(args);
    xmemstream_close(stream, &text);
    show_text(stderr, "fencepost %s: %s\n", self->name, text);
    show_text(stderr, "`fencepost help %s` explains it.\n", self->name);
    free(text);
    return EXIT_USAGE;
}

int command_no_such(const command *self, const char *what, const char *word,
                    const char *const *names, size_t count)
{
    char *question = nearest_question(word, "", names, count), *all = xstrdup("");

    for (size_t i = 0; i < count; i++) {
        char *longer = xformat("%s%s%s", all, *all ? ", " : "", names[i]);

        free(all);
        all = longer;
    }
    command_usage_error(self, "there is no %s %s%s%s: %s", what, word, question,
                        *question ? " There are" : "; there are", all);
    free(all);
    free(question);
    return EXIT_USAGE;
}

int command_unknown_syntax(const command *self, const char *given)
{
    size_t count = 0;
    const char **ids;

    while (FP_SYNTAXES[count])
        count++;
    ids = xcalloc(count, sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = fp_syntax_id(FP_SYNTAXES[i]);
    command_no_such(self, "syntax", given, ids, count);
    free(ids);
    return EXIT_USAGE;
}

int command_no_syntax(const command *self)
{
    return command_usage_error(self, "say which syntax, as in --syntax %s",
                               fp_syntax_id(FP_SYNTAXES[0]));
}

const char *command_one_file(const command *self, int argc, char *const *argv)
{
    if (argc - optind > 1) {
        command_usage_error(self, "takes one file, and was given %d", argc - optind);
        return NULL;
    }
    return optind < argc ? argv[optind] : "-";
}
