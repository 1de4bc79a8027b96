/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.c: signals without handlers: what is blocked waits until it is asked for. */
#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

static const struct {
    int number;
    const char *name;
} SIGNALS[] = { { SIGINT, "SIGINT" }, { SIGTERM, "SIGTERM" }, { SIGHUP, "SIGHUP" } };

enum { COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static sigset_t all(void)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < COUNT; i++)
        sigaddset(&set, SIGNALS[i].number);
    return set;
}

void interrupt_hold(void)
{
    sigset_t set = all();

    /* One that is ignored and blocked would wait as well. */
    for (size_t i = 0; i < COUNT; i++) {
        struct sigaction action;

        if (sigaction(SIGNALS[i].number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
            sigdelset(&set, SIGNALS[i].number);
    }
    sigprocmask(SIG_BLOCK, &set, NULL);
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

int interrupt_release(void)
{
    const int first = interrupt_pending();
    sigset_t set = all();
    int number;

    while (interrupt_pending())
        sigwait(&set, &number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    return first;
}

bool interrupt_stops(void)
{
    return interrupt_pending() != 0 || ferror(stdout);
}
