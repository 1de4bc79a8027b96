/* SPDX-License-Identifier: Apache-2.0 */
/* again.h: the shell command that runs a failure again. */
#ifndef FENCEPOST_HARNESS_AGAIN_H
#define FENCEPOST_HARNESS_AGAIN_H

#include "result/finding.h"

/* Returns a shell command that runs the reduced form again; owned: free(). */
char *finding_command(const run_info *info, const finding *f);

/* Returns a shell command that runs just this result again; owned: free(). */
char *result_command(const run_info *info, const result *r);

#endif
