/* SPDX-License-Identifier: Apache-2.0 */
/* command.h: one row for each command; help comes from the rows. */
#ifndef FENCEPOST_HARNESS_COMMAND_H
#define FENCEPOST_HARNESS_COMMAND_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct command_option {
    const char *name;     /* "syntax", given as --syntax */
    const char *argument; /* "S"; NULL if it takes none */
    const char *help;
} command_option;

typedef struct command_example {
    const char *line; /* to type: at most 76 columns */
    const char *what; /* what it does */
} command_example;

typedef struct command {
    const char *name;
    const char *summary;           /* one line */
    const char *usage;             /* what follows "fencepost NAME"; a line for each form */
    const command_option *options; /* ended by a row of NULLs; may be NULL */
    int (*run)(const struct command *self, int argc,
               char **argv);         /* argv[0] is the command's name */
    bool colours;                    /* shows in colour, so that it takes --color WHEN */
    const char *unexpected;          /* what exit status 1 means; NULL: it has no such status */
    const command_example *examples; /* ended by a row of NULLs; may be NULL */
} command;

/* The table, ended by NULL. */
extern const command *const COMMANDS[];

/* Returns the option with this number, from 0: those of the row, then those that the command shares
 * with others; NULL after the last one. */
const command_option *command_option_at(const command *self, size_t number);

/* Reads the next option of the command's table and returns its index; -1 after the last one (optind
 * is then the first operand); -2 after explaining a wrong one, also one whose argument is not among
 * its choices (choices.h). `--` ends the options; --color is obeyed and not returned. Begin with
 * optind = 1 (optind = 0 with glibc: done by main). */
int command_next_option(const command *self, int argc, char **argv);

/* Takes the option with this index, its argument in optarg; EXIT_USAGE, explained, if it is wrong.
 */
typedef int command_take(const command *self, void *request, int option);

/* Reads all options, and hands each to take; optind is then the first operand. EXIT_USAGE after
 * explaining a wrong one. */
int command_read_options(const command *self, int argc, char **argv, command_take *take,
                         void *request);

/* Prints "fencepost NAME: text" and how to get help, to standard error. Returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int command_usage_error(const command *self,
                                                              const char *format, ...);

/* The usage error for a word that is not among the names: "there is no WHAT WORD, did you mean
 * NAME?" and all names. */
int command_no_such(const command *self, const char *what, const char *word,
                    const char *const *names, size_t count);

/* The usage error for a syntax that is not in the table; lists those that are. */
int command_unknown_syntax(const command *self, const char *given);

/* The usage error for the name of no command, given to the command `by`; "": to none. */
int command_unknown(const char *by, const char *given);

/* The usage error for a command without --syntax. */
int command_no_syntax(const command *self);

/* Returns the file that was given after the options, or "-" if there is none; NULL, after the usage
 * error, if there are several. */
const char *command_one_file(const command *self, int argc, char *const *argv);

/* Prints the command's usage and options. */
void command_help(const command *self, FILE *out);

/* Prints a row of help: the margin, and text from the column on, wrapped to the page's width. */
void help_row(FILE *out, const char *margin, size_t column, const char *text);

#endif
