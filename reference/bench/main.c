/* SPDX-License-Identifier: Apache-2.0 */
/* bench: how fast the reference parsers are, beside memchr and PCRE2 (jansson, where JSON carries
 * all) over the same bytes in the same run; what they allocate; how their work grows.
 *
 *     bench [--quick]     small sizes: shows that it runs, measures nothing
 *
 * Times are processor time. The subjects take turns in each round, and a figure is the median of
 * the rounds, so that a disturbance meets them alike.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, CHUNKINGS = 5 };

static const size_t CHUNKS[CHUNKINGS] = { SIZE_MAX / 2, 4096, 16, 4, 1 };

typedef struct sizes {
    size_t workloads[WORKLOAD_COUNT];
    size_t adversary;
} sizes;

/* -- rates --------------------------------------------------------------------------------- */

/* Seconds of each round. */
typedef struct timing {
    double parser[CHUNKINGS][ROUNDS];
    double memchr[CHUNKINGS][ROUNDS];
    double pcre2[ROUNDS];
} timing;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double median(double *rounds)
{
    qsort(rounds, ROUNDS, sizeof *rounds, by_size);
    return rounds[ROUNDS / 2];
}

/* DESIGN section 12. */
static const char *verdict(workload kind, size_t chunking, double rate, double to_memchr)
{
    static const double LEAST[CHUNKINGS] = { 0, 0, 0, 250, 80 };
    static char text[40];
    double bar = LEAST[chunking];
    bool met = rate >= bar;

    if (kind == ALIKES)
        return "";
    if (chunking == 0 && kind == PROSE) {
        bar = 0.8;
        met = to_memchr >= bar;
    } else if (chunking == 0 && kind == BODIES) {
        bar = 1000;
        met = rate >= bar;
    }
    if (bar == 0)
        return "";
    snprintf(text, sizeof text, bar < 1 ? "%s %.1f of memchr" : "%s %.0f MB/s",
             met ? "met " : "MISSED", bar);
    return text;
}

static void print_row(const fp_syntax *syntax, workload kind, size_t chunking, size_t len,
                      timing *t)
{
    const double megabytes = (double)len / 1e6;
    const double rate = megabytes / median(t->parser[chunking]);
    const double limit = megabytes / median(t->memchr[chunking]);
    const double expressions = megabytes / median(t->pcre2);
    char chunk[24] = "whole", against[24] = "-";

    if (chunking) {
        snprintf(chunk, sizeof chunk, "%zu", CHUNKS[chunking]);
        snprintf(against, sizeof against, "-");
    } else {
        snprintf(against, sizeof against, "%.1f (%.0f)", rate / expressions, expressions);
    }
    printf("%-14s %-7s %6s %8.0f %8.0f %7.2f %15s  %s\n", syntax->id, workload_name(kind), chunk,
           rate, limit, rate / limit, against, verdict(kind, chunking, rate, rate / limit));
}

static void measure_rates(const fp_syntax *syntax, workload kind, size_t len)
{
    const fp_str input = workload_make(kind, syntax, len);
    timing t;

    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < CHUNKINGS; i++) {
            t.parser[i][round] = seconds_of(measure_parser, syntax, input, CHUNKS[i]);
            t.memchr[i][round] = seconds_of(measure_memchr, syntax, input, CHUNKS[i]);
        }
        t.pcre2[round] =
            seconds_of(syntax->encoded ? measure_jansson : measure_pcre2, syntax, input, 0);
    }
    for (size_t i = 0; i < CHUNKINGS; i++)
        print_row(syntax, kind, i, input.len, &t);
    free((void *)(uintptr_t)input.ptr);
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

static void print_memory(const fp_syntax *syntax, const sizes *s)
{
    const fp_str prose = workload_make(PROSE, syntax, s->workloads[PROSE]);
    const fp_str turns = workload_make(TURNS, syntax, s->workloads[TURNS]);
    const allocations parser = allocations_of(syntax, (fp_str){ "", 0 }, 1);
    const allocations whole = allocations_of(syntax, prose, prose.len);
    const allocations bytes = allocations_of(syntax, prose, 1);
    const allocations calls = allocations_of(syntax, turns, 4096);

    printf("%-14s %6zu %7zu %12zu %12zu %14zu\n", syntax->id, syntax->state_size, parser.bytes,
           whole.count - parser.count, bytes.count - parser.count, calls.count - parser.count);
    free((void *)(uintptr_t)prose.ptr);
    free((void *)(uintptr_t)turns.ptr);
}

/* -- growth -------------------------------------------------------------------------------- */

enum { DOUBLINGS = 4 };

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
static double work_of(const fp_syntax *syntax, fp_str input)
{
    fp_parser *parser = fp_parser_new(syntax, NULL, NULL, NULL);
    double work;

    if (!parser || fp_parser_feed(parser, input.ptr, input.len) != FP_OK)
        abort();
    work = (double)fp_parser_work(parser);
    fp_parser_free(parser);
    return work;
}

/* The exponents: of the work, which has the bar, and of the time, which caches bend. */
static void print_growth(const fp_syntax *syntax, size_t index, size_t len)
{
    double seconds[DOUBLINGS], work[DOUBLINGS];

    for (size_t i = 0; i < DOUBLINGS; i++) {
        const fp_str input = adversary_make(syntax, index, len << i);

        seconds[i] = least_seconds(syntax, input, 4096);
        work[i] = work_of(syntax, input);
        free((void *)(uintptr_t)input.ptr);
    }

    const double steps = log2(work[DOUBLINGS - 1] / work[0]) / (DOUBLINGS - 1);
    const double time = log2(seconds[DOUBLINGS - 1] / seconds[0]) / (DOUBLINGS - 1);

    printf("%-14s %-26s", syntax->id, adversary_title(syntax, index));
    for (size_t i = 0; i < DOUBLINGS; i++)
        printf(" %8.3f", seconds[i] * 1e3);
    printf("  %5.2f %5.2f  %s\n", time, steps, steps < 1.1 ? "met" : "MISSED 1.1");
}

/* -- the program --------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    const bool quick = argc == 2 && strcmp(argv[1], "--quick") == 0;
    const size_t unit = quick ? 1 << 12 : 1 << 20;
    const sizes s = { .workloads = { 8 * unit, 8 * unit, 8 * unit, 2 * unit },
                      .adversary = unit / 4 };

    if (argc > 1 && !quick) {
        fprintf(stderr, "usage: bench [--quick]\n");
        return 2;
    }
    printf("MB/s of processor time, medians of %d rounds; ratios in the same run\n\n", (int)ROUNDS);
    printf("%-14s %-7s %6s %8s %8s %7s %15s  %s\n", "syntax", "input", "chunk", "parser", "memchr",
           "ratio", "x PCRE2/jansson", "bar");
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        for (unsigned kind = 0; kind < WORKLOAD_COUNT; kind++)
            measure_rates(*syntax, (workload)kind, s.workloads[kind]);

    printf(
        "\nbytes of state, and of a whole new parser (bar: 4096); allocations, counted by "
        "wrapping\n"
        "malloc, over %zu bytes of prose whole, the same byte by byte, and %zu bytes of turns\n\n",
        s.workloads[PROSE], s.workloads[TURNS]);
    printf("%-14s %6s %7s %12s %12s %14s\n", "syntax", "state", "parser", "prose", "bytewise",
           "turns");
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        print_memory(*syntax, &s);

    printf("\nmilliseconds for n, 2n, 4n and 8n bytes in chunks of 4096, n = %zu; the exponents of "
           "time "
           "and of counted work\n\n",
           s.adversary);
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        for (size_t i = 0; adversary_title(*syntax, i); i++)
            print_growth(*syntax, i, s.adversary);
    return 0;
}
