/* SPDX-License-Identifier: Apache-2.0 */
/* session.c: one parser under test: its worker, the requests under way, its deaths and restarts.
 *
 * Between calls every request in the queue has been posted to the running worker; so without a
 * worker the queue is empty. Requests go out by half windows: while the worker is busy with one
 * half, the answers to the other are read, and neither side wakes the other for each line. A worker
 * that has failed is dropped at once and restarted when there is something to send.
 */
#include "worker/session_parts.h"

#include "base/interrupt.h"
#include "base/visible.h"
#include "worker/worker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTEMPTS = 3, /* to restart a worker, in a row */
    NS_PER_S = 1000 * 1000 * 1000
};

const session_config SESSION_CONFIG_DEFAULT = {
    .deadline_ms = 5000, .restarts = 20, .line_limit = (size_t)64 << 20, .stderr_limit = 4096
};

/* Why there is no good answer. */
typedef struct failure {
    reply_kind kind;
    bool goes_on;   /* the worker is in order, only this answer was not */
    bool early;     /* it was not waited for the whole deadline */
    bool starved;   /* other processes had the time that was waited */
    char *sentence; /* owned */
    fp_str errors;  /* the end of standard error, owned */
    suspect suspect;
} failure;

/* -- small things ---------------------------------------------------------------------------- */

static void free_str(fp_str str)
{
    free((char *)(uintptr_t)str.ptr);
}

static pending *queued(const session *s, size_t index)
{
    return &s->queue[(s->first + index) % s->hello.window];
}

static void failure_free(failure *f)
{
    free(f->sentence);
    free_str(f->errors);
}

static void drop_worker(session *s)
{
    if (s->worker)
        worker_kill(s->worker);
    worker_stop(s->worker);
    s->worker = NULL;
}

/* -- starting -------------------------------------------------------------------------------- */

/* Returns whether the restarted worker is the one that was judged so far. */
static bool is_same(const wire_hello *was, const wire_hello *is, char *error, size_t size)
{
    if (strcmp(was->name, is->name) == 0 && strcmp(was->version, is->version) == 0)
        return true;
    snprintf(error, size,
             "it called itself %.200s %.200s, and after the restart %.200s %.200s: "
             "\"name\" and \"version\" must stay the same (PROTOCOL-2.2)",
             was->name, was->version, is->name, is->version);
    return false;
}

/* Leaves a sentence if that fails. */
static void restart(session *s, char *error, size_t size)
{
    wire_hello hello;

    s->worker = session_greet(&s->config, &hello, error, size);
    error[strcspn(error, "\n")] = '\0'; /* the reason */
    if (!s->worker)
        return;
    if (!is_same(&s->hello, &hello, error, size))
        drop_worker(s);
    wire_hello_free(&hello);
}

/* Nothing more is asked when the run is to end. */
static bool interrupted(session *s)
{
    const int number = interrupt_pending();

    if (number && !s->lost)
        s->lost = xformat("interrupted by %s", interrupt_name(number));
    return number != 0;
}

/* Makes sure that a worker runs. False if none will run again. */
static bool ready(session *s)
{
    char error[SESSION_ERROR_SIZE] = "";

    if (!s->lost && patience_is_over(&s->patience))
        s->lost = xformat("the worker was silent for %" PRIu64 " s in all, which is the limit "
                          "(PROTOCOL-5.5)",
                          s->patience.vain_ns / NS_PER_S);
    for (int i = 0; !interrupted(s) && !s->worker && !s->lost && i < ATTEMPTS; i++) {
        if (s->restarts < s->config.restarts) {
            s->restarts++;
            restart(s, error, sizeof error);
        } else {
            s->lost = xformat("the worker has been restarted %u times, which is the limit%s%s",
                              s->restarts, error[0] ? "; the last time: " : "", error);
        }
    }
    if (!s->worker && !s->lost)
        s->lost = xformat("the worker could not be restarted: %s", error);
    return s->worker && !s->lost;
}

session *session_open(const session_config *config, char *error, size_t size)
{
    session *s = xcalloc(1, sizeof *s);

    s->config = *config;
    s->patience.deadline_ms = config->deadline_ms;
    s->next_id = HELLO_ID + 1;
    s->worker = session_greet(config, &s->hello, error, size);
    if (!s->worker) {
        free(s);
        return NULL;
    }
    s->queue = xcalloc(s->hello.window, sizeof *s->queue);
    if (session_suits(config, &s->hello, error, size))
        return s;
    session_close(s);
    return NULL;
}

const wire_hello *session_hello(const session *s)
{
    return &s->hello;
}

int session_deadline(const session *s)
{
    return patience_now(&s->patience);
}

process_load session_load(const session *s)
{
    return s->worker ? worker_load(s->worker) : (process_load){ 0 };
}

uint64_t session_waited(const session *s)
{
    return s->waited;
}

unsigned session_restarts(const session *s)
{
    return s->restarts;
}

unsigned session_untried(const session *s)
{
    return s->untried;
}

const char *session_lost(const session *s)
{
    return s->lost;
}

/* -- replies, each to a request, which leaves the queue --------------------------------------- */

static void reply_one(session *s, size_t index, const reply *r)
{
    const pending p = *queued(s, index);

    for (size_t i = index; i > 0; i--)
        *queued(s, i) = *queued(s, i - 1);
    s->first = (s->first + 1) % s->hello.window;
    s->count--;
    p.reply_to(p.context, p.token, r);
    free_str(p.line);
}

static void reply_answer(session *s, size_t index, wire_answer *answer, const char *unconfirmed)
{
    const reply r = { .kind = answer->error ? REPLY_REFUSED : REPLY_OUTCOME,
                      .outcome = answer->outcome,
                      .values = answer->values,
                      .events = answer->events,
                      .differ = answer->differ,
                      .differ_count = answer->differ_count,
                      .cost = answer->cost,
                      .breach = answer->breach,
                      .sentence = answer->error,
                      .unconfirmed = unconfirmed };

    reply_one(s, index, &r);
    wire_answer_free(answer);
}

static void reply_failure(session *s, size_t index, const failure *f)
{
    const reply r = {
        .kind = f->kind, .sentence = f->sentence, .stderr_tail = f->errors, .suspect = f->suspect
    };

    reply_one(s, index, &r);
}

static void lose_all(session *s)
{
    const reply r = { .kind = REPLY_LOST, .sentence = s->lost };

    while (s->count > 0)
        reply_one(s, 0, &r);
}

/* -- requests -------------------------------------------------------------------------------- */

static size_t half_window(const session *s)
{
    return s->hello.window / 2;
}

static void flush(session *s)
{
    worker_flush(s->worker);
    s->posted = 0;
}

/* That the worker has gone is found out when its answer is waited for. */
static void send_line(session *s, const pending *p)
{
    if (worker_post(s->worker, p->line) == WORKER_ERROR)
        session_cannot_go_on();
    if (++s->posted >= half_window(s))
        flush(s);
}

/* Sends all that is queued to a worker that has seen nothing of it. */
static void send_all(session *s)
{
    if (s->count == 0)
        return;
    if (!ready(s)) {
        lose_all(s);
        return;
    }
    for (size_t i = 0; i < s->count; i++)
        send_line(s, queued(s, i));
}

/* Fills *f, and drops the worker unless it can go on. */
__attribute__((format(printf, 4, 5))) static void fail(session *s, failure *f, reply_kind kind,
                                                       const char *format, ...)
{
    char sentence[WIRE_ERROR_SIZE * 2];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    visible_trim(sentence);
    f->kind = kind;
    f->sentence = xstrdup(sentence);
    if (!f->goes_on)
        worker_kill(s->worker);
    f->errors = xcopy(worker_stderr(s->worker));
    if (f->goes_on)
        return;
    drop_worker(s);
    if (s->config.peer && !s->lost) /* nobody can start it again */
        s->lost = xstrdup(sentence);
}

/* Reads an answer to the request at this place of the queue. */
static bool read_answer_to(session *s, fp_str line, size_t index, wire_answer *answer, char *error,
                           size_t size)
{
    const wire_asked *asked = &queued(s, index)->asked;

    if (wire_again_is(&s->last, line, asked, &s->hello, answer))
        return true;
    if (!wire_answer_read(line, asked, &s->hello, answer, error, size))
        return false;
    wire_again_keep(&s->last, line, asked, answer);
    return true;
}

/* Reads an answer. Mostly it is the one to the oldest request; *index is the request whose id it
 * has. */
static bool read_answer(session *s, fp_str line, size_t *index, wire_answer *answer, char *error,
                        size_t size)
{
    uint64_t id;

    if (read_answer_to(s, line, 0, answer, error, size))
        return true;
    if (answer->paired || s->count == 1 || !wire_answer_id(line, &id))
        return false;
    for (size_t i = 1; i < s->count; i++) {
        if (queued(s, i)->asked.id != id)
            continue;
        *index = i;
        s->any_order = true;
        return read_answer_to(s, line, i, answer, error, size);
    }
    return false;
}

/* Half a line is the adapter's: the parser was done. */
static void fail_silent(session *s, failure *f, const session_wait *w, const char *begun)
{
    const process_time had = process_time_since(w->before, worker_time(s->worker));
    char sentence[WIRE_ERROR_SIZE * 2];

    silence_sentence(sentence, sizeof sentence, w->limit_ms, had, begun);
    f->suspect = *begun ? SUSPECT_ADAPTER : SUSPECT_PARSER;
    f->early = w->limit_ms < s->config.deadline_ms;
    f->starved = session_wait_was_starved(s, w, had);
    fail(s, f, REPLY_TIMEOUT, "%s", sentence);
}

/* Waits for an answer, for the whole deadline or until its absence is suspicious; *index: to which
 * request. False with a failure, which is the oldest one's unless an answer to another one was
 * wrong. */
static bool receive(session *s, bool whole, size_t *index, wire_answer *answer, failure *f)
{
    const session_wait w = session_wait_begin(s, whole);
    char text[WIRE_ERROR_SIZE];
    fp_str line;
    worker_status status;
    uint64_t waited;

    if (s->posted)
        flush(s);
    status = session_wait_line(s, &w, &line);
    waited = session_wait_ns(&w);
    s->waited += waited;
    *index = 0;
    *f = (failure){ 0 };
    if (status == WORKER_OK)
        patience_answered(&s->patience, waited);
    else
        wire_visible(line, text, sizeof text);
    switch (status) {
    case WORKER_OK:
        if (read_answer(s, line, index, answer, text, sizeof text))
            return true;
        f->goes_on = answer->paired;
        f->suspect = SUSPECT_ADAPTER;
        fail(s, f, REPLY_PROTOCOL, "%s", text);
        break;
    case WORKER_TIMEOUT:
        if (!queued(s, 0)->once)
            patience_in_vain(&s->patience, waited);
        fail_silent(s, f, &w, text);
        break;
    case WORKER_CLOSED:
        f->suspect = worker_suspect(s->worker);
        fail(s, f, REPLY_CRASH, "%s%s%s", worker_death(s->worker),
             text[0] ? "; it had written an unfinished line: " : "", text);
        break;
    case WORKER_TOO_LONG:
        f->suspect = SUSPECT_ADAPTER;
        fail(s, f, REPLY_PROTOCOL, "a line of more than %zu bytes: %s", s->config.line_limit, text);
        break;
    case WORKER_INTERRUPTED:
        interrupted(s);
        fail(s, f, REPLY_LOST, "%s", s->lost);
        break;
    case WORKER_ERROR:
        session_cannot_go_on();
        break;
    }
    return false;
}

/* The same where the oldest request is the only one that was sent. */
static bool receive_alone(session *s, bool whole, wire_answer *answer, failure *f)
{
    const size_t count = s->count;
    size_t index;
    bool good;

    s->count = 1;
    good = receive(s, whole, &index, answer, f);
    s->count = count;
    return good;
}

/* -- what counts ------------------------------------------------------------------------------ */

/* What was seen cannot be confirmed. A death has happened all the same; a silence is not a verdict
 * (PROTOCOL-5.4). */
static void leave_unconfirmed(session *s, const failure *seen, const char *why)
{
    const bool silent = seen->kind == REPLY_TIMEOUT;
    failure left = *seen;

    s->untried += silent;
    left.kind = silent ? REPLY_LOST : seen->kind;
    left.suspect = silent ? SUSPECT_NONE : seen->suspect;
    left.sentence =
        xformat("%s%s (not run again: %s)", silent ? "not tried: " : "", seen->sentence, why);
    reply_failure(s, 0, &left);
    free(left.sentence);
}

/* Runs the oldest request again, alone: only what happens now counts. Returns whether it was
 * answered. */
static bool confirm_oldest(session *s, const failure *seen)
{
    const bool silent = seen->kind == REPLY_TIMEOUT;
    wire_answer answer;
    failure again;

    if (silent && !patience_confirms(&s->patience)) {
        leave_unconfirmed(s, seen, "the worker has been silent too often (PROTOCOL-5.5)");
        return false;
    }
    if (!ready(s)) {
        leave_unconfirmed(s, seen, s->lost);
        return false;
    }
    send_line(s, queued(s, 0));
    if (receive_alone(s, true, &answer, &again)) {
        reply_answer(s, 0, &answer, seen->early ? NULL : seen->sentence);
        return true;
    }
    if (again.starved)
        leave_unconfirmed(s, &again, "the machine is too busy (PROTOCOL-5.4)");
    else
        reply_failure(s, 0, &again);
    if (again.kind == REPLY_TIMEOUT)
        patience_silence(&s->patience);
    failure_free(&again);
    return false;
}

/* The oldest request is not the one that the worker died on: a worker that answers in any order may
 * have been at any other. So each is sent when the one before has been answered. */
static void settle_one_by_one(session *s)
{
    wire_answer answer;
    failure seen;

    while (s->count > 0) {
        if (!ready(s)) {
            lose_all(s);
            return;
        }
        send_line(s, queued(s, 0));
        if (receive_alone(s, false, &answer, &seen)) {
            reply_answer(s, 0, &answer, NULL);
            continue;
        }
        if (seen.kind == REPLY_PROTOCOL)
            reply_failure(s, 0, &seen);
        else
            confirm_oldest(s, &seen);
        failure_free(&seen);
    }
}

/* Replies to one request. */
static void settle_one(session *s)
{
    const bool once = queued(s, 0)->once;
    wire_answer answer;
    failure seen;
    size_t index;
    bool innocent = false;

    if (receive(s, false, &index, &answer, &seen)) {
        reply_answer(s, index, &answer, NULL);
        return;
    }
    if (seen.kind == REPLY_PROTOCOL || seen.kind == REPLY_LOST) { /* nothing is to be confirmed */
        reply_failure(s, index, &seen);
    } else if (once && seen.kind == REPLY_TIMEOUT) {
        patience_silence(&s->patience);
        reply_failure(s, 0, &seen);
    } else {
        innocent = confirm_oldest(s, &seen);
    }
    if (innocent && s->any_order)
        settle_one_by_one(s);
    else if (!seen.goes_on)
        send_all(s);
    failure_free(&seen);
}

static void ask(session *s, const session_request *request, bool once, on_reply *reply_to,
                void *context, void *token)
{
    const uint64_t id = s->next_id++;
    pending *p = queued(s, s->count);
    fp_json line = { 0 };

    wire_request_write(&line, id, request, &s->hello);
    need_memory(!line.failed);
    *p = (pending){ .asked = wire_asked_of(id, request),
                    .line = { line.ptr, line.len },
                    .once = once,
                    .reply_to = reply_to,
                    .context = context,
                    .token = token };
    s->count++;
    if (ready(s))
        send_line(s, p);
    else
        lose_all(s);
    if (s->count >= s->hello.window)
        while (s->count > half_window(s))
            settle_one(s);
}

void session_ask(session *s, const session_request *request, on_reply *reply_to, void *context,
                 void *token)
{
    ask(s, request, false, reply_to, context, token);
}

void session_ask_once(session *s, const session_request *request, on_reply *reply_to, void *context,
                      void *token)
{
    session_drain(s);
    ask(s, request, true, reply_to, context, token);
    session_drain(s);
}

void session_drain(session *s)
{
    while (s->count > 0)
        settle_one(s);
}

void session_close(session *s)
{
    fp_json line = { 0 };

    if (!s)
        return;
    session_drain(s);
    if (s->worker) {
        wire_bye(&line, s->next_id);
        if (!line.failed)
            worker_send(s->worker, json_text(&line));
        fp_json_free(&line);
    }
    worker_stop(s->worker);
    wire_hello_free(&s->hello);
    wire_again_free(&s->last);
    free(s->lost);
    free(s->queue);
    free(s);
}
