/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: what the commands share that parse or render: policies, limits and catalogues given on
 * the command line.
 */
#ifndef FENCEPOST_HARNESS_OPTIONS_H
#define FENCEPOST_HARNESS_OPTIONS_H

#include "base/util.h"
#include "command/command.h"

#include <fencepost/catalogue.h>

/* Zero it but for limits = FP_LIMITS_DEFAULT to begin; given_free() to end. */
typedef struct given {
    bool policy_given[FP_POLICY_COUNT];
    fp_policies policies;
    fp_limits limits;
    const char **catalogue_paths;
    size_t catalogue_count, catalogue_cap;
    fp_catalogue *catalogue;
} given;

/* Each reads the argument of an option; EXIT_USAGE, and explained, if it is wrong. */
int given_policy(const command *self, given *g, const char *argument); /* --policy */
int given_limit(const command *self, given *g, const char *argument);  /* --limit */
void given_catalogue(given *g, const char *path);                      /* --catalogue */
int given_syntax(const command *self, const char *id, const fp_syntax **syntax);

/* Reads the catalogues, all as one; false with a problem said. */
bool given_load(given *g, problems *p);

/* The syntax's defaults and what was given. */
fp_options given_options(const given *g, const fp_syntax *syntax);

void given_free(given *g);

#endif
