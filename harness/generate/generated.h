/* SPDX-License-Identifier: Apache-2.0 */
/* generated.h: cases made up from a seed, whose expectation is what our own parser says: whole
 * messages, every other one with a small mistake of a model in it.
 */
#ifndef FENCEPOST_HARNESS_GENERATED_H
#define FENCEPOST_HARNESS_GENERATED_H

#include "judge/adhoc.h"

/* Makes so many cases of each syntax of the list (is_among()), the same ones for one seed. Returns
 * an owned array of *made of them, each for adhoc_free(); NULL with the problem said. */
adhoc **generated_cases(const fp_syntax *const *only, size_t each, uint64_t seed,
                        const policy_set *policy, size_t *made, problems *p);

#endif
