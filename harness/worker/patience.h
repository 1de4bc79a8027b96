/* SPDX-License-Identifier: Apache-2.0 */
/* patience.h: how long a session waits for an answer, and for missing answers in all. The rules are
 * PROTOCOL-5.4 and 5.5.
 */
#ifndef FENCEPOST_HARNESS_PATIENCE_H
#define FENCEPOST_HARNESS_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Zero it, except the deadline, to begin. */
typedef struct patience {
    int deadline_ms;     /* the whole deadline */
    unsigned silences;   /* requests that were not answered in time */
    uint64_t slowest_ns; /* the longest wait for an answer */
    uint64_t vain_ns;    /* all waits for answers that did not come */
} patience;

/* Returns after how many milliseconds without an answer a request is suspected. */
int patience_now(const patience *p);

/* Returns for how many milliseconds more a silence of elapsed_ms has to last until it is a verdict:
 * for starved_ms of them the worker waited for a processor, which other processes had. 0: no more.
 * Either the worker had its whole deadline, or the machine is too busy (patience_was_starved()). */
int patience_owed(const patience *p, uint64_t elapsed_ms, uint64_t starved_ms);

/* Returns whether so little of this time was the worker's own that its silence is not a verdict:
 * eight deadlines are over, and it never had a whole one. A wait that ended before that did so
 * since it had one. What the system tells afterwards of how long it waited may be more: it counts a
 * wait for a processor when that has ended. */
bool patience_was_starved(const patience *p, uint64_t elapsed_ms, uint64_t starved_ms);

/* Records that an answer came after this time. */
void patience_answered(patience *p, uint64_t ns);

/* Records that a request was not answered in time, alone in a fresh worker or without a second try.
 */
void patience_silence(patience *p);

/* Records that this time was waited in vain. */
void patience_in_vain(patience *p, uint64_t ns);

/* Return whether there is time to confirm a silence, and whether no time is left to wait in vain.
 */
bool patience_confirms(const patience *p);
bool patience_is_over(const patience *p);

#endif
