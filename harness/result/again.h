/* SPDX-License-Identifier: Apache-2.0 */
/* again.h: the shell command that runs a failure again. */
#ifndef FENCEPOST_HARNESS_AGAIN_H
#define FENCEPOST_HARNESS_AGAIN_H

#include "result/finding.h"

/* How to run the reduced form again, as a shell command; owned: free(). */
char *finding_command(const run_info *info, const finding *f);

/* How to run just that again, as a shell command; owned: free(). */
char *result_command(const run_info *info, const result *r);

#endif
