/* SPDX-License-Identifier: Apache-2.0 */
/* generated.h: generates cases from a seed: whole messages, every other one with a small mistake as
 * models make them. Our own parser gives the expectation.
 */
#ifndef FENCEPOST_HARNESS_GENERATED_H
#define FENCEPOST_HARNESS_GENERATED_H

#include "judge/adhoc.h"

/* Makes `each` cases of each syntax of the list (is_among()), the same ones for the same seed.
 * Returns an owned array of *made of them, each for adhoc_free(); NULL after reporting a problem.
 */
adhoc **generated_cases(const fp_syntax *const *only, size_t each, uint64_t seed,
                        const policy_set *policy, size_t *made, problems *p);

#endif
