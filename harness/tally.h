/* SPDX-License-Identifier: Apache-2.0 */
/* tally.h: results counted on their way to a report. */
#ifndef FENCEPOST_HARNESS_TALLY_H
#define FENCEPOST_HARNESS_TALLY_H

#include "diagnosis.h"
#include "finding.h"
#include "known.h"
#include "result.h"

/* Begins zero but for the format, the reporter's info, strict, and what is optional. */
typedef struct tally {
    const report_format *format;
    reporter reporter;
    bool strict;
    known *known;       /* NULL: no failures are known */
    findings *findings; /* keeps the failures that count, and is freed at the end; NULL: none is */
    diagnosis *diagnosis; /* borrowed; NULL: none is asked for */
    run_summary summary;
    clause_count *clauses;
    size_t clause_cap;
    const test_case *last;
} tally;

/* An on_result, for a tally: says whose fault it looks like where nobody has, counts it and reports
 * it. The clause of a failure must stay when the result is gone. */
void tally_result(void *context, const result *r);

/* Ends the report, with the findings as they then are. restarts and stopped are those of the
 * summary. Returns the exit code: stopped before the end is not as expected. */
int tally_end(tally *t, size_t restarts, const char *stopped);

#endif
