/* SPDX-License-Identifier: Apache-2.0 */
/* step.h: what a function that is given a byte returns. */
#ifndef FENCEPOST_CORE_STEP_H
#define FENCEPOST_CORE_STEP_H

#include <stdbool.h>

/* For functions that return bool: the byte is dealt with, or it is given again, in the state that
 * is set now. */
#define TAKEN true
#define AGAIN false

#endif
