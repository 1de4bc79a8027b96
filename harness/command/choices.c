/* SPDX-License-Identifier: Apache-2.0 */
/* choices.c: the words that an option or an operand may be. Parsing, messages about wrong words and
 * shell completion use them.
 */
#include "command/choices.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

static const char REPORTS[] = "tty tap junit sarif markdown html badge svg json";
static const char TABLES[] = "tty markdown json";

static const struct {
    const char *command;
    const char *option; /* NULL: the operand */
    const char *what;   /* for people; NULL: the option's name */
    const char *words;
} CHOICES[] = {
    { "test", "format", NULL, REPORTS },
    { "fuzz", "format", NULL, REPORTS },
    { "test", "subject", NULL, "partial-json response-template" },
    { "report", "format", NULL, REPORTS },
    { "gate", "format", NULL, TABLES },
    { "interop", "format", NULL, "markdown html json" },
    { "express", "format", NULL, TABLES },
    { "diff", "format", NULL, "tty json" },
    { "explain", "format", NULL, "text json" },
    { "lint", "format", NULL, "text json" },
    { "export", "shape", NULL, "case chat" },
    { "export", "subject", NULL, "response-template" },
    { "export", "format", NULL, "json yaml" },
    { "parse", "finish", NULL, "stop length token:" },
    { "explain", "finish", NULL, "stop length token:" },
    { "parse", "tokens", NULL, "json marks" },
    { "explain", "tokens", NULL, "json marks" },
    { "vault", "mode", NULL, "resolve simple expand analyse" },
    { "list", NULL, "list of", "syntaxes clauses cases policies matrix notations subjects" },
    { "init", NULL, "adapter in", "python node c sh" },
    { "init", "family", NULL, "tags" },
    { "init", "shape", NULL, "openai" },
    { "completion", NULL, "completion for", "bash fish zsh" },
};

enum { CHOICE_COUNT = sizeof CHOICES / sizeof *CHOICES };

/* Its place; CHOICE_COUNT if there is none. */
static size_t find(const char *command_name, const char *option)
{
    size_t i = 0;

    for (; i < CHOICE_COUNT; i++)
        if (strcmp(CHOICES[i].command, command_name) == 0 && !CHOICES[i].option == !option &&
            (!option || strcmp(CHOICES[i].option, option) == 0))
            break;
    return i;
}

const char *choices_of(const char *command_name, const char *option)
{
    const size_t at = find(command_name, option);

    if (option && strcmp(option, "color") == 0)
        return "auto always never";
    return at < CHOICE_COUNT ? CHOICES[at].words : NULL;
}

bool choices_have(const char *words, const char *word)
{
    const size_t len = strlen(word);

    for (const char *at = words; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        const bool has_more = n && at[n - 1] == ':'; /* any text may follow it */

        if (strncmp(at, word, n) == 0 && (n == len || (n < len && has_more)))
            return true;
        at += n;
    }
    return false;
}

int choices_refuse(const command *self, const char *option, const char *word)
{
    const size_t row = find(self->name, option);
    const char *what = row < CHOICE_COUNT ? CHOICES[row].what : NULL;
    char *words = xstrdup(choices_of(self->name, option)), *rest = NULL;
    const char **names = xcalloc(strlen(words), sizeof *names);
    size_t count = 0;

    for (char *at = strtok_r(words, " ", &rest); at; at = strtok_r(NULL, " ", &rest))
        names[count++] = at;
    command_no_such(self, what ? what : option, word, names, count);
    free(names);
    free(words);
    return EXIT_USAGE;
}
