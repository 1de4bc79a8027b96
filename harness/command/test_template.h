/* SPDX-License-Identifier: Apache-2.0 */
/* test_template.h: `fencepost test --subject response-template`, and `fencepost test --template`.
 */
#ifndef FENCEPOST_HARNESS_TEST_TEMPLATE_H
#define FENCEPOST_HARNESS_TEST_TEMPLATE_H

#include "command/test_options.h"
#include "template/template_cases.h"

extern const struct test_subject TEMPLATE_TEST;

/* Judges all of these cases of the options' template, as the command `by`, and reports: no corpus
 * has them. Returns the exit status. */
int test_template_made(const char *by, const test_options *o, const spec *s,
                       const template_cases *cases);

/* Runs it; returns the exit status. */
int test_template(const command *self, const test_options *o);

#endif
