/* SPDX-License-Identifier: Apache-2.0 */
/* report_diff.h: reports the differences of parsers, for people and for machines
 * (spec/schema/diff.schema.json).
 */
#ifndef FENCEPOST_HARNESS_REPORT_DIFF_H
#define FENCEPOST_HARNESS_REPORT_DIFF_H

#include "diff/diff_parsers.h"
#include "diff/reading.h"
#include "suite/spec.h"

typedef struct diff_report {
    panel *panel;
    const diff_question *question;
    const differences *differences;
    const spec *spec;
    size_t show; /* how many clusters are shown whole, on a terminal */
} diff_report;

/* A difference, prepared for both formats; owned: told_free(). */
typedef struct told {
    const cluster *cluster;
    separation how; /* the cluster's, with the sentence for its form */
    reading reference;
    size_t groups;             /* those that have an answer */
    char *lines[PANEL_MAX];    /* what the parsers of a group answer */
    const char *as[PANEL_MAX]; /* "reference", "declared": whose reading that is; NULL: neither */
    char *reference_lines;
    char *command; /* that repeats it */
} told;

told tell(const diff_report *r, const cluster *c);
void told_free(told *t);

void diff_report_tty(const diff_report *r);
void diff_report_json(const diff_report *r);

#endif
