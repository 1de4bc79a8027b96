/* SPDX-License-Identifier: Apache-2.0 */
/* diff_by_template.h: `fencepost diff --template FILE`: executors of response templates on the same
 * texts.
 */
#ifndef FENCEPOST_HARNESS_DIFF_BY_TEMPLATE_H
#define FENCEPOST_HARNESS_DIFF_BY_TEMPLATE_H

#include <fencepost/types.h>

#include <stdbool.h>

/* What is asked for; all is borrowed. */
typedef struct template_diff {
    const char *template;     /* a file */
    const char *const *specs; /* two or more */
    size_t spec_count;
    bool has_text;
    fp_str text, prefix;
    size_t generate, seed, show, budget, deadline;
} template_diff;

/* Compares, and prints what differs. Returns the exit status. */
int diff_by_template(const template_diff *what);

#endif
