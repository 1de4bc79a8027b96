/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h: shows how far a long run has come, on one line of standard error. */
#ifndef FENCEPOST_HARNESS_PROGRESS_H
#define FENCEPOST_HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero it to have none. */
typedef struct progress {
    bool on;
    bool shown; /* the line is on the screen */
    size_t total;
    uint64_t began_us, said_us;
} progress;

/* Begins; total is the number of cases. Nothing is shown unless standard error is a terminal that
 * can erase, and standard output, if it is a terminal too, is read by a person. Nothing is shown in
 * the first second. */
void progress_begin(progress *p, size_t total, bool for_people);

/* Shows how many cases are done and how many checks were unexpected, ten times a second. */
void progress_step(progress *p, size_t done, size_t unexpected);

/* Shows how many failures are reduced, and how many tests were spent on that. */
void progress_forms(progress *p, size_t done, size_t count, size_t tests, size_t budget);

/* Shows how far a search for failures is: inputs in so many seconds, of at most `last` seconds (0:
 * no limit), and what it found. */
void progress_search(progress *p, double seconds, unsigned last, size_t inputs, size_t failed,
                     size_t kinds);

/* Erases the line, before anything else is written. */
void progress_clear(progress *p);

#endif
