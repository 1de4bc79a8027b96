/* SPDX-License-Identifier: Apache-2.0 */
/* completion.c: what a shell may offer after a command or an option. */
#include "command/completion.h"

#include "base/util.h"
#include "command/choices.h"

#include <fencepost/parser.h>

#include <stdlib.h>
#include <string.h>

/* Adds to an owned list, "a b". */
static void join(char **list, const char *word)
{
    char *longer = xformat("%s%s%s", *list, **list ? " " : "", word);

    free(*list);
    *list = longer;
}

static char *syntaxes(void)
{
    char *words = xstrdup("");

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        join(&words, fp_syntax_id(*s));
    return words;
}

/* "unterminated=report unterminated=drop …" */
static char *policies(void)
{
    char *words = xstrdup("");

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        for (unsigned v = 0; fp_policy_value_name((fp_policy)i, v); v++) {
            char *pair = xformat("%s=%s", fp_policy_name((fp_policy)i),
                                 fp_policy_value_name((fp_policy)i, v));

            join(&words, pair);
            free(pair);
        }
    return words;
}

/* What `fencepost show` knows besides cases and clauses: syntaxes, and policies with their values.
 */
static char *shown(void)
{
    char *words = syntaxes(), *pairs = policies();

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        join(&words, fp_policy_name((fp_policy)i));
    join(&words, pairs);
    free(pairs);
    return words;
}

char *completion_commands(void)
{
    char *words = xstrdup("help");

    for (const command *const *c = COMMANDS; *c; c++)
        join(&words, (*c)->name);
    return words;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

completion completion_of_option(const command *self, const command_option *option)
{
    static const char *const OF_SYNTAX[] = { "syntax", "syntaxes", "from", "to", NULL };
    static const char *const OF_CASE[] = { "case", "cases", NULL };
    const char *words = choices_of(self->name, option->name);

    if (words)
        return (completion){ COMPLETION_WORD, xstrdup(words) };
    if (is_one_of(option->name, OF_SYNTAX))
        return (completion){ COMPLETION_WORD, syntaxes() };
    if (is_one_of(option->name, OF_CASE))
        return (completion){ COMPLETION_CASE, NULL };
    if (strcmp(option->name, "policy") == 0)
        return (completion){ COMPLETION_WORD, policies() };
    if (strcmp(option->argument, "DIR") == 0)
        return (completion){ COMPLETION_DIR, NULL };
    return (completion){ COMPLETION_FILE, NULL };
}

completion completion_of_operand(const char *command_name)
{
    static const char *const OF_COMMAND[] = { "help", "man", NULL };
    const char *words = choices_of(command_name, NULL);

    if (words)
        return (completion){ COMPLETION_WORD, xstrdup(words) };
    if (is_one_of(command_name, OF_COMMAND))
        return (completion){ COMPLETION_WORD, completion_commands() };
    if (strcmp(command_name, "show") == 0)
        return (completion){ COMPLETION_ID, shown() };
    if (strcmp(command_name, "copy") == 0)
        return (completion){ COMPLETION_DIR, NULL };
    return (completion){ COMPLETION_FILE, NULL };
}

void completion_quote(FILE *out, const char *text, const char *special, const char *quote)
{
    fputc('\'', out);
    for (const char *at = text; *at; at++) {
        if (*at == '\'') {
            fputs(quote, out);
            continue;
        }
        if (strchr(special, *at))
            fputc('\\', out);
        fputc(*at, out);
    }
    fputc('\'', out);
}
