/* SPDX-License-Identifier: Apache-2.0 */
/* session_greet.c: starts a worker and reads its hello. */
#include "worker/session_parts.h"

#include "base/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For hello: an interpreter may take its time, whatever the deadline. */
static const patience START = { .deadline_ms = 10000 };

void session_cannot_go_on(void)
{
    fputs("fencepost: out of memory or of file descriptors\n", stderr);
    exit(EXIT_ADAPTER);
}

/* The last line that says something. */
static void last_line(fp_str text, char *line, size_t size)
{
    size_t from;

    while (text.len > 0 && (unsigned char)text.ptr[text.len - 1] <= ' ')
        text.len--;
    for (from = text.len; from > 0 && text.ptr[from - 1] != '\n'; from--)
        ;
    wire_visible_all((fp_str){ text.ptr + from, text.len - from }, line, size);
}

/* Whether the worker waited for a processor most of the time, which other processes had. */
static bool starved(const worker *w)
{
    return worker_time(w).waited > (uint64_t)START.deadline_ms;
}

/* Why hello was not answered. */
static void describe_end(worker *w, worker_status status, size_t memory_limit, char *what,
                         size_t size)
{
    if (status == WORKER_INTERRUPTED)
        snprintf(what, size, "was not waited for, by %s", interrupt_name(interrupt_pending()));
    else if (status == WORKER_TOO_LONG)
        snprintf(what, size, "answers hello with a line that does not end");
    else if (status != WORKER_CLOSED)
        snprintf(what, size, "does not answer hello: %s?",
                 starved(w) ? "is the machine too busy" : "does it flush its output");
    else if (memory_limit)
        snprintf(what, size,
                 "%s before it had answered hello: --memory %zu MiB may be too little to start it",
                 worker_death(w), memory_limit >> 20);
    else
        snprintf(what, size, "%s before it had answered hello", worker_death(w));
}

/* The same, and what to do about it: a line each, the reason first. */
static void not_greeted(worker *w, worker_status status, size_t memory_limit, fp_str unfinished,
                        char *error, size_t size)
{
    char begin[WIRE_ERROR_SIZE / 2], complaint[WIRE_ERROR_SIZE / 2], what[200];

    wire_visible(unfinished, begin, sizeof begin);
    describe_end(w, status, memory_limit, what, sizeof what);
    worker_kill(w);
    last_line(worker_stderr(w), complaint, sizeof complaint);
    snprintf(error, size,
             "the worker %s%s%s%s%s\n"
             "  run it by hand, with this line on its standard input: "
             "{\"op\":\"hello\",\"id\":0,\"protocols\":[1],\"suite\":\"%s\"}\n"
             "  `fencepost init python` writes a worker to start from",
             what, begin[0] ? "\n  it wrote the unfinished line: " : "", begin,
             complaint[0] ? "\n  its standard error ends: " : "", complaint, FP_VERSION);
}

/* Waits for the answer to hello, as long as START says where the deadline is shorter. */
static worker_status await_hello(worker *w, int deadline_ms, fp_str *line)
{
    const int step = deadline_ms > 0 ? deadline_ms : 1;
    uint64_t waited = (uint64_t)step;
    worker_status status = worker_receive(w, line);

    for (; status == WORKER_TIMEOUT && patience_owed(&START, waited, worker_time(w).waited) > 0;
         waited += (uint64_t)step)
        status = worker_receive(w, line);
    return status;
}

worker *session_greet(const session_config *config, wire_hello *hello, char *error, size_t size)
{
    const worker_config how = { config->argv, config->deadline_ms, config->line_limit,
                                config->stderr_limit, config->memory_limit };
    worker *w = config->peer ? worker_adopt(&how, config->peer) : worker_start(&how, error, size);
    char wrong[WIRE_ERROR_SIZE];
    fp_json request = { 0 };
    fp_str line;
    worker_status status;

    if (!w) {
        const size_t len = strlen(error);

        snprintf(error + len, size - len,
                 "\n  the command that starts the worker stands after `--`: "
                 "fencepost test -- ./my-worker");
        return NULL;
    }
    wire_hello_request(&request, HELLO_ID);
    need_memory(!request.failed);
    if (worker_send(w, json_text(&request)) == WORKER_ERROR)
        session_cannot_go_on();
    fp_json_free(&request);
    status = await_hello(w, config->deadline_ms, &line);
    if (status == WORKER_OK) {
        if (wire_hello_read(line, HELLO_ID, hello, wrong, sizeof wrong))
            return w;
        snprintf(error, size,
                 "the worker's answer to hello is wrong: %s\n  `fencepost init python` writes a "
                 "worker to start from",
                 wrong);
        worker_kill(w);
    } else {
        not_greeted(w, status, config->memory_limit, line, error, size);
    }
    worker_stop(w);
    return NULL;
}

bool session_suits(const session_config *config, const wire_hello *hello, char *error, size_t size)
{
    if (config->partial_json || hello->syntax_count)
        return true;
    snprintf(error, size,
             "the worker parses no syntax\n"
             "  it is of another subject: `fencepost test --subject %s` tests it (PROTOCOL-%s)",
             hello->templates ? "response-template" : "partial-json",
             hello->templates ? "8.1" : "7.1");
    return false;
}
