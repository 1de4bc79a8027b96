/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.h: fencepost test --jobs N: several workers, each with its share of the cases. */
#ifndef FENCEPOST_HARNESS_JOBS_H
#define FENCEPOST_HARNESS_JOBS_H

#include "run/run.h"

typedef struct jobs_end {
    size_t restarts;
    char *stopped; /* owned: free; NULL: all cases were run */
} jobs_end;

/* Runs what->jobs runner processes with a worker each. Each takes every N-th case. The results come
 * in the order of the cases, as from a single process. */
jobs_end run_jobs(const selection *what, const session_config *config, const run_info *info,
                  const corpus *c, on_result *say, void *context);

#endif
