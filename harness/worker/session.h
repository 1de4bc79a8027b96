/* SPDX-License-Identifier: Apache-2.0 */
/* session.h: one parser under test: its worker, its pending requests, its deaths and restarts.
 *
 * Every request gets exactly one reply, as the answers come. If the worker dies or falls silent on
 * a request, the request is run again, alone in a fresh worker and for the whole deadline; only
 * what happens then counts. Other pending requests are sent again.
 */
#ifndef FENCEPOST_HARNESS_SESSION_H
#define FENCEPOST_HARNESS_SESSION_H

#include "worker/processes.h"
#include "worker/suspect.h"
#include "worker/wire.h"

typedef struct session session;

typedef struct session_config {
    char *const *argv;   /* ended by NULL; borrowed for the session's life */
    int deadline_ms;     /* for each answer; see session_deadline() */
    unsigned restarts;   /* how many, in all; a confirmed death takes two */
    size_t line_limit;   /* bytes of one answer */
    size_t stderr_limit; /* bytes of standard error kept for replies */
    size_t memory_limit; /* bytes of address space of the worker; 0: no limit */
    bool partial_json;   /* it is asked for values, and need not parse a syntax */
    const int *peer;     /* instead of argv: two descriptors, of lines from a running worker and of
                          * lines to it: see worker_adopt(). Such a worker is not restarted: its
                          * first failure loses the session. NULL: argv is run */
} session_config;

/* No argv, 5000 ms, 20, 64 MiB, 4096. */
extern const session_config SESSION_CONFIG_DEFAULT;

typedef enum reply_kind {
    REPLY_OUTCOME,
    REPLY_REFUSED, /* {"id", "error"} */
    REPLY_CRASH,   /* the worker ended, or closed its pipes */
    REPLY_TIMEOUT,
    REPLY_PROTOCOL, /* no JSON, a wrong id, an unknown member, a line too long */
    REPLY_LOST      /* not judged: see session_lost() and session_untried() */
} reply_kind;

/* "outcome", "refused", "crash"; static. */
const char *reply_kind_name(reply_kind kind);

/* All is borrowed until on_reply returns. */
typedef struct reply {
    reply_kind kind;
    const fp_outcome *outcome; /* REPLY_OUTCOME, else NULL */
    fp_str values;             /* of a value request: for wire_value_next() */
    fp_str events;             /* what the worker sent, for wire_log_read(); or empty */
    const size_t *differ;      /* of a sweep: which cuttings differ */
    size_t differ_count;
    uint64_t cost;           /* of a timed parse */
    const char *breach;      /* how its deltas are not well-formed; or NULL */
    const char *sentence;    /* the error's text, the death, what is wrong with the line. With
                              * OUTCOME and REFUSED: NULL */
    const char *unconfirmed; /* "killed by SIGSEGV": what happened at first and not again when the
                              * request was run alone; or NULL */
    fp_str stderr_tail;      /* empty for OUTCOME and REFUSED */
    suspect suspect;         /* SUSPECT_NONE for OUTCOME, REFUSED and LOST */
} reply;

/* Must not call the session. */
typedef void on_reply(void *context, void *token, const reply *r);

typedef wire_request session_request;

/* Starts the worker and says hello. Returns an owned session (session_close), or NULL with an
 * error: a line that is the reason, and lines that name the remedy; SESSION_ERROR_SIZE holds all of
 * it. */
enum { SESSION_ERROR_SIZE = 2000 };
session *session_open(const session_config *config, char *error, size_t size);

const wire_hello *session_hello(const session *s);

/* Queues one request. The answer is handed to reply_to in this call or a later one of session_ask()
 * or session_drain(). The input is borrowed until then, all else only for this call. A parse must
 * pass wire_can_take(), a rendering wire_can_render(); the worker must claim what the request
 * needs. */
void session_ask(session *s, const session_request *request, on_reply *reply_to, void *context,
                 void *token);

/* The same for a request whose silence is not a verdict: REPLY_TIMEOUT then means that one deadline
 * has passed (PROTOCOL-5.5). When it returns, all requests, including this one, have replies. */
void session_ask_once(session *s, const session_request *request, on_reply *reply_to, void *context,
                      void *token);

/* Waits until all requests have their replies. */
void session_drain(session *s);

/* Returns after how many milliseconds without an answer a request is suspected. The time is cut
 * after several requests were not answered (PROTOCOL-5.4). */
int session_deadline(const session *s);

/* Returns the processor time and pages of memory that the running worker and its process group have
 * used so far. Zeros: not known. */
process_load session_load(const session *s);

/* Returns the time spent waiting for answers in all, in nanoseconds: from when a request goes out
 * until its answer arrives, without what is done with it then. */
uint64_t session_waited(const session *s);

/* Returns how often the worker has been restarted. */
unsigned session_restarts(const session *s);

/* Returns how many silences could not be confirmed: REPLY_LOST with what was seen (PROTOCOL-5.5).
 */
unsigned session_untried(const session *s);

/* Returns why all further replies will be REPLY_LOST: the worker cannot be started any more, or the
 * run was interrupted. NULL: they will not. */
const char *session_lost(const session *s);

/* Returns, in words, why some requests were not judged; owned: free(). NULL: all were. */
char *session_stopped(const session *s);

/* Drains, says bye, ends the worker, frees. NULL is allowed. */
void session_close(session *s);

#endif
