/* SPDX-License-Identifier: Apache-2.0 */
/* calls.c: generated calls a second on one core, as `fencepost diff` sends them: made, rendered,
 * parsed and compared, all of which fp_render() does; beside it what making them alone takes, in
 * the same run.
 *
 *     bench-calls [--quick]
 *
 * Prints a measure a line, as reference/bench does. Rates are by processor time, so that other work
 * of the machine bends them little. A refusal ends a call's way early: so calls that came back are
 * counted apart, in the time of all. A figure is that of the fastest of the rounds, in which the
 * syntaxes take turns.
 */
#include "base/util.h"
#include "generate/carry.h"
#include "generate/express.h"
#include "generate/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, CALLS = 100000, QUICK_CALLS = 2000, LONGEST = 3000 };

static double now(void)
{
    struct timespec t = { 0 };

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The seconds that so many calls take through a carrier; NULL: they are made, and that is all. */
static double send_calls(carrier *c, const fp_catalogue *catalogue, size_t calls, size_t *carried)
{
    generator *g = generator_new(1, LONGEST);
    double from;

    generator_offer(g, catalogue);
    generator_allow_megabytes(g);
    *carried = 0;
    from = now();
    for (size_t i = 0; i < calls; i++) {
        const fp_call *call = generator_call(g);
        const carriage is = c ? carry(c, call) : REFUSED;

        if (is == LOST) {
            fputs("bench-calls: a call is lost: run fencepost diff\n", stderr);
            exit(EXIT_UNEXPECTED);
        }
        *carried += is == CARRIED;
    }
    from = now() - from;
    generator_free(g);
    return from;
}

/* What is measured: every syntax whose calls are written in text. */
typedef struct subjects {
    const fp_syntax *all[FP_SYNTAXES_MAX];
    carrier carriers[FP_SYNTAXES_MAX];
    size_t count;
} subjects;

/* By their tools' schemas, which is the mode in which most of the calls can be carried. */
static void open_carriers(subjects *s, const fp_catalogue *catalogue)
{
    for (const fp_syntax *const *at = FP_SYNTAXES; *at; at++) {
        fp_options options = fp_options_default(*at);

        if ((*at)->document || !fp_syntax_has_calls(*at))
            continue;
        options.catalogue = catalogue;
        options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
        carrier_open(&s->carriers[s->count], *at, &options);
        s->all[s->count++] = *at;
    }
}

static void measure(const fp_catalogue *catalogue, size_t calls)
{
    double seconds[FP_SYNTAXES_MAX + 1] = { 0 }; /* of the fastest round */
    size_t carried[FP_SYNTAXES_MAX + 1];
    subjects s = { .count = 0 };

    open_carriers(&s, catalogue);
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i <= s.count; i++) {
            const double taken =
                send_calls(i < s.count ? &s.carriers[i] : NULL, catalogue, calls, &carried[i]);

            seconds[i] = round && seconds[i] < taken ? seconds[i] : taken;
        }
    for (size_t i = 0; i < s.count; i++) {
        printf(
            "{\"measure\": \"calls\", \"syntax\": \"%s\", \"value\": %.0f, \"unit\": \"calls/s\", "
            "\"beside\": {\"came back\": %.0f, \"made alone\": %.0f}}\n",
            fp_syntax_id(s.all[i]), (double)calls / seconds[i], (double)carried[i] / seconds[i],
            (double)calls / seconds[s.count]);
        carrier_free(&s.carriers[i]);
    }
}

int main(int argc, char **argv)
{
    const bool quick = argc == 2 && strcmp(argv[1], "--quick") == 0;
    problems p = { 0 };
    fp_catalogue *catalogue;

    if (argc > 1 && !quick) {
        fputs("usage: bench-calls [--quick]\n", stderr);
        return EXIT_USAGE;
    }
    catalogue = express_catalogue(&p);
    if (!catalogue)
        return EXIT_USAGE;
    measure(catalogue, quick ? QUICK_CALLS : CALLS);
    fp_catalogue_free(catalogue);
    return 0;
}
