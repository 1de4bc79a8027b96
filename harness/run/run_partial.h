/* SPDX-License-Identifier: Apache-2.0 */
/* run_partial.h: runs all checks of readers of partial JSON (spec/partial-json.md), on our own and
 * on a worker.
 */
#ifndef FENCEPOST_HARNESS_RUN_PARTIAL_H
#define FENCEPOST_HARNESS_RUN_PARTIAL_H

#include "partial/partial_cases.h"
#include "result/result.h"
#include "worker/session.h"

/* How many texts are generated for a run, unless an option sets it. */
enum { PARTIAL_MADE = 200 };

/* Judges the cases whose place is in `chosen`, at each of their prefixes, in order. The cases must
 * outlive the results. */
typedef struct partial_run {
    const partial_cases *cases;
    const bool *chosen;
    on_result *say;
    void *context;
} partial_run;

/* Judges our own reader, under the default policies, and in pieces. */
void run_partial_builtin(const partial_run *run);

/* Judges a worker, under the policies that it declares. */
void run_partial_worker(const partial_run *run, session *worker);

/* Checks LINEAR on the chosen ones of PARTIAL_GROWN texts that grow, which are never freed. */
enum { PARTIAL_GROWN = 10 };
const test_case *partial_grown(size_t index);
void run_partial_linear(session *worker, const bool chosen[PARTIAL_GROWN], on_result *say,
                        void *context);

#endif
