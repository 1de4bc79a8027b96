/* SPDX-License-Identifier: Apache-2.0 */
/* diff_templates.h: gives texts of one response template to several executors, and groups the
 * differences by which executors they separate, and in what.
 */
#ifndef FENCEPOST_HARNESS_DIFF_TEMPLATES_H
#define FENCEPOST_HARNESS_DIFF_TEMPLATES_H

#include "diff/executors.h"
#include "reduce/reduce.h"
#include "template/template_made.h"

typedef struct template_question {
    const template_file *file;
    const fp_str *text; /* this one, after this prompt; NULL: texts that are made … */
    fp_str prefix;
    size_t generate; /* … so many, every other one changed */
    uint64_t seed;
    size_t budget; /* tests for smallest forms */
} template_question;

/* Differences that separate the same executors in the same. */
typedef struct template_difference {
    char *how;      /* "1 | 2: the field \"content\""; owned */
    size_t count;   /* of the texts */
    candidate form; /* the smallest; owned */
    bool minimal;
    executions said; /* to the form */
} template_difference;

typedef struct template_differences {
    size_t texts, separated;
    size_t limited; /* not compared, as a pattern takes too long for our own executor */
    template_difference *all;
    size_t count, cap;
    char *stopped; /* why it stopped early; NULL: it did not */
} template_differences;

/* Owned: template_differences_free(). Those with the most texts come first. */
template_differences *diff_templates(executors *x, const template_question *question);
void template_differences_free(template_differences *d);

#endif
