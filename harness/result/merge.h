/* SPDX-License-Identifier: Apache-2.0 */
/* merge.h: joins the reports of the shards of one run. */
#ifndef FENCEPOST_HARNESS_MERGE_H
#define FENCEPOST_HARNESS_MERGE_H

#include "result/result_read.h"

/* Hands out all results in the order of the cases. Each source has every N-th case, the first
 * source the first case. Within a source the results of a case must be together. */
void merge_results(report_source *sources, size_t count, on_result *say, void *context);

/* Returns whether the source is a report at all; else a problem. */
bool merge_usable(const report_source *s, problems *p);

/* Returns whether the sources are different shards of one run, and reports each that is not. Sorts
 * them; *missing is how many shards are missing. */
bool merge_sort(report_source *sources, size_t count, size_t *missing, problems *p);

/* After all results: return the number of failures without a smallest form, of restarts, and of
 * stale entries of known failures; and why results are missing, which is owned, or NULL. `what`
 * names a source: "worker" or "shard". */
size_t merge_unreduced(const report_source *sources, size_t count);
size_t merge_restarts(const report_source *sources, size_t count);
size_t merge_stale(const report_source *sources, size_t count);
char *merge_stopped(const report_source *sources, size_t count, const char *what);

#endif
