/* SPDX-License-Identifier: Apache-2.0 */
/* tally.h: counts results on their way to a report. */
#ifndef FENCEPOST_HARNESS_TALLY_H
#define FENCEPOST_HARNESS_TALLY_H

#include "base/progress.h"
#include "result/cause.h"
#include "result/diagnosis.h"
#include "result/finding.h"
#include "result/known.h"
#include "result/result.h"

/* No policy has more values. */
enum { WOULD_VALUES = 16 };

/* Begins as zero, except the format, the reporter's info, strict, and what is optional. */
typedef struct tally {
    const report_format *format;
    reporter reporter;
    bool strict;
    known *known;       /* NULL: no failures are known */
    findings *findings; /* smallest forms of failures, freed at the end; NULL: none is looked for */
    causes *causes;     /* of the failures that count */
    reporter *master;   /* a JSON report in addition to the other; NULL: none */
    diagnosis *diagnosis; /* borrowed; NULL: none is asked for */
    progress progress;    /* on a terminal */
    run_summary summary;
    uint64_t said_us;                            /* when the last result was reported */
    size_t would[FP_POLICY_COUNT][WOULD_VALUES]; /* golden outcomes that the value makes right */
    declared_count *declared;                    /* what the parser declares to read otherwise */
    cost_count *costs;
    size_t cost_cap;
    reading_count *readings;
    size_t reading_cap;
    clause_count *clauses;
    size_t clause_cap;
    const test_case *last;  /* whose result came last, */
    const char *last_check; /* and of what; static, or the report's */
} tally;

/* Begins the report, and the clock. */
void tally_begin(tally *t);

/* An on_result, for a tally: sets the suspect if it is not set, counts the result and reports it.
 * The clause of a failure must outlive the result. */
void tally_result(void *context, const result *r);

/* Adds a finding that comes from a report, not from a failure of this run. */
void tally_finding(tally *t, const finding *f);

/* Ends the report, with the findings so far. restarts and stopped go into the summary. Returns the
 * exit code; a run that was stopped early is not as expected. */
int tally_end(tally *t, size_t restarts, const char *stopped);

#endif
