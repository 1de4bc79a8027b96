/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: lines to and from a worker, and its end.
 *
 * The end of a process cannot be seen from its pipes, since a child of it may hold them. So its
 * keeper reports the end, and is asked every LOOK_MS.
 */
#include "base/interrupt.h"
#include "worker/orphans.h"
#include "worker/worker_parts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 50,      /* how often to look whether the process is dead */
    GRACE_MS = 2000,   /* between the end of output and of the process; machines are busy */
    STOP_MS = 1000,    /* between the end of input and the end of the process */
    REST_MS = 5000,    /* for one who was adopted to read what is queued */
    KEEPER_MS = 5000,  /* for the keeper to kill, if nobody stops it again and again; */
    HEIR_MS = 1000,    /* where we take over what it leaves, less is enough */
    STDERR_READS = 16, /* at most, when the caller asks for standard error */
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } NAMES[] = {
        { SIGABRT, "SIGABRT" }, { SIGALRM, "SIGALRM" }, { SIGBUS, "SIGBUS" },
        { SIGFPE, "SIGFPE" },   { SIGHUP, "SIGHUP" },   { SIGILL, "SIGILL" },
        { SIGINT, "SIGINT" },   { SIGKILL, "SIGKILL" }, { SIGPIPE, "SIGPIPE" },
        { SIGQUIT, "SIGQUIT" }, { SIGSEGV, "SIGSEGV" }, { SIGSYS, "SIGSYS" },
        { SIGTERM, "SIGTERM" }, { SIGTRAP, "SIGTRAP" }, { SIGUSR1, "SIGUSR1" },
        { SIGUSR2, "SIGUSR2" }, { SIGXCPU, "SIGXCPU" }, { SIGXFSZ, "SIGXFSZ" },
    };

    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
        if (NAMES[i].number == number)
            return NAMES[i].name;
    }
    return NULL;
}

/* -- the end --------------------------------------------------------------------------------- */

/* Finds the words for a wait status, NULL if nobody knows it. The first words about a death stay.
 */
static void describe_death(worker *w, const int *status)
{
    int number = status && WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;

    if (w->death[0] != '\0')
        return;
    w->killed_by = number;
    w->exited = status && WIFEXITED(*status);
    w->exit_status = w->exited ? WEXITSTATUS(*status) : 0;
    if (!status)
        snprintf(w->death, sizeof(w->death), "ended, the reason is not known");
    else if (WIFEXITED(*status))
        snprintf(w->death, sizeof(w->death), "exited with status %d", WEXITSTATUS(*status));
    else if (signal_name(number))
        snprintf(w->death, sizeof(w->death), "killed by %s", signal_name(number));
    else
        snprintf(w->death, sizeof(w->death), "killed by signal %d", number);
}

/* Reads the keeper's last word, if it has come: the wait status of the worker. A worker may have
 * stopped its keeper, which then neither sees its end nor kills, and so is woken. */
static bool has_ended(worker *w)
{
    int status = 0;
    ssize_t n;

    if (w->reaped || w->adopted) /* of who was adopted only the pipes show the end */
        return w->reaped;
    n = read(w->leash, &status, sizeof(status));
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        kill(w->keeper, SIGCONT);
        return false;
    }
    close_fd(&w->leash);
    if (n <= 0 && w->group > 0) /* the keeper was killed */
        kill(-w->group, SIGKILL);
    while (waitpid(w->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
    if (n <= 0)
        orphans_kill();
    w->reaped = true;
    describe_death(w, n == (ssize_t)sizeof(status) ? &status : NULL);
    return true;
}

/* Makes the keeper kill, and waits for it. Killed itself, it takes the worker along. */
static void kill_and_reap(worker *w)
{
    const int64_t end = now_ms() + (orphans_come_here() ? HEIR_MS : KEEPER_MS);
    struct pollfd leash = { .fd = w->leash, .events = POLLIN };

    shutdown(w->leash, SHUT_WR);
    while (!has_ended(w)) {
        if (now_ms() >= end)
            kill(w->keeper, SIGKILL);
        poll(&leash, 1, LOOK_MS);
    }
}

/* Waits at most limit_ms for the process to end, while its pipes are served. */
static bool wait_end(worker *w, int limit_ms)
{
    int64_t end = now_ms() + limit_ms;
    int step = 1;

    while (!has_ended(w)) {
        if (now_ms() >= end || pump(w, step) != WORKER_OK)
            return has_ended(w);
        if (step < 16)
            step *= 2;
    }
    return true;
}

/* Finds the words for what has happened so far, if it is an end. */
static void settle_death(worker *w)
{
    if (w->death[0] != '\0' || has_ended(w) || !(w->output_ended || w->input_lost))
        return;
    if (w->adopted)
        snprintf(w->death, sizeof(w->death), "closed the connection");
    /* A process that dies closes its pipes a little before it can be waited for. */
    else if (!wait_end(w, GRACE_MS))
        snprintf(w->death, sizeof(w->death), "closed its %s and went on",
                 w->output_ended ? "output" : "input");
}

/* -- the interface --------------------------------------------------------------------------- */

worker_status worker_post(worker *w, fp_str line)
{
    struct bytes *b = &w->sending;

    if (w->in < 0)
        return WORKER_CLOSED;
    if (b->start >= b->len - b->start) /* as much was taken as is moved: linear */
        bytes_to_front(b);
    if (line.len == SIZE_MAX || !bytes_reserve(b, line.len + 1))
        return WORKER_ERROR;
    if (line.len > 0)
        memcpy(b->ptr + b->len, line.ptr, line.len);
    b->len += line.len;
    b->ptr[b->len++] = '\n';
    return WORKER_OK;
}

worker_status worker_send(worker *w, fp_str line)
{
    const worker_status status = worker_post(w, line);

    if (status != WORKER_OK)
        return status;
    flush_input(w);
    return w->in < 0 ? WORKER_CLOSED : WORKER_OK;
}

void worker_flush(worker *w)
{
    flush_input(w);
}

static fp_str unfinished(const worker *w)
{
    const struct bytes *b = &w->lines;
    size_t len = b->len - b->start;

    if (len == 0)
        return FP_STR("");
    return (fp_str){ b->ptr + b->start, len < w->line_limit ? len : w->line_limit };
}

/* Takes a complete line if there is one; looks at each byte once. */
static bool take_line(worker *w, fp_str *line)
{
    struct bytes *b = &w->lines;
    char *end = NULL;

    if (w->scanned < b->len)
        end = memchr(b->ptr + w->scanned, '\n', b->len - w->scanned);
    w->scanned = end ? (size_t)(end - b->ptr) : b->len;
    if (!end || w->scanned - b->start > w->line_limit)
        return false;
    *line = (fp_str){ b->ptr + b->start, w->scanned - b->start };
    w->scanned++;
    b->start = w->scanned;
    return true;
}

/* Waits for output until the deadline, and checks every LOOK_MS whether the process is dead. If it
 * is, all that it wrote is in the pipe, and an empty pipe is the end, even if other processes still
 * hold it open. */
static worker_status wait_output(worker *w, int64_t deadline, int64_t *look)
{
    int64_t now = now_ms();
    int64_t until = deadline < *look ? deadline : *look;
    size_t before = w->lines.len - w->lines.start;
    bool dead = false;
    worker_status status;

    if (w->reaped || now >= *look) {
        dead = has_ended(w);
        *look = now + LOOK_MS;
        until = now;
    }
    status = pump(w, until > now ? (int)(until - now) : 0);
    if (status != WORKER_OK)
        return status;
    if (dead && w->lines.len - w->lines.start == before) {
        close_fd(&w->out);
        w->output_ended = true;
    }
    if (interrupt_pending())
        return WORKER_INTERRUPTED;
    if (w->output_ended || now < deadline)
        return WORKER_OK;
    return w->input_lost ? WORKER_CLOSED : WORKER_TIMEOUT;
}

void worker_set_deadline(worker *w, int deadline_ms)
{
    w->deadline_ms = deadline_ms;
}

worker_status worker_receive(worker *w, fp_str *line)
{
    int64_t now = now_ms();
    int64_t deadline = now + w->deadline_ms;
    int64_t look = now + LOOK_MS;
    worker_status status = WORKER_OK;

    for (;;) {
        if (take_line(w, line))
            return WORKER_OK;
        *line = unfinished(w);
        if (w->scanned - w->lines.start > w->line_limit)
            return WORKER_TOO_LONG;
        if (status != WORKER_OK)
            return status;
        if (w->output_ended) {
            w->lines.start = w->scanned = w->lines.len;
            return WORKER_CLOSED;
        }
        status = wait_output(w, deadline, &look);
    }
}

const char *worker_death(worker *w)
{
    settle_death(w);
    return w->death[0] != '\0' ? w->death : "is running";
}

suspect worker_suspect(worker *w)
{
    settle_death(w);
    if (w->killed_by)
        return suspect_killed(w->killed_by);
    if (w->exited)
        return suspect_exited(w->exit_status);
    return w->output_ended || w->input_lost ? SUSPECT_ADAPTER : SUSPECT_NONE;
}

fp_str worker_stderr(worker *w)
{
    const struct bytes *b = &w->errors;
    size_t len;

    for (int i = 0; i < STDERR_READS && w->err >= 0 && read_errors(w); i++)
        ;
    len = b->len < w->stderr_limit ? b->len : w->stderr_limit;
    return len == 0 ? FP_STR("") : (fp_str){ b->ptr + b->len - len, len };
}

process_load worker_load(const worker *w)
{
    return process_load_of_group(w->reaped ? 0 : w->group);
}

process_time worker_time(const worker *w)
{
    return process_time_of_group(w->reaped ? 0 : w->group);
}

void worker_kill(worker *w)
{
    settle_death(w);
    if (!w->reaped) {
        if (w->death[0] == '\0')
            snprintf(w->death, sizeof(w->death), "killed by the runner");
        if (!w->adopted)
            kill_and_reap(w);
        w->reaped = true;
    }
    worker_stderr(w);
    close_fd(&w->in);
    close_fd(&w->out);
    close_fd(&w->err);
}

/* To a worker that was adopted: it may have asked for much, and be slow to read it. */
static void send_rest(worker *w)
{
    const int64_t end = now_ms() + REST_MS;

    close_fd(&w->out);
    while (w->in >= 0 && w->sending.start < w->sending.len && now_ms() < end)
        if (pump(w, LOOK_MS) != WORKER_OK || interrupt_pending())
            return;
}

void worker_stop(worker *w)
{
    if (!w)
        return;
    if (w->adopted)
        send_rest(w);
    /* With its output closed too, a worker that is stuck writing ends as well. */
    close_fd(&w->in);
    close_fd(&w->out);
    if (!w->adopted)
        wait_end(w, STOP_MS);
    worker_kill(w);
    free(w->sending.ptr);
    free(w->lines.ptr);
    free(w->errors.ptr);
    free(w);
}
