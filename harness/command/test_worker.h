/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker.h: the worker of `fencepost test` and of `fencepost fuzz`: how it is started, and
 * what a report says that it declares.
 */
#ifndef FENCEPOST_HARNESS_TEST_WORKER_H
#define FENCEPOST_HARNESS_TEST_WORKER_H

#include "command/test_options.h"

/* Starts the worker of the options and makes sure that it answers. Returns an owned session
 * (session_close()); or NULL, which was explained in the name of the command `by`. */
session *test_worker_open(const char *by, const test_options *o);

/* "unterminated: drop, xml.unterminated: report, output: constrained"; owned: free(). */
char *test_worker_policies(const wire_hello *hello);

#endif
