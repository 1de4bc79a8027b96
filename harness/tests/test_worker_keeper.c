/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker_keeper.c: a worker that is quicker than its keeper. What the keeper does between the
 * start of the worker and the end of its own pipes is slowed down here, by the linker's leave.
 */
#include "worker_fixture.h"

int __real_close(int fd); /* NOLINT(bugprone-reserved-identifier): the linker's names */
int __wrap_close(int fd); /* NOLINT(bugprone-reserved-identifier) */

enum { SOME = 40 };

/* The process that the tests run in: its children are keepers. */
static pid_t runner;

/* The keeper takes a moment for each of the descriptors among which the worker's pipes are. */
int __wrap_close(int fd)
{
    const struct timespec moment = { .tv_nsec = 10000000 };

    if (getppid() == runner && fd < SOME)
        nanosleep(&moment, NULL);
    return __real_close(fd);
}

/* A worker that stops its keeper at once leaves nobody waiting for what the keeper holds. */
static void stops_its_keeper_at_once(void **state)
{
    struct before before = begin();
    worker *w = start_sh("kill -STOP $PPID; echo done", LONG_MS);
    fp_str line;

    (void)state;
    assert_line(w, "done");
    assert_int_equal(worker_receive(w, &line), WORKER_CLOSED);
    worker_kill(w);
    worker_stop(w);
    end(before);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(stops_its_keeper_at_once),
    };

    runner = getpid();
    alarm(60); /* a hang ends the run, and is a failure */
    return cmocka_run_group_tests_name("worker keeper", TESTS, NULL, NULL);
}
