/* SPDX-License-Identifier: Apache-2.0 */
/* template_lint.h: `fencepost lint --template FILE` (spec/template-lint.md). */
#ifndef FENCEPOST_HARNESS_TEMPLATE_LINT_H
#define FENCEPOST_HARNESS_TEMPLATE_LINT_H

#include <stdbool.h>

/* Checks the template in a file, prints what is found, and returns the program's status. */
int template_lint(const char *path, bool as_json);

#endif
