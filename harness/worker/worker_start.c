/* SPDX-License-Identifier: Apache-2.0 */
/* worker_start.c: starts a worker through its keeper. */
#include "base/util.h"
#include "worker/orphans.h"
#include "worker/worker_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* With base/children.c the only place that touches the signals of the runner. A write to a dead
 * worker must be an error (EPIPE) and not the runner's end. If SIGCHLD was inherited as ignored,
 * the kernel would throw away how a worker ended. A handler that is already set is kept. The child
 * undoes this. */
static void prepare_signals(void)
{
    struct sigaction action;

    if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
        action.sa_handler = SIG_IGN;
        sigaction(SIGPIPE, &action, NULL);
    }
    if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
        action.sa_handler = SIG_DFL;
        sigaction(SIGCHLD, &action, NULL);
    }
}

/* Lifts two descriptors above the standard ones, so that the child's dup2() neither overwrites one
 * nor is asked to copy one onto itself; both are closed on exec. */
static bool lift(const int raw[2], int ends[2])
{
    int saved;

    ends[0] = fcntl(raw[0], F_DUPFD_CLOEXEC, 3);
    ends[1] = ends[0] < 0 ? -1 : fcntl(raw[1], F_DUPFD_CLOEXEC, 3);
    saved = errno;
    close(raw[0]);
    close(raw[1]);
    errno = saved;
    return ends[1] >= 0;
}

static bool open_pipe(int ends[2])
{
    int raw[2];

    return pipe(raw) == 0 && lift(raw, ends);
}

static bool open_pair(int ends[2])
{
    int raw[2];

    return socketpair(AF_UNIX, SOCK_STREAM, 0, raw) == 0 && lift(raw, ends);
}

static void close_pipes(struct pipes *p)
{
    for (int i = 0; i < 2; i++) {
        close_fd(&p->in[i]);
        close_fd(&p->out[i]);
        close_fd(&p->err[i]);
        close_fd(&p->failure[i]);
        close_fd(&p->leash[i]);
    }
}

static bool open_pipes(struct pipes *p)
{
    return open_pipe(p->in) && open_pipe(p->out) && open_pipe(p->err) && open_pipe(p->failure) &&
           open_pair(p->leash) && fcntl(p->leash[0], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(p->in[1], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(p->out[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(p->err[0], F_SETFL, O_NONBLOCK) == 0;
}

/* Waits until the child has executed the program: 0, or the errno that prevented it. */
static int exec_failure(int fd)
{
    int reason = 0;
    ssize_t n;

    while ((n = read(fd, &reason, sizeof(reason))) < 0 && errno == EINTR)
        ;
    return n == (ssize_t)sizeof(reason) ? reason : 0;
}

/* The reason as a person needs it: a script whose interpreter is missing is "not found" to exec,
 * and so is a whole command line in quotes. */
static void explain_failure(char *const *argv, int reason, char *error, size_t error_size)
{
    const char *program = argv[0];
    const bool missing = reason == ENOENT;
    const bool script = missing && strchr(program, '/') && access(program, F_OK) == 0;
    const bool quoted = missing && !script && strchr(program, ' ') && !argv[1];

    snprintf(error, error_size, "cannot run %s: %s%s", program,
             script ? "the interpreter it names does not exist" : strerror(reason),
             quoted ? ": the command is one word; leave the quotes out" : "");
}

static bool spawn(worker *w, const worker_config *config, char *error, size_t error_size)
{
    struct pipes p = { { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } };
    int reason;

    if (!open_pipes(&p) || (w->keeper = fork()) < 0) {
        snprintf(error, error_size, "cannot start %s: %s", config->argv[0], strerror(errno));
        close_pipes(&p);
        return false;
    }
    if (w->keeper == 0)
        keep(&p, config);
    close_fd(&p.failure[1]);
    close_fd(&p.leash[1]);
    reason = exec_failure(p.failure[0]);
    if (reason != 0) {
        explain_failure(config->argv, reason, error, error_size);
        close_pipes(&p);
        while (waitpid(w->keeper, NULL, 0) < 0 && errno == EINTR)
            ;
        return false;
    }
    w->leash = p.leash[0];
    orphans_except(w->leash, w->keeper);
    if (read(w->leash, &w->group, sizeof(w->group)) != (ssize_t)sizeof(w->group))
        w->group = 0; /* the keeper is dead already */
    w->in = p.in[1];
    w->out = p.out[0];
    w->err = p.err[0];
    p.leash[0] = p.in[1] = p.out[0] = p.err[0] = -1;
    close_pipes(&p);
    return true;
}

/* A worker without its process and its pipes. */
static worker *new_worker(const worker_config *config)
{
    worker *w = xcalloc(1, sizeof *w);

    w->deadline_ms = config->deadline_ms;
    w->line_limit = config->line_limit < SIZE_MAX / 8 ? config->line_limit : SIZE_MAX / 8;
    w->stderr_limit = config->stderr_limit < SIZE_MAX / 8 ? config->stderr_limit : SIZE_MAX / 8;
    prepare_signals();
    return w;
}

worker *worker_adopt(const worker_config *config, const int ends[2])
{
    worker *w = new_worker(config);

    w->adopted = true;
    w->leash = w->err = -1;
    w->out = ends[0];
    w->in = ends[1];
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK);
    return w;
}

worker *worker_start(const worker_config *config, char *error, size_t error_size)
{
    worker *w;

    if (!config->argv[0]) {
        snprintf(error, error_size, "cannot start a worker: no program is given");
        return NULL;
    }
    w = new_worker(config);
    if (spawn(w, config, error, error_size))
        return w;
    free(w);
    return NULL;
}
