/* SPDX-License-Identifier: Apache-2.0 */
/* law_reading.h: the events of an input fed in one piece, and in small pieces. Both are computed
 * once for all laws that need them.
 */
#ifndef FENCEPOST_HARNESS_LAW_READING_H
#define FENCEPOST_HARNESS_LAW_READING_H

#include "judge/eventlog.h"
#include "law/laws.h"

#include <fencepost/outcome.h>

/* What bytes of the input are said to be. Text that is said in pieces is one claim. Of an encoded
 * syntax, where text is not a view of the input, calls only. */
typedef enum claim_kind {
    CLAIM_TEXT,
    CLAIM_OTHER_TEXT, /* as the input has not at that place */
    CLAIM_CALL,       /* ended by call_end */
    CLAIM_CUT_CALL
} claim_kind;

typedef struct law_claim {
    claim_kind kind;
    uint64_t start, end;
} law_claim;

struct law_reading {
    fp_str input;
    bool encoded;
    bool done;
    eventlog log;
    fp_outcome *outcome;
    fp_outcome *own; /* law_reading_own(), where the engine is another one */
    bool keeps;      /* PREFIX holds; else: */
    law_breach taken_back;
    eventlog pieces; /* law_reading_pieces() */
    bool in_pieces;
    bool runs_ahead; /* in pieces an event reported bytes that had not been fed; then: */
    fp_event_type ahead;
    uint64_t ahead_at, ahead_fed;
    law_claim *claims; /* as they come */
    size_t count, cap;
    enum { SIDE_UNKNOWN, SIDE_OUTSIDE, SIDE_INSIDE } side; /* law_text_first() */
};

/* Returns the subject's reading, or a new one if it has none; for law_reading_end(). */
law_reading *law_reading_begin(const law_subject *s);

/* Returns the outcome of our own parser. Borrowed from the reading. */
const fp_outcome *law_reading_own(const law_subject *s, law_reading *reading);

/* Returns the events of the input in the smallest pieces that its length allows, mostly one byte.
 * Borrowed from the reading. */
const eventlog *law_reading_pieces(const law_subject *s, law_reading *reading);

/* Frees it if it is not the subject's. */
void law_reading_end(const law_subject *s, law_reading *reading);

#endif
