/* SPDX-License-Identifier: Apache-2.0 */
/* processes.h: the processes of this machine, as far as /proc tells of them: what a worker has
 * used, and what was handed over to us because all that started it has ended. Where there is no
 * /proc nobody is found.
 */
#ifndef FENCEPOST_HARNESS_PROCESSES_H
#define FENCEPOST_HARNESS_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What processes have had of the processors, in milliseconds. */
typedef struct process_time {
    bool known;
    uint64_t used;
    uint64_t
        waited; /* they could have used more, and others were at work; 0: or that is not told */
} process_time;

/* What those of a process group, and their children that have ended, have had so far. */
process_time process_time_of_group(pid_t group);

/* What the processes of a group that are alive have had so far. Zeros: the system does not tell. */
typedef struct process_load {
    uint64_t processor; /* time, in nanoseconds, of all their threads */
    uint64_t pages;     /* of memory, given by the system without reading a disk */
} process_load;

process_load process_load_of_group(pid_t group);

/* What such a page costs on this machine, in nanoseconds, of processor time or of the clock, as
 * this process measures it: in some virtual machines that is very much. 0: that cannot be measured.
 */
double page_cost(bool by_clock);

/* What they had in between. */
process_time process_time_since(process_time before, process_time now);

/* Kills the children of this process, with the groups that they lead, and theirs, which come to us
 * next, until there are none, or for about a second; except those that are spared. NULL: none is.
 */
void kill_children(bool (*spared)(pid_t child));

#endif
