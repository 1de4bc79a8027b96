/* SPDX-License-Identifier: Apache-2.0 */
/* children.h: runs work in a child process, because it may crash or hang.
 *
 * The child sends its results through a pipe, in records whose order both sides know. The parent
 * reads them until there are no more, and then asks how the child ended.
 *
 * The two processes of a worker are not started here (worker/worker_start.c, worker_keeper.c): they
 * lead process groups, have three pipes and a leash, and one of them executes a program.
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
    CHILD_LOST,   /* with EXIT_ADAPTER: it could not do its work, and has reported why; or its end
                     is unknown, which is reported as well */
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

/* Starts a child with a copy of the memory. False: that is not possible, and errno is the reason.
 */
bool child_start(child *c, child_work *work, const void *context);

/* Wait for what the child sends. False: it ended before it had sent all of it. The text is owned,
 * and NULL if the child sent NULL. */
bool child_receive(const child *c, void *bytes, size_t len);
bool child_receive_text(const child *c, char **text);

/* Returns the reading end of the pipe, which the caller then has to close. */
int child_reader(child *c);

/* Waits until the child ends. Data not received yet are lost. */
child_end child_wait(child *c);

/* Kills the child, if there is one. */
void child_kill(child *c);

/* Returns a sentence about a parser that ended as CHILD_LATE, CHILD_KILLED or CHILD_LEFT, and had
 * so many seconds; owned. */
char *child_sentence(child_end end, unsigned seconds);

/* -- in the child ------------------------------------------------------------------------------ */

/* Ends the child if its parent no longer reads. The text may be NULL. */
void child_send(int out, const void *bytes, size_t len);
void child_send_text(int out, const char *text);

#endif
