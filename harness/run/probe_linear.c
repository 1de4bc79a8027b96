/* SPDX-License-Identifier: Apache-2.0 */
/* probe_linear.c: LINEAR on a worker: a piece of the input is pumped up to n, 2n, 4n and 8n bytes.
 *
 * A worker may report its own cost (PROTOCOL-6.5). Otherwise the cost is the processor time of its
 * process group, or the clock if other processes do its work. Neither includes the time in which
 * the system provides memory: above some length memory is given and taken back with each request.
 * Smaller sizes are asked more often, so that each size feeds the same number of bytes. With a
 * linear parser all sizes then cost the same, and other load on the machine slows all of them
 * alike. If growth is in doubt, the least of several rounds counts. A verdict needs growth at each
 * of the last doublings.
 */
#include "run/probe_linear.h"

#include "run/probe.h"
#include "worker/processes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZES = 4,
    SMALLEST = 2048, /* bytes; where cost grows, and not enough for a verdict, GROWTH times that */
    GROWTH = 4,
    STAGES = 4,   /* a verdict takes two, and more where the worker is so quick that none is sure */
    BUSY = 4,     /* so many times its processor time may a quick stage take on the clock */
    IN_TIME = 10, /* a request is expected to take less than this part of the deadline */
    ROUNDS = 3,
    PUMPS = 2,
    HEAD_MAX = 256,
    LONGEST_PIECE = 24,
    CHUNK = 64,
    NS_PER_MS = 1000 * 1000,
    MEASURABLE = 50 * NS_PER_MS, /* nanoseconds that the largest input of a verdict takes */
    OTHERS = 100 /* a worker that has taken less than this part of the time leaves it to others */
};

/* Of n in the cost: over all doublings, where there is no doubt and where there is some; over each
 * of the last two; and where nothing is to be feared. What is linear has 1, what is quadratic 2. */
static const double PLAIN = 1.7, LIMIT = 1.5, EACH = 1.25, HARMLESS = 1.2;

static const char TOO_LONG[] = "a longer input was not answered in time: give a longer --deadline";

typedef struct spending {
    uint64_t own, processor, clock; /* nanoseconds, but that own may be any count */
    uint64_t pages;                 /* of memory, that it was given meanwhile */
    reply_kind kind;
} spending;

/* A piece of the input, and how it is measured. */
typedef struct pumping {
    probe *probe;
    size_t at, len;
    size_t smallest;
    bool failed; /* a request was not answered with an outcome */
    bool by_clock;
    double cost[SIZES];  /* the least of all rounds */
    double pages[SIZES]; /* of that round */
    spending all, last;  /* the first round, and its largest input */
} pumping;

/* -- texts ------------------------------------------------------------------------------------- */

/* The last place up to at that is not inside a character. */
static size_t edge_before(fp_str text, size_t at)
{
    while (at > 0 && at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80)
        at--;
    return at;
}

/* The input up to the piece, then the piece again and again, to about size bytes; owned. */
static fp_str pumped(const pumping *m, size_t size)
{
    const fp_str input = m->probe->what->test->input;
    char *text = xcalloc(size + m->len + 1, 1);
    fp_str all = { text, m->at };

    memcpy(text, input.ptr, m->at);
    for (; all.len <= size; all.len += m->len)
        memcpy(text + all.len, input.ptr + m->at, m->len);
    all.len = edge_before(all, size);
    return all;
}

static size_t cut_up(fp_str text, size_t *cuts)
{
    size_t count = 0;

    for (size_t at = CHUNK; at < text.len; at += CHUNK)
        cuts[count++] = edge_before(text, at);
    return count;
}

/* -- asking ------------------------------------------------------------------------------------ */

static void on_timed(void *context, void *token, const reply *got)
{
    spending *s = token;
    const pumping *m = context;

    s->kind = got->kind;
    s->own = got->cost;
    if (got->kind == REPLY_TIMEOUT)
        m->probe->skip = TOO_LONG;
    else if (got->kind > REPLY_REFUSED && m->probe->group)
        probe_unanswered(m->probe, m->probe->what->test->input, got);
}

static spending ask_one(const pumping *m, const wire_request *request)
{
    session *worker = m->probe->what->worker;
    spending s = { .kind = REPLY_LOST };
    const unsigned starts = session_restarts(worker);
    const uint64_t clock = session_waited(worker);

    session_ask_once(worker, request, on_timed, (void *)(uintptr_t)m, &s);
    s.clock = session_waited(worker) - clock;
    if (session_restarts(worker) != starts) { /* it would be the time of two processes */
        s = (spending){ .kind = REPLY_LOST };
        m->probe->skip = TOO_LONG;
    }
    return s;
}

/* The size-th size, so often as makes up the largest. */
static spending ask_size(pumping *m, unsigned size)
{
    const test_case *t = m->probe->what->test;
    const bool timed = session_hello(m->probe->what->worker)->timing;
    const fp_str text = pumped(m, m->smallest << size);
    size_t *cuts = xcalloc(text.len / CHUNK + 1, sizeof *cuts);
    const cutting cut = { .name = "64 bytes", .at = cuts, .count = cut_up(text, cuts) };
    const wire_request request = { .op = t->subject ? WIRE_VALUE : WIRE_PARSE,
                                   .syntax = t->syntax,
                                   .input = text,
                                   .prefix = t->prefix,
                                   .cut = t->subject ? NULL : &cut, /* a value is one of a whole */
                                   .timed = timed,
                                   .catalogue = t->catalogue_json };
    spending all = { .kind = REPLY_OUTCOME };

    for (unsigned i = 0; i < 1u << (SIZES - 1 - size) && !m->failed; i++) {
        const spending one = ask_one(m, &request);

        m->failed = one.kind != REPLY_OUTCOME;
        all.own += one.own;
        all.clock += one.clock;
    }
    free(cuts);
    free((char *)(uintptr_t)text.ptr);
    return all;
}

/* A process of the group may have ended meanwhile, and what it had is not told any more. */
static uint64_t more_than(uint64_t before, uint64_t after)
{
    return after > before ? after - before : 0;
}

/* All sizes once. */
static void ask_round(pumping *m, bool first)
{
    const bool own = session_hello(m->probe->what->worker)->timing;
    spending of[SIZES], all = { .kind = REPLY_OUTCOME };

    for (unsigned k = 0; k < SIZES && !m->failed; k++) {
        const process_load before = session_load(m->probe->what->worker);
        process_load after;

        of[k] = ask_size(m, k);
        after = session_load(m->probe->what->worker);
        of[k].processor = more_than(before.processor, after.processor);
        of[k].pages = more_than(before.pages, after.pages);
        all.processor += of[k].processor;
        all.clock += of[k].clock;
    }
    if (m->failed)
        return;
    if (first) {
        m->by_clock = all.processor < all.clock / OTHERS;
        m->all = all;
        m->last = of[SIZES - 1];
    }
    for (unsigned k = 0; k < SIZES; k++) {
        const double cost = (double)(own           ? of[k].own
                                     : m->by_clock ? of[k].clock
                                                   : of[k].processor) +
                            1;

        if (first || cost < m->cost[k]) {
            m->cost[k] = cost;
            m->pages[k] = (double)of[k].pages;
        }
    }
}

/* -- judging ----------------------------------------------------------------------------------- */

/* The exponent of n between two sizes, of such costs. */
static double exponent_of(const double *cost, unsigned from, unsigned to)
{
    return 1 + log2(cost[to] / cost[from]) / (to - from);
}

static double exponent(const pumping *m, unsigned from, unsigned to)
{
    return exponent_of(m->cost, from, to);
}

static bool grows(const double *cost)
{
    return exponent_of(cost, 0, SIZES - 1) > LIMIT &&
           exponent_of(cost, SIZES - 2, SIZES - 1) > EACH &&
           exponent_of(cost, SIZES - 3, SIZES - 2) > EACH;
}

/* Returns whether nothing grows without what the pages of memory cost. A tenth of the cost is left
 * in any case: what pages cost the worker is not known that well. */
static bool is_of_memory(const pumping *m)
{
    double cost[SIZES], each;

    if (session_hello(m->probe->what->worker)->timing)
        return false;
    each = page_cost(m->by_clock);
    for (unsigned k = 0; k < SIZES; k++)
        cost[k] = fmax(m->cost[k] - each * m->pages[k], m->cost[k] / 10);
    return !grows(cost);
}

static bool is_too_much(const pumping *m)
{
    return grows(m->cost) && !is_of_memory(m);
}

/* Nothing is to be feared of such sizes: neither in all, nor at the end, where a fixed cost of each
 * request hides the least. */
static bool is_harmless(const pumping *m)
{
    return exponent(m, 0, SIZES - 1) < HARMLESS && exponent(m, SIZES - 2, SIZES - 1) < HARMLESS;
}

/* Far beyond the limit. */
static bool is_plain(const pumping *m)
{
    return exponent(m, 0, SIZES - 1) > PLAIN && exponent(m, SIZES - 2, SIZES - 1) > LIMIT &&
           exponent(m, SIZES - 3, SIZES - 2) > LIMIT;
}

/* Measures with this smallest size; whether the cost grows too fast. What is in doubt is measured
 * again, for other work can bend a round either way; not what shorter inputs showed before. */
static bool grows_too_fast(pumping *m, bool shown)
{
    ask_round(m, true);
    for (unsigned i = 1; i < ROUNDS && !m->failed && !is_harmless(m) && !(shown && is_plain(m));
         i++)
        ask_round(m, false);
    return !m->failed && is_too_much(m);
}

/* What takes less is bent by how memory is got and by what the processor remembers. What a worker
 * states of itself is believed. */
static bool is_measurable(const pumping *m)
{
    return session_hello(m->probe->what->worker)->timing || m->cost[SIZES - 1] > MEASURABLE;
}

/* Returns whether the next stage is quick too, if the worker is linear: then longer inputs are
 * tried even of a harmless one, for they show what a fixed cost of each request hides here. */
static bool goes_on_quickly(const pumping *m)
{
    const uint64_t deadline = (uint64_t)session_deadline(m->probe->what->worker) * NS_PER_MS;
    const uint64_t quick = (uint64_t)m->probe->what->linear_ms * NS_PER_MS;
    const uint64_t took = m->by_clock ? m->all.clock : m->all.processor;

    return took * GROWTH < quick && m->all.clock * GROWTH < quick * BUSY &&
           m->last.clock * GROWTH < deadline / IN_TIME;
}

static bool breaks(pumping *m, double much, size_t from, const char *more)
{
    const wire_hello *hello = session_hello(m->probe->what->worker);

    return probe_fails(m->probe,
                       "with bytes %zu to %zu repeated, %s grows as n^%.2f from %zu to %zu bytes "
                       "(limit n^%.1f)%s",
                       m->at, m->at + m->len,
                       hello->timing ? "the cost that it states"
                       : m->by_clock ? "the time"
                                     : "its processor time",
                       much, from, from << (SIZES - 1), LIMIT, more);
}

/* What short inputs show may be how memory is got: longer ones have to show it too, or to be too
 * much for the worker. */
static bool pump_is_linear(pumping *m)
{
    double much = 0; /* the exponent that was too much, of the stage before */

    m->smallest = SMALLEST;
    for (unsigned stage = 0; stage < STAGES && !m->failed; stage++, m->smallest *= GROWTH) {
        const bool too_fast = grows_too_fast(m, much > 0);
        const bool decided = stage > 0 && is_measurable(m);

        if (too_fast && decided)
            return breaks(m, exponent(m, 0, SIZES - 1), m->smallest, "");
        if (m->failed && much > 0 && m->probe->skip) {
            m->probe->skip = NULL;
            return breaks(m, much, m->smallest / GROWTH,
                          ", and a longer input is not answered in time");
        }
        much = too_fast ? exponent(m, 0, SIZES - 1) : 0;
        if (!m->failed && (decided || (is_harmless(m) && !goes_on_quickly(m))))
            break;
    }
    return true;
}

static void ask_linear(probe *p)
{
    const fp_str input = p->what->test->input;
    const size_t n = edge_before(input, input.len < HEAD_MAX ? input.len : HEAD_MAX);
    uint32_t seed = (uint32_t)n * 2654435761u + 12345;

    if (!p->what->linear_ms)
        p->skip =
            "in a run of many cases LINEAR checks only some: select one with --case or --text";
    else if (!n)
        p->skip = "nothing of the input can be repeated";
    else if (!wire_can_take(session_hello(p->what->worker), input, NULL))
        p->skip = "the input is not UTF-8; the worker lacks capability bytes";
    if (p->skip)
        return;
    session_drain(p->what->worker);
    for (unsigned i = 0; i < PUMPS && !p->skip && probe_is_alive(p); i++) {
        pumping m = { .probe = p };

        seed = seed * 1664525u + 1013904223u;
        m.at = i ? edge_before(input, (seed >> 8) % n) : 0;
        m.len = edge_before(input, i && n - m.at > LONGEST_PIECE ? m.at + LONGEST_PIECE : n) - m.at;
        if (!m.len || !pump_is_linear(&m))
            return;
    }
}

/* It was measured when it was asked, for nothing else may be under way then. */
static bool linear_holds(probe *p)
{
    return !p->sentence[0];
}

const probe_law PROBE_LINEAR = { LAW_LINEAR, ask_linear, linear_holds };

bool linear_of_values(session *worker, const test_case *test, size_t from, linear_finding *found)
{
    const law_case what = { .test = test, .worker = worker, .linear_ms = LINEAR_MS };
    probe p = { .what = &what };
    pumping m = { .probe = &p, .at = from, .len = test->input.len - from };
    bool holds;

    session_drain(worker);
    holds = pump_is_linear(&m);
    *found = (linear_finding){ .skip = p.skip };
    memcpy(found->sentence, p.sentence, sizeof found->sentence);
    return holds;
}
