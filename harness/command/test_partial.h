/* SPDX-License-Identifier: Apache-2.0 */
/* test_partial.h: `fencepost test --subject partial-json`. */
#ifndef FENCEPOST_HARNESS_TEST_PARTIAL_H
#define FENCEPOST_HARNESS_TEST_PARTIAL_H

#include "command/test_options.h"

/* Checks that the options can be combined with the subject; EXIT_USAGE, and explained, if not. */
int test_partial_check(const command *self, const test_options *o);

/* Runs it; returns the exit status. */
int test_partial(const command *self, const test_options *o);

#endif
