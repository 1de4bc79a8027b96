/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker_life.c: worker.c against real processes, where a row of test_worker.c says too
 * little: the end of a worker and of its children, and a runner with odd signals and descriptors.
 */
#include "worker/orphans.h"
#include "worker_fixture.h"

/* A busy machine may stand still for longer than a worker is given: one good round of some is
 * enough, for what these rounds look for would spoil each. */
static void once_in_some(bool (*round)(void))
{
    enum { ROUNDS = 8 };

    for (int i = 0; i < ROUNDS; i++) {
        if (round())
            return;
    }
    fail_msg("not once in %d rounds", ROUNDS);
}

/* Each ends by itself, unless the next has inherited its input. */
static bool several_end_at_once(void)
{
    static const char *const TEXTS[] = { "first", "second", "third", "fourth" };
    worker *w[COUNT(TEXTS)];
    int64_t stopped;

    for (size_t i = 0; i < COUNT(w); i++)
        w[i] = start_sh("exec cat", LONG_MS);
    for (size_t i = COUNT(w); i-- > 0;)
        assert_int_equal(worker_send(w[i], (fp_str){ TEXTS[i], strlen(TEXTS[i]) }), WORKER_OK);
    for (size_t i = 0; i < COUNT(w); i++)
        assert_line(w[i], TEXTS[i]);
    stopped = now_ms();
    for (size_t i = 0; i < COUNT(w); i++)
        worker_stop(w[i]);
    return now_ms() - stopped < PATIENCE_MS;
}

static void several_at_once(void **state)
{
    struct before before = begin();

    (void)state;
    once_in_some(several_end_at_once);
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

static bool ends_in_its_time(void)
{
    char script[100];
    char byte = '\0';
    int said[2];
    ssize_t n;
    worker *w;

    assert_int_equal(pipe(said), 0);
    snprintf(script, sizeof(script), "cat; sleep 0.2; printf z >&%d", said[1]);
    w = start_sh(script, LONG_MS);
    close(said[1]);
    worker_stop(w);
    n = read(said[0], &byte, 1);
    close(said[0]);
    return n == 1 && byte == 'z';
}

/* A worker that needs a while to end is given it, and one that will not end is killed. */
static void stop_is_patient_within_reason(void **state)
{
    struct before before = begin();

    (void)state;
    once_in_some(ends_in_its_time);
    worker_stop(start_sh("trap '' HUP TERM PIPE; while :; do sleep 1; done", LONG_MS));
    worker_stop(NULL);
    end(before);
}

static bool stops_while_it_writes(void)
{
    const int64_t began = now_ms();

    worker_stop(start_sh("exec yes", LONG_MS));
    return now_ms() - began < PATIENCE_MS;
}

/* The worker blocks on its output, which nobody reads any more: it is not waited for in full. */
static void stop_of_a_worker_that_writes(void **state)
{
    struct before before = begin();

    (void)state;
    once_in_some(stops_while_it_writes);
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
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0, 0 };
    char error[200];
    struct sigaction old;
    timer_t timer;
    worker *w;

    (void)state;
    assert_int_equal(sigaction(SIGUSR1, &action, &old), 0);
    assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    assert_int_equal(timer_settime(timer, 0, &often, NULL), 0);
    w = start_sh("exec cat", LONG_MS);
    echo_long_line(w, MIB);
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
    assert_string_equal(worker_death(w), "exited with status 3");
    worker_stop(w);
    end(before);
}

/* A runner that is killed has no time to kill: what it has started dies all the same. */
static void killed_runner(void **state)
{
    struct before before = begin();
    struct pollfd said = { .events = POLLIN };
    int ends[2];
    pid_t runner;
    char byte;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    runner = fork();
    if (runner == 0) {
        char script[200];

        snprintf(script, sizeof(script),
                 "trap '' HUP INT TERM PIPE; (setsid sleep 60 &); printf z >&%d; sleep 60",
                 ends[1]);
        start_sh(script, LONG_MS);
        pause();
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_true(left_over(before) > 0);
    assert_int_equal(kill(runner, SIGKILL), 0);
    assert_int_equal(waitpid(runner, NULL, 0), runner);
    said.fd = ends[0]; /* held open by each of them */
    assert_int_equal(poll(&said, 1, LONG_MS), 1);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
    while (left_over(before) > 0)
        assert_true(now_ms() - before.time < QUICK_MS);
    end(before);
}

/* A keeper that has been stopped cannot kill any more, and so is woken. */
static void stopped_keeper(void **state)
{
    struct before before = begin();
    worker *w = start_sh("kill -STOP $PPID; echo done; sleep 60", LONG_MS);

    (void)state;
    assert_line(w, "done");
    worker_kill(w);
    assert_string_equal(worker_death(w), "killed by the runner");
    worker_stop(w);
    end(before);
}

/* How a worker ended whose keeper was stopped: it did not close its output and go on, though
 * another process holds its pipes. */
static void stopped_keeper_of_a_dead_worker(void **state)
{
    struct before before = begin();
    worker *w = start_sh("setsid sleep 60 & kill -STOP $PPID; exit 3", LONG_MS);
    fp_str line;

    (void)state;
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    assert_string_equal(worker_death(w), "exited with status 3");
    worker_stop(w);
    end(before);
}

#ifdef __linux__
/* What is left of a worker that killed its keeper comes to us, and is killed; another worker and
 * its keeper are not. */
static void killed_keeper(void **state)
{
    const bool adopted = orphans_adopt(true);
    struct before before = begin();
    worker *other = start_sh("exec cat", LONG_MS);
    worker *w =
        start_sh("setsid sleep 60 & (setsid sleep 60 &) ; kill -KILL $PPID; sleep 60", LONG_MS);
    fp_str line;

    (void)state;
    assert_false(adopted);
    assert_true(orphans_come_here());
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    assert_string_equal(worker_death(w), "ended, the reason is not known");
    worker_stop(w);
    while (left_over(before) > 1)
        assert_true(now_ms() - before.time < QUICK_MS);
    assert_int_equal(worker_send(other, FP_STR("still here")), WORKER_OK);
    assert_line(other, "still here");
    worker_stop(other);
    assert_true(orphans_adopt(adopted));
    end(before);
}
#endif

/* What a child of the worker uses counts, and what it does not use does not. */
static void time_of_the_group(void **state)
{
    struct before before = begin();
    worker *busy = start_sh("(while :; do :; done) & sleep 60", LONG_MS);
    worker *idle = start_sh("exec sleep 60", LONG_MS);
    const process_time first = worker_time(busy), rest = worker_time(idle);
    process_time spent;

    (void)state;
    do
        spent = process_time_since(first, worker_time(busy));
    while (spent.known && spent.used < 200);
    assert_true(spent.known && rest.known);
    assert_in_range(process_time_since(rest, worker_time(idle)).used, 0, 100);
    assert_true(worker_load(busy).processor > 200L * 1000000);
    assert_in_range(worker_load(idle).processor, 0, 100 * 1000000);
    worker_kill(busy);
    assert_false(worker_time(busy).known);
    worker_stop(busy);
    worker_stop(idle);
    end(before);
}

/* Pages that are touched for the first time are told, and cost something. */
static void pages_of_the_group(void **state)
{
    enum { FRESH = 64 << 20, PAGES = 1000 };
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile char *memory = malloc(FRESH);
    process_load before;

    (void)state;
    assert_non_null(memory);
    setpgid(
        0,
        0); /* in that of the shell other tests end meanwhile; it fails where it is one already */
    before = process_load_of_group(getpgrp());
    for (size_t i = 0; i < PAGES; i++)
        memory[i * page] = 1;
    assert_true(before.pages > 0);
    assert_in_range(process_load_of_group(getpgrp()).pages - before.pages, 1, UINT32_MAX);
    assert_int_equal(process_load_of_group(0).pages, 0);
    assert_true(page_cost(false) > 0 && page_cost(true) > 0);
    free((void *)(uintptr_t)memory);
}

/* A script may name an interpreter that is not there, which exec calls "No such file". */
static void missing_interpreter(void **state)
{
    struct before before = begin();
    char path[] = "/tmp/fencepost-test-XXXXXX";
    char *argv[] = { path, NULL };
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0, 0 };
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

/* A whole command line in quotes is one word, and no program. */
static void command_in_quotes(void **state)
{
    struct before before = begin();
    char quoted[] = "cat -u";
    char *argv[] = { quoted, NULL };
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0, 0 };
    char error[200] = "";

    (void)state;
    assert_null(worker_start(&config, error, sizeof(error)));
    assert_string_equal(error, "cannot run cat -u: No such file or directory: the command is one "
                               "word; leave the quotes out");
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
    worker_config config = { argv, LONG_MS, LINE_LIMIT, 0, 0 };

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    for (rlim_t more = 0; more < 8; more++) {
        char error[200] = "";
        worker *w;

        few = old;
        few.rlim_cur = (rlim_t)before.fds + more;
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
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(several_at_once),
        cmocka_unit_test(whole_group_is_killed),
        cmocka_unit_test(stop_is_patient_within_reason),
        cmocka_unit_test(stop_of_a_worker_that_writes),
        cmocka_unit_test(closed_standard_descriptors),
        cmocka_unit_test(ignored_sigchld),
        cmocka_unit_test(interruptions),
        cmocka_unit_test(reaped_by_somebody_else),
        cmocka_unit_test(killed_runner),
        cmocka_unit_test(stopped_keeper),
        cmocka_unit_test(stopped_keeper_of_a_dead_worker),
#ifdef __linux__
        cmocka_unit_test(killed_keeper),
#endif
        cmocka_unit_test(time_of_the_group),
        cmocka_unit_test(pages_of_the_group),
        cmocka_unit_test(missing_interpreter),
        cmocka_unit_test(command_in_quotes),
        cmocka_unit_test(no_descriptors),
    };

    alarm(RUN_SECONDS); /* a hang ends the run, and is a failure */
    return cmocka_run_group_tests_name("worker life", TESTS, NULL, NULL);
}
