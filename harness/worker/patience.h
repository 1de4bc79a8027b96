/* SPDX-License-Identifier: Apache-2.0 */
/* patience.h: how long a session waits for an answer, and for how long in vain. The rules are
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

/* After how many milliseconds without an answer a request is suspected. */
int patience_now(const patience *p);

/* An answer came after so long. */
void patience_answered(patience *p, uint64_t ns);

/* A request was not answered in time, alone in a fresh worker or as one that is not asked again. */
void patience_silence(patience *p);

/* It was waited so long in vain. */
void patience_in_vain(patience *p, uint64_t ns);

/* Returns whether there is time to confirm a silence; and whether there is none left to wait in
 * vain. */
bool patience_confirms(const patience *p);
bool patience_is_over(const patience *p);

#endif
