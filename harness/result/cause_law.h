/* SPDX-License-Identifier: Apache-2.0 */
/* cause_law.h: the mechanism of a failure of a law. */
#ifndef FENCEPOST_HARNESS_CAUSE_LAW_H
#define FENCEPOST_HARNESS_CAUSE_LAW_H

#include "law/laws.h"
#include "result/cause_mark.h"

/* Returns whether it is a failure of this law. */
bool is_check(const result *r, law l);

/* Returns whether the law carries calls to another input, so that what is in an argument decides.
 */
bool carries_calls(const result *r);

/* Returns the mechanism of a failure of a law that is not about cuts; mark: the one in an argument
 * of the input, or NULL. */
mechanism law_mechanism(const result *r, const char *mark);

/* Returns a sentence without its numbers and quotations, and without what was asked; owned. */
char *way_of(const char *sentence);

#endif
