/* SPDX-License-Identifier: Apache-2.0 */
/* merge.h: reports of the shards of one run, as one again. */
#ifndef FENCEPOST_HARNESS_MERGE_H
#define FENCEPOST_HARNESS_MERGE_H

#include "result/result_read.h"

/* Says all results in the order of the cases: every N-th case is of one source, the first case of
 * the first. Within a source the results of a case must stand together. */
void merge_results(report_source *sources, size_t count, on_result *say, void *context);

/* Returns whether the source is a report at all; else a problem. */
bool merge_usable(const report_source *s, problems *p);

/* Returns whether the sources are shards of one run, none of them twice; else a problem for each
 * that is not. They are put in order, and a source that is missing is left out: *missing is how
 * many. */
bool merge_sort(report_source *sources, size_t count, size_t *missing, problems *p);

/* To be asked when all results are said. The failures of all without a smallest form; the restarts;
 * the entries of known failures that do not hold any more; and why there is less than should be,
 * which is owned, or NULL. `what` names a source: "worker" or "shard". */
size_t merge_unreduced(const report_source *sources, size_t count);
size_t merge_restarts(const report_source *sources, size_t count);
size_t merge_stale(const report_source *sources, size_t count);
char *merge_stopped(const report_source *sources, size_t count, const char *what);

#endif
