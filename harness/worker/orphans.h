/* SPDX-License-Identifier: Apache-2.0 */
/* orphans.h: kills the processes of a worker whose keeper, its parent, was killed. On Linux the
 * system hands them to the nearest ancestor that has asked for orphans.
 */
#ifndef FENCEPOST_HARNESS_ORPHANS_H
#define FENCEPOST_HARNESS_ORPHANS_H

#include <stdbool.h>
#include <sys/types.h>

/* Sets whether orphans are handed to this process. They are killed when a worker is found without
 * its keeper, and with them all children except keepers: so this is only for programs without other
 * children while they have workers. Returns the previous setting. A forked process begins with
 * false. */
bool orphans_adopt(bool on);

/* Returns whether orphans are handed to this process. */
bool orphans_come_here(void);

/* Records the keeper at the other end of a leash, while that is open: a keeper is not an orphan. */
void orphans_except(int leash, pid_t keeper);

/* Kills the orphans that were handed over so far. */
void orphans_kill(void);

#endif
