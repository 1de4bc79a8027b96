/* SPDX-License-Identifier: Apache-2.0 */
/* format.h: what the targets of formats share: their start is in format.c. */
#ifndef FENCEPOST_FUZZ_FORMAT_H
#define FENCEPOST_FUZZ_FORMAT_H

#include <stdbool.h>

/* Whether the fault that each target has for its alarm is planted; known once it has started. */
bool canary_planted(void);

#endif
