/* SPDX-License-Identifier: Apache-2.0 */
/* processes.h: the processes of this machine, from /proc: what a worker has used, and the orphans
 * that were handed over to us. Without /proc none is found.
 */
#ifndef FENCEPOST_HARNESS_PROCESSES_H
#define FENCEPOST_HARNESS_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The processor time of processes, in milliseconds. */
typedef struct process_time {
    bool known;
    uint64_t used;
    uint64_t waited; /* they were ready, but other processes ran; 0: none, or not known */
} process_time;

/* Returns the time of a process group so far, with that of children that have ended. */
process_time process_time_of_group(pid_t group);

/* What the living processes of a group have used so far. Zeros: the system does not tell. */
typedef struct process_load {
    uint64_t processor; /* time, in nanoseconds, of all their threads */
    uint64_t pages;     /* of memory, given by the system without reading a disk */
} process_load;

process_load process_load_of_group(pid_t group);

/* Measures the cost of such a page on this machine, in nanoseconds, of processor time or of the
 * clock. In some virtual machines it is very high. 0: it cannot be measured. */
double page_cost(bool by_clock);

/* Returns the difference of the two. */
process_time process_time_since(process_time before, process_time now);

/* Kills the children of this process, with the groups that they lead, and then their children,
 * which are handed to us, until none is left or about a second has passed. spared() selects
 * children to keep; NULL: none. */
void kill_children(bool (*spared)(pid_t child));

#endif
