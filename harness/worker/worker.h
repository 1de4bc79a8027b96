/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h: one worker process, its pipes and its death. It sends and receives lines; wire.h knows
 * what they mean.
 *
 * A worker is used by one thread. The first worker_start() makes the process ignore SIGPIPE.
 * A worker may kill its keeper, the process above it: orphans.h then handles its other processes.
 */
#ifndef FENCEPOST_HARNESS_WORKER_H
#define FENCEPOST_HARNESS_WORKER_H

#include "worker/processes.h"
#include "worker/suspect.h"

#include <fencepost/types.h>

typedef struct worker worker;

typedef enum worker_status {
    WORKER_OK,
    WORKER_TIMEOUT,     /* nothing complete came within the deadline */
    WORKER_CLOSED,      /* it ended, or closed its input or output: see worker_death() */
    WORKER_TOO_LONG,    /* a line beyond the limit */
    WORKER_INTERRUPTED, /* the run is to end: see interrupt.h */
    WORKER_ERROR        /* the runner's own trouble: memory, descriptors */
} worker_status;

typedef struct worker_config {
    char *const *argv;   /* ended by NULL; argv[0] is found on PATH */
    int deadline_ms;     /* for each line that is waited for; see worker_set_deadline() */
    size_t line_limit;   /* bytes of one line of its output, LF not counted */
    size_t stderr_limit; /* bytes of its standard error that are kept, the last ones */
    size_t memory_limit; /* bytes of address space it may have; 0: as many as it gets */
} worker_config;

/* Starts the process in a group of its own, under a keeper process. When the worker ends or is
 * killed, or the runner itself dies, all processes that the worker started are killed. Returns an
 * owned worker (worker_stop), or NULL with the reason in error, for instance that the program
 * cannot be executed. */
worker *worker_start(const worker_config *config, char *error, size_t error_size);

/* Uses a process that runs already and was not started by us: its lines come on the first
 * descriptor, ours go out on the second. Both are set not to block, and closed with the worker.
 * Such a worker is never killed: worker_kill() only closes the two. Never NULL. */
worker *worker_adopt(const worker_config *config, const int ends[2]);

/* Writes a line (LF is added) without waiting for answers. What does not fit the pipe is queued,
 * and written while waiting for lines. WORKER_CLOSED if the worker has closed its input, or died;
 * what it wrote before can still be received. */
worker_status worker_send(worker *w, fp_str line);

/* Queues a line: it is written with the next worker_send() or worker_flush(), or while waiting for
 * lines. Lines that are written together cost one write, and one wake-up of the worker. */
worker_status worker_post(worker *w, fp_str line);
void worker_flush(worker *w);

/* Sets how long to wait for each line from now on. */
void worker_set_deadline(worker *w, int deadline_ms);

/* Waits for the next line of output; *line is borrowed until the next call. On WORKER_TIMEOUT,
 * WORKER_CLOSED and WORKER_TOO_LONG *line is what there is of an unfinished line: on WORKER_CLOSED
 * it is handed out once, otherwise it stays. WORKER_CLOSED comes at the end of its output, when the
 * process has died, even if other processes hold the pipe; at the deadline, if it has closed its
 * input. */
worker_status worker_receive(worker *w, fp_str *line);

/* Returns how the process ended, in words: "killed by SIGSEGV", "exited with status 3", "closed its
 * output and went on", "closed its input and went on", "killed by the runner". Valid after
 * WORKER_CLOSED or worker_kill(); "is running" before. Borrowed from the worker. */
const char *worker_death(worker *w);

/* Returns whose fault that end looks like; SUSPECT_NONE if the runner killed it. */
suspect worker_suspect(worker *w);

/* Returns the last bytes of its standard error. Borrowed until the next call. */
fp_str worker_stderr(worker *w);

/* Returns exactly what the worker and the living processes of its group have used so far. Zeros:
 * the system does not tell. */
process_load worker_load(const worker *w);

/* Returns the processor time of the worker and its process group so far. */
process_time worker_time(const worker *w);

/* Kills the worker and all that it has started, and waits for it. */
void worker_kill(worker *w);

/* Closes its input, gives it a moment to end by itself, kills what is left, and frees. Queued lines
 * are not sent, except to an adopted worker, which has a while to read them. NULL is allowed. */
void worker_stop(worker *w);

#endif
