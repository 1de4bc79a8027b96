/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker_lines.c: worker.c against real processes, where a row of test_worker.c says too
 * little: long and many lines, full pipes, deadlines, and what is kept of them.
 */
#include "worker_fixture.h"

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

/* A deadline that has passed is not an end: the line can still come. */
static void receive_after_a_timeout(void **state)
{
    struct before before = begin();
    worker *w = start_sh("printf ha; read go; echo lf", 200);
    fp_str line;

    (void)state;
    do {
        assert_int_equal(worker_receive(w, &line), WORKER_TIMEOUT);
        assert_true(now_ms() - before.time < QUICK_MS);
    } while (line.len < 2);
    assert_int_equal(line.len, 2);
    assert_int_equal(worker_send(w, FP_STR("go")), WORKER_OK);
    while (worker_receive(w, &line) == WORKER_TIMEOUT)
        assert_true(now_ms() - before.time < QUICK_MS);
    assert_int_equal(line.len, 4);
    assert_memory_equal(line.ptr, "half", 4);
    worker_stop(w);
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

static long peak_kib(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Neither what has been sent is kept, nor is more output read than there is room for. */
static void memory_is_bounded(void **state)
{
    struct before before = begin();
    long peak = peak_kib();
    worker *w = start_sh("exec cat", LONG_MS);

    (void)state;
    for (int i = 0; i < 400; i++)
        echo_long_line(w, MIB);
    worker_stop(w);
    w = start_sh("exec <&-; yes", LONG_MS);
    while (worker_send(w, FP_STR("x")) == WORKER_OK)
        assert_true(now_ms() - before.time < QUICK_MS);
    assert_string_equal(worker_death(w), "closed its input and went on");
    assert_line(w, "y");
    worker_kill(w);
    worker_stop(w);
    /* A sanitizer keeps 256 MiB of what was freed for a while, hence so much. */
    assert_true(peak_kib() - peak < 320L * 1024);
    end(before);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(long_lines),
        cmocka_unit_test(many_lines),
        cmocka_unit_test(queue_before_receiving),
        cmocka_unit_test(worker_that_does_not_read),
        cmocka_unit_test(send_to_the_dead),
        cmocka_unit_test(receive_after_a_timeout),
        cmocka_unit_test(waiting_takes_no_time),
        cmocka_unit_test(closed_for_good),
        cmocka_unit_test(long_tail_of_stderr),
        cmocka_unit_test(last_words_of_the_killed),
        cmocka_unit_test(memory_is_bounded),
    };

    alarm(RUN_SECONDS); /* a hang ends the run, and is a failure */
    return cmocka_run_group_tests_name("worker lines", TESTS, NULL, NULL);
}
