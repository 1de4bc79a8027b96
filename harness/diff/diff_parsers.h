/* SPDX-License-Identifier: Apache-2.0 */
/* diff_parsers.h: gives the same inputs to several parsers, groups the differences by which parsers
 * they separate and how, reduces them, and sorts them, the gravest first. What most parsers answer
 * is information, never a verdict.
 */
#ifndef FENCEPOST_HARNESS_DIFF_PARSERS_H
#define FENCEPOST_HARNESS_DIFF_PARSERS_H

#include "diff/diff_inputs.h"
#include "diff/panel.h"
#include "diff/separation.h"
#include "reduce/reduce.h"

typedef struct diff_question {
    diff_sources sources;
    const size_t *cuts; /* --cut: this cutting and no other; NULL: whole, and a seeded one */
    size_t cut_count;
    size_t budget; /* tests for smallest forms */
} diff_question;

/* Differences of one signature: who is separated how, and the shape of the smallest input; without
 * one, where the inputs come from. */
typedef struct cluster {
    separation how;
    candidate form; /* the smallest; or the first difference as it was found */
    char *shape;    /* NULL: it was not reduced */
    bool minimal;
    size_t tries;
    size_t count;    /* of the inputs */
    size_t *origins; /* of them, by origin */
    char *source;    /* of the first of them */
    answers said;    /* to the form */
} cluster;

/* What was sent of one origin. */
typedef struct origin_row {
    size_t inputs, separated;
    size_t pairs[PANEL_MAX][PANEL_MAX]; /* how often the first and the second differed, first <
                                         * second */
} origin_row;

typedef struct differences {
    size_t inputs;
    size_t not_compared; /* inputs that fewer than two parsers can take */
    size_t separated;
    size_t by_severity[SEVERITY_COUNT];
    origin_row *rows; /* origin_count() of them */
    cluster *clusters;
    size_t cluster_count;
    bool unread;   /* not all inputs could be read, which was reported */
    char *stopped; /* why it stopped early; NULL: it did not */
} differences;

/* Owned: differences_free(). */
differences *diff_parsers(panel *p, const diff_question *question);
void differences_free(differences *d);

#endif
