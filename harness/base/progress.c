/* SPDX-License-Identifier: Apache-2.0 */
/* progress.c: shows how far a long run has come. */
#include "base/progress.h"

#include "base/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What is left is foretold from so many cases on: the first ones wait for the worker to start, and
 * cases take turns in being long. */
enum { QUIET_US = 1000000, EACH_US = 100000, FORETELL = 20, LINE_MAX_BYTES = 160 };

static uint64_t now_us(void)
{
    struct timespec now = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static bool can_erase(void)
{
    const char *term = getenv("TERM");

    return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

void progress_begin(progress *p, size_t total, bool for_people)
{
    *p = (progress){ .on = can_erase() && (for_people || !isatty(STDOUT_FILENO)),
                     .total = total,
                     .began_us = now_us() };
}

/* The last column stays free: some terminals go on to the next line when it is filled. */
static void show(progress *p, const char *line)
{
    fprintf(stderr, "\r%.*s\033[K", (int)terminal_width(stderr) - 1, line);
    fflush(stderr);
    p->shown = true;
}

/* "1:05:09", "0:07" */
static void put_time(char *text, size_t size, uint64_t seconds)
{
    const uint64_t hours = seconds / 3600, minutes = seconds / 60 % 60;

    if (hours)
        snprintf(text, size, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, hours, minutes, seconds % 60);
    else
        snprintf(text, size, "%" PRIu64 ":%02" PRIu64, minutes, seconds % 60);
}

/* Returns whether the line is to be shown now. */
static bool is_due(progress *p)
{
    const uint64_t now = p->on ? now_us() : 0;

    if (!p->on || now - p->began_us < QUIET_US || now - p->said_us < EACH_US)
        return false;
    p->said_us = now;
    return true;
}

void progress_step(progress *p, size_t done, size_t unexpected)
{
    char line[LINE_MAX_BYTES], left[32], rest[48] = "";
    uint64_t taken, tenths;

    if (!done || !is_due(p))
        return;
    taken = p->said_us - p->began_us;
    put_time(left, sizeof left, done < p->total ? taken / done * (p->total - done) / 1000000 : 0);
    if (done >= FORETELL)
        snprintf(rest, sizeof rest, ", %s left", left);
    tenths = (uint64_t)done * 10000000 / taken;
    snprintf(line, sizeof line,
             "%zu of %zu cases, %zu unexpected, %" PRIu64 ".%" PRIu64 " a second%s", done, p->total,
             unexpected, tenths / 10, tenths % 10, rest);
    show(p, line);
}

void progress_forms(progress *p, size_t done, size_t count, size_t tests, size_t budget)
{
    char line[LINE_MAX_BYTES];

    if (!is_due(p))
        return;
    snprintf(line, sizeof line, "smallest forms: %zu of %zu failures, %zu of %zu tests", done,
             count, tests, budget);
    show(p, line);
}

void progress_search(progress *p, double seconds, unsigned last, size_t inputs, size_t failed,
                     size_t kinds)
{
    char line[LINE_MAX_BYTES], now[32], end[32], until[48] = "";

    if (!is_due(p))
        return;
    put_time(now, sizeof now, (uint64_t)seconds);
    put_time(end, sizeof end, last);
    if (last)
        snprintf(until, sizeof until, " of %s", end);
    snprintf(line, sizeof line, "%s%s: %zu inputs, %.0f a second; %zu fail, in %zu way%s", now,
             until, inputs, seconds > 0 ? (double)inputs / seconds : 0, failed, kinds,
             kinds == 1 ? "" : "s");
    show(p, line);
}

void progress_clear(progress *p)
{
    if (!p->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    p->shown = false;
}
