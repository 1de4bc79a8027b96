/* SPDX-License-Identifier: Apache-2.0 */
/* probe_linear.h: how the cost of a worker grows with a text, for requests other than a parse. */
#ifndef FENCEPOST_HARNESS_PROBE_LINEAR_H
#define FENCEPOST_HARNESS_PROBE_LINEAR_H

#include "worker/session.h"

typedef struct linear_finding {
    const char *skip; /* why it could not be measured; static; NULL: it could */
    char sentence[300];
} linear_finding;

/* Returns whether the cost of a value (PROTOCOL-7.3) grows linearly when the input of the case,
 * from this byte on, is repeated. If not, with the sentence. */
bool linear_of_values(session *worker, const test_case *test, size_t from, linear_finding *found);

#endif
