/* SPDX-License-Identifier: Apache-2.0 */
/* session_parts.h: what the files of session.h share: session_greet.c, session_peer.c,
 * session_reply.c, session_wait.c and session.c.
 */
#ifndef FENCEPOST_HARNESS_SESSION_PARTS_H
#define FENCEPOST_HARNESS_SESSION_PARTS_H

#include "worker/patience.h"
#include "worker/session.h"
#include "worker/wire_again.h"
#include "worker/worker.h"

enum { HELLO_ID = 0 };

/* A request without its reply. */
typedef struct pending {
    wire_asked asked;
    fp_str line; /* owned */
    bool once;   /* its silence is not a verdict, and not confirmed */
    on_reply *reply_to;
    void *context;
    void *token;
} pending;

struct session {
    session_config config;
    wire_hello hello;
    worker *worker;    /* NULL: none runs */
    char *lost;        /* why none will run again; NULL while one may */
    unsigned restarts; /* how often it was started again */
    unsigned untried;  /* requests whose silence could not be confirmed */
    patience patience;
    uint64_t waited; /* nanoseconds, for all answers */
    bool any_order;  /* it has answered a request before an older one */
    uint64_t next_id;
    pending *queue; /* a ring with hello.window places */
    size_t first, count;
    size_t posted; /* requests since the last flush */
    wire_again last;
};

/* A wait for an answer. */
typedef struct session_wait {
    int limit_ms;
    uint64_t began;      /* by the clock, in nanoseconds */
    process_time before; /* what the worker had had; not known where a silence is not a verdict */
} session_wait;

/* Begins to wait: for the whole deadline, which makes a silence a verdict, or until it is
 * suspicious. */
session_wait session_wait_begin(const session *s, bool whole);

/* Waits for a line of the worker. While the worker is ready and other processes run, the whole
 * deadline does not come nearer (PROTOCOL-5.4). */
worker_status session_wait_line(session *s, const session_wait *w, fp_str *line);

/* Returns how long it has lasted, in nanoseconds. */
uint64_t session_wait_ns(const session_wait *w);

/* Returns whether other processes had most of this time, of which the worker had what is given. */
bool session_wait_was_starved(const session *s, const session_wait *w, process_time had);

/* Ends the program: the runner is out of memory or of descriptors. */
_Noreturn void session_cannot_go_on(void);

/* Starts a worker and reads its hello. Returns the worker, owned by the caller; NULL with a
 * sentence.
 */
worker *session_greet(const session_config *config, wire_hello *hello, char *error, size_t size);

/* Returns whether the worker can do what the session asks for; if not, with an error like that of
 * session_open(). */
bool session_suits(const session_config *config, const wire_hello *hello, char *error, size_t size);

/* Describes a silence: how long it was, how much processor time the worker had meanwhile, and the
 * line that it had begun, or "". */
void silence_sentence(char *sentence, size_t size, int waited_ms, process_time had,
                      const char *begun);

#endif
