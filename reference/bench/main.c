/* SPDX-License-Identifier: Apache-2.0 */
/* bench: measures the reference parsers, beside memchr, PCRE2 (where text is not JSON) and jansson
 * (where calls are) over the same bytes in the same run; what they allocate; how their work grows.
 *
 *     bench [--quick]     small sizes: shows that it runs, measures nothing
 *
 * Prints a measure a line, as JSON; harness/bench/bench.py holds them against the bars and makes
 * the table. Times are processor time. A round goes through everything, so that a minute in which
 * the machine is slow is a part of one round; a rate is that of the fastest round, and a ratio the
 * middle one of those that each round has of passes by turns.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, CHUNKINGS = 5, LONG_CHUNK = 4096 };

static const double TURN = 0.010; /* seconds */

static const size_t CHUNKS[CHUNKINGS] = { SIZE_MAX / 2, 4096, 16, 4, 1 };
static const char *const CHUNK_NAMES[CHUNKINGS] = { "whole", "4096", "16", "4", "1" };

typedef struct sizes {
    size_t workloads[WORKLOAD_COUNT];
    size_t adversary, beyond; /* the smallest ones: below all limits, and far above */
} sizes;

/* -- rates --------------------------------------------------------------------------------- */

/* What a pass is of; the second on beside the first, each where it means something. */
enum { PARSER, MEMCHR, PCRE2, JANSSON, SUBJECTS };

static subject *const RUNS[SUBJECTS] = { measure_parser, measure_memchr, measure_pcre2,
                                         measure_jansson };
static const char *const RUN_NAMES[SUBJECTS] = { "parser", "memchr", "pcre2", "jansson" };

/* Seconds of a pass, or 0. */
typedef double passes[SUBJECTS][CHUNKINGS];

/* A syntax, and what it is measured on. */
typedef struct trial {
    const fp_syntax *syntax;
    workload kind;
    fp_str input;
    passes rounds[ROUNDS];
} trial;

/* Whether the input has JSON texts, and not only what looks like them. */
static bool has_jansson(const fp_syntax *syntax, workload kind)
{
    const bool calls = (syntax->encoded || syntax->json) && (kind == TURNS || kind == BODIES);

    return syntax->document || calls;
}

/* memchr gets the same chunks; the others the whole. */
static bool has(const trial *t, unsigned run, size_t chunking)
{
    switch (run) {
    case PCRE2:
        return chunking == 0 && !t->syntax->encoded;
    case JANSSON:
        return chunking == 0 && has_jansson(t->syntax, t->kind);
    default:
        return true;
    }
}

static double fastest(const trial *t, unsigned run, size_t chunking)
{
    double least = t->rounds[0][run][chunking];

    for (size_t i = 1; i < ROUNDS; i++)
        if (t->rounds[i][run][chunking] < least)
            least = t->rounds[i][run][chunking];
    return least;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

/* How many times as fast as the other the parser is, in the middle one of the rounds. */
static double times_of(const trial *t, unsigned other, size_t chunking)
{
    double times[ROUNDS];

    for (size_t i = 0; i < ROUNDS; i++)
        times[i] = t->rounds[i][other][chunking] / t->rounds[i][PARSER][chunking];
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2];
}

static void print_rate(const trial *t, size_t chunking)
{
    const double megabytes = (double)t->input.len / 1e6;

    printf("{\"measure\": \"rate\", \"syntax\": \"%s\", \"input\": \"%s\", \"chunk\": \"%s\", "
           "\"document\": %s, \"value\": %.2f, \"unit\": \"MB/s\"",
           t->syntax->id, workload_name(t->kind), CHUNK_NAMES[chunking],
           t->syntax->document ? "true" : "false", megabytes / fastest(t, PARSER, chunking));
    printf(", \"beside\": {");
    for (unsigned i = MEMCHR; i < SUBJECTS; i++)
        if (has(t, i, chunking))
            printf("%s\"%s\": %.2f", i == MEMCHR ? "" : ", ", RUN_NAMES[i],
                   megabytes / fastest(t, i, chunking));
    printf("}, \"times\": {");
    for (unsigned i = MEMCHR; i < SUBJECTS; i++)
        if (has(t, i, chunking))
            printf("%s\"%s\": %.4f", i == MEMCHR ? "" : ", ", RUN_NAMES[i],
                   times_of(t, i, chunking));
    puts("}}");
}

/* Each subject in turn, so that what slows the machine slows all. With long chunks a pass takes
 * less than a millisecond, of which an interrupt is much: of these there are several. */
static void time_chunks(trial *t, passes seconds, size_t chunking)
{
    const double turn = CHUNKS[chunking] < LONG_CHUNK ? 0 : TURN;
    double spent = 0;
    unsigned count = 0;

    do {
        for (unsigned i = 0; i < SUBJECTS; i++)
            if (has(t, i, chunking)) {
                const double pass = seconds_of(RUNS[i], t->syntax, t->input, CHUNKS[chunking]);

                seconds[i][chunking] += pass;
                spent += pass;
            }
        count++;
    } while (spent < turn);
    for (unsigned i = 0; i < SUBJECTS; i++)
        seconds[i][chunking] /= count;
}

/* The small chunks first: they bring the input into the cache for the others. */
static void take_round(trial *t, size_t round)
{
    for (size_t i = CHUNKINGS; i-- > 0;)
        time_chunks(t, t->rounds[round], i);
}

static size_t count_syntaxes(void)
{
    size_t count = 0;

    while (workload_syntax(count))
        count++;
    return count;
}

static void measure_rates(const sizes *s)
{
    const size_t count = count_syntaxes() * WORKLOAD_COUNT;
    trial *trials = count ? calloc(count, sizeof *trials) : NULL;

    if (!trials)
        abort();
    for (size_t i = 0; i < count; i++) {
        trials[i].syntax = workload_syntax(i / WORKLOAD_COUNT);
        trials[i].kind = (workload)(i % WORKLOAD_COUNT);
        trials[i].input =
            workload_make(trials[i].kind, trials[i].syntax, s->workloads[trials[i].kind]);
    }
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            take_round(&trials[i], round);
    for (size_t i = 0; i < count; i++) {
        for (size_t chunking = 0; chunking < CHUNKINGS; chunking++)
            print_rate(&trials[i], chunking);
        free((void *)(uintptr_t)trials[i].input.ptr);
    }
    free(trials);
}

/* -- memory -------------------------------------------------------------------------------- */

/* Allocations by a parser of this input, the parser itself among them. */
static allocations allocations_of(const fp_syntax *syntax, fp_str input, size_t chunk)
{
    const allocations before = allocations_so_far();
    allocations after;

    measure_parser(syntax, input, chunk);
    after = allocations_so_far();
    return (allocations){ after.count - before.count, after.bytes - before.bytes };
}

static void print_allocations(const fp_syntax *syntax, workload kind, size_t len, size_t new_parser)
{
    static const size_t CHUNKED[] = { 0, CHUNKINGS - 1 }; /* whole, byte by byte */
    const fp_str input = workload_make(kind, syntax, len);

    for (size_t i = 0; i < sizeof CHUNKED / sizeof *CHUNKED; i++)
        printf("{\"measure\": \"allocations\", \"syntax\": \"%s\", \"input\": \"%s\", "
               "\"chunk\": \"%s\", \"value\": %zu, \"unit\": \"\", \"beside\": {\"bytes\": %zu}}\n",
               syntax->id, workload_name(kind), CHUNK_NAMES[CHUNKED[i]],
               allocations_of(syntax, input, CHUNKS[CHUNKED[i]]).count - new_parser, len);
    free((void *)(uintptr_t)input.ptr);
}

static void print_memory(const fp_syntax *syntax, const sizes *s)
{
    const allocations parser = allocations_of(syntax, (fp_str){ "", 0 }, 1);

    printf("{\"measure\": \"state\", \"syntax\": \"%s\", \"value\": %zu, \"unit\": \"bytes\", "
           "\"beside\": {\"own\": %zu}}\n",
           syntax->id, parser.bytes, syntax->state_size);
    for (unsigned kind = 0; kind < WORKLOAD_COUNT; kind++)
        print_allocations(syntax, (workload)kind, s->workloads[kind], parser.count);
}

/* -- growth -------------------------------------------------------------------------------- */

enum { DOUBLINGS = 3 };

static double least_seconds(const fp_syntax *syntax, fp_str input, size_t chunk)
{
    double least = seconds_of(measure_parser, syntax, input, chunk);

    for (size_t i = 1; i < ROUNDS; i++) {
        const double again = seconds_of(measure_parser, syntax, input, chunk);

        least = again < least ? again : least;
    }
    return least;
}

/* Steps, as the parser counts them: the same on every machine. */
static double work_of(const fp_syntax *syntax, size_t index, size_t len)
{
    const fp_str input = adversary_make(syntax, index, len);
    fp_parser *parser = fp_parser_new(syntax, NULL, NULL, NULL);
    double work;

    if (!parser || fp_parser_feed(parser, input.ptr, input.len) != FP_OK)
        abort();
    work = (double)fp_parser_work(parser);
    fp_parser_free(parser);
    free((void *)(uintptr_t)input.ptr);
    return work;
}

static double exponent(double first, double last, unsigned doublings)
{
    return log2(last / first) / doublings;
}

/* Of the counted work. What is held up to a limit and given back then is work twice, the first time
 * at the limit: so what is below it is looked at for itself, and what is many times as long. */
static double growth_of_work(const fp_syntax *syntax, size_t index, const sizes *s)
{
    const double below = exponent(work_of(syntax, index, s->adversary),
                                  work_of(syntax, index, s->adversary << DOUBLINGS), DOUBLINGS);
    const double beyond =
        exponent(work_of(syntax, index, s->beyond), work_of(syntax, index, s->beyond << 1), 1);

    return below > beyond ? below : beyond;
}

/* The exponents: of the counted work, and of the time, which caches bend. */
static void print_growth(const fp_syntax *syntax, size_t index, const sizes *s)
{
    double seconds[2];

    for (size_t i = 0; i < 2; i++) {
        const fp_str input = adversary_make(syntax, index, s->adversary << i * DOUBLINGS);

        seconds[i] = least_seconds(syntax, input, 4096);
        free((void *)(uintptr_t)input.ptr);
    }

    const double steps = growth_of_work(syntax, index, s);
    const double time = exponent(seconds[0], seconds[1], DOUBLINGS);

    printf("{\"measure\": \"growth\", \"syntax\": \"%s\", \"input\": \"%s\", \"value\": %.3f, "
           "\"unit\": \"exponent\", \"beside\": {\"of time\": %.3f, \"ms\": %.3f}}\n",
           syntax->id, adversary_title(syntax, index), steps, time, seconds[1] * 1e3);
}

/* -- the program --------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    const bool quick = argc == 2 && strcmp(argv[1], "--quick") == 0;
    const size_t unit = quick ? 1 << 12 : 1 << 20;
    const sizes s = { .workloads = { 8 * unit, 8 * unit, 8 * unit, 8 * unit, 2 * unit },
                      .adversary = unit / 16,
                      .beyond = 8 * unit };

    if (argc > 1 && !quick) {
        fprintf(stderr, "usage: bench [--quick]\n");
        return 2;
    }
    measure_rates(&s);
    for (size_t n = 0; workload_syntax(n); n++) {
        print_memory(workload_syntax(n), &s);
        for (size_t i = 0; adversary_title(workload_syntax(n), i); i++)
            print_growth(workload_syntax(n), i, &s);
    }
    return 0;
}
