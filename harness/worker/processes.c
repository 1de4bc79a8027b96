/* SPDX-License-Identifier: Apache-2.0 */
/* processes.c: the processes of this machine, from /proc. */
#include "worker/processes.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 300, /* of killing what a process that forks for ever has left */
    ROUND_NS = 2000000,
    MS_PER_S = 1000,
    NS_PER_MS = 1000000
};

typedef struct process {
    pid_t id, parent, group;
    uint64_t ticks; /* that it and its ended children used */
    uint64_t pages; /* that it was given, without reading a disk */
} process;

/* -- reading --------------------------------------------------------------------------------- */

/* The beginning of /proc/ID/FILE; false if the process is gone. */
static bool read_about(pid_t id, const char *file, char *text, size_t size)
{
    char path[64];
    FILE *in;
    size_t len;

    snprintf(path, sizeof path, "/proc/%ld/%s", (long)id, file);
    in = fopen(path, "r");
    if (!in)
        return false;
    len = fread(text, 1, size - 1, in);
    text[len] = '\0';
    fclose(in);
    return len > 0;
}

/* "ID (name) state parent group session …": the name may hold anything, blanks and brackets too. */
static bool read_process(pid_t id, process *p)
{
    enum { STATE = 3, PARENT = 4, GROUP = 5, PAGES = 10, TICKS_FIRST = 14, TICKS_LAST = 17 };
    char text[1024];
    const char *name_end = read_about(id, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    char *at;

    if (!name_end || strlen(name_end) < 4)
        return false;
    at = text + (name_end - text) + 3;
    *p = (process){ .id = id };
    for (int field = STATE + 1; field <= TICKS_LAST; field++) {
        const uint64_t value = strtoull(at, &at, 10);

        if (field == PARENT)
            p->parent = (pid_t)value;
        else if (field == GROUP)
            p->group = (pid_t)value;
        else if (field == PAGES)
            p->pages = value;
        else if (field >= TICKS_FIRST)
            p->ticks += value;
    }
    return true;
}

/* The next process of the directory that there still is. */
static bool next_process(DIR *dir, process *p)
{
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)))
        if (isdigit((unsigned char)entry->d_name[0]) &&
            read_process((pid_t)strtol(entry->d_name, NULL, 10), p))
            return true;
    return false;
}

/* -- time ------------------------------------------------------------------------------------ */

/* How long the first thread of a process waited for a processor: "used waited slices". */
static uint64_t waited_ms(pid_t id)
{
    char text[128];
    uint64_t waited = 0;

    if (!read_about(id, "schedstat", text, sizeof text) || !strchr(text, ' '))
        return 0;
    waited = strtoull(strchr(text, ' '), NULL, 10);
    return waited / NS_PER_MS;
}

process_time process_time_of_group(pid_t group)
{
    const long ticks_a_second = sysconf(_SC_CLK_TCK);
    process_time all = { 0 };
    DIR *dir = group > 0 && ticks_a_second > 0 ? opendir("/proc") : NULL;
    process p;

    while (next_process(dir, &p)) {
        if (p.group != group)
            continue;
        all.known = true;
        all.used += p.ticks * MS_PER_S / (uint64_t)ticks_a_second;
        all.waited += waited_ms(p.id);
    }
    if (dir)
        closedir(dir);
    return all;
}

/* The processor time of all threads of a process. */
static uint64_t processor_of(pid_t id)
{
    struct timespec spent;
    clockid_t clock;

    if (clock_getcpuclockid(id, &clock) != 0 || clock_gettime(clock, &spent) != 0)
        return 0;
    return (uint64_t)spent.tv_sec * MS_PER_S * NS_PER_MS + (uint64_t)spent.tv_nsec;
}

process_load process_load_of_group(pid_t group)
{
    DIR *dir = group > 0 ? opendir("/proc") : NULL;
    process_load all = { 0 };
    process p;

    while (next_process(dir, &p)) {
        if (p.group != group)
            continue;
        all.processor += processor_of(p.id);
        all.pages += p.pages;
    }
    if (dir)
        closedir(dir);
    return all;
}

static double time_of(clockid_t clock)
{
    struct timespec spent;

    if (clock_gettime(clock, &spent) != 0)
        return 0;
    return (double)spent.tv_sec * MS_PER_S * NS_PER_MS + (double)spent.tv_nsec;
}

double page_cost(bool by_clock)
{
    enum { FRESH = 64 << 20, PAGES = 2048 }; /* what is so large is never memory that was used */
    const clockid_t clock = by_clock ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile char *memory = malloc(FRESH);
    const double before = time_of(clock);
    double spent;

    if (!memory)
        return 0;
    for (size_t i = 0; i < PAGES; i++)
        memory[i * page] = 1;
    spent = time_of(clock) - before;
    free((void *)(uintptr_t)memory);
    return spent / PAGES;
}

static uint64_t more_than(uint64_t before, uint64_t now)
{
    return now > before ? now - before : 0;
}

process_time process_time_since(process_time before, process_time now)
{
    return (process_time){ .known = before.known && now.known,
                           .used = more_than(before.used, now.used),
                           .waited = more_than(before.waited, now.waited) };
}

/* -- killing --------------------------------------------------------------------------------- */

/* Kills and reaps once round; whether there was a child. */
static bool kill_once(bool (*spared)(pid_t child))
{
    DIR *dir = opendir("/proc");
    bool any = false;
    process p;

    while (next_process(dir, &p)) {
        if (p.parent != getpid() || (spared && spared(p.id)))
            continue;
        any = true;
        kill(-p.id, SIGKILL);
        kill(p.id, SIGKILL);
        waitpid(p.id, NULL, WNOHANG);
    }
    if (dir)
        closedir(dir);
    return any;
}

/* Returns whether there is no child at all, which costs less to ask than /proc. */
static bool has_none(void)
{
    siginfo_t info = { 0 };

    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
}

void kill_children(bool (*spared)(pid_t child))
{
    const struct timespec moment = { .tv_nsec = ROUND_NS };

    for (int i = 0; i < ROUNDS && !has_none() && kill_once(spared); i++)
        nanosleep(&moment, NULL);
}
