/* SPDX-License-Identifier: Apache-2.0 */
/* worker_parts.h: what the files of worker.h share: worker_start.c, worker_keeper.c, worker_pipe.c
 * and worker.c.
 */
#ifndef FENCEPOST_HARNESS_WORKER_PARTS_H
#define FENCEPOST_HARNESS_WORKER_PARTS_H

#include "worker/worker.h"

#include <sys/types.h>

enum { DESCRIPTORS = 4096 }; /* more than a runner has */

/* Bytes [start, len) are waiting, to be taken from the front. */
struct bytes {
    char *ptr;
    size_t start;
    size_t len;
    size_t cap;
};

struct worker {
    pid_t keeper; /* the process between us and the worker */
    pid_t group;  /* the worker's id, and its group's; 0: not known */
    int leash;    /* our end: closed, or shut for writing, it makes the keeper kill; see keep() */
    int in;       /* our ends of the worker's pipes; -1 when closed */
    int out;
    int err;
    int deadline_ms;
    size_t line_limit;
    size_t stderr_limit;
    struct bytes sending;
    struct bytes lines;  /* its output */
    struct bytes errors; /* the tail of its standard error; start is not used */
    size_t scanned;      /* lines up to here hold no LF but those already taken */
    bool input_lost;     /* it has closed its input, before we did */
    bool output_ended;   /* no more lines will come */
    bool adopted;        /* it was not started by us, and has no keeper */
    bool reaped;         /* the worker has ended, and its keeper too */
    bool exited;         /* by itself, with exit_status */
    int exit_status;
    int killed_by;  /* a signal that was not the runner's; 0: none */
    char death[64]; /* empty while not known */
};

/* -- worker_start.c ------------------------------------------------------------------------ */

/* The pipes between the runner and the worker. */
struct pipes {
    int in[2];
    int out[2];
    int err[2];
    int failure[2]; /* carries errno when the worker cannot be started; ended by its exec */
    int leash[2];   /* a pair of sockets: the runner's end, the keeper's */
};

/* -- worker_keeper.c ----------------------------------------------------------------------- */

/* In a forked child: starts the worker, and stays until it and all its descendants are dead, even
 * those that left its group or its session, if the system hands orphans over (Linux). Kills them
 * when the worker ends, and when the runner releases the leash, on purpose or by its own death. */
_Noreturn void keep(const struct pipes *p, const worker_config *config);

/* -- worker_pipe.c ------------------------------------------------------------------------- */

void close_fd(int *fd);

/* Makes room for more bytes at the end. */
bool bytes_reserve(struct bytes *b, size_t more);

/* Moves the waiting bytes to the front. */
void bytes_to_front(struct bytes *b);

/* Writes as much as the pipe takes. */
void flush_input(worker *w);

/* Reads standard error once, and keeps its tail. Returns whether there was anything. */
bool read_errors(worker *w);

/* Waits at most timeout_ms for any of the three pipes and moves what can be moved. To bound the
 * memory, output is not read while more than the longest line waits to be received. */
worker_status pump(worker *w, int timeout_ms);

#endif
