/* SPDX-License-Identifier: Apache-2.0 */
/* run.h: runs the checks of a selection of cases, on our own parsers or on a worker. */
#ifndef FENCEPOST_HARNESS_RUN_H
#define FENCEPOST_HARNESS_RUN_H

#include "result/finding.h"
#include "result/result.h"
#include "suite/selection.h"
#include "worker/session.h"

/* LINEAR takes long, so that a run of several cases only checks one in LINEAR_ONE_IN. If nothing
 * grows, it tries longer inputs while a round of them is expected to take less than LINEAR_MS of
 * processor time, or LINEAR_ALONE_MS for a single case. */
enum { LINEAR_ONE_IN = 32, LINEAR_MS = 25, LINEAR_ALONE_MS = 500 };

/* Checks golden outcome, emission and all laws on our own parsers, in child processes: a case that
 * kills its child costs only that case. Results come case by case, in order. */
void run_builtin(const selection *what, on_result *say, void *context);

/* Returns whether the worker answers plain text with any outcome; if not, error says what it does.
 * An adapter that fails here is broken, which is reported only once. */
bool smoke_test(session *worker, char *error, size_t size);

/* Checks golden outcome and laws on the worker, for cases of the syntaxes that it parses. */
void run_worker(const selection *what, session *worker, on_result *say, void *context);

/* findings_reduce() that judges a candidate on the worker, or by a law on our own parsers. */
void findings_reduce_worker(findings *f, session *worker, uint64_t seed, size_t budget);
void findings_reduce_laws(findings *f, uint64_t seed, size_t budget);

#endif
