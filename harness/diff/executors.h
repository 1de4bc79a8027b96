/* SPDX-License-Identifier: Apache-2.0 */
/* executors.h: several executors of response templates, ours or workers, that are asked the same.
 */
#ifndef FENCEPOST_HARNESS_EXECUTORS_H
#define FENCEPOST_HARNESS_EXECUTORS_H

#include "diff/panel.h"
#include "template/template_answer.h"

/* The answer of one. */
typedef struct execution {
    template_answer answer;
    char *failure; /* why there is none: "crash: killed by SIGSEGV"; owned; NULL: there is one */
} execution;

/* Those of all of them, in their order; executions_free(). */
typedef struct executions {
    execution of[PANEL_MAX];
} executions;

void executions_free(executions *e);

typedef struct executors executors;

/* Starts them. Each spec is "builtin", "builtin:POLICY=VALUE,…" or "cmd:COMMAND LINE". Owned
 * (executors_close()), and borrows the specs; or NULL, explained, with the exit code in *code. */
executors *executors_open(const char *const *specs, size_t count, int deadline_ms, int *code);
void executors_close(executors *x); /* NULL is allowed */

size_t executors_count(const executors *x);
const char *executors_spec(const executors *x, size_t i);

/* "mine 1 (python), declared numbers: double"; owned. */
char *executors_name(const executors *x, size_t i);

/* Asks all of them; the case's policies do not count. *e must be zero. */
void executors_ask(executors *x, const template_case *one, executions *e);

/* Whether two answer the same. Numbers are compared as doubles if one of them has no others. */
bool executors_agree(const executors *x, const executions *e, size_t i, size_t k);

/* Returns why one cannot be asked any more; owned; NULL: all can. */
char *executors_stopped(const executors *x);

#endif
