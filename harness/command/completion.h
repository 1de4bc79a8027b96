/* SPDX-License-Identifier: Apache-2.0 */
/* completion.h: the completions that a shell offers after a command or an option, from the table of
 * commands.
 */
#ifndef FENCEPOST_HARNESS_COMPLETION_H
#define FENCEPOST_HARNESS_COMPLETION_H

#include "command/command.h"

typedef enum completion_kind {
    COMPLETION_FILE, /* also where nothing better is known */
    COMPLETION_DIR,
    COMPLETION_CASE, /* the id of a golden case: the program is asked for them */
    COMPLETION_ID,   /* that, the id of a clause, or one of the words */
    COMPLETION_WORD,
} completion_kind;

typedef struct completion {
    completion_kind kind;
    char *words; /* COMPLETION_WORD, COMPLETION_ID: with blanks between them; owned: free(). Else
                    NULL */
} completion;

/* Returns what may follow an option of the command that takes an argument. */
completion completion_of_option(const command *self, const command_option *option);

/* Returns what may follow the command; its name may be "help". */
completion completion_of_operand(const char *command_name);

/* The names of all commands, and "help", with blanks between them; owned: free(). */
char *completion_commands(void);

/* Writes text between single quotes, each character of special with a backslash before it; a single
 * quote as quote says. */
void completion_quote(FILE *out, const char *text, const char *special, const char *quote);

/* Each writes the whole script. */
void completion_bash(FILE *out);
void completion_fish(FILE *out);
void completion_zsh(FILE *out);

#endif
