/* SPDX-License-Identifier: Apache-2.0 */
/* partial_made.h: generates JSON texts. */
#ifndef FENCEPOST_HARNESS_PARTIAL_MADE_H
#define FENCEPOST_HARNESS_PARTIAL_MADE_H

#include <fencepost/types.h>

/* Returns the text with this number for the seed; owned: free(ptr). One of eight texts is cut, and
 * one has a wrong byte. */
fp_str partial_made_text(uint64_t seed, size_t number);

#endif
