/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker.c: worker.c against real processes. Most tests are rows: what is started, what is
 * sent to it, and as one string what comes back and how it died. Every test also checks that no
 * process and no descriptor is left, and that it did not take long: a hang is what this code is
 * there to prevent.
 */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SH(script)               \
    {                            \
        "sh", "-c", script, NULL \
    }
#define PLANTED(script) "python3", "-B", (FP_SOURCE_DIR "/harness/tests/workers/" script)

/* Requests and answers of the planted workers. */
#define HELLO "{\"op\":\"hello\",\"id\":0,\"protocols\":[1],\"suite\":\"0\"}"
#define HELLO_ANSWER                                                              \
    "ok {\"id\": 0, \"protocol\": 1, \"name\": \"planted\", \"version\": \"0\", " \
    "\"language\": \"python\", \"syntaxes\": [\"caret\", \"emoji-bracket\"], "    \
    "\"unit\": \"codepoint\"}\n"
#define BYE "{\"op\":\"bye\",\"id\":9}"
#define PARSE(id, text) \
    "{\"op\":\"parse\",\"id\":" id ",\"syntax\":\"caret\",\"chunks\":[\"" text "\",\"!\"]}"
#define ANSWER(id, text) "ok {\"id\": " id ", \"text\": \"" text "!\", \"calls\": []}\n"

enum {
    LONG_MS = 20000, /* a deadline that no test may come near to */
    SHORT_MS = 300,  /* a deadline that is meant to pass */
    QUICK_MS = 5000, /* what a test may take; generous, for slow machines */
    RUN_SECONDS = 120,
    LINE_LIMIT = 4 << 20,
    MIB = 1 << 20
};

static int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int open_fds(void)
{
    int count = 0;

    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

/* What a test started with. */
struct before {
    int64_t time;
    int fds;
};

static struct before begin(void)
{
    return (struct before){ now_ms(), open_fds() };
}

static void end(struct before before)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(open_fds(), before.fds);
    assert_true(now_ms() - before.time < QUICK_MS);
}

static worker *start(char *const *argv, int deadline_ms, size_t stderr_limit)
{
    worker_config config = { argv, deadline_ms, LINE_LIMIT, stderr_limit };
    char error[200] = "";
    worker *w = worker_start(&config, error, sizeof(error));

    if (!w)
        fail_msg("%s", error);
    return w;
}

static worker *start_sh(const char *script, int deadline_ms)
{
    char sh[] = "sh";
    char c[] = "-c";
    char text[500];
    char *argv[] = { sh, c, text, NULL };

    assert_true((size_t)snprintf(text, sizeof(text), "%s", script) < sizeof(text));
    return start(argv, deadline_ms, 1000);
}

static void assert_line(worker *w, const char *expected)
{
    fp_str line;

    assert_int_equal(worker_receive(w, &line), WORKER_OK);
    assert_int_equal(line.len, strlen(expected));
    assert_memory_equal(line.ptr, expected, line.len);
}

/* -- rows ------------------------------------------------------------------------------------ */

struct row {
    const char *name;
    const char *argv[6];
    const char *send[4];
    const char *expected;
    size_t line_limit;   /* 0: LINE_LIMIT */
    size_t stderr_limit; /* 0: nothing is kept */
    int deadline_ms;     /* 0: LONG_MS */
    bool hide_rest;      /* of an unfinished line, for its length is a matter of luck */
};

static const struct row ROWS[] = {
    /* starting */
    { .name = "missing program",
      .argv = { "fencepost-no-such-program", NULL },
      .expected = "cannot run fencepost-no-such-program: No such file or directory\n" },
    { .name = "missing program with a path",
      .argv = { "/no/such/program", NULL },
      .expected = "cannot run /no/such/program: No such file or directory\n" },
    { .name = "a program that may not be executed",
      .argv = { "/dev/null", NULL },
      .expected = "cannot run /dev/null: Permission denied\n" },
    { .name = "no program", .expected = "cannot start a worker: no program is given\n" },
    { .name = "found on PATH, with arguments",
      .argv = { "printf", "%s-%s\\n", "a", "b", NULL },
      .expected = "ok a-b\nclosed \nexited with status 0\n" },

    /* lines */
    { .name = "lines, empty ones too",
      .argv = SH("printf 'one\\n\\n\\nfour\\n'"),
      .expected = "ok one\nok \nok \nok four\nclosed \nexited with status 0\n" },
    { .name = "an unfinished last line",
      .argv = SH("printf 'whole\\nhalf'"),
      .expected = "ok whole\nclosed half\nexited with status 0\n" },
    { .name = "a line that comes in pieces",
      .argv = SH("printf on; sleep 0.1; printf e; sleep 0.1; echo"),
      .expected = "ok one\nclosed \nexited with status 0\n" },
    { .name = "a line of the limit",
      .argv = SH("printf '1234567\\n12345678\\n'"),
      .line_limit = 8,
      .expected = "ok 1234567\nok 12345678\nclosed \nexited with status 0\n" },
    { .name = "a line over the limit",
      .argv = SH("printf 'good\\n123456789\\n'; exec sleep 60"),
      .line_limit = 8,
      .expected = "ok good\ntoo long 12345678\nkilled by the runner\n" },
    { .name = "an endless line",
      .argv = SH("yes | tr -d '\\n'"),
      .hide_rest = true,
      .expected = "too long \nkilled by the runner\n" },
    { .name = "echo",
      .argv = { "cat", NULL },
      .send = { "one", "", "three", NULL },
      .deadline_ms = SHORT_MS,
      .expected = "ok one\nok \nok three\ntimeout \nkilled by the runner\n" },

    /* deadlines */
    { .name = "silence",
      .argv = SH("exec sleep 60"),
      .deadline_ms = SHORT_MS,
      .expected = "timeout \nkilled by the runner\n" },
    { .name = "half a line and silence",
      .argv = SH("printf half; exec sleep 60"),
      .deadline_ms = SHORT_MS,
      .expected = "timeout half\nkilled by the runner\n" },
    { .name = "a line that drips",
      .argv = SH("while printf x; do sleep 0.01; done"),
      .deadline_ms = SHORT_MS,
      .hide_rest = true,
      .expected = "timeout \nkilled by the runner\n" },
    { .name = "a flood on stderr is no sign of life",
      .argv = SH("yes >&2"),
      .deadline_ms = SHORT_MS,
      .expected = "timeout \nkilled by the runner\n" },
    { .name = "a process that has left its group",
      .argv = { "python3", "-c",
                "import os, time; os.setpgid(0, os.getpgid(os.getppid())); print('left', "
                "flush=True); "
                "time.sleep(60)",
                NULL },
      .deadline_ms = 1500,
      .expected = "ok left\ntimeout \nkilled by the runner\n" },
    { .name = "a process that ignores what it can",
      .argv = SH("trap '' HUP INT TERM PIPE; while :; do sleep 1; done"),
      .deadline_ms = SHORT_MS,
      .expected = "timeout \nkilled by the runner\n" },

    /* deaths */
    { .name = "exit status", .argv = SH("exit 3"), .expected = "closed \nexited with status 3\n" },
    { .name = "a signal", .argv = SH("kill -TERM $$"), .expected = "closed \nkilled by SIGTERM\n" },
    { .name = "a signal without a name here",
      .argv = SH("kill -VTALRM $$"),
      .expected = "closed \nkilled by signal 26\n" },
    { .name = "somebody else's SIGKILL",
      .argv = SH("kill -KILL $$"),
      .expected = "closed \nkilled by SIGKILL\n" },
    { .name = "a worker has the usual SIGPIPE",
      .argv = SH("kill -PIPE $$; echo ignored"),
      .expected = "closed \nkilled by SIGPIPE\n" },
    { .name = "a closed output",
      .argv = SH("echo one; exec >&-; exec sleep 60"),
      .expected = "ok one\nclosed \nclosed its output and went on\n" },
    { .name = "a closed output, and the end soon after",
      .argv = SH("exec >&-; sleep 0.1; exit 7"),
      .expected = "closed \nexited with status 7\n" },
    { .name = "a closed input, unasked",
      .argv = SH("exec <&-; exec sleep 60"),
      .deadline_ms = SHORT_MS,
      .expected = "closed \nclosed its input and went on\n" },
    { .name = "a closed input, and answers all the same",
      .argv = SH("read x; exec <&-; sleep 0.2; echo $x; exit 2"),
      .send = { "one", "two", NULL },
      .expected = "ok one\nclosed \nexited with status 2\n" },

    /* grandchildren */
    { .name = "a grandchild holds all pipes",
      .argv = SH("sleep 60 & echo one; exit 4"),
      .expected = "ok one\nclosed \nexited with status 4\n" },
    { .name = "a grandchild holds the pipes, and half a line is there",
      .argv = SH("sleep 60 & printf half; kill -KILL $$"),
      .expected = "closed half\nkilled by SIGKILL\n" },
    { .name = "a grandchild goes on about errors",
      .argv = SH("yes >&2 & exit 5"),
      .expected = "closed \nexited with status 5\n" },
    { .name = "a grandchild in a session of its own",
      .argv = SH("setsid sleep 7 & sleep 0.1; exit 6"),
      .expected = "closed \nexited with status 6\n" },

    /* standard error */
    { .name = "the end of stderr is kept",
      .argv = SH("echo one >&2; echo two >&2; exit 1"),
      .stderr_limit = 6,
      .expected = "closed \nexited with status 1\nstderr: e\ntwo\n" },
    { .name = "less stderr than the limit",
      .argv = SH("echo one >&2; kill -ABRT $$"),
      .stderr_limit = 100,
      .expected = "closed \nkilled by SIGABRT\nstderr: one\n" },
    { .name = "the end of a flood is kept",
      .argv = SH("yes | head -c 3000001 >&2; printf 'the end' >&2; echo done"),
      .stderr_limit = 10,
      .expected = "ok done\nclosed \nexited with status 0\nstderr: y\nythe end" },

    /* the planted workers */
    { .name = "exits_at_once.py",
      .argv = { PLANTED("exits_at_once.py"), NULL },
      .expected = "closed \nexited with status 0\n" },
    { .name = "crashes_on.py",
      .argv = { PLANTED("crashes_on.py"), "bad", NULL },
      .send = { HELLO, PARSE("1", "good"), PARSE("2", "bad"), PARSE("3", "good") },
      .expected = HELLO_ANSWER ANSWER("1", "good") "closed \nkilled by SIGSEGV\n" },
    { .name = "exits_on.py",
      .argv = { PLANTED("exits_on.py"), "bad", NULL },
      .send = { HELLO, PARSE("1", "good"), PARSE("2", "bad"), NULL },
      .expected = HELLO_ANSWER ANSWER("1", "good") "closed \nexited with status 3\n" },
    { .name = "hangs_on.py",
      .argv = { PLANTED("hangs_on.py"), "bad", NULL },
      .send = { HELLO, PARSE("1", "good"), PARSE("2", "bad"), NULL },
      .deadline_ms = 1500,
      .expected = HELLO_ANSWER ANSWER("1", "good") "timeout \nkilled by the runner\n" },
    { .name = "dies_on_nth.py",
      .argv = { PLANTED("dies_on_nth.py"), "2", NULL },
      .send = { HELLO, PARSE("1", "a"), PARSE("2", "b"), NULL },
      .expected = HELLO_ANSWER ANSWER("1", "a") "closed \nkilled by SIGKILL\n" },
    { .name = "partial_line.py",
      .argv = { PLANTED("partial_line.py"), NULL },
      .send = { HELLO, PARSE("1", "a"), NULL },
      .expected = HELLO_ANSWER "closed {\"id\":1,\"text\":\nexited with status 0\n" },
    { .name = "closes_stdout.py",
      .argv = { PLANTED("closes_stdout.py"), NULL },
      .send = { HELLO, PARSE("1", "a"), NULL },
      .expected = HELLO_ANSWER "closed \nclosed its output and went on\n" },
    { .name = "closes_stdin.py",
      .argv = { PLANTED("closes_stdin.py"), NULL },
      .send = { HELLO, PARSE("1", "a"), NULL },
      .deadline_ms = 1500,
      .expected = HELLO_ANSWER "closed \nclosed its input and went on\n" },
    { .name = "long_line.py",
      .argv = { PLANTED("long_line.py"), NULL },
      .send = { HELLO, PARSE("1", "a"), NULL },
      .hide_rest = true,
      .expected = HELLO_ANSWER "too long \nkilled by the runner\n" },
    { .name = "noisy_stderr.py",
      .argv = { PLANTED("noisy_stderr.py"), NULL },
      .send = { HELLO, PARSE("1", "a"), PARSE("2", "b"), BYE },
      .stderr_limit = 20,
      .expected = HELLO_ANSWER ANSWER("1", "a")
          ANSWER("2", "b") "closed \nexited with status 0\nstderr: ise about request 2\n" },
};

static void append(char *to, size_t size, const char *word, fp_str text)
{
    size_t used = strlen(to);

    assert_true(text.len < size);
    snprintf(to + used, size - used, "%s%.*s", word, (int)text.len, text.len ? text.ptr : "");
}

/* Receives until something is no line, and writes down what came. */
static void receive_all(worker *w, const struct row *row, char *seen, size_t size)
{
    static const char *const WORDS[] = { [WORKER_OK] = "ok ",
                                         [WORKER_TIMEOUT] = "timeout ",
                                         [WORKER_CLOSED] = "closed ",
                                         [WORKER_TOO_LONG] = "too long ",
                                         [WORKER_ERROR] = "error " };
    worker_status status;

    do {
        fp_str line;

        status = worker_receive(w, &line);
        if (status != WORKER_OK && row->hide_rest)
            line = FP_STR("");
        append(seen, size, WORDS[status], line);
        append(seen, size, "\n", FP_STR(""));
    } while (status == WORKER_OK);
}

static void run_row(void **state)
{
    const struct row *row = *state;
    struct before before = begin();
    worker_config config = { (char *const *)(uintptr_t)row->argv,
                             row->deadline_ms ? row->deadline_ms : LONG_MS,
                             row->line_limit ? row->line_limit : LINE_LIMIT, row->stderr_limit };
    char error[200] = "";
    char seen[4000] = "";
    worker *w = worker_start(&config, error, sizeof(error));

    if (w) {
        for (size_t i = 0; i < COUNT(row->send) && row->send[i]; i++) {
            worker_status status = worker_send(w, (fp_str){ row->send[i], strlen(row->send[i]) });

            assert_true(status == WORKER_OK || status == WORKER_CLOSED);
        }
        receive_all(w, row, seen, sizeof(seen));
        worker_kill(w);
        append(seen, sizeof(seen), worker_death(w), FP_STR("\n"));
        if (row->stderr_limit > 0)
            append(seen, sizeof(seen), "stderr: ", worker_stderr(w));
        assert_int_equal(worker_stderr(w).len <= row->stderr_limit, 1);
    } else {
        append(seen, sizeof(seen), error, FP_STR("\n"));
    }
    worker_stop(w);
    assert_string_equal(seen, row->expected);
    end(before);
}

/* -- the others ------------------------------------------------------------------------------ */

static char *filled(size_t len, int first)
{
    char *text = malloc(len);

    assert_non_null(text);
    for (size_t i = 0; i < len; i++)
        text[i] = (char)(first + (int)(i % 23));
    return text;
}

static void echo_long_line(worker *w, size_t len)
{
    char *text = filled(len, 'a');
    fp_str line;

    assert_int_equal(worker_send(w, (fp_str){ text, len }), WORKER_OK);
    assert_int_equal(worker_receive(w, &line), WORKER_OK);
    assert_int_equal(line.len, len);
    assert_memory_equal(line.ptr, text, len);
    free(text);
}

static void long_lines(void **state)
{
    struct before before = begin();
    worker *w = start_sh("exec cat", LONG_MS);

    (void)state;
    echo_long_line(w, MIB);
    echo_long_line(w, 1);
    echo_long_line(w, 3 * MIB + 17);
    echo_long_line(w, LINE_LIMIT);
    worker_stop(w);
    end(before);
}

static void many_lines(void **state)
{
    enum { LINES = 20000 };
    struct before before = begin();
    worker *w = start_sh("exec cat", LONG_MS);
    char text[100];
    int sent = 0;

    (void)state;
    for (int received = 0; received < LINES; received++) {
        for (; sent < LINES && sent < received + 3000; sent++) {
            int len = snprintf(text, sizeof(text), "%*d", sent % 60, sent);

            assert_int_equal(worker_send(w, (fp_str){ text, (size_t)len }), WORKER_OK);
        }
        snprintf(text, sizeof(text), "%*d", received % 60, received);
        assert_line(w, text);
    }
    worker_stop(w);
    end(before);
}

/* Both pipes are full many times over before the first line is received. */
static void queue_before_receiving(void **state)
{
    enum { LINES = 24 };
    struct before before = begin();
    worker *w = start_sh("exec cat", LONG_MS);
    char *text = filled(MIB, 'A');
    fp_str line;

    (void)state;
    for (int i = 0; i < LINES; i++)
        assert_int_equal(worker_send(w, (fp_str){ text + i, (size_t)(MIB - i) }), WORKER_OK);
    assert_true(now_ms() - before.time < QUICK_MS);
    for (int i = 0; i < LINES; i++) {
        assert_int_equal(worker_receive(w, &line), WORKER_OK);
        assert_int_equal(line.len, MIB - i);
        assert_memory_equal(line.ptr, text + i, line.len);
    }
    free(text);
    worker_stop(w);
    end(before);
}

static void worker_that_does_not_read(void **state)
{
    struct before before = begin();
    worker *w = start_sh("exec sleep 60", SHORT_MS);
    char *text = filled(LINE_LIMIT, 'A');
    fp_str line;

    (void)state;
    assert_int_equal(worker_send(w, (fp_str){ text, LINE_LIMIT }), WORKER_OK);
    assert_int_equal(worker_receive(w, &line), WORKER_TIMEOUT);
    assert_string_equal(worker_death(w), "is running");
    worker_kill(w);
    assert_string_equal(worker_death(w), "killed by the runner");
    assert_int_equal(worker_send(w, FP_STR("x")), WORKER_CLOSED);
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    free(text);
    worker_stop(w);
    end(before);
}

/* A write to a dead worker is told, and does not kill the runner; what it said can still be read.
 */
static void send_to_the_dead(void **state)
{
    struct before before = begin();
    worker *w = start_sh("echo last words; exit 9", LONG_MS);
    worker_status status = WORKER_OK;

    (void)state;
    while (status == WORKER_OK && now_ms() - before.time < QUICK_MS)
        status = worker_send(w, FP_STR("are you there?"));
    assert_int_equal(status, WORKER_CLOSED);
    assert_string_equal(worker_death(w), "exited with status 9");
    assert_line(w, "last words");
    worker_stop(w);
    end(before);
}

/* A deadline that has passed is no end: the line can still come. */
static void receive_after_a_timeout(void **state)
{
    struct before before = begin();
    worker *w = start_sh("printf ha; sleep 0.4; echo lf", 200);
    fp_str line;

    (void)state;
    assert_int_equal(worker_receive(w, &line), WORKER_TIMEOUT);
    assert_int_equal(line.len, 2);
    while (worker_receive(w, &line) == WORKER_TIMEOUT)
        assert_true(now_ms() - before.time < QUICK_MS);
    assert_int_equal(line.len, 4);
    assert_memory_equal(line.ptr, "half", 4);
    worker_stop(w);
    end(before);
}

static void several_at_once(void **state)
{
    static const char *const TEXTS[] = { "first", "second", "third", "fourth" };
    struct before before = begin();
    worker *w[COUNT(TEXTS)];
    int64_t stopped;

    (void)state;
    for (size_t i = 0; i < COUNT(w); i++)
        w[i] = start_sh("exec cat", LONG_MS);
    for (size_t i = COUNT(w); i-- > 0;)
        assert_int_equal(worker_send(w[i], (fp_str){ TEXTS[i], strlen(TEXTS[i]) }), WORKER_OK);
    for (size_t i = 0; i < COUNT(w); i++)
        assert_line(w[i], TEXTS[i]);
    stopped = now_ms();
    for (size_t i = 0; i < COUNT(w); i++)
        worker_stop(w[i]); /* each ends by itself, unless the next has inherited its input */
    assert_true(now_ms() - stopped < 900);
    end(before);
}

/* Nobody of the worker's group survives worker_kill(): the last one to hold the pipe lets go of it.
 */
static void whole_group_is_killed(void **state)
{
    struct before before = begin();
    struct pollfd poll_fd = { .events = POLLIN };
    int held[2];
    worker *w;

    (void)state;
    assert_int_equal(pipe(held), 0);
    w = start_sh("(sleep 60; echo) & (sh -c 'sleep 60; echo' &) ; echo ready; sleep 60; echo",
                 LONG_MS);
    close(held[1]);
    assert_line(w, "ready");
    worker_kill(w);
    poll_fd.fd = held[0];
    assert_int_equal(poll(&poll_fd, 1, QUICK_MS), 1);
    close(held[0]);
    worker_stop(w);
    end(before);
}

/* A worker that needs a while to end is given it, and one that will not end is killed. */
static void stop_is_patient_within_reason(void **state)
{
    struct before before = begin();
    char script[100];
    char byte = '\0';
    int said[2];
    worker *w;

    (void)state;
    assert_int_equal(pipe(said), 0);
    snprintf(script, sizeof(script), "cat; sleep 0.2; printf z >&%d", said[1]);
    w = start_sh(script, LONG_MS);
    close(said[1]);
    worker_stop(w);
    assert_int_equal(read(said[0], &byte, 1), 1);
    assert_int_equal(byte, 'z');
    close(said[0]);
    worker_stop(start_sh("trap '' HUP TERM PIPE; while :; do sleep 1; done", LONG_MS));
    worker_stop(NULL);
    end(before);
}

/* The worker blocks on its output, which nobody reads any more: it is not waited for in full. */
static void stop_of_a_worker_that_writes(void **state)
{
    struct before before = begin();

    (void)state;
    worker_stop(start_sh("exec yes", LONG_MS));
    assert_true(now_ms() - before.time < 900);
    end(before);
}

/* Standard descriptors of the runner may be closed: a pipe then gets their numbers. */
static void closed_standard_descriptors(void **state)
{
    struct before before = begin();
    int saved[3];
    fp_str line = FP_STR("");
    worker_status status;
    worker *w;

    (void)state;
    fflush(stdout);
    for (int fd = 0; fd < 3; fd++)
        saved[fd] = fcntl(fd, F_DUPFD, 10);
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    w = start_sh("cat; echo bad >&2", LONG_MS);
    worker_send(w, FP_STR("one"));
    status = worker_receive(w, &line);
    for (int fd = 0; fd < 3; fd++) {
        dup2(saved[fd], fd);
        close(saved[fd]);
    }
    assert_int_equal(status, WORKER_OK);
    assert_int_equal(line.len, 3);
    worker_stop(w);
    end(before);
}

/* A runner whose parent ignored SIGCHLD still learns how a worker ended. */
static void ignored_sigchld(void **state)
{
    struct before before = begin();
    struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct sigaction old;
    fp_str line;
    worker *w;

    (void)state;
    assert_int_equal(sigaction(SIGCHLD, &ignore, &old), 0);
    w = start_sh("exit 3", LONG_MS);
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    assert_string_equal(worker_death(w), "exited with status 3");
    worker_stop(w);
    assert_int_equal(sigaction(SIGCHLD, &old, NULL), 0);
    end(before);
}

static void do_nothing(int number)
{
    (void)number;
}

/* Signals that interrupt every system call change nothing. */
static void interruptions(void **state)
{
    struct before before = begin();
    struct sigaction action = { .sa_handler = do_nothing };
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
    struct itimerspec often = { { 0, 200000 }, { 0, 200000 } };
    char missing[] = "/no/such/program";
    char *argv[] = { missing, NULL };
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0 };
    char error[200];
    struct sigaction old;
    timer_t timer;
    worker *w;

    (void)state;
    assert_int_equal(sigaction(SIGUSR1, &action, &old), 0);
    assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    assert_int_equal(timer_settime(timer, 0, &often, NULL), 0);
    w = start_sh("exec cat", LONG_MS);
    echo_long_line(w, 2 * MIB);
    worker_stop(w);
    w = start_sh("sleep 0.3; echo one; sleep 0.1; exit 2", LONG_MS);
    assert_line(w, "one");
    worker_kill(w);
    worker_stop(w);
    for (int i = 0; i < 50; i++)
        assert_null(worker_start(&config, error, sizeof(error)));
    assert_int_equal(timer_delete(timer), 0);
    assert_int_equal(sigaction(SIGUSR1, &old, NULL), 0);
    end(before);
}

/* Waiting is sleeping. */
static void waiting_takes_no_time(void **state)
{
    struct before before = begin();
    worker *w = start_sh("exec sleep 60", 500);
    clock_t used = clock();
    fp_str line;

    (void)state;
    assert_int_equal(worker_receive(w, &line), WORKER_TIMEOUT);
    assert_true(clock() - used < CLOCKS_PER_SEC / 10);
    worker_kill(w);
    worker_stop(w);
    end(before);
}

/* What the worker's output ends with is handed out once. */
static void closed_for_good(void **state)
{
    struct before before = begin();
    worker *w = start_sh("printf half", LONG_MS);
    fp_str line;

    (void)state;
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    assert_int_equal(line.len, 4);
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    assert_int_equal(line.len, 0);
    worker_stop(w);
    end(before);
}

/* Whatever the size of the reads, the tail of standard error is exact. */
static void long_tail_of_stderr(void **state)
{
    enum { KEPT = 100001, LAST = 123456 };
    struct before before = begin();
    char program[] = "sh";
    char option[] = "-c";
    char script[] = "i=0; while [ $i -lt 30 ]; do seq 100000 123456; i=$((i + 1)); done >&2; echo";
    char *argv[] = { program, option, script, NULL };
    worker *w = start(argv, LONG_MS, KEPT);
    fp_str tail;

    (void)state;
    assert_line(w, "");
    tail = worker_stderr(w);
    assert_int_equal(tail.len, KEPT);
    for (size_t i = 0; i < KEPT / 7; i++) {
        char number[20];

        snprintf(number, sizeof(number), "%d\n", LAST - (int)i);
        assert_memory_equal(tail.ptr + KEPT - 7 * (i + 1), number, 7);
    }
    worker_stop(w);
    end(before);
}

/* worker_kill() collects what was written to standard error and not yet read. */
static void last_words_of_the_killed(void **state)
{
    struct before before = begin();
    char script[100];
    char byte;
    int said[2];
    fp_str words;
    worker *w;

    (void)state;
    assert_int_equal(pipe(said), 0);
    snprintf(script, sizeof(script), "echo oops >&2; printf z >&%d; exec sleep 60", said[1]);
    w = start_sh(script, LONG_MS);
    close(said[1]);
    assert_int_equal(read(said[0], &byte, 1), 1);
    close(said[0]);
    worker_kill(w);
    words = worker_stderr(w);
    assert_int_equal(words.len, 5);
    assert_memory_equal(words.ptr, "oops\n", 5);
    worker_stop(w);
    end(before);
}

/* A runner that waits for all its children takes the status away; the id is then not ours to kill.
 */
static void reaped_by_somebody_else(void **state)
{
    struct before before = begin();
    worker *w = start_sh("exit 3", LONG_MS);
    fp_str line;

    (void)state;
    assert_true(waitpid(-1, NULL, 0) > 0);
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    assert_string_equal(worker_death(w), "ended, nobody knows how");
    worker_stop(w);
    end(before);
}

/* A script may name an interpreter that is not there, which exec calls "No such file". */
static void missing_interpreter(void **state)
{
    struct before before = begin();
    char path[] = "/tmp/fencepost-test-XXXXXX";
    char *argv[] = { path, NULL };
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0 };
    char error[200] = "";
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "#!/no/such/interpreter\n", 23), 23);
    assert_int_equal(fchmod(fd, 0700), 0);
    close(fd);
    assert_null(worker_start(&config, error, sizeof(error)));
    unlink(path);
    assert_non_null(strstr(error, "the interpreter it names does not exist"));
    end(before);
}

/* When descriptors are out the start says so, and leaves none open. */
static void no_descriptors(void **state)
{
    struct before before = begin();
    struct rlimit old;
    struct rlimit few;
    char program[] = "cat";
    char *argv[] = { program, NULL };
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0 };

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    for (int more = 0; more < 8; more++) {
        char error[200] = "";
        worker *w;

        few = old;
        few.rlim_cur = (rlim_t)(before.fds + more);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        w = worker_start(&config, error, sizeof(error));
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
        assert_null(w);
        assert_string_equal(error, "cannot start cat: Too many open files");
        assert_int_equal(open_fds(), before.fds);
    }
    end(before);
}

int main(void)
{
    static const struct CMUnitTest OTHERS[] = {
        cmocka_unit_test(long_lines),
        cmocka_unit_test(many_lines),
        cmocka_unit_test(queue_before_receiving),
        cmocka_unit_test(worker_that_does_not_read),
        cmocka_unit_test(send_to_the_dead),
        cmocka_unit_test(receive_after_a_timeout),
        cmocka_unit_test(several_at_once),
        cmocka_unit_test(whole_group_is_killed),
        cmocka_unit_test(stop_is_patient_within_reason),
        cmocka_unit_test(stop_of_a_worker_that_writes),
        cmocka_unit_test(closed_standard_descriptors),
        cmocka_unit_test(ignored_sigchld),
        cmocka_unit_test(interruptions),
        cmocka_unit_test(waiting_takes_no_time),
        cmocka_unit_test(closed_for_good),
        cmocka_unit_test(long_tail_of_stderr),
        cmocka_unit_test(last_words_of_the_killed),
        cmocka_unit_test(reaped_by_somebody_else),
        cmocka_unit_test(missing_interpreter),
        cmocka_unit_test(no_descriptors),
    };
    struct CMUnitTest tests[COUNT(ROWS) + COUNT(OTHERS)];

    for (size_t i = 0; i < COUNT(ROWS); i++)
        tests[i] = (struct CMUnitTest){ .name = ROWS[i].name,
                                        .test_func = run_row,
                                        .initial_state = (void *)(uintptr_t)&ROWS[i] };
    memcpy(tests + COUNT(ROWS), OTHERS, sizeof(OTHERS));
    alarm(RUN_SECONDS); /* a hang ends the run, and is a failure */
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
