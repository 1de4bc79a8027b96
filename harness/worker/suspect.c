/* SPDX-License-Identifier: Apache-2.0 */
/* suspect.c: whose fault a failure looks like. */
#include "worker/suspect.h"

#include <signal.h>
#include <stddef.h>

const char *suspect_name(suspect s)
{
    static const char *const NAMES[SUSPECT_COUNT] = { "", "parser", "adapter", "suite" };

    return NAMES[s];
}

/* An exception that nobody catches, a panic: a status that is not 0. With 0 a program ends that
 * believes to be done, and that is the loop around the parser (PROTOCOL-5.3). */
suspect suspect_exited(int status)
{
    return status == 0 ? SUSPECT_ADAPTER : SUSPECT_PARSER;
}

/* Some signals come from outside, or from writing where nobody reads: no parser does that. SIGKILL
 * is mostly the kernel's, for want of memory (PROTOCOL-5.3). */
suspect suspect_killed(int signal)
{
    static const int NOT_OF_A_PARSER[] = { SIGPIPE, SIGTERM, SIGINT, SIGHUP };

    for (size_t i = 0; i < sizeof NOT_OF_A_PARSER / sizeof *NOT_OF_A_PARSER; i++)
        if (NOT_OF_A_PARSER[i] == signal)
            return SUSPECT_ADAPTER;
    return SUSPECT_PARSER;
}
