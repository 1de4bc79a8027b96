/* SPDX-License-Identifier: Apache-2.0 */
/* worker_fixture.h: what the tests of worker.c share. A test begins with begin() and
 * ends with end(), which checks that no process and no descriptor is left, and that it did not take
 * long: a hang is what worker.c is there to prevent.
 */
#ifndef FENCEPOST_HARNESS_TESTS_WORKER_FIXTURE_H
#define FENCEPOST_HARNESS_TESTS_WORKER_FIXTURE_H

#include "worker/worker.h"

#include <dirent.h>
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

enum {
    LONG_MS = 50000,   /* a deadline that no test may come near to */
    SHORT_MS = 300,    /* a deadline that is meant to pass */
    START_MS = 5000,   /* one that passes once an interpreter has surely started */
    PATIENCE_MS = 900, /* less than what a worker is given to end by itself */
    QUICK_MS = 30000,  /* what a test may take; generous, for slow machines */
    RUN_SECONDS = 280,
    LINE_LIMIT = 4 << 20,
    MIB = 1 << 20
};

static inline int64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline int open_fds(void)
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
    char mark[64]; /* in the environment of all that it starts */
};

static inline struct before begin(void)
{
    struct before before = { .time = now_ms(), .fds = open_fds() };
    char value[32];

    snprintf(value, sizeof(value), "%ld-%lld", (long)getpid(), (long long)before.time);
    setenv("FENCEPOST_TEST_MARK", value, 1);
    snprintf(before.mark, sizeof(before.mark), "FENCEPOST_TEST_MARK=%s", value);
    return before;
}

/* Returns whether a process has the mark in its environment. */
static inline bool is_marked(const char *id, const char *mark)
{
    static char text[1 << 16];
    char path[64];
    int fd;
    ssize_t len;

    snprintf(path, sizeof(path), "/proc/%.20s/environ", id);
    fd = open(path, O_RDONLY);
    if (fd < 0)
        return false;
    len = read(fd, text, sizeof(text) - 1);
    close(fd);
    for (ssize_t i = 0; i < len; i += (ssize_t)strlen(text + i) + 1) {
        text[len] = '\0';
        if (strcmp(text + i, mark) == 0)
            return true;
    }
    return false;
}

/* Returns how many processes started since begin() are alive, in any group, session or parent. */
static inline int left_over(struct before before)
{
    DIR *dir = opendir("/proc");
    const struct dirent *entry;
    int count = 0;

    while (dir && (entry = readdir(dir)))
        count += entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
                 is_marked(entry->d_name, before.mark);
    if (dir)
        closedir(dir);
    return count;
}

/* Returns whether all of them are gone. Killed processes that are not our children take a moment.
 */
static inline bool all_gone(struct before before)
{
    const struct timespec moment = { .tv_nsec = 10000000 };
    const int64_t began = now_ms();

    while (left_over(before) > 0) {
        if (now_ms() - began > QUICK_MS)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

static inline void end(struct before before)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_true(all_gone(before));
    assert_int_equal(open_fds(), before.fds);
    assert_true(now_ms() - before.time < QUICK_MS);
}

static inline worker *start(char *const *argv, int deadline_ms, size_t stderr_limit)
{
    worker_config config = { argv, deadline_ms, LINE_LIMIT, stderr_limit, 0 };
    char error[200] = "";
    worker *w = worker_start(&config, error, sizeof(error));

    if (!w)
        fail_msg("%s", error);
    return w;
}

static inline worker *start_sh(const char *script, int deadline_ms)
{
    char sh[] = "sh";
    char c[] = "-c";
    char text[500];
    char *argv[] = { sh, c, text, NULL };

    assert_true((size_t)snprintf(text, sizeof(text), "%s", script) < sizeof(text));
    return start(argv, deadline_ms, 1000);
}

static inline void assert_line(worker *w, const char *expected)
{
    fp_str line;

    assert_int_equal(worker_receive(w, &line), WORKER_OK);
    assert_int_equal(line.len, strlen(expected));
    assert_memory_equal(line.ptr, expected, line.len);
}

static inline char *filled(size_t len, int first)
{
    char *text = malloc(len);

    assert_non_null(text);
    for (size_t i = 0; i < len; i++)
        text[i] = (char)(first + (int)(i % 23));
    return text;
}

static inline void echo_long_line(worker *w, size_t len)
{
    char *text = filled(len, 'a');
    fp_str line;

    assert_int_equal(worker_send(w, (fp_str){ text, len }), WORKER_OK);
    assert_int_equal(worker_receive(w, &line), WORKER_OK);
    assert_int_equal(line.len, len);
    assert_memory_equal(line.ptr, text, len);
    free(text);
}

#endif
