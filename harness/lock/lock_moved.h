/* SPDX-License-Identifier: Apache-2.0 */
/* lock_moved.h: a lock of before, with clauses that have moved under the ids that they have now. */
#ifndef FENCEPOST_HARNESS_LOCK_MOVED_H
#define FENCEPOST_HARNESS_LOCK_MOVED_H

#include "lock/lock.h"

/* Writes the new ids where lines cite the old ones, and takes out the lines of the old clauses: the
 * page that they stood in says where they are (spec_find_moved). A moved id alone changes nothing.
 */
void lock_follow(lock *then, const spec *s);

#endif
