/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_test.c: fencepost test: the suite, on our own parsers or on a worker. */
#include "adapter.h"
#include "command.h"
#include "run.h"
#include "util.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A worker that dies on every case is not started anew for ever. */
enum { RESTARTS = 200 };

enum { SYNTAX, CASE, FORMAT, STRICT, DEADLINE, CUT, SHOW, SO, SEED };

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

    *a = (arguments){ .format = report_find("tty"), .deadline = 5, .show = 5 };
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
        a->seed = a->worker ? (uint64_t)time(NULL) : 1;
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
    selection s = {
        .cuts = a->cuts, .cut_count = a->cut_count, .only_cut = a->only_cut, .seed = a->seed
    };

    s.cases = xcalloc(corpus_count(c), sizeof *s.cases);
    for (size_t i = 0; i < corpus_count(c); i++)
        if (selects(a, corpus_case(c, i)) && cuts_fit(a, corpus_case(c, i)))
            s.cases[s.count++] = corpus_case(c, i);
    return s;
}

/* -- running ----------------------------------------------------------------------------------- */

typedef struct tally {
    const arguments *arguments;
    reporter reporter;
    run_summary summary;
    clause_count *clauses;
    size_t clause_cap;
    const test_case *last;
} tally;

static void count_clause(tally *t, const char *id)
{
    void *grown = t->clauses;
    size_t i = 0;

    while (i < t->summary.clause_count && strcmp(t->clauses[i].clause, id) != 0)
        i++;
    if (i == t->summary.clause_count) {
        xgrow(&grown, &t->clause_cap, i, sizeof *t->clauses);
        t->clauses = grown;
        t->clauses[i] = (clause_count){ id, 0 };
        t->summary.clause_count++;
    }
    t->clauses[i].count++;
}

static int by_count(const void *a, const void *b)
{
    const clause_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->clause, y->clause);
}

static void take_result(void *context, const result *r)
{
    tally *t = context;

    t->summary.cases += r->test != t->last;
    t->last = r->test;
    t->summary.verdicts[r->verdict]++;
    t->summary.cuttings += r->tried;
    t->summary.advice += r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED && r->advice;
    if (r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED)
        count_clause(t, r->clause);
    t->summary.counted += result_counts(r, t->arguments->strict);
    t->arguments->format->result(&t->reporter, r);
}

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

/* Exit code of a run, from its tally. */
static int finish(tally *t)
{
    if (t->summary.clause_count)
        qsort(t->clauses, t->summary.clause_count, sizeof *t->clauses, by_count);
    t->summary.clauses = t->clauses;
    t->arguments->format->end(&t->reporter, &t->summary);
    free(t->clauses);
    return t->summary.counted ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

static int test_builtin(const arguments *a, const selection *what, const spec *s)
{
    const run_info info = { .subject = "built-in parsers",
                            .policies = "",
                            .show = a->show,
                            .spec = s,
                            .strict = a->strict,
                            .seed = a->seed };
    tally t = { .arguments = a, .reporter = { .info = &info } };

    a->format->begin(&t.reporter);
    run_builtin(what, take_result, &t);
    return finish(&t);
}

/* A worker that parses none of the selected cases' syntaxes would be green for nothing. */
static bool parses_any(const wire_hello *hello, const selection *what)
{
    for (size_t i = 0; i < what->count; i++)
        if (wire_hello_parses(hello, what->cases[i]->syntax))
            return true;
    return false;
}

static int test_worker(const arguments *a, const selection *what, const spec *s)
{
    session_config config = SESSION_CONFIG_DEFAULT;
    char error[SESSION_ERROR_SIZE];
    session *worker;
    int code;

    config.argv = a->worker;
    config.restarts = RESTARTS;
    config.deadline_ms = (int)(a->deadline * 1000);
    worker = session_open(&config, error, sizeof error);
    if (!worker) {
        fprintf(stderr, "fencepost test: the worker cannot be used: %s\n", error);
        return EXIT_ADAPTER;
    }

    if (!smoke_test(worker, error, sizeof error)) {
        fprintf(
            stderr,
            "fencepost test: the adapter failed its smoke test: %s\n"
            "Nothing was tested. Mend the adapter first; spec/protocol.md says what to answer.\n",
            error);
        session_close(worker);
        return EXIT_ADAPTER;
    }

    const wire_hello *hello = session_hello(worker);

    if (!parses_any(hello, what)) {
        fprintf(stderr,
                "fencepost test: nothing to test: %s parses none of the selected cases' "
                "syntaxes\n",
                hello->name);
        session_close(worker);
        return EXIT_USAGE;
    }

    char *subject = xformat("%s %s (%s)", hello->name, hello->version, hello->language);
    char *policies = policies_text(&hello->policy);
    const run_info info = {
        subject, (const char *const *)a->worker, policies, s, a->strict, a->show, a->seed
    };
    tally t = { .arguments = a, .reporter = { .info = &info } };

    a->format->begin(&t.reporter);
    run_worker(what, worker, take_result, &t);
    code = finish(&t);
    if (session_lost(worker)) {
        fprintf(stderr, "fencepost test: %s\n", session_lost(worker));
        code = EXIT_UNEXPECTED;
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

        if (!what.count)
            code = command_usage_error(self, "no case matches; `fencepost list cases` shows all");
        else if (a.so && !adapter_try(a.so))
            code = EXIT_ADAPTER;
        else if (a.worker)
            code = test_worker(&a, &what, s);
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
