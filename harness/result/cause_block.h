/* SPDX-License-Identifier: Apache-2.0 */
/* cause_block.h: what a failure's input, and its answer, have of blocks and calls. */
#ifndef FENCEPOST_HARNESS_CAUSE_BLOCK_H
#define FENCEPOST_HARNESS_CAUSE_BLOCK_H

#include "result/result.h"

/* Returns whether the input breaks off in a block, and no other call of it is cut. */
bool ends_in_block(const result *r);

/* Returns whether calls were expected, and the answer has none. */
bool reads_none(const result *r);

/* Returns whether a sentence about two texts says that one of them ends before the other one does.
 * Outcomes of long texts are without their middle, and so do not tell. */
bool tells_of_an_end(const char *sentence);

/* Returns whether the input is a stream of events of which our own parser finds one broken. What
 * reads events is other code than what reads the calls in them. */
bool has_broken_event(const result *r, const fp_outcome *outcome);

/* Returns how the text that a parser gave as arguments is wrong (PROTOCOL-3.9); NULL: it is not. */
const char *fault_of_arguments(const result *r);

#endif
