/* SPDX-License-Identifier: Apache-2.0 */
/* children.c: fork, pipe, records, and how a child ended. */
#include "base/children.h"

#include "base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where SIGCHLD was inherited as ignored, the kernel would keep from us how children end. */
static void prepare_to_wait(void)
{
    struct sigaction action;

    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
        action.sa_handler = SIG_DFL;
        sigaction(SIGCHLD, &action, NULL);
    }
}

bool child_start(child *c, child_work *work, const void *context)
{
    int ends[2];

    *c = (child){ .in = -1 };
    fflush(NULL); /* lest the child write it as well */
    prepare_to_wait();
    if (pipe(ends) != 0)
        return false;
    c->pid = fork();
    if (c->pid == 0) {
        close(ends[0]);
        _exit(work(context, ends[1]));
    }
    close(ends[1]);
    if (c->pid < 0) {
        const int reason = errno;

        close(ends[0]);
        c->pid = 0;
        errno = reason;
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    c->in = ends[0];
    return true;
}

bool child_receive(const child *c, void *bytes, size_t len)
{
    size_t have = 0;

    while (have < len) {
        const ssize_t n = read(c->in, (char *)bytes + have, len - have);

        if (n > 0)
            have += (size_t)n;
        else if (n == 0 || errno != EINTR)
            return false;
    }
    return true;
}

/* A text is sent as its size, its NUL counted, and its bytes; size 0: NULL. */
bool child_receive_text(const child *c, char **text)
{
    size_t size;

    *text = NULL;
    if (!child_receive(c, &size, sizeof size))
        return false;
    if (size == 0)
        return true;
    *text = xcalloc(size, 1);
    if (child_receive(c, *text, size))
        return true;
    free(*text);
    *text = NULL;
    return false;
}

int child_reader(child *c)
{
    const int in = c->in;

    c->in = -1;
    return in;
}

static child_end end_of(int status)
{
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);

        return (child_end){ number == SIGALRM || number == SIGPROF ? CHILD_LATE : CHILD_KILLED,
                            number };
    }
    return (child_end){ WEXITSTATUS(status) == EXIT_AS_EXPECTED ? CHILD_DONE
                        : WEXITSTATUS(status) == EXIT_ADAPTER   ? CHILD_LOST
                                                                : CHILD_LEFT,
                        WEXITSTATUS(status) };
}

child_end child_wait(child *c)
{
    const pid_t pid = c->pid;
    int status = 0;
    pid_t ended;

    if (c->in >= 0)
        close(c->in);
    *c = (child){ .in = -1 };
    while ((ended = waitpid(pid, &status, 0)) < 0 && errno == EINTR)
        continue;
    if (ended == pid)
        return end_of(status);
    fprintf(stderr, "fencepost: cannot wait for a child process: %s\n", strerror(errno));
    return (child_end){ CHILD_LOST, EXIT_ADAPTER };
}

void child_kill(child *c)
{
    if (!c->pid)
        return;
    kill(c->pid, SIGKILL);
    child_wait(c);
}

char *child_sentence(child_end end, unsigned seconds)
{
    if (end.fate == CHILD_LATE)
        return xformat("no answer within %u seconds", seconds);
    if (end.fate == CHILD_KILLED)
        return xformat("the parser died: %s", strsignal(end.number));
    return xformat("the parser ended its process, status %d", end.number);
}

void child_send(int out, const void *bytes, size_t len)
{
    for (size_t sent = 0; sent < len;) {
        const ssize_t n = write(out, (const char *)bytes + sent, len - sent);

        if (n < 0 && errno != EINTR)
            _exit(EXIT_ADAPTER);
        sent += n > 0 ? (size_t)n : 0;
    }
}

void child_send_text(int out, const char *text)
{
    const size_t size = text ? strlen(text) + 1 : 0;

    child_send(out, &size, sizeof size);
    child_send(out, text, size);
}
