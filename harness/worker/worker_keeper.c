/* SPDX-License-Identifier: Apache-2.0 */
/* worker_keeper.c: the process between the runner and a worker, so that nothing of the worker
 * outlives it, whatever happens to the runner.
 *
 * The keeper writes two words to the leash: the id of the worker, and at the end its wait status.
 * The runner never writes to it: if it becomes readable, the runner has released it.
 */
#include "worker/processes.h"
#include "worker/worker_parts.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { CANNOT_EXECUTE = 127 }; /* as in a shell; the reason comes through a pipe */

/* -- the worker ------------------------------------------------------------------------------ */

static void limit_memory(size_t bytes)
{
    struct rlimit limit = { .rlim_cur = bytes, .rlim_max = bytes };

    if (bytes)
        setrlimit(RLIMIT_AS, &limit);
}

/* The worker's end is tied to the keeper's as well as may be. */
static void die_with(pid_t keeper)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
    if (getppid() != keeper)
        _exit(EXIT_FAILURE);
}

/* Waits until the keeper is ready, and holds none of the worker's pipes: a worker that stopped it
 * before that would leave the runner waiting for them. */
static void await_keeper(const int gate[2])
{
    char byte;

    close(gate[1]);
    while (read(gate[0], &byte, 1) < 0 && errno == EINTR)
        continue;
    close(gate[0]);
}

static _Noreturn void become_worker(const struct pipes *p, const worker_config *config,
                                    pid_t keeper)
{
    const struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t none;
    int reason;

    setpgid(0, 0);
    die_with(keeper);
    sigemptyset(&none);
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(p->in[0], STDIN_FILENO) >= 0 && dup2(p->out[1], STDOUT_FILENO) >= 0 &&
        dup2(p->err[1], STDERR_FILENO) >= 0) {
        limit_memory(config->memory_limit);
        execvp(config->argv[0], config->argv);
    }
    reason = errno;
    _exit(write(p->failure[1], &reason, sizeof(reason)) > 0 ? CANNOT_EXECUTE : EXIT_FAILURE);
}

/* -- the end --------------------------------------------------------------------------------- */

/* The group is killed before the worker is reaped, since another process could have its id
 * afterwards. The worker itself is killed too, since it may have moved to another group. */
static _Noreturn void end(pid_t child, int leash)
{
    int status = 0;

    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    kill_children(NULL);
    _exit(write(leash, &status, sizeof(status)) > 0 ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* -- the watch ------------------------------------------------------------------------------- */

static void do_nothing(int number)
{
    (void)number;
}

/* SIGCHLD only interrupts the wait in watch(); what a terminal or a user sends to end the runner is
 * the runner's business. */
static void prepare_signals(void)
{
    static const int IGNORED[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE };
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    const struct sigaction wake = { .sa_handler = do_nothing };
    sigset_t only;

    for (size_t i = 0; i < sizeof(IGNORED) / sizeof(IGNORED[0]); i++)
        sigaction(IGNORED[i], &ignore, NULL);
    sigaction(SIGCHLD, &wake, NULL);
    sigemptyset(&only);
    sigaddset(&only, SIGCHLD);
    sigprocmask(SIG_SETMASK, &only, NULL);
}

/* Returns whether the worker has ended; it stays a zombie. Orphans that have ended are reaped. */
static bool has_ended(pid_t child)
{
    for (;;) {
        siginfo_t info = { 0 };

        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno != EINTR)
            return true;
        if (info.si_pid == 0 || info.si_pid == child)
            return info.si_pid == child;
        waitpid(info.si_pid, NULL, 0);
    }
}

static void watch(pid_t child, int leash)
{
    sigset_t none;

    sigemptyset(&none);
    while (!has_ended(child)) {
        fd_set readable;

        FD_ZERO(&readable);
        FD_SET(leash, &readable);
        if (pselect(leash + 1, &readable, NULL, NULL, NULL, &none) > 0)
            return;
    }
}

void keep(const struct pipes *p, const worker_config *config)
{
    const pid_t keeper = getpid();
    pid_t child;
    int gate[2];

    setpgid(0, 0); /* the keys of a terminal are for the runner */
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
    child = pipe(gate) == 0 ? fork() : -1;
    if (child == 0) {
        await_keeper(gate);
        become_worker(p, config, keeper);
    }
    if (child < 0) {
        const int reason = errno;

        _exit(write(p->failure[1], &reason, sizeof(reason)) > 0 ? CANNOT_EXECUTE : EXIT_FAILURE);
    }
    setpgid(child, child); /* as the worker does: in either order the group exists */
    prepare_signals();
    if (write(p->leash[1], &child, sizeof(child)) != (ssize_t)sizeof(child))
        end(child, p->leash[1]);
    dup2(p->leash[1], STDIN_FILENO);
    for (int fd = STDIN_FILENO + 1; fd < DESCRIPTORS; fd++)
        if (fd != gate[1])
            close(fd); /* lest a pipe seem open because we hold it */
    close(gate[1]);    /* with which the worker begins */
    watch(child, STDIN_FILENO);
    end(child, STDIN_FILENO);
}
