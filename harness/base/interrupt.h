/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h: SIGHUP, SIGINT and SIGTERM, held back and asked for, so that a run ends in order:
 * its workers killed, what is known written. So ends a run whose time is over: SIGALRM.
 */
#ifndef FENCEPOST_HARNESS_INTERRUPT_H
#define FENCEPOST_HARNESS_INTERRUPT_H

#include <stdbool.h>

/* How often who waits has to ask, in milliseconds. */
enum { INTERRUPT_TICK_MS = 50 };

/* From now on they are held back, but for those that the program was told to ignore. */
void interrupt_hold(void);

/* The run is to end after so many seconds, as if it were interrupted. */
void interrupt_after(unsigned seconds);

/* For a child process: a signal ends it after so many seconds, whatever its parent holds back. */
void interrupt_alarm(unsigned seconds);

/* The one that is waiting, or 0. */
int interrupt_pending(void);

/* "SIGINT", or "the end of --time"; static. */
const char *interrupt_name(int number);

/* Whether it is the time of the run that is over, and nothing else is waiting. */
bool interrupt_is_time(void);

/* Takes what is waiting, and lets later ones through again. Returns what interrupt_pending() did;
 * 0 for the end of the time, of which no process dies. */
int interrupt_release(void);

/* Whether a run is to end early: there is one waiting, or nobody takes the report any more. */
bool interrupt_stops(void);

#endif
