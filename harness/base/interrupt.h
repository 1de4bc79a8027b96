/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h: SIGHUP, SIGINT and SIGTERM, held back and asked for, so that a run ends in order:
 * its workers killed, what is known written.
 */
#ifndef FENCEPOST_HARNESS_INTERRUPT_H
#define FENCEPOST_HARNESS_INTERRUPT_H

#include <stdbool.h>

/* How often who waits has to ask, in milliseconds. */
enum { INTERRUPT_TICK_MS = 50 };

/* From now on they are held back, but for those that the program was told to ignore. */
void interrupt_hold(void);

/* The one that is waiting, or 0. */
int interrupt_pending(void);

/* "SIGINT"; static. */
const char *interrupt_name(int number);

/* Takes what is waiting, and lets later ones through again. Returns what interrupt_pending() did.
 */
int interrupt_release(void);

/* Whether a run is to end early: there is one waiting, or nobody takes the report any more. */
bool interrupt_stops(void);

#endif
