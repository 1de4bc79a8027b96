/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_test.c: fencepost test: the suite, on our own parsers or on a worker. */
#include "adapter.h"
#include "command.h"
#include "interrupt.h"
#include "jobs.h"
#include "options.h"
#include "run.h"
#include "tally.h"
#include "util.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A worker that dies on every case is not started anew for ever. */
enum { RESTARTS = 200, JOBS_MAX = 1024, MEMORY_MAX = 1 << 30 };

enum { SYNTAX, CASE, FORMAT, STRICT, DEADLINE, CUT, SHOW, SO, SEED, JOBS, SHARD, RESTART, MEMORY };

static const command_option OPTIONS[] = {
    [SYNTAX] = { "syntax", "ID", "only the cases of this syntax" },
    [CASE] = { "case", "GLOB",
               "only cases whose id matches (* is any text, / included); may be given again" },
    [FORMAT] = { "format", "F", "tty, tap, or json (default: tty)" },
    [STRICT] = { "strict", NULL, "SHOULD and MAY count too" },
    [DEADLINE] = { "deadline", "SECONDS", "how long a worker may take for an answer (default: 5)" },
    [CUT] = { "cut", "OFFSETS", "only this cutting: byte offsets, 3,17,17" },
    [SHOW] = { "show", "N", "how many failures are shown whole (tty; default: 5)" },
    [SO] = { "so", "FILE",
             "the parser in this shared object (fencepost/adapter.h), run by a worker of ours" },
    [SEED] = { "seed", "N",
               "of what is made up: RENAMING; it is said in the report (default: 1; for a "
               "worker, another one each time)" },
    [JOBS] = { "jobs", "N",
               "run N workers in parallel (default: 1; our own parsers: one for each core)" },
    [SHARD] = { "shard", "I/N",
                "only every N-th case, beginning with the I-th; `report --merge` joins them" },
    [RESTART] = { "restarts", "N",
                  "how often a worker that died is started anew, in all (default: 200)" },
    [MEMORY] = { "memory", "MIB", "how much address space a worker may have (default: all)" },
    { NULL, NULL, NULL },
};

typedef struct arguments {
    const fp_syntax *syntax;
    const char **patterns;
    size_t pattern_count;
    const report_format *format;
    bool strict;
    double deadline;
    size_t *cuts;
    size_t cut_count;
    bool only_cut;
    size_t show;
    uint64_t seed;
    bool seeded;
    size_t jobs;          /* 0: not given */
    size_t shard, shards; /* 0: all cases */
    unsigned restarts;
    size_t memory; /* MiB; 0: no limit */
    char **worker; /* ended by NULL; NULL: our own parsers */
    const char *so;
    char *so_worker[5]; /* the worker that serves it */
} arguments;

/* -- arguments --------------------------------------------------------------------------------- */

static bool read_cuts(const char *text, arguments *a)
{
    size_t last = 0;

    a->only_cut = true;
    a->cuts = xcalloc(strlen(text) + 1, sizeof *a->cuts);
    while (*text) {
        char *end;
        const unsigned long long at = strtoull(text, &end, 10);

        if (end == text || (*end && *end != ',') || at < last)
            return false;
        a->cuts[a->cut_count++] = last = (size_t)at;
        text = *end ? end + 1 : end;
    }
    return a->cut_count > 0;
}

/* "2/3" */
static bool read_shard(const char *text, arguments *a)
{
    char *slash;
    const unsigned long shard = strtoul(text, &slash, 10);
    const char *behind = *slash == '/' ? slash + 1 : "";

    a->shard = shard;
    return *text >= '1' && *text <= '9' && given_size(behind, &a->shards) && a->shards < 100000 &&
           a->shard <= a->shards;
}

static int read_restarts(const command *self, const char *value, arguments *a)
{
    size_t number = 0;

    if (strcmp(value, "0") != 0 && (!given_size(value, &number) || number > INT_MAX))
        return command_usage_error(self, "--restarts '%s' is no number", value);
    a->restarts = (unsigned)number;
    return 0;
}

static int read_option(const command *self, int option, const char *value, arguments *a)
{
    char *end;

    switch (option) {
    case SYNTAX:
        a->syntax = fp_syntax_find(fp_str_of(value));
        return a->syntax ? 0 : command_unknown_syntax(self, value);
    case CASE:
        a->patterns[a->pattern_count++] = value;
        return 0;
    case FORMAT:
        a->format = report_find(value);
        return a->format ? 0
                         : command_usage_error(
                               self, "unknown format '%s'; there are tty, tap, json", value);
    case STRICT:
        a->strict = true;
        return 0;
    case DEADLINE:
        a->deadline = strtod(value, &end);
        if (*value && !*end && a->deadline > 0 && a->deadline < 100000)
            return 0;
        return command_usage_error(self, "--deadline '%s' is no number of seconds", value);
    case CUT:
        return read_cuts(value, a)
                   ? 0
                   : command_usage_error(self, "--cut '%s' is no ascending list of byte offsets",
                                         value);
    case SHOW:
        a->show = (size_t)strtoull(value, &end, 10);
        if (*value >= '0' && *value <= '9' && !*end)
            return 0;
        return command_usage_error(self, "--show '%s' is no number", value);
    case SO:
        a->so = value;
        return 0;
    case SEED:
        a->seed = strtoull(value, &end, 10);
        a->seeded = true;
        if (*value >= '0' && *value <= '9' && !*end)
            return 0;
        return command_usage_error(self, "--seed '%s' is no number", value);
    case JOBS:
        if (given_size(value, &a->jobs) && a->jobs <= JOBS_MAX)
            return 0;
        return command_usage_error(self, "--jobs '%s' is no number from 1 to %d", value, JOBS_MAX);
    case SHARD:
        return read_shard(value, a) ? 0
                                    : command_usage_error(self,
                                                          "--shard '%s' is not I/N, with I from 1 "
                                                          "to N, as 2/3",
                                                          value);
    case RESTART:
        return read_restarts(self, value, a);
    case MEMORY:
        if (given_size(value, &a->memory) && a->memory < MEMORY_MAX)
            return 0;
        return command_usage_error(self, "--memory '%s' is no number of MiB", value);
    default:
        return EXIT_USAGE;
    }
}

/* A shared object is tested like any worker: this very program serves it. */
static void serve_so(arguments *a)
{
    a->so_worker[0] = program_path();
    if (!*a->so_worker[0]) {
        free(a->so_worker[0]);
        a->so_worker[0] = xstrdup("fencepost"); /* that of the PATH */
    }
    a->so_worker[1] = xstrdup("serve");
    a->so_worker[2] = xstrdup("--so");
    a->so_worker[3] = xstrdup(a->so);
    a->worker = a->so_worker;
}

static int read_arguments(const command *self, int argc, char **argv, arguments *a)
{
    int option, error;

    *a =
        (arguments){ .format = report_find("tty"), .deadline = 5, .show = 5, .restarts = RESTARTS };
    a->patterns = xcalloc((size_t)argc, sizeof *a->patterns);
    while ((option = command_next_option(self, argc, argv)) != -1)
        if ((error = read_option(self, option, optarg, a)) != 0)
            return error;
    if (optind < argc && strcmp(argv[optind - 1], "--") != 0)
        return command_usage_error(self, "unexpected '%s'; a worker's command stands behind --",
                                   argv[optind]);
    if (optind == argc && strcmp(argv[argc - 1], "--") == 0)
        return command_usage_error(self, "there is no worker's command behind --");
    if (optind < argc && a->so)
        return command_usage_error(self, "--so names the parser, and so does what stands behind "
                                         "--; give one of them");
    if (optind < argc)
        a->worker = argv + optind;
    if (a->so)
        serve_so(a);
    if (!a->seeded)
        a->seed = a->worker && !a->shards ? (uint64_t)time(NULL) : 1; /* shards have one seed */
    if (a->memory && !a->worker)
        return command_usage_error(self, "--memory needs a worker behind --");
    if (a->only_cut && !a->worker)
        return command_usage_error(self, "--cut needs a worker behind --; our own parsers are "
                                         "proved for every cutting");
    return 0;
}

/* -- selection --------------------------------------------------------------------------------- */

static bool selects(const arguments *a, const test_case *t)
{
    if (a->syntax && t->syntax != a->syntax)
        return false;
    for (size_t p = 0; p < a->pattern_count; p++) {
        if (glob_matches(a->patterns[p], t->id))
            return true;
        for (size_t i = 0; i < t->alias_count; i++)
            if (glob_matches(a->patterns[p], t->aliases[i]))
                return true;
    }
    return a->pattern_count == 0;
}

static bool cuts_fit(const arguments *a, const test_case *t)
{
    return !a->only_cut || a->cuts[a->cut_count - 1] <= t->input.len;
}

static selection select_cases(const corpus *c, const arguments *a)
{
    selection s = { .cuts = a->cuts,
                    .cut_count = a->cut_count,
                    .only_cut = a->only_cut,
                    .seed = a->seed,
                    .jobs = a->jobs };
    size_t met = 0;

    s.cases = xcalloc(corpus_count(c), sizeof *s.cases);
    for (size_t i = 0; i < corpus_count(c); i++) {
        if (!selects(a, corpus_case(c, i)) || !cuts_fit(a, corpus_case(c, i)))
            continue;
        if (!a->shards || met++ % a->shards == a->shard - 1)
            s.cases[s.count++] = corpus_case(c, i);
    }
    return s;
}

/* -- running ----------------------------------------------------------------------------------- */

/* "unterminated: drop, code_fence: call"; owned. */
static char *policies_text(const policy_set *set)
{
    char *text = xstrdup("");

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        char *longer;

        if (!set->given[i])
            continue;
        longer = xformat("%s%s%s: %s", text, *text ? ", " : "", fp_policy_name((fp_policy)i),
                         fp_policy_value_name((fp_policy)i, set->policies.of[i]));
        free(text);
        text = longer;
    }
    return text;
}

/* Why a run has ended before its end; owned, NULL: it has not. */
static char *why_stopped(void)
{
    const int number = interrupt_pending();

    return number ? xformat("interrupted by %s", interrupt_name(number)) : NULL;
}

static run_info info_of(const arguments *a, const selection *what, const spec *s)
{
    return (run_info){ .subject = "built-in parsers",
                       .policies = "",
                       .spec = s,
                       .strict = a->strict,
                       .selected = what->count,
                       .shard = a->shard,
                       .shards = a->shards,
                       .show = a->show,
                       .seed = a->seed };
}

static int test_builtin(const arguments *a, const selection *what, const spec *s)
{
    const run_info info = info_of(a, what, s);
    tally t = { .format = a->format, .reporter = { .info = &info }, .strict = a->strict };
    char *stopped;
    int code;

    a->format->begin(&t.reporter);
    run_builtin(what, tally_result, &t);
    stopped = why_stopped();
    code = tally_end(&t, 0, stopped);
    free(stopped);
    return code;
}

/* A worker that parses none of the selected cases' syntaxes would be green for nothing. */
static bool parses_any(const wire_hello *hello, const selection *what)
{
    for (size_t i = 0; i < what->count; i++)
        if (wire_hello_parses(hello, what->cases[i]->syntax))
            return true;
    return false;
}

/* Starts the worker and makes sure that it is worth testing; else NULL, and *code. */
static session *open_worker(const session_config *config, const selection *what, int *code)
{
    char error[SESSION_ERROR_SIZE];
    session *worker = session_open(config, error, sizeof error);

    *code = EXIT_ADAPTER;
    if (!worker) {
        fprintf(stderr, "fencepost test: the worker cannot be used: %s\n", error);
        return NULL;
    }
    if (smoke_test(worker, error, sizeof error)) {
        if (parses_any(session_hello(worker), what))
            return worker;
        fprintf(stderr,
                "fencepost test: nothing to test: %s parses none of the selected cases' "
                "syntaxes\n",
                session_hello(worker)->name);
        *code = EXIT_USAGE;
    } else {
        fprintf(
            stderr,
            "fencepost test: the adapter failed its smoke test: %s\n"
            "Nothing was tested. Mend the adapter first; spec/protocol.md says what to answer.\n",
            error);
    }
    session_close(worker);
    return NULL;
}

/* Ends the report of a run on workers, and says it too if it did not come to its end. */
static int end_report(tally *t, size_t restarts, const char *stopped)
{
    if (stopped)
        fprintf(stderr, "fencepost test: stopped: %s\n", stopped);
    return tally_end(t, restarts, stopped);
}

/* One worker after the other. */
static int test_alone(tally *t, const selection *what, session *worker)
{
    char *stopped;
    int code;

    run_worker(what, worker, tally_result, t);
    stopped = session_lost(worker) ? xstrdup(session_lost(worker)) : why_stopped();
    code = end_report(t, session_restarts(worker), stopped);
    free(stopped);
    return code;
}

static int test_in_parallel(tally *t, const selection *what, const session_config *config,
                            const corpus *c)
{
    jobs_end end = run_jobs(what, config, t->reporter.info, c, tally_result, t);
    const int code = end_report(t, end.restarts, end.stopped);

    free(end.stopped);
    return code;
}

static int test_worker(const arguments *a, const selection *what, const spec *s, const corpus *c)
{
    session_config config = SESSION_CONFIG_DEFAULT;
    int code;
    session *worker;

    config.argv = a->worker;
    config.restarts = a->restarts;
    config.deadline_ms = (int)(a->deadline * 1000);
    config.memory_limit = a->memory << 20;
    worker = open_worker(&config, what, &code);
    if (!worker)
        return code;

    const wire_hello *hello = session_hello(worker);
    char *subject = xformat("%s %s (%s)", hello->name, hello->version, hello->language);
    char *policies = policies_text(&hello->policy);
    run_info info = info_of(a, what, s);
    tally t = { .format = a->format, .reporter = { .info = &info }, .strict = a->strict };

    info.subject = subject;
    info.policies = policies;
    info.worker = (const char *const *)a->worker;
    a->format->begin(&t.reporter);
    if (what->jobs > 1) {
        session_close(worker);
        worker = NULL;
        code = test_in_parallel(&t, what, &config, c);
    } else {
        code = test_alone(&t, what, worker);
    }
    session_close(worker);
    free(subject);
    free(policies);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { 0 };
    arguments a;
    int code = read_arguments(self, argc, argv, &a);
    char *data = code ? NULL : data_dir(&p);
    corpus *c = data ? corpus_load(data, &p) : NULL;
    spec *s = c ? spec_load(data, &p) : NULL;

    if (s) {
        selection what = select_cases(c, &a);

        interrupt_hold();
        if (!what.count)
            code = command_usage_error(self, "no case matches%s; `fencepost list cases` shows all",
                                       a.shards ? " of this shard" : "");
        else if (a.so && !adapter_try(a.so))
            code = EXIT_ADAPTER;
        else if (a.worker)
            code = test_worker(&a, &what, s, c);
        else
            code = test_builtin(&a, &what, s);
        free(what.cases);
    } else if (!code) {
        code = EXIT_USAGE;
    }
    spec_free(s);
    corpus_free(c);
    free(data);
    for (size_t i = 0; a.so_worker[i]; i++)
        free(a.so_worker[i]);
    free(a.cuts);
    free(a.patterns);
    return code;
}

const command CMD_TEST = {
    .name = "test",
    .summary = "run the suite on the built-in parsers, or on a worker",
    .usage = "[OPTIONS] [--so FILE | -- WORKER ARGS...]",
    .options = OPTIONS,
    .run = run,
};
