/* SPDX-License-Identifier: Apache-2.0 */
/* run.h: the checks of a selection of cases, on our own parsers or on a worker. */
#ifndef FENCEPOST_HARNESS_RUN_H
#define FENCEPOST_HARNESS_RUN_H

#include "result/finding.h"
#include "result/result.h"
#include "suite/selection.h"
#include "worker/session.h"

/* LINEAR takes long: in a run of more than one case it looks at one in so many of them. Where
 * nothing grows it tries longer inputs if a round of them is expected to take less than so many
 * milliseconds of processor time: in such a run, and of a single case. */
enum { LINEAR_ONE_IN = 32, LINEAR_MS = 25, LINEAR_ALONE_MS = 500 };

/* Golden outcome, emission and all laws, on our own parsers, in child processes: a case that kills
 * its child costs that case. Results come case by case, in order. */
void run_builtin(const selection *what, on_result *say, void *context);

/* Returns whether the worker answers plain text with an outcome, whatever that is; if not, error
 * says what it does. An adapter that fails here is broken, and said so once. */
bool smoke_test(session *worker, char *error, size_t size);

/* Golden outcome and CHUNK, on the worker, for cases of the syntaxes that it parses. */
void run_worker(const selection *what, session *worker, on_result *say, void *context);

/* findings_reduce(), where a candidate is judged on the worker, or by a law on our own parsers. */
void findings_reduce_worker(findings *f, session *worker, uint64_t seed, size_t budget);
void findings_reduce_laws(findings *f, uint64_t seed, size_t budget);

#endif
