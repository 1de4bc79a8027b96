/* SPDX-License-Identifier: Apache-2.0 */
/* worker.c: a supervised child process. One poll loop, pump(), moves all three pipes at once, so
 * that neither side can block the other; everything that waits does so in there.
 *
 * The process is never trusted to end its pipes: a child of its own may hold them. Its end is seen
 * by waitid(), which is asked every LOOK_MS. The group is killed before the process is reaped,
 * while its id cannot have been given to somebody else.
 */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    READ_SIZE = 65536,   /* one read; also what a Linux pipe holds */
    LOOK_MS = 50,        /* how often to look whether the process is dead */
    GRACE_MS = 500,      /* between the end of output and the end of the process */
    STOP_MS = 1000,      /* between the end of input and the end of the process */
    STDERR_READS = 16,   /* at most, when the caller asks for standard error */
    CANNOT_EXECUTE = 127 /* as in a shell; the reason comes through a pipe */
};

/* Bytes [start, len) are waiting, to be taken from the front. */
struct bytes {
    char *ptr;
    size_t start;
    size_t len;
    size_t cap;
};

struct worker {
    pid_t pid; /* also the id of its group */
    int in;    /* our ends of the pipes; -1 when closed */
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
    bool reaped;
    char death[64]; /* empty while not known */
};

/* -- small things ---------------------------------------------------------------------------- */

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Moves what is waiting to the front. */
static void move_to_front(struct bytes *b)
{
    if (b->start > 0 && b->start < b->len)
        memmove(b->ptr, b->ptr + b->start, b->len - b->start);
    b->len -= b->start;
    b->start = 0;
}

/* Makes room for more bytes at the end. */
static bool reserve(struct bytes *b, size_t more)
{
    size_t cap;
    char *grown;

    if (b->cap - b->len >= more)
        return true;
    if (more > SIZE_MAX / 2 - b->len)
        return false;
    cap = b->len + more;
    if (cap < b->cap + b->cap / 2)
        cap = b->cap + b->cap / 2;
    grown = realloc(b->ptr, cap);
    if (grown) {
        b->ptr = grown;
        b->cap = cap;
    }
    return grown != NULL;
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

/* -- starting -------------------------------------------------------------------------------- */

/* The only place that touches the signals of the runner. A write to a dead worker must be an error
 * (EPIPE) and not the runner's end; and where SIGCHLD was inherited as ignored, the kernel would
 * throw away how a worker ended. A handler that somebody has set is left alone. The child undoes
 * this. */
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

/* A pipe whose ends are closed on exec and stand above the standard descriptors, so that the
 * child's dup2() neither overwrites one nor is asked to copy one onto itself. */
static bool open_pipe(int ends[2])
{
    int raw[2];
    int saved;

    if (pipe(raw) != 0)
        return false;
    ends[0] = fcntl(raw[0], F_DUPFD_CLOEXEC, 3);
    ends[1] = ends[0] < 0 ? -1 : fcntl(raw[1], F_DUPFD_CLOEXEC, 3);
    saved = errno;
    close(raw[0]);
    close(raw[1]);
    errno = saved;
    return ends[1] >= 0;
}

struct pipes {
    int in[2];
    int out[2];
    int err[2];
    int failure[2]; /* carries errno when exec fails; ended by a successful exec */
};

static void close_pipes(struct pipes *p)
{
    for (int i = 0; i < 2; i++) {
        close_fd(&p->in[i]);
        close_fd(&p->out[i]);
        close_fd(&p->err[i]);
        close_fd(&p->failure[i]);
    }
}

static bool open_pipes(struct pipes *p)
{
    return open_pipe(p->in) && open_pipe(p->out) && open_pipe(p->err) && open_pipe(p->failure) &&
           fcntl(p->in[1], F_SETFL, O_NONBLOCK) == 0 &&
           fcntl(p->out[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(p->err[0], F_SETFL, O_NONBLOCK) == 0;
}

/* The child: only calls that are safe after fork. Limits on memory and time belong here. */
static void become_worker(const struct pipes *p, char *const *argv)
{
    struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t none;
    int reason;

    setpgid(0, 0);
    sigemptyset(&none);
    sigaction(SIGPIPE, &action, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(p->in[0], STDIN_FILENO) >= 0 && dup2(p->out[1], STDOUT_FILENO) >= 0 &&
        dup2(p->err[1], STDERR_FILENO) >= 0)
        execvp(argv[0], argv);
    reason = errno;
    _exit(write(p->failure[1], &reason, sizeof(reason)) > 0 ? CANNOT_EXECUTE : EXIT_FAILURE);
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

/* The reason as a person needs it: a script whose interpreter is missing is "not found" to exec. */
static void explain_failure(const char *program, int reason, char *error, size_t error_size)
{
    bool script = reason == ENOENT && strchr(program, '/') && access(program, F_OK) == 0;

    snprintf(error, error_size, "cannot run %s: %s", program,
             script ? "the interpreter it names does not exist" : strerror(reason));
}

static bool spawn(worker *w, char *const *argv, char *error, size_t error_size)
{
    struct pipes p = { { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } };
    int reason;

    if (!open_pipes(&p) || (w->pid = fork()) < 0) {
        snprintf(error, error_size, "cannot start %s: %s", argv[0], strerror(errno));
        close_pipes(&p);
        return false;
    }
    if (w->pid == 0)
        become_worker(&p, argv);
    setpgid(w->pid, w->pid); /* as the child does: whoever comes first, the group is there */
    close_fd(&p.failure[1]);
    reason = exec_failure(p.failure[0]);
    if (reason != 0) {
        explain_failure(argv[0], reason, error, error_size);
        while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        close_pipes(&p);
        return false;
    }
    w->in = p.in[1];
    w->out = p.out[0];
    w->err = p.err[0];
    p.in[1] = p.out[0] = p.err[0] = -1;
    close_pipes(&p);
    return true;
}

worker *worker_start(const worker_config *config, char *error, size_t error_size)
{
    worker *w;

    snprintf(error, error_size, "cannot start a worker: %s",
             config->argv[0] ? strerror(ENOMEM) : "no program is given");
    w = config->argv[0] ? calloc(1, sizeof(*w)) : NULL;
    if (!w)
        return NULL;
    w->deadline_ms = config->deadline_ms;
    w->line_limit = config->line_limit < SIZE_MAX / 8 ? config->line_limit : SIZE_MAX / 8;
    w->stderr_limit = config->stderr_limit < SIZE_MAX / 8 ? config->stderr_limit : SIZE_MAX / 8;
    prepare_signals();
    if (spawn(w, config->argv, error, error_size))
        return w;
    free(w);
    return NULL;
}

/* -- the pipes ------------------------------------------------------------------------------- */

static void lose_input(worker *w)
{
    w->input_lost = true;
    close_fd(&w->in);
    w->sending.start = w->sending.len = 0;
}

/* Writes what the pipe takes. */
static void flush_input(worker *w)
{
    struct bytes *b = &w->sending;

    while (w->in >= 0 && b->start < b->len) {
        ssize_t n = write(w->in, b->ptr + b->start, b->len - b->start);

        if (n > 0)
            b->start += (size_t)n;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
            return;
        else
            lose_input(w);
    }
}

/* The result of one read: bytes, 0 for nothing now, -1 for the end. */
static ssize_t read_some(int fd, char *to, size_t size)
{
    ssize_t n = read(fd, to, size);

    if (n > 0)
        return n;
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : -1;
}

/* One read of output. A line is looked for before the next read, and only its unfinished rest is
 * moved to the front, when lines before it were taken: each byte is moved at most once. */
static worker_status read_output(worker *w)
{
    struct bytes *b = &w->lines;
    ssize_t n;

    w->scanned -= b->start;
    move_to_front(b);
    if (!reserve(b, READ_SIZE))
        return WORKER_ERROR;
    n = read_some(w->out, b->ptr + b->len, READ_SIZE);
    if (n > 0)
        b->len += (size_t)n;
    else if (n < 0)
        close_fd(&w->out);
    w->output_ended = w->out < 0;
    return WORKER_OK;
}

/* One read of standard error, of which the tail is kept: when the buffer is full its last
 * stderr_limit bytes are moved to the front, for at least as many bytes read. Says whether there
 * was anything. */
static bool read_errors(worker *w)
{
    struct bytes *b = &w->errors;
    size_t room = w->stderr_limit > READ_SIZE ? w->stderr_limit : READ_SIZE;
    ssize_t n;

    if (b->cap == 0 && !reserve(b, w->stderr_limit + room)) {
        close_fd(&w->err); /* no memory for its complaints: rather lose them than the run */
        return false;
    }
    if (b->len == b->cap) {
        memmove(b->ptr, b->ptr + b->len - w->stderr_limit, w->stderr_limit);
        b->len = w->stderr_limit;
    }
    n = read_some(w->err, b->ptr + b->len, b->cap - b->len);
    if (n > 0)
        b->len += (size_t)n;
    else if (n < 0)
        close_fd(&w->err);
    return n > 0;
}

/* Waits at most timeout_ms for any of the three pipes and moves what can be moved. Output is not
 * read while more than a line may have of it waits to be received: that bounds the memory. */
static worker_status pump(worker *w, int timeout_ms)
{
    bool full = w->lines.len - w->lines.start > w->line_limit;
    struct pollfd fds[3] = {
        { .fd = w->in, .events = w->sending.start < w->sending.len ? POLLOUT : 0 },
        { .fd = full ? -1 : w->out, .events = POLLIN },
        { .fd = w->err, .events = POLLIN },
    };

    if (poll(fds, 3, timeout_ms) < 0)
        return errno == EINTR ? WORKER_OK : WORKER_ERROR;
    if (fds[0].revents & (POLLERR | POLLHUP | POLLNVAL))
        lose_input(w);
    else if (fds[0].revents)
        flush_input(w);
    if (fds[2].revents)
        read_errors(w);
    return fds[1].revents ? read_output(w) : WORKER_OK;
}

/* -- the end --------------------------------------------------------------------------------- */

/* Finds the words for a wait status, NULL if nobody knows it. The first words about a death stay.
 */
static void describe_death(worker *w, const int *status)
{
    int number = status && WIFSIGNALED(*status) ? WTERMSIG(*status) : 0;

    if (w->death[0] != '\0')
        return;
    if (!status)
        snprintf(w->death, sizeof(w->death), "ended, nobody knows how");
    else if (WIFEXITED(*status))
        snprintf(w->death, sizeof(w->death), "exited with status %d", WEXITSTATUS(*status));
    else if (signal_name(number))
        snprintf(w->death, sizeof(w->death), "killed by %s", signal_name(number));
    else
        snprintf(w->death, sizeof(w->death), "killed by signal %d", number);
}

/* Kills the group, and the process by itself too, for it may have moved to another group; then
 * waits for it. */
static void kill_and_reap(worker *w)
{
    int status = 0;
    pid_t got;

    kill(-w->pid, SIGKILL);
    kill(w->pid, SIGKILL);
    while ((got = waitpid(w->pid, &status, 0)) < 0 && errno == EINTR)
        ;
    w->reaped = true;
    describe_death(w, got == w->pid ? &status : NULL);
}

/* Whether the process has ended. If so what is left of its group is killed, its status is kept. */
static bool has_ended(worker *w)
{
    siginfo_t info = { 0 };

    if (w->reaped)
        return true;
    /* WNOWAIT: until the group is killed the zombie must hold on to the id. ECHILD: somebody else
     * has reaped it, and the id is no longer ours to kill. */
    if (waitid(P_PID, (id_t)w->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0) {
        if (info.si_pid == w->pid)
            kill_and_reap(w);
    } else if (errno == ECHILD) {
        w->reaped = true;
        describe_death(w, NULL);
    }
    return w->reaped;
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
    /* A process that dies closes its pipes a little before it can be waited for. */
    if (!wait_end(w, GRACE_MS))
        snprintf(w->death, sizeof(w->death), "closed its %s and went on",
                 w->output_ended ? "output" : "input");
}

/* -- the interface --------------------------------------------------------------------------- */

worker_status worker_send(worker *w, fp_str line)
{
    struct bytes *b = &w->sending;

    if (w->in < 0)
        return WORKER_CLOSED;
    if (b->start >= b->len - b->start) /* as much was taken as is moved: linear */
        move_to_front(b);
    if (line.len == SIZE_MAX || !reserve(b, line.len + 1))
        return WORKER_ERROR;
    if (line.len > 0)
        memcpy(b->ptr + b->len, line.ptr, line.len);
    b->len += line.len;
    b->ptr[b->len++] = '\n';
    flush_input(w);
    return w->in < 0 ? WORKER_CLOSED : WORKER_OK;
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

/* Waits for output until the deadline, and looks every LOOK_MS whether the process is dead: then
 * all that it wrote is in the pipe, and an empty pipe is the end, whoever else may hold it. */
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
    if (w->output_ended || now < deadline)
        return WORKER_OK;
    return w->input_lost ? WORKER_CLOSED : WORKER_TIMEOUT;
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

fp_str worker_stderr(worker *w)
{
    const struct bytes *b = &w->errors;
    size_t len;

    for (int i = 0; i < STDERR_READS && w->err >= 0 && read_errors(w); i++)
        ;
    len = b->len < w->stderr_limit ? b->len : w->stderr_limit;
    return len == 0 ? FP_STR("") : (fp_str){ b->ptr + b->len - len, len };
}

void worker_kill(worker *w)
{
    settle_death(w);
    if (!w->reaped) {
        if (w->death[0] == '\0')
            snprintf(w->death, sizeof(w->death), "killed by the runner");
        kill_and_reap(w);
    }
    worker_stderr(w);
    close_fd(&w->in);
    close_fd(&w->out);
    close_fd(&w->err);
}

void worker_stop(worker *w)
{
    if (!w)
        return;
    /* With its output closed too, a worker that is stuck writing ends as well. */
    close_fd(&w->in);
    close_fd(&w->out);
    wait_end(w, STOP_MS);
    worker_kill(w);
    free(w->sending.ptr);
    free(w->lines.ptr);
    free(w->errors.ptr);
    free(w);
}
