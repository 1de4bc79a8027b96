/* SPDX-License-Identifier: Apache-2.0 */
/* wire.c: measures parses per second through a pipe: of `fencepost serve`, a worker in C, and of a
 * worker that only echoes, over the same pipes in the same run. Each is measured with the session
 * layer, which checks every answer, and with plain lines.
 *
 *     bench-wire FENCEPOST [--quick]
 *     bench-wire --echo             the echoing worker
 *
 * Prints one figure per line, as reference/bench does. Rates are by the clock, since two processes
 * work at once; the processor time of each, which a busy machine changes less, is printed as well.
 * The subjects take turns in each round, and the fastest round of each counts.
 */
#include "base/util.h"
#include "worker/session.h"
#include "worker/worker.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 9, WINDOW = 64, PARSES = 20000, QUICK_PARSES = 200 };

static const char INPUT[] = "I will list the files.\n^^^list_files\npath: src/lib\n^^^\n";

/* The answer of serve, without the id. */
#define ECHO_ANSWER                                                                               \
    ",\"text\":\"I will list the files.\\n\\n\",\"calls\":[{\"name\":\"list_files\",\"input\":{"  \
    "\"path\":\"src/lib\"},\"span\":[23,54]}],\"diagnostics\":[],\"events\":[[0,{\"event\":"      \
    "\"text\",\"data\":\"I will list the files.\\n\"}],[1,{\"event\":\"call_begin\",\"name\":"    \
    "\"list_files\"}],[1,{\"event\":\"arg_begin\",\"key\":\"path\"}],[1,{\"event\":\"arg_data\"," \
    "\"data\":\"src/lib\"}],[1,{\"event\":\"arg_end\"}],[1,{\"event\":\"call_end\",\"call\":{"    \
    "\"name\":\"list_files\",\"input\":{\"path\":\"src/lib\"},\"span\":[23,54]}}],[1,{\"event\":" \
    "\"text\",\"data\":\"\\n\"}]]}\n"

#define ECHO_HELLO                                                                          \
    ",\"protocol\":1,\"name\":\"echo\",\"version\":\"0\",\"language\":\"c\",\"syntaxes\":[" \
    "\"caret\"],\"unit\":\"byte\",\"capabilities\":[\"spans\",\"diagnostics\",\"events\"]," \
    "\"window\":64}\n"

__attribute__((noreturn)) static void fail(const char *why)
{
    fprintf(stderr, "bench-wire: %s\n", why);
    exit(EXIT_ADAPTER);
}

/* -- the echoing worker ---------------------------------------------------------------------- */

/* Answers the n-th line, whatever it is, with the id n: requests are numbered in order. All lines
 * that one read brings are answered by one write, as serve does it. */
static int echo(void)
{
    static char lines[1 << 16];
    unsigned long id = 0;
    ssize_t n;

    setvbuf(stdout, NULL, _IOFBF, 1 << 18);
    while ((n = read(STDIN_FILENO, lines, sizeof lines)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            if (lines[i] == '\n')
                printf("{\"id\":%lu%s", id, id ? ECHO_ANSWER : ECHO_HELLO);
            id += lines[i] == '\n';
        }
        fflush(stdout);
    }
    return 0;
}

/* -- what is measured ------------------------------------------------------------------------ */

/* Seconds that it took, and of processor time, for the runner and for the worker. */
typedef struct cost {
    double clock, runner, worker;
} cost;

static double seconds_used(int who)
{
    struct rusage usage;

    getrusage(who, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* What has been used up to now; the worker's counts when it has ended. */
static cost now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (cost){ (double)time.tv_sec + (double)time.tv_nsec / 1e9, seconds_used(RUSAGE_SELF),
                   seconds_used(RUSAGE_CHILDREN) };
}

static cost since(cost start, cost end, double children)
{
    return (cost){ end.clock - start.clock, end.runner - start.runner, children - start.worker };
}

/* The n-th request: as in a run, each cuts the input elsewhere, so the events of the answers
 * differ.
 */
static session_request request_of(size_t n, cutting *cut, size_t *at)
{
    *at = 1 + n % (sizeof INPUT - 2);
    *cut = (cutting){ .at = at, .count = 1 };
    return (session_request){ .syntax = fp_syntax_find(FP_STR("caret")),
                              .input = FP_STR(INPUT),
                              .cut = cut };
}

static void on_answer(void *context, void *token, const reply *got)
{
    size_t *answered = context;

    (void)token;
    *answered += got->kind == REPLY_OUTCOME && fp_outcome_call_count(got->outcome) == 1;
}

/* This many parses by the session layer. */
static cost by_session(char *const *argv, size_t count)
{
    session_config config = SESSION_CONFIG_DEFAULT;
    char error[SESSION_ERROR_SIZE];
    session *s;
    size_t answered = 0;
    cost start, end;

    config.argv = argv;
    s = session_open(&config, error, sizeof error);
    if (!s)
        fail(error);
    start = now();
    for (size_t i = 0; i < count; i++) {
        size_t at;
        cutting cut;
        const session_request request = request_of(i, &cut, &at);

        session_ask(s, &request, on_answer, &answered, NULL);
    }
    session_drain(s);
    end = now();
    session_close(s);
    if (answered != count)
        fail("a worker does not answer as it should");
    return since(start, end, seconds_used(RUSAGE_CHILDREN));
}

static void send(worker *w, fp_json *line)
{
    if (line->failed || worker_send(w, (fp_str){ line->ptr, line->len }) != WORKER_OK)
        fail("a request cannot be sent");
    line->len = 0;
}

static void receive(worker *w)
{
    fp_str line;

    if (worker_receive(w, &line) != WORKER_OK)
        fail("an answer does not come");
}

/* The same by lines alone, of which nothing is read. */
static cost by_lines(char *const *argv, size_t count)
{
    const wire_hello hello = { .unit = UNIT_BYTE };
    const worker_config config = { argv, 5000, 1 << 20, 4096, 0 };
    char error[SESSION_ERROR_SIZE];
    worker *w = worker_start(&config, error, sizeof error);
    fp_json line = { 0 };
    cost start, end;

    if (!w)
        fail(error);
    wire_hello_request(&line, 0);
    send(w, &line);
    receive(w);
    start = now();
    for (size_t i = 0; i < count + WINDOW; i++) {
        if (i < count) {
            size_t at;
            cutting cut;
            const session_request request = request_of(i, &cut, &at);

            wire_request_write(&line, i + 1, &request, &hello);
            send(w, &line);
        }
        if (i >= WINDOW)
            receive(w);
    }
    end = now();
    fp_json_free(&line);
    worker_stop(w);
    return since(start, end, seconds_used(RUSAGE_CHILDREN));
}

/* -- the program ----------------------------------------------------------------------------- */

/* The least of a cost, over the rounds. */
static double least(const cost *rounds, size_t offset)
{
    double least = 0;

    for (size_t i = 0; i < ROUNDS; i++) {
        double value;

        memcpy(&value, (const char *)&rounds[i] + offset, sizeof value);
        least = i && least < value ? least : value;
    }
    return least;
}

static void print_rate(const char *layer, const cost *rounds, const cost *echoed, size_t count)
{
    const double parses = (double)count;

    printf("{\"measure\": \"pipe\", \"input\": \"%s\", \"value\": %.0f, \"unit\": \"parses/s\", "
           "\"beside\": {\"echo\": %.0f, \"runner us\": %.2f, \"worker us\": %.2f}}\n",
           layer, parses / least(rounds, offsetof(cost, clock)),
           parses / least(echoed, offsetof(cost, clock)),
           least(rounds, offsetof(cost, runner)) / parses * 1e6,
           least(rounds, offsetof(cost, worker)) / parses * 1e6);
}

static void measure(char *self, char *fencepost, size_t count)
{
    char *const serve_argv[] = { fencepost, (char[]){ "serve" }, NULL };
    char *const echo_argv[] = { self, (char[]){ "--echo" }, NULL };
    cost rounds[4][ROUNDS];

    for (size_t round = 0; round < ROUNDS; round++) {
        rounds[0][round] = by_session(echo_argv, count);
        rounds[1][round] = by_session(serve_argv, count);
        rounds[2][round] = by_lines(echo_argv, count);
        rounds[3][round] = by_lines(serve_argv, count);
    }
    print_rate("session", rounds[1], rounds[0], count);
    print_rate("lines alone", rounds[3], rounds[2], count);
}

int main(int argc, char **argv)
{
    const bool quick = argc == 3 && strcmp(argv[2], "--quick") == 0;

    if (argc == 2 && strcmp(argv[1], "--echo") == 0)
        return echo();
    if (argc != 2 && !quick) {
        fputs("usage: bench-wire FENCEPOST [--quick]\n", stderr);
        return EXIT_USAGE;
    }
    measure(argv[0], argv[1], quick ? QUICK_PARSES : PARSES);
    return 0;
}
