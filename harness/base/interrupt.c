/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.c: signals without handlers: they are blocked, and stay pending until they are polled
 * for.
 */
#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

static const struct {
    int number;
    const char *name;
} SIGNALS[] = { { SIGINT, "SIGINT" },
                { SIGTERM, "SIGTERM" },
                { SIGHUP, "SIGHUP" },
                { SIGALRM, "the end of --time" } }; /* the last: the others go before it */

enum { COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static sigset_t all(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < COUNT; i++)
        sigaddset(&set, SIGNALS[i].number);
    return set;
}

static sigset_t only(int number)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}

void interrupt_hold(void)
{
    sigset_t set = all();

    sigdelset(&set, SIGALRM);
    /* One that is ignored and blocked would wait as well. */
    for (size_t i = 0; i < COUNT; i++) {
        struct sigaction action;

        if (sigaction(SIGNALS[i].number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
            sigdelset(&set, SIGNALS[i].number);
    }
    sigprocmask(SIG_BLOCK, &set, NULL);
}

void interrupt_after(unsigned seconds)
{
    const struct sigaction action = { .sa_handler = SIG_DFL };
    const sigset_t set = only(SIGALRM);

    sigprocmask(SIG_BLOCK, &set, NULL);
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds);
}

void interrupt_alarm(unsigned seconds)
{
    const sigset_t set = only(SIGALRM);

    alarm(seconds);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

int interrupt_pending(void)
{
    sigset_t set;

    if (sigpending(&set) != 0)
        return 0;
    for (size_t i = 0; i < COUNT; i++)
        if (sigismember(&set, SIGNALS[i].number))
            return SIGNALS[i].number;
    return 0;
}

const char *interrupt_name(int number)
{
    for (size_t i = 0; i < COUNT; i++)
        if (SIGNALS[i].number == number)
            return SIGNALS[i].name;
    return "a signal";
}

bool interrupt_is_time(void)
{
    return interrupt_pending() == SIGALRM;
}

int interrupt_release(void)
{
    sigset_t set = all();
    int first, number;

    alarm(0);
    first = interrupt_pending();
    while (interrupt_pending())
        sigwait(&set, &number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    return first == SIGALRM ? 0 : first;
}

bool interrupt_stops(void)
{
    return interrupt_pending() != 0 || ferror(stdout);
}
