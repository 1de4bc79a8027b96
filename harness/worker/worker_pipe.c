/* SPDX-License-Identifier: Apache-2.0 */
/* worker_pipe.c: the pipes of a worker. One poll loop, pump(), moves all three at once, so that
 * neither side can block the other; all waiting happens there.
 */
#include "base/util.h"
#include "worker/worker_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 65536 }; /* one read; also what a Linux pipe holds */

void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void bytes_to_front(struct bytes *b)
{
    if (b->start > 0 && b->start < b->len)
        memmove(b->ptr, b->ptr + b->start, b->len - b->start);
    b->len -= b->start;
    b->start = 0;
}

bool bytes_reserve(struct bytes *b, size_t more)
{
    size_t cap;

    if (b->cap - b->len >= more)
        return true;
    if (more > SIZE_MAX / 2 - b->len)
        return false;
    cap = b->len + more;
    if (cap < b->cap + b->cap / 2)
        cap = b->cap + b->cap / 2;
    b->ptr = xrealloc(b->ptr, cap);
    b->cap = cap;
    return true;
}

static void lose_input(worker *w)
{
    w->input_lost = true;
    close_fd(&w->in);
    w->sending.start = w->sending.len = 0;
}

void flush_input(worker *w)
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
    bytes_to_front(b);
    if (!bytes_reserve(b, READ_SIZE))
        return WORKER_ERROR;
    n = read_some(w->out, b->ptr + b->len, READ_SIZE);
    if (n > 0)
        b->len += (size_t)n;
    else if (n < 0)
        close_fd(&w->out);
    w->output_ended = w->out < 0;
    return WORKER_OK;
}

/* When the buffer is full its last stderr_limit bytes are moved to the front, for at least as many
 * bytes read. */
bool read_errors(worker *w)
{
    struct bytes *b = &w->errors;
    size_t room = w->stderr_limit > READ_SIZE ? w->stderr_limit : READ_SIZE;
    ssize_t n;

    if (b->cap == 0 && !bytes_reserve(b, w->stderr_limit + room)) {
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

worker_status pump(worker *w, int timeout_ms)
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
