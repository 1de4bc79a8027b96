/* SPDX-License-Identifier: Apache-2.0 */
/* test_subject.h: the part of `fencepost test --subject` that is the same for all subjects: it
 * starts the worker, judges, and reports.
 */
#ifndef FENCEPOST_HARNESS_TEST_SUBJECT_H
#define FENCEPOST_HARNESS_TEST_SUBJECT_H

#include "command/test_options.h"
#include "report/tally.h"

/* What differs between subjects. All of it is static. */
typedef struct test_subject {
    const char *name;   /* "partial-json", as PARTIAL_SUBJECT */
    const char *own;    /* what a report calls our own: "built-in reader of partial JSON" */
    const char *called; /* what a worker of it is: "a reader of partial JSON" */
    const char *clause; /* of the protocol, which declares it */

    bool (*is_one)(const wire_hello *hello);                     /* whether a worker declares it */
    char *(*policies)(const wire_hello *hello);                  /* those that it declares; owned */
    void (*judge)(void *run, session *worker, tally *sum);       /* all; worker: NULL for our own */
    void (*reduce)(findings *f, session *worker, size_t budget); /* NULL: nothing is reduced */
} test_subject;

/* One run of a subject; `run` is handed to judge(). */
typedef struct subject_run {
    const test_subject *subject;
    const test_options *o;
    const spec *spec;
    size_t selected; /* cases */
    const char *by;  /* the command that it is for; NULL: test */
    bool made_up;    /* no corpus has the cases */
    void *run;
} subject_run;

/* Returns whether the patterns of --case choose this id. */
bool test_subject_chooses(const test_options *o, const char *id);

/* Starts the worker; a status that is not EXIT_AS_EXPECTED has been explained. It is owned in any
 * case: session_close(). */
int test_subject_open(const subject_run *r, session **worker);

/* Starts the worker if there is one, judges and reports, also to the folder of --report. Returns
 * the exit status. */
int test_subject_run(const subject_run *r);

/* The usage error where no case is chosen: asks whether the nearest of these ids was meant. */
int test_subject_none(const command *self, const subject_run *r, const char *const *ids,
                      size_t count);

#endif
