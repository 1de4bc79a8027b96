/* SPDX-License-Identifier: Apache-2.0 */
/* sweep.h: asks about many cuttings of an input at once (PROTOCOL-6.2). The worker's claims are not
 * evidence: they only choose the cuttings that `parse` must show.
 */
#ifndef FENCEPOST_HARNESS_SWEEP_H
#define FENCEPOST_HARNESS_SWEEP_H

#include "worker/session.h"

#include "suite/corpus.h"

typedef struct sweep sweep;

/* The worker's claim about a cutting. */
typedef enum claim { CLAIM_NONE, CLAIM_SAME, CLAIM_DIFFERS } claim;

/* Owned: sweep_free(). The test is borrowed. */
sweep *sweep_new(const test_case *test);
void sweep_free(sweep *s);

/* A cut_visitor: keeps a copy of each. */
bool sweep_add(void *sweep, const cutting *cut);

/* Asks about all of them, and waits. False, with a sentence in the sweep, if an answer is missing,
 * or its outcome of the whole input differs from that of parse. */
bool sweep_ask(sweep *s, session *worker, const fp_outcome *whole);

/* Returns why sweep_ask() returned false; *kind is the reply that came. Borrowed. */
const char *sweep_fault(const sweep *s, reply_kind *kind);

/* Visits the cuttings that parse must show: all of them if sweep_ask() returned false, else those
 * claimed to differ and a sample of the others, by the seed. Returns how many were left out. */
size_t sweep_each(const sweep *s, uint64_t seed,
                  void (*visit)(void *context, const cutting *cut, claim said), void *context);

#endif
