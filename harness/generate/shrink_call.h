/* SPDX-License-Identifier: Apache-2.0 */
/* shrink_call.h: shrinks a call while a predicate still holds. */
#ifndef FENCEPOST_HARNESS_SHRINK_CALL_H
#define FENCEPOST_HARNESS_SHRINK_CALL_H

#include <fencepost/types.h>

/* Returns whether the property still holds. Must give the same answer for the same call. */
typedef bool call_predicate(void *context, const fp_call *call);

/* Shrinks an owned call (values.h: call_free), for which the predicate holds, in place. It removes
 * arguments and items, then bytes of names, keys and values, until each further removal makes the
 * predicate fail. Calls the predicate at most budget times. */
void shrink_call(fp_call *call, call_predicate *holds, void *context, unsigned budget);

/* An owned copy. */
fp_call call_copy(const fp_call *call);

#endif
