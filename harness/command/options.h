/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: the options that commands which parse or render share: a syntax, policies, limits and
 * catalogues.
 */
#ifndef FENCEPOST_HARNESS_OPTIONS_H
#define FENCEPOST_HARNESS_OPTIONS_H

#include "base/token_list.h"
#include "base/util.h"
#include "command/command.h"
#include "suite/categories.h"

#include <fencepost/catalogue.h>

/* How a file tells where tokens are. */
typedef enum tokens_as {
    TOKENS_NONE,
    TOKENS_JSON, /* it is an array of texts and tokens (token_list_read()) */
    TOKENS_MARKS /* each token of the syntax in it is one */
} tokens_as;

/* Zero it except limits = FP_LIMITS_DEFAULT to begin; given_free() to end. */
typedef struct given {
    const fp_syntax *syntax;
    bool policy_given[FP_POLICY_COUNT];
    fp_policies policies;
    fp_limits limits;
    const char **catalogue_paths;
    size_t catalogue_count, catalogue_cap;
    categories categories; /* of the tools asked for */
    fp_str prefix;         /* --prompt; owned */
    fp_finish finish;      /* --finish, */
    fp_str finish_token;   /* of token:TEXT */
    tokens_as tokens_as;   /* --tokens */
    fp_catalogue *catalogue;
} given;

/* The names of the limits. */
enum { GIVEN_LIMIT_COUNT = 6 };
extern const char *const GIVEN_LIMITS[GIVEN_LIMIT_COUNT];

/* Reads optarg, the option's argument, as a whole number from least to most (SIZE_MAX: no limit).
 * EXIT_USAGE, and explained, if it is not one. */
int given_number(const command *self, const char *option, size_t least, size_t most,
                 size_t *number);

/* Reads a number of seconds, above 0, which may have a fraction. */
int given_seconds(const command *self, const char *option, double *seconds);

/* Each reads the argument of an option; EXIT_USAGE, and explained, if it is wrong. */
int given_policy(const command *self, given *g, const char *argument); /* --policy */
int given_prompt(const command *self, given *g, const char *argument); /* --prompt */
int given_limit(const command *self, given *g, const char *argument);  /* --limit */
void given_catalogue(given *g, const char *path);                      /* --catalogue */
int given_syntax(const command *self, const char *id, const fp_syntax **syntax);

/* Reads a file in the form that --tokens gives. *input is owned. False after reporting a problem;
 * *input may be freed then too. */
bool given_text(const given *g, const char *path, fp_str *input, token_list *tokens, problems *p);

/* EXIT_USAGE, explained, if an option about reasoning needs marks that the syntax does not have
 * (MODEL-5.1, MODEL-5.5). */
int given_check_reasoning(const command *self, const given *g, const fp_syntax *syntax);

/* Reads all options of the command: --syntax, --policy, --limit, --catalogue, --category, --prompt
 * and --finish go to g, each other one to take. EXIT_USAGE, explained, after a wrong one, or if a
 * command that has --syntax was not told which. take may be NULL if the command has no other. */
int given_read(const command *self, given *g, int argc, char **argv, command_take *take,
               void *request);

/* Reads the catalogues into one; false after reporting a problem. */
bool given_load(given *g, problems *p);

/* EXIT_USAGE, explained, if no tool is of one of the categories; after given_load(). */
int given_check_categories(const command *self, const given *g);

/* Returns the defaults of a syntax, changed by the options given. */
fp_options given_options(const given *g, const fp_syntax *syntax);

void given_free(given *g);

#endif
