/* SPDX-License-Identifier: Apache-2.0 */
/* children.h: work that is done in a child process, because it may crash or hang.
 *
 * What the child finds comes through a pipe, in records whose order both sides know. Its parent
 * reads them until there are no more, and then asks how it ended.
 *
 * Two processes are not started here, those of a worker (worker/worker_start.c, worker_keeper.c):
 * they lead process groups, three pipes and a leash belong to each, and one executes a program.
 */
#ifndef FENCEPOST_HARNESS_CHILDREN_H
#define FENCEPOST_HARNESS_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct child {
    pid_t pid; /* 0: there is none */
    int in;    /* what it sends comes here; -1: to another reader */
} child;

/* How a child ended. */
typedef enum child_fate {
    CHILD_DONE,   /* with status 0 */
    CHILD_LOST,   /* with EXIT_ADAPTER: it could not do its work, and has reported why; or nobody
                     knows, which is reported as well */
    CHILD_LATE,   /* a timer ended it (SIGALRM, SIGPROF) */
    CHILD_KILLED, /* by another signal */
    CHILD_LEFT    /* with another status */
} child_fate;

typedef struct child_end {
    child_fate fate;
    int number; /* of the signal, or the status */
} child_end;

/* -- in the parent ----------------------------------------------------------------------------- */

/* What a child does; it ends with the status that this returns. `out` is for child_send(). */
typedef int child_work(const void *context, int out);

/* Starts one, with what is in memory now. False: that is not possible, and errno is the reason. */
bool child_start(child *c, child_work *work, const void *context);

/* Waits for what was sent. False: the child ended before it sent all of that. The text is owned,
 * NULL if that was sent. */
bool child_receive(const child *c, void *bytes, size_t len);
bool child_receive_text(const child *c, char **text);

/* The end of the pipe to read from, which is then the caller's to close. */
int child_reader(child *c);

/* Waits for its end. What was not received is lost. */
child_end child_wait(child *c);

/* Ends it now. Without effect where there is none. */
void child_kill(child *c);

/* For CHILD_LATE, CHILD_KILLED and CHILD_LEFT a sentence about the parser that did it, which had so
 * many seconds; owned. */
char *child_sentence(child_end end, unsigned seconds);

/* -- in the child ------------------------------------------------------------------------------ */

/* Ends the child if its parent no longer reads. The text may be NULL. */
void child_send(int out, const void *bytes, size_t len);
void child_send_text(int out, const char *text);

#endif
