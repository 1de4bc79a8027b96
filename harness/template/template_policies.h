/* SPDX-License-Identifier: Apache-2.0 */
/* template_policies.h: the policies of executors of response templates, by their names in
 * spec/response-template.md.
 */
#ifndef FENCEPOST_HARNESS_TEMPLATE_POLICIES_H
#define FENCEPOST_HARNESS_TEMPLATE_POLICIES_H

#include "base/util.h"

#include <fencepost/template.h>

/* Zeros are the defaults. */
typedef struct template_policies {
    fp_template_policies of;
    bool numbers_double; /* numbers: double */
} template_policies;

/* Sets one; false with an owned sentence in *why: there is no such policy, or value. */
bool template_policies_set(template_policies *policies, fp_str name, fp_str value, char **why);

/* Returns those that are not the defaults, "leftover: last, numbers: double"; owned. */
char *template_policies_text(const template_policies *policies);

/* Returns whether each choice of some that is not the default is made in all as well. */
bool template_policies_include(const template_policies *all, const template_policies *some);

/* Returns whether the executor's choices are the same under both. */
bool template_policies_equal(const template_policies *a, const template_policies *b);

#endif
