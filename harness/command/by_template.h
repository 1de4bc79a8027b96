/* SPDX-License-Identifier: Apache-2.0 */
/* by_template.h: commands that take a response template in place of a syntax: --template, and the
 * options that go with it.
 */
#ifndef FENCEPOST_HARNESS_BY_TEMPLATE_H
#define FENCEPOST_HARNESS_BY_TEMPLATE_H

#include "command/command.h"
#include "command/options.h"
#include "template/template_policies.h"

/* What was given; by_template_free(). */
typedef struct by_template {
    const char *goes_with; /* for people: the options of the command that --template goes with */
    const char *template;  /* files */
    const char *tools;     /* NULL: none */
    template_policies policies;
    given given; /* its prefix */
} by_template;

/* Returns whether the options name --template. */
bool by_template_asked(int argc, char **argv);

/* Takes --template, --tools, --policy or --prompt; EXIT_USAGE, explained, if it is wrong or
 * another. */
int by_template_take(const command *self, by_template *b, const char *name);

/* Takes the one file with the text; EXIT_USAGE, explained, without a template or with both in the
 * standard input. */
int by_template_file(const command *self, const by_template *b, int argc, char *const *argv,
                     const char **path);

void by_template_free(by_template *b);

#endif
