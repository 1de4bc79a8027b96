/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h: one worker process, its pipes and its death. Lines in, lines out; what the lines mean
 * is wire.h's business.
 *
 * A worker is used by one thread. The first worker_start() makes the process ignore SIGPIPE.
 * A worker may kill the process above it, its keeper: orphans.h says what becomes of the others.
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

/* Starts the process in a group of its own, under a keeper process: when the worker ends, or is
 * killed, or the runner itself dies, all that it has started dies with it. Returns an owned worker
 * (worker_stop), or NULL with the reason in error. That the program cannot be executed is such a
 * reason. */
worker *worker_start(const worker_config *config, char *error, size_t error_size);

/* The same of a process that runs already, and was not started by us: its lines come on the first
 * descriptor, ours go out on the second. Both are set not to block, and closed with the worker.
 * Nobody kills such a worker: worker_kill() only closes the two. Never NULL. */
worker *worker_adopt(const worker_config *config, const int ends[2]);

/* Writes a line (LF is added) without waiting for answers: what does not fit the pipe is queued,
 * and goes out while lines are waited for. WORKER_CLOSED if the worker has closed its input, or
 * died; what it wrote before can still be received. */
worker_status worker_send(worker *w, fp_str line);

/* The same without writing: the line goes out with the next worker_send() or worker_flush(), or
 * while lines are waited for. Lines that go out together cost one write, and one wake-up of the
 * worker. */
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

/* How the process ended, in words: "killed by SIGSEGV", "exited with status 3", "closed its output
 * and went on", "closed its input and went on", "killed by the runner". To be asked after
 * WORKER_CLOSED or worker_kill(); "is running" before. Borrowed from the worker. */
const char *worker_death(worker *w);

/* Whose fault that end looks like; SUSPECT_NONE if it is the runner's doing. */
suspect worker_suspect(worker *w);

/* The last bytes of its standard error. Borrowed until the next call. */
fp_str worker_stderr(worker *w);

/* What the worker and those of its process group that are alive have had so far, exactly. Zeros:
 * the system does not say. */
process_load worker_load(const worker *w);

/* What the worker and those of its process group have had of the processors so far. */
process_time worker_time(const worker *w);

/* Kills the worker and all that it has started, and waits for it. */
void worker_kill(worker *w);

/* Closes its input, gives it a moment to end by itself, kills what is left, and frees. What is
 * still queued is not sent, except to a worker that was adopted, which has a while to read it. NULL
 * allowed. */
void worker_stop(worker *w);

#endif
