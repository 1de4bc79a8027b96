/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.h: the cuttings of an input asked about many at a time (PROTOCOL-6.2). What a worker says
 * of them is not evidence: it only chooses those that `parse` is to show.
 */
#ifndef FENCEPOST_HARNESS_SWEEP_H
#define FENCEPOST_HARNESS_SWEEP_H

#include "worker/session.h"

#include "suite/corpus.h"

typedef struct sweep sweep;

/* What the worker says of a cutting. */
typedef enum claim { CLAIM_NONE, CLAIM_SAME, CLAIM_DIFFERS } claim;

/* Owned: sweep_free(). The test is borrowed. */
sweep *sweep_new(const test_case *test);
void sweep_free(sweep *s);

/* A cut_visitor: keeps a copy of each. */
bool sweep_add(void *sweep, const cutting *cut);

/* Asks about all of them, and waits. False, with a sentence in the sweep, if an answer is missing,
 * or says something else of the whole input than parse did. */
bool sweep_ask(sweep *s, session *worker, const fp_outcome *whole);

/* Why sweep_ask() returned false, and what came; borrowed. */
const char *sweep_fault(const sweep *s, reply_kind *kind);

/* Visits what parse must show: every cutting after false; else those that are said to differ, and
 * of the others a sample by the seed. Returns how many were left out. */
size_t sweep_each(const sweep *s, uint64_t seed,
                  void (*visit)(void *context, const cutting *cut, claim said), void *context);

#endif
