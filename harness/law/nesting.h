/* SPDX-License-Identifier: Apache-2.0 */
/* nesting.h: lets a sink check which event may come where (LAW-4.1). */
#ifndef FENCEPOST_HARNESS_NESTING_H
#define FENCEPOST_HARNESS_NESTING_H

#include <fencepost/parser.h>

/* What is open. Zero it to begin. */
typedef struct nesting {
    bool in_call, in_arg;
} nesting;

/* Records an event, and returns whether it may come here. recovers: policy `unterminated` is
 * `recover`. */
static inline bool nests(nesting *n, fp_event_type type, bool recovers)
{
    bool may = true;

    switch (type) {
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
        return !n->in_call;
    case FP_EVENT_CALL_BEGIN:
        may = !n->in_call;
        n->in_call = true;
        return may;
    case FP_EVENT_ARG_BEGIN:
        may = n->in_call && !n->in_arg;
        n->in_arg = true;
        return may;
    case FP_EVENT_ARG_DATA:
        return n->in_arg;
    case FP_EVENT_ARG_END:
        may = n->in_arg;
        n->in_arg = false;
        return may;
    case FP_EVENT_CALL_END: /* of a recovered call, in the middle of an argument too */
    case FP_EVENT_CALL_CUT:
        may = n->in_call && (type == FP_EVENT_CALL_CUT || !n->in_arg || recovers);
        *n = (nesting){ 0 };
        return may;
    case FP_EVENT_DIAGNOSTIC:
    case FP_EVENT_COUNT:
        break;
    }
    return may;
}

#endif
