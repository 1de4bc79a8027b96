/* SPDX-License-Identifier: Apache-2.0 */
/* shrink_call.h: the smallest call of which something still holds. */
#ifndef FENCEPOST_HARNESS_SHRINK_CALL_H
#define FENCEPOST_HARNESS_SHRINK_CALL_H

#include <fencepost/types.h>

/* Returns whether it still holds of the call. The same answer for the same call. */
typedef bool call_predicate(void *context, const fp_call *call);

/* Shrinks an owned call (values.h: call_free), of which the predicate holds, in place: arguments
 * and items are taken away, then bytes of names, keys and values, until nothing more can go without
 * the predicate failing. At most budget questions are asked. */
void shrink_call(fp_call *call, call_predicate *holds, void *context, unsigned budget);

/* An owned copy. */
fp_call call_copy(const fp_call *call);

#endif
