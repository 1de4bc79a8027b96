/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker.c: worker.c against real processes, as rows: what is started, what is sent to it, and
 * as one string what comes back and how it died.
 */
#include "worker_fixture.h"

#define SH(script)               \
    {                            \
        "sh", "-c", script, NULL \
    }
#define PLANTED(script) "python3", "-B", (FP_SOURCE_DIR "/harness/tests/workers/" script)

/* Wants 256 MiB. */
#define EAT "python3", "-S", "-c", "bytearray(256 << 20)"

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

struct row {
    const char *name;
    const char *argv[6];
    const char *send[4];
    const char *expected;
    size_t line_limit;   /* 0: LINE_LIMIT */
    size_t stderr_limit; /* 0: nothing is kept */
    size_t memory_limit; /* 0: none */
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
    { .name = "a flood on stderr is not a sign of life",
      .argv = SH("yes >&2"),
      .deadline_ms = SHORT_MS,
      .expected = "timeout \nkilled by the runner\n" },
    { .name = "a process that has left its group",
      .argv = { "python3", "-c",
                "import os, time; os.setpgid(0, os.getpgid(os.getppid())); print('left', "
                "flush=True); "
                "time.sleep(60)",
                NULL },
      .deadline_ms = START_MS,
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
    { .name = "a SIGKILL not from the runner",
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
      .argv = SH("setsid sleep 60 & sleep 0.1; exit 6"),
      .expected = "closed \nexited with status 6\n" },
    { .name = "a grandchild that is nobody's child any more",
      .argv = SH("(setsid sleep 60 &); sleep 0.1; exit 6"),
      .expected = "closed \nexited with status 6\n" },
    { .name = "orphans that end before the worker",
      .argv = SH("(true &); (setsid true &); sleep 0.2; echo one"),
      .expected = "ok one\nclosed \nexited with status 0\n" },
    { .name = "a worker that kills its keeper",
      .argv = SH("kill -KILL $PPID; sleep 60"),
      .expected = "closed \nended, the reason is not known\n" },

    /* memory */
    { .name = "memory without a limit",
      .argv = { EAT, NULL },
      .expected = "closed \nexited with status 0\n" },
    { .name = "memory beyond the limit",
      .argv = { EAT, NULL },
      .memory_limit = (size_t)128 << 20,
      .expected = "closed \nexited with status 1\n" },

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
      .deadline_ms = START_MS,
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
      .deadline_ms = START_MS,
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

/* Receives until something is not a line, and writes down what came. */
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
                             row->line_limit ? row->line_limit : LINE_LIMIT, row->stderr_limit,
                             row->memory_limit };
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

int main(void)
{
    struct CMUnitTest tests[COUNT(ROWS)];

    for (size_t i = 0; i < COUNT(ROWS); i++)
        tests[i] = (struct CMUnitTest){ .name = ROWS[i].name,
                                        .test_func = run_row,
                                        .initial_state = (void *)(uintptr_t)&ROWS[i] };
    alarm(RUN_SECONDS); /* a hang ends the run, and is a failure */
    return cmocka_run_group_tests_name("worker", tests, NULL, NULL);
}
