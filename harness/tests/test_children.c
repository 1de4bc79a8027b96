/* SPDX-License-Identifier: Apache-2.0 */
/* test_children.c: what a child process sends, and how its end is told apart. */
#include "base/children.h"

#include "base/interrupt.h"
#include "base/util.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

enum { LONG = 300000 }; /* more than a pipe holds */

/* -- ends -------------------------------------------------------------------------------------- */

static int leaves(const void *context, int out)
{
    (void)out;
    return *(const int *)context;
}

static int raises(const void *context, int out)
{
    (void)out;
    raise(*(const int *)context);
    return EXIT_AS_EXPECTED;
}

static int hangs(const void *context, int out)
{
    (void)context;
    (void)out;
    interrupt_alarm(1);
    pause();
    return EXIT_AS_EXPECTED;
}

static const struct {
    child_work *work;
    int context;
    child_end end;
    const char *sentence;
} ENDS[] = {
    { leaves, EXIT_AS_EXPECTED, { CHILD_DONE, EXIT_AS_EXPECTED }, "status 0" },
    { leaves, EXIT_ADAPTER, { CHILD_LOST, EXIT_ADAPTER }, "status 3" },
    { leaves, 7, { CHILD_LEFT, 7 }, "the parser ended its process, status 7" },
    { raises, SIGKILL, { CHILD_KILLED, SIGKILL }, "the parser died: Killed" },
    { raises, SIGPROF, { CHILD_LATE, SIGPROF }, "no answer within 5 seconds" },
    { hangs, 0, { CHILD_LATE, SIGALRM }, "no answer within 5 seconds" },
};

static void test_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        int context = ENDS[i].context;
        child c;

        assert_true(child_start(&c, ENDS[i].work, &context));

        const child_end end = child_wait(&c);
        char *sentence = child_sentence(end, 5);

        assert_int_equal(end.fate, ENDS[i].end.fate);
        assert_int_equal(end.number, ENDS[i].end.number);
        assert_non_null(strstr(sentence, ENDS[i].sentence));
        assert_int_equal(c.pid, 0);
        free(sentence);
    }
}

/* A program that ignores SIGCHLD when it starts ours still learns how a child ended. */
static void test_ignored_by_who_started_us(void **state)
{
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    int context = SIGKILL;
    struct sigaction old;
    child c;

    (void)state;
    assert_int_equal(sigaction(SIGCHLD, &ignore, &old), 0);
    assert_true(child_start(&c, raises, &context));
    assert_int_equal(child_wait(&c).fate, CHILD_KILLED);
    assert_int_equal(sigaction(SIGCHLD, &old, NULL), 0);
}

/* -- records ----------------------------------------------------------------------------------- */

static int sends(const void *context, int out)
{
    const int number = 42;

    child_send(out, &number, sizeof number);
    child_send_text(out, NULL);
    child_send_text(out, "");
    child_send_text(out, context);
    raise(SIGKILL);
    return EXIT_AS_EXPECTED;
}

/* What was sent before its death comes, and nothing after it. */
static void test_records(void **state)
{
    char *sent = xcalloc(LONG + 1, 1), *text;
    int number = 0;
    child c;

    (void)state;
    memset(sent, 'a', LONG);
    assert_true(child_start(&c, sends, sent));
    assert_true(child_receive(&c, &number, sizeof number));
    assert_int_equal(number, 42);
    assert_true(child_receive_text(&c, &text));
    assert_null(text);
    assert_true(child_receive_text(&c, &text));
    assert_string_equal(text, "");
    free(text);
    assert_true(child_receive_text(&c, &text));
    assert_string_equal(text, sent);
    free(text);
    assert_false(child_receive_text(&c, &text));
    assert_null(text);
    assert_int_equal(child_wait(&c).fate, CHILD_KILLED);
    free(sent);
}

static int sends_half(const void *context, int out)
{
    const size_t size = 10;

    (void)context;
    child_send(out, &size, sizeof size);
    child_send(out, "half", 4);
    return EXIT_AS_EXPECTED;
}

static void test_half_a_text(void **state)
{
    char *text;
    child c;

    (void)state;
    assert_true(child_start(&c, sends_half, NULL));
    assert_false(child_receive_text(&c, &text));
    assert_null(text);
    assert_int_equal(child_wait(&c).fate, CHILD_DONE);
}

/* One whose parent reads no more is not left waiting. */
static void test_unread(void **state)
{
    char *sent = xcalloc(LONG + 1, 1);
    child c;

    (void)state;
    memset(sent, 'a', LONG);
    assert_true(child_start(&c, sends, sent));
    assert_int_not_equal(child_wait(&c).fate, CHILD_DONE);
    free(sent);
}

/* -- others ------------------------------------------------------------------------------------ */

static void test_kill(void **state)
{
    int context = SIGSTOP;
    child c;

    (void)state;
    assert_true(child_start(&c, raises, &context));
    child_kill(&c);
    assert_int_equal(c.pid, 0);
    child_kill(&c); /* without effect */
}

static void test_another_reader(void **state)
{
    char byte;
    child c;
    int in;

    (void)state;
    assert_true(child_start(&c, sends, "text"));
    in = child_reader(&c);
    assert_int_equal(child_wait(&c).fate, CHILD_KILLED);
    assert_int_equal(read(in, &byte, 1), 1); /* it is still open */
    assert_int_equal(close(in), 0);
}

static void test_no_pipe(void **state)
{
    struct rlimit old, none;
    child c;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    none = (struct rlimit){ .rlim_cur = 0, .rlim_max = old.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);

    const bool started = child_start(&c, leaves, NULL);
    const int reason = errno;

    assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
    assert_false(started);
    assert_int_equal(reason, EMFILE);
    assert_int_equal(c.pid, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),           cmocka_unit_test(test_ignored_by_who_started_us),
        cmocka_unit_test(test_records),        cmocka_unit_test(test_half_a_text),
        cmocka_unit_test(test_unread),         cmocka_unit_test(test_kill),
        cmocka_unit_test(test_another_reader), cmocka_unit_test(test_no_pipe),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
