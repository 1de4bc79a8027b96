/* SPDX-License-Identifier: Apache-2.0 */
/* commands.c: the table of commands. A new one is a file cmd_NAME.c and a row here. */
#include "base/nearest.h"
#include "base/show.h"
#include "base/util.h"
#include "command/command.h"

#include <stdlib.h>

extern const command CMD_LIST;
extern const command CMD_SERVE;
extern const command CMD_DRIVE;
extern const command CMD_SHOW;
extern const command CMD_PARSE;
extern const command CMD_RENDER;
extern const command CMD_REPORT;
extern const command CMD_CONVERT;
extern const command CMD_DIFF;
extern const command CMD_DOC;
extern const command CMD_EXPLAIN;
extern const command CMD_EXPRESS;
extern const command CMD_FUZZ;
extern const command CMD_GRAMMAR;
extern const command CMD_VALIDATE;
extern const command CMD_TEST;
extern const command CMD_INIT;
extern const command CMD_LINT;
extern const command CMD_LOCK;
extern const command CMD_VAULT;
extern const command CMD_ADD;
extern const command CMD_POLICIES;
extern const command CMD_WIRE;
extern const command CMD_GATE;
extern const command CMD_INTEROP;
extern const command CMD_COPY;
extern const command CMD_EXPORT;
extern const command CMD_MAN;
extern const command CMD_COMPLETION;

const command *const COMMANDS[] = {
    &CMD_TEST,    &CMD_FUZZ,  &CMD_REPORT,  &CMD_GATE,     &CMD_INTEROP,    &CMD_LIST,
    &CMD_SHOW,    &CMD_PARSE, &CMD_EXPLAIN, &CMD_RENDER,   &CMD_CONVERT,    &CMD_DOC,
    &CMD_EXPRESS, &CMD_DIFF,  &CMD_GRAMMAR, &CMD_VALIDATE, &CMD_VAULT,      &CMD_INIT,
    &CMD_SERVE,   &CMD_DRIVE, &CMD_ADD,     &CMD_POLICIES, &CMD_WIRE,       &CMD_LINT,
    &CMD_LOCK,    &CMD_COPY,  &CMD_EXPORT,  &CMD_MAN,      &CMD_COMPLETION, NULL,
};

int command_unknown(const char *by, const char *given)
{
    const size_t count = sizeof COMMANDS / sizeof *COMMANDS - 1;
    const char **names = xcalloc(count, sizeof *names);
    char *question;

    for (size_t i = 0; i < count; i++)
        names[i] = COMMANDS[i]->name;
    question = nearest_question(given, "", names, count);
    show_text(stderr, "fencepost%s%s: there is no command %s%s\n", *by ? " " : "", by, given,
              question);
    show_text(stderr, "`fencepost help` lists them.\n");
    free(question);
    free(names);
    return EXIT_USAGE;
}
