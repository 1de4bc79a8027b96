/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h: holds SIGHUP, SIGINT and SIGTERM back until the run polls for them, so that it ends
 * in order: it kills its workers and writes the results so far. SIGALRM, when the time of a run is
 * over, ends it in the same way.
 */
#ifndef FENCEPOST_HARNESS_INTERRUPT_H
#define FENCEPOST_HARNESS_INTERRUPT_H

#include <stdbool.h>

/* How often a waiting loop has to poll, in milliseconds. */
enum { INTERRUPT_TICK_MS = 50 };

/* Holds the signals back from now on, except those that were already ignored. */
void interrupt_hold(void);

/* Ends the run after so many seconds, as if it were interrupted. */
void interrupt_after(unsigned seconds);

/* For a child process: a signal ends it after so many seconds, even if its parent holds it back. */
void interrupt_alarm(unsigned seconds);

/* Returns the signal that is pending, or 0. */
int interrupt_pending(void);

/* "SIGINT", or "the end of --time"; static. */
const char *interrupt_name(int number);

/* Returns whether the time of the run is over and no other signal is pending. */
bool interrupt_is_time(void);

/* Takes the pending signal and lets later ones through again. Returns what interrupt_pending() did;
 * 0 for the end of the time, which kills no process. */
int interrupt_release(void);

/* Returns whether a run must end early: a signal is pending, or the report's reader is gone. */
bool interrupt_stops(void);

#endif
