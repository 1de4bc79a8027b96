/* SPDX-License-Identifier: Apache-2.0 */
/* suite_preview.h: shows what an upgrade of the suite means for a parser: cases that are new,
 * changed or gone, and the verdicts under both versions.
 */
#ifndef FENCEPOST_HARNESS_SUITE_PREVIEW_H
#define FENCEPOST_HARNESS_SUITE_PREVIEW_H

#include "run/run.h"

typedef struct suite_preview suite_preview;

/* Reads the cases of an older checkout, or installed data directory. `now` and the path are
 * borrowed. levels: the spec that gives the levels of its clauses if it has no spec/ of its own.
 * Owned: suite_preview_free(). NULL after reporting the problems. */
suite_preview *suite_preview_new(const char *old, const corpus *now, const spec *levels,
                                 problems *p);
void suite_preview_free(suite_preview *s); /* NULL is allowed */

/* Runs a selection on the parser under test. */
typedef void suite_run(void *context, const selection *what, on_result *say, void *sayer);

/* Prints what changes for the selected cases. Returns the exit status: EXIT_UNEXPECTED if a failure
 * counts that the older suite did not have. */
int suite_preview_run(const suite_preview *s, const selection *what, bool strict, suite_run *run,
                      void *context);

#endif
