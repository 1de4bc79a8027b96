/* SPDX-License-Identifier: Apache-2.0 */
/* left_out.h: a test reports a part that it could not run, and why (harness/tests/left_out.py). */
#ifndef FENCEPOST_TESTS_LEFT_OUT_H
#define FENCEPOST_TESTS_LEFT_OUT_H

#include <stdbool.h>

/* Prints it, and adds it to the file that FENCEPOST_LEFT_OUT names. machine: no package helps, as
 * with an instruction that the processor lacks. Whether the test may go on without the part: in CI
 * (FENCEPOST_CI=1) it may not, unless the machine is the reason. */
bool left_out(const char *what, const char *why, bool machine);

#endif
