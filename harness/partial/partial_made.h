/* SPDX-License-Identifier: Apache-2.0 */
/* partial_made.h: JSON texts that are made up. */
#ifndef FENCEPOST_HARNESS_PARTIAL_MADE_H
#define FENCEPOST_HARNESS_PARTIAL_MADE_H

#include <fencepost/types.h>

/* The text of this number that follows from the seed; owned: free(ptr). Of eight texts one is cut,
 * and one has a wrong byte. */
fp_str partial_made_text(uint64_t seed, size_t number);

#endif
