/* SPDX-License-Identifier: Apache-2.0 */
/* planted_loop.c: how many executions each planted bug takes without an engine:
 *
 *     planted --seeds fuzz/seeds [--bug NAME] [--kinds bytes|words|all] [--from call|seeds]
 *             [--runs R] [--cap N]
 *     planted --call SYNTAX              writes the call that `--from call` begins with
 *
 * A line for each bug: its name, and the executions of each run, "-" where none of N shows it.
 * Status 1 if a run finds nothing.
 */
#include "base/rng.h"
#include "base/util.h"
#include "seed/mutate.h"
#include "planted.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 1024 };

typedef struct asked {
    const char *seeds, *bug, *call;
    unsigned kinds;
    bool from_call;
    uint64_t runs, cap;
} asked;

typedef struct stock {
    fp_str *inputs; /* owned */
    size_t count, cap;
} stock;

static void stock_add(stock *s, fp_str bytes)
{
    xgrow((void **)&s->inputs, &s->cap, s->count, sizeof *s->inputs);
    s->inputs[s->count++] = bytes;
}

static void stock_free(stock *s)
{
    for (size_t i = 0; i < s->count; i++)
        free((void *)(uintptr_t)s->inputs[i].ptr);
    free(s->inputs);
}

/* The plainest call that there is. */
static void stock_call(stock *s, const fp_syntax *syntax)
{
    const fp_arg named[] = { { FP_STR("path"), { .text = FP_STR("a b") } } };
    const fp_arg unnamed[] = { { FP_STR("raw_args"), { .text = FP_STR("a b") } },
                               { FP_STR("body"), { .text = FP_STR("c") } } };
    fp_call call = { .name = FP_STR("x"), .args = named, .arg_count = 1, .complete = true };
    fp_json block = { 0 };
    fp_refusal refusal;

    if (!fp_render(syntax, NULL, &call, &block, &refusal)) {
        block.len = 0;
        call.args = unnamed;
        call.arg_count = 2;
        fp_render(syntax, NULL, &call, &block, &refusal);
    }
    need_memory(!block.failed);
    stock_add(s, (fp_str){ block.ptr, block.len });
}

static bool stock_folder(stock *s, const char *seeds, const char *syntax)
{
    problems p = { 0 };
    char *folder = xformat("%s/%s", seeds, syntax);
    char **names = dir_names(folder, "", &p);

    for (size_t i = 0; names && names[i]; i++) {
        char *path = xformat("%s/%s", folder, names[i]);
        fp_str bytes;

        if (names[i][0] != '.' && file_read(path, &bytes, &p))
            stock_add(s, bytes);
        free(path);
    }
    if (names)
        names_free(names);
    free(folder);
    return p.count == 0 && s->count > 0;
}

/* Which execution shows the bug, from 1; 0: none. The stock itself comes first, as in any engine.
 */
static uint64_t executions(const asked *a, const planted_bug *bug, const stock *s, uint64_t run)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(bug->syntax));
    rng r = { rng_mix(run + 1) };
    uint8_t data[INPUT_MAX];

    for (uint64_t i = 0; s->count && i < a->cap; i++) {
        const mutating what = { .syntax = syntax,
                                .kinds = a->kinds,
                                .input = s->inputs[i < s->count ? i : rng_below(&r, s->count)],
                                .other = s->inputs[rng_below(&r, s->count)] };
        const bool as_it_is = i < s->count && what.input.len <= INPUT_MAX;
        const size_t size =
            as_it_is ? what.input.len : mutate(&what, rng_next(&r), data, INPUT_MAX);

        if (planted_shows(bug, as_it_is ? (const uint8_t *)what.input.ptr : data, size))
            return i + 1;
    }
    return 0;
}

/* Whether each run shows it. */
static bool try_bug(const asked *a, const planted_bug *bug)
{
    stock s = { 0 };
    bool all = true;

    if (a->from_call)
        stock_call(&s, fp_syntax_find(fp_str_of(bug->syntax)));
    else if (!stock_folder(&s, a->seeds, bug->syntax))
        exit(EXIT_ADAPTER);
    printf("%s", bug->name);
    for (uint64_t run = 0; run < a->runs; run++) {
        const uint64_t found = executions(a, bug, &s, run);

        if (found)
            printf(" %" PRIu64, found);
        else
            printf(" -");
        all = all && found;
    }
    printf("\n");
    fflush(stdout);
    stock_free(&s);
    return all;
}

_Noreturn static void wrong_usage(const char *what)
{
    fprintf(stderr,
            "planted: %s; the options are --seeds DIR, --bug NAME, --kinds bytes|words|all, "
            "--from call|seeds, --runs N, --cap N\n",
            what);
    exit(EXIT_USAGE);
}

static uint64_t number_of(const char *text)
{
    char *end;
    const uint64_t number = strtoull(text, &end, 10);

    if (end == text || *end || *text == '-' || number == 0)
        wrong_usage("there is no such number");
    return number;
}

static unsigned kinds_of(const char *name)
{
    if (strcmp(name, "bytes") == 0)
        return MUTATE_BYTES;
    if (strcmp(name, "words") == 0)
        return MUTATE_BYTES | MUTATE_WORDS;
    if (strcmp(name, "all") != 0)
        wrong_usage("there are no such kinds");
    return MUTATE_ALL;
}

static asked read_options(int argc, char **argv)
{
    static const struct option OPTIONS[] = {
        { "seeds", required_argument, NULL, 's' }, { "bug", required_argument, NULL, 'b' },
        { "kinds", required_argument, NULL, 'k' }, { "from", required_argument, NULL, 'f' },
        { "runs", required_argument, NULL, 'r' },  { "cap", required_argument, NULL, 'c' },
        { "call", required_argument, NULL, 'l' },  { NULL, 0, NULL, 0 },
    };
    asked a = { .kinds = MUTATE_ALL, .runs = 1, .cap = 20000 };

    for (int o; (o = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (o == 's')
            a.seeds = optarg;
        else if (o == 'l')
            a.call = optarg;
        else if (o == 'b')
            a.bug = optarg;
        else if (o == 'k')
            a.kinds = kinds_of(optarg);
        else if (o == 'f')
            a.from_call = strcmp(optarg, "call") == 0;
        else if (o == 'r')
            a.runs = number_of(optarg);
        else if (o == 'c')
            a.cap = number_of(optarg);
        else
            exit(EXIT_USAGE); /* getopt_long() has said why */
    }
    return a;
}

static int write_call(const char *id)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
    stock s = { 0 };

    if (!syntax)
        wrong_usage("there is no such syntax");
    stock_call(&s, syntax);
    fwrite(s.inputs[0].ptr, 1, s.inputs[0].len, stdout);
    stock_free(&s);
    return EXIT_AS_EXPECTED;
}

int main(int argc, char **argv)
{
    const asked a = read_options(argc, argv);
    size_t tried = 0, found = 0;

    if (a.call)
        return write_call(a.call);
    if (!a.seeds && !a.from_call)
        wrong_usage("--seeds is missing");
    for (const planted_bug *bug = PLANTED_BUGS; bug->name; bug++) {
        if (a.bug && strcmp(a.bug, bug->name) != 0)
            continue;
        tried++;
        found += try_bug(&a, bug);
    }
    if (!tried)
        wrong_usage("there is no bug of this name");
    fprintf(stderr, "planted: %zu of %zu bugs found in every run\n", found, tried);
    return found == tried ? EXIT_AS_EXPECTED : EXIT_UNEXPECTED;
}
