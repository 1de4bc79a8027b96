/* SPDX-License-Identifier: Apache-2.0 */
/* orphans.h: what is left of a worker whose keeper, the process above it, was killed. The system
 * hands that to the next process above which has asked for it (on Linux).
 */
#ifndef FENCEPOST_HARNESS_ORPHANS_H
#define FENCEPOST_HARNESS_ORPHANS_H

#include <stdbool.h>
#include <sys/types.h>

/* Returns whether orphans are handed to this process, and killed when a worker is found without its
 * keeper: with them all children except keepers. So this is for programs that have no others while
 * they have workers. Returns what it was. A fork begins without. */
bool orphans_adopt(bool on);

/* Returns whether they are. */
bool orphans_come_here(void);

/* Notes whose leash the descriptor is, while it is open: a keeper is not an orphan. */
void orphans_except(int leash, pid_t keeper);

/* Kills those that were handed over so far. */
void orphans_kill(void);

#endif
