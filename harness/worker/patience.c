/* SPDX-License-Identifier: Apache-2.0 */
/* patience.c: how long a session waits for an answer, and for missing answers in all. */
#include "worker/patience.h"

enum {
    SILENCES = 3, /* from so many on a request is suspected */
    SHORTER = 8,  /* after this part of the deadline, */
    SHORTEST_MS = 250,
    LENIENCY = 5,  /* and so many times what the slowest answer took */
    NOTICED = 10,  /* to wait for a processor counts from this part of the deadline on, */
    CROWDED = 8,   /* until so many deadlines are over */
    CONFIRMS = 16, /* deadlines in vain, until no silence is confirmed any more */
    ENDS = 32,     /* until the run stops */
    NS_PER_MS = 1000 * 1000
};

int patience_now(const patience *p)
{
    const uint64_t whole = (uint64_t)p->deadline_ms;
    const uint64_t lenient = p->slowest_ns / NS_PER_MS * LENIENCY;
    uint64_t shorter = whole / SHORTER;

    if (p->silences < SILENCES)
        return p->deadline_ms;
    shorter = shorter > SHORTEST_MS ? shorter : SHORTEST_MS;
    shorter = shorter > lenient ? shorter : lenient;
    return (int)(shorter < whole ? shorter : whole);
}

/* What a worker had of the time: not what other processes took from it. */
static uint64_t own_ms(const patience *p, uint64_t elapsed_ms, uint64_t starved_ms)
{
    if (starved_ms * NOTICED < (uint64_t)p->deadline_ms)
        return elapsed_ms;
    return elapsed_ms > starved_ms ? elapsed_ms - starved_ms : 0;
}

int patience_owed(const patience *p, uint64_t elapsed_ms, uint64_t starved_ms)
{
    const uint64_t whole = (uint64_t)p->deadline_ms;
    const uint64_t own = own_ms(p, elapsed_ms, starved_ms);
    const uint64_t left = CROWDED * whole > elapsed_ms ? CROWDED * whole - elapsed_ms : 0;
    const uint64_t owed = whole > own ? whole - own : 0;

    return (int)(owed < left ? owed : left);
}

bool patience_was_starved(const patience *p, uint64_t elapsed_ms, uint64_t starved_ms)
{
    const uint64_t whole = (uint64_t)p->deadline_ms;

    return elapsed_ms >= CROWDED * whole && own_ms(p, elapsed_ms, starved_ms) < whole;
}

void patience_answered(patience *p, uint64_t ns)
{
    if (ns > p->slowest_ns)
        p->slowest_ns = ns;
}

void patience_silence(patience *p)
{
    p->silences++;
}

void patience_in_vain(patience *p, uint64_t ns)
{
    p->vain_ns += ns;
}

/* What was waited for in vain, in deadlines. */
static uint64_t deadlines(const patience *p)
{
    return p->vain_ns / NS_PER_MS / (uint64_t)(p->deadline_ms > 0 ? p->deadline_ms : 1);
}

bool patience_confirms(const patience *p)
{
    return deadlines(p) < CONFIRMS;
}

bool patience_is_over(const patience *p)
{
    return deadlines(p) >= ENDS;
}
