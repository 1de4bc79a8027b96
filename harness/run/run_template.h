/* SPDX-License-Identifier: Apache-2.0 */
/* run_template.h: runs all checks of executors of response templates (spec/response-template.md),
 * on our own and on a worker.
 */
#ifndef FENCEPOST_HARNESS_RUN_TEMPLATE_H
#define FENCEPOST_HARNESS_RUN_TEMPLATE_H

#include "result/finding.h"
#include "template/template_cases.h"
#include "worker/session.h"

/* Judges the cases whose place is in `chosen`, in order. The cases must outlive the results. */
typedef struct template_run {
    const template_cases *cases;
    const bool *chosen;
    on_result *say;
    void *context;
    size_t cuts; /* a worker's texts are cut in two at so many places, at most; 0: at each, of long
                  * ones at some */
    uint64_t seed; /* of these places */
} template_run;

/* Judges our own executor. */
void run_template_builtin(const template_run *run);

/* Judges a worker, under the policies that it declares. */
void run_template_worker(const template_run *run, session *worker);

/* findings_reduce() for results of these cases: of each the text and the prompt are reduced, while
 * the template stays; and then the smallest ones once more, together with the template. */
void findings_reduce_template(findings *f, session *worker, size_t budget);

#endif
