/* SPDX-License-Identifier: Apache-2.0 */
/* session_wait.c: waiting for the next line of a worker, whose deadline other processes do not
 * shorten (PROTOCOL-5.4).
 */
#include "worker/session_parts.h"

#include <time.h>

enum { NS_PER_MS = 1000 * 1000, NS_PER_S = 1000 * 1000 * 1000 };

static uint64_t now_ns(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

session_wait session_wait_begin(const session *s, bool whole)
{
    return (session_wait){ .limit_ms = whole ? s->config.deadline_ms : session_deadline(s),
                           .began = now_ns(),
                           .before = whole ? worker_time(s->worker) : (process_time){ 0 } };
}

uint64_t session_wait_ns(const session_wait *w)
{
    return now_ns() - w->began;
}

bool session_wait_was_starved(const session *s, const session_wait *w, process_time had)
{
    return had.known &&
           patience_was_starved(&s->patience, session_wait_ns(w) / NS_PER_MS, had.waited);
}

/* What of the deadline the worker has still to get, in milliseconds. */
static int owed(const session *s, const session_wait *w)
{
    const process_time had = process_time_since(w->before, worker_time(s->worker));

    if (!had.known)
        return 0;
    return patience_owed(&s->patience, session_wait_ns(w) / NS_PER_MS, had.waited);
}

worker_status session_wait_line(session *s, const session_wait *w, fp_str *line)
{
    worker_status status;
    int more = w->limit_ms;

    do {
        worker_set_deadline(s->worker, more);
        status = worker_receive(s->worker, line);
        more = status == WORKER_TIMEOUT && w->before.known ? owed(s, w) : 0;
    } while (more > 0);
    return status;
}
