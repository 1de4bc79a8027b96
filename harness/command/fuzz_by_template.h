/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_by_template.h: `fencepost fuzz --template FILE`: ever new texts for an executor of response
 * templates. */
#ifndef FENCEPOST_HARNESS_FUZZ_BY_TEMPLATE_H
#define FENCEPOST_HARNESS_FUZZ_BY_TEMPLATE_H

#include "command/test_options.h"

/* Runs it on the worker of the options; inputs 0: as many as there is time for. Returns the exit
 * status. */
int fuzz_by_template(const test_options *o, size_t inputs);

#endif
