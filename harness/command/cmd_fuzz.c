/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_fuzz.c: fencepost fuzz: ever new inputs for a parser, and a report of those that it fails on.
 */
#include "base/interrupt.h"
#include "base/progress.h"
#include "base/repeat.h"
#include "base/show.h"
#include "command/fuzz_by_template.h"
#include "command/test_options.h"
#include "command/test_worker.h"
#include "fuzz/fuzz_search.h"
#include "report/report.h"
#include "report/report_file.h"
#include "report/tally.h"
#include "run/readings_check.h"
#include "run/run.h"
#include "serve/adapter.h"
#include "worker/about_parser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 60, RESTARTS = 10000, INPUTS_MAX = 1000000000 };

enum {
    SYNTAX,
    TIME,
    INPUTS,
    SEED,
    SO,
    ONLY,
    REPORT,
    FORMAT,
    SHOW,
    DEADLINE,
    RESTART,
    MEMORY,
    BUDGET,
    TEMPLATE
};

static const command_option OPTIONS[] = {
    [SYNTAX] = { "syntax", "ID",
                 "only inputs of this syntax; may be repeated (default: those that the worker "
                 "parses)" },
    [TIME] = { "time", "DURATION",
               "how long inputs are tried, 90s, 5m or 1h (default: 60s); smallest forms are looked "
               "for after that" },
    [INPUTS] = { "inputs", "N", "try N inputs, however long that takes (with --time: at most)" },
    [SEED] = { "seed", "N",
               "seed of all inputs; printed in the report (default: a new one each time)" },
    [SO] = { "so", "FILE", "fuzz the parser in this shared object (fencepost/adapter.h)" },
    [ONLY] = { "only", "CHECKS",
               "only these checks on each input, as golden,CHUNK,PREFIX (default: golden and "
               "CHUNK; the laws too on short inputs that are new to our own parser)" },
    [REPORT] = { "report", "DIR",
                 "also write DIR/report.jsonl, from which `fencepost report` makes other formats "
                 "and `fencepost add` cases" },
    [FORMAT] = { "format", "F", REPORT_FORMATS " (default: tty)" },
    [SHOW] = { "show", "N", "how many failures are shown whole (tty; default: 0)" },
    [DEADLINE] = { "deadline", "SECONDS", "how long a worker may take for an answer (default: 5)" },
    [RESTART] = { "restarts", "N",
                  "how often a worker that died is started again, in all (default: 10000)" },
    [MEMORY] = { "memory", "MIB", "how much address space a worker may have (default: all)" },
    [BUDGET] = { "reduce-budget", "N",
                 "how many tests may be spent on smallest forms (default: 4000; 0: none)" },
    [TEMPLATE] = { "template", "FILE",
                   "fuzz an executor of response templates in place of a parser, with messages "
                   "made "
                   "of the delimiters of this template, or of that of a tokenizer_config.json, and "
                   "with changed ones" },
    { NULL, NULL, NULL },
};

/* One run of the command. */
typedef struct fuzz_run {
    test_options o;
    size_t inputs;  /* --inputs; 0: not given */
    bool of_parser; /* an option is given that executors of templates do not have */
    session *worker;
    const fp_syntax **syntaxes; /* that are fuzzed, ended by NULL */
    const char **ids;           /* of these */
    corpus *corpus;
    spec *spec;
    FILE *file; /* --report; NULL: not asked */
    progress progress;
    fuzz_found found;
    bool *again; /* which of these failed again */
} fuzz_run;

/* -- what is asked for --------------------------------------------------------------------------
 */

static int take_option(const command *self, void *context, int option)
{
    fuzz_run *run = context;

    run->of_parser |= option == SYNTAX || option == SO || option == ONLY;
    if (option == INPUTS)
        return given_number(self, OPTIONS[option].name, 1, INPUTS_MAX, &run->inputs);
    return test_options_take(self, OPTIONS[option].name, optarg, &run->o);
}

static int read_options(const command *self, int argc, char **argv, fuzz_run *run)
{
    test_options *o = &run->o;
    int status;

    test_options_begin(o, argc);
    o->restarts = RESTARTS;
    o->show = 0; /* causes have it all */
    status = command_read_options(self, argc, argv, take_option, run);
    if (!status)
        status = test_options_worker(self, argc, argv, o);
    if (!status && !o->worker)
        status =
            command_usage_error(self, "what is to be fuzzed? Give a worker after --, or --so FILE; "
                                      "`fencepost init` writes a worker to start from");
    if (!status && o->template && run->of_parser)
        status = command_usage_error(self, "--template takes no --syntax, --so or --only: it needs "
                                           "a worker after --");
    if (!o->seconds && !run->inputs)
        o->seconds = SECONDS;
    if (!o->seeded)
        o->seed = (uint64_t)time(NULL);
    return status;
}

/* The syntaxes to fuzz: those given, all of which the worker has to parse; or all of its own. */
static bool choose_syntaxes(fuzz_run *run)
{
    const wire_hello *hello = session_hello(run->worker);
    const fp_syntax *const *asked = test_options_syntaxes(&run->o);
    size_t count = 0;

    run->syntaxes = xcalloc(hello->syntax_count + 1, sizeof *run->syntaxes);
    run->ids = xcalloc(hello->syntax_count + 1, sizeof *run->ids);
    for (size_t i = 0; asked && asked[i]; i++)
        if (!wire_hello_parses(hello, asked[i])) {
            fprintf(
                stderr,
                "fencepost fuzz: the hello of %s does not have the syntax %s: correct \"syntaxes\" "
                "in the worker, or give another --syntax\n",
                hello->name, fp_syntax_id(asked[i]));
            return false;
        }
    for (size_t i = 0; i < hello->syntax_count; i++)
        if (is_among(asked, hello->syntaxes[i])) {
            run->ids[count] = fp_syntax_id(hello->syntaxes[i]);
            run->syntaxes[count++] = hello->syntaxes[i];
        }
    if (!count)
        fprintf(stderr,
                "fencepost fuzz: the hello of %s has no syntaxes: PROTOCOL-2.2 tells how it names "
                "them\n",
                hello->name);
    return count > 0;
}

/* -- the search ---------------------------------------------------------------------------------
 */

static void show_pace(void *context, const fuzz_pace *pace)
{
    fuzz_run *run = context;

    progress_search(&run->progress, pace->seconds, run->o.seconds, pace->inputs, pace->failed,
                    pace->kinds);
}

/* Looks for failures. A signal ends this and no more: what was found is reported. What is owned is
 * why the worker could not be asked to the end; NULL: it could. */
static char *search(fuzz_run *run)
{
    const fuzz_question question = { .syntaxes = run->syntaxes,
                                     .cases = run->corpus,
                                     .worker = run->worker,
                                     .seed = run->o.seed,
                                     .inputs = run->inputs,
                                     .seconds = run->o.seconds,
                                     .checks = run->o.checks,
                                     .watch = show_pace,
                                     .context = run };

    progress_begin(&run->progress, 0, run->o.format == &REPORT_TTY);
    run->found = fuzz_search(&question);
    progress_clear(&run->progress);
    if (interrupt_pending()) {
        interrupt_release();
        interrupt_hold();
    }
    return session_stopped(run->worker);
}

/* "hermes, glm", or how many they are; owned. */
static char *syntaxes_text(const fuzz_run *run)
{
    enum { NAMED = 3 };
    char *text = xstrdup("");
    size_t count = 0;

    for (; run->ids[count]; count++) {
        char *longer = xformat("%s%s%s", text, count ? ", " : "", run->ids[count]);

        free(text);
        text = longer;
    }
    if (count <= NAMED)
        return text;
    free(text);
    return xformat("%zu syntaxes", count);
}

/* For people: how many inputs, and what came of them. */
static void tell_search(const fuzz_run *run)
{
    const fuzz_pace *pace = &run->found.pace;
    FILE *out = run->o.format == &REPORT_TTY ? stdout : stderr;
    char *syntaxes = syntaxes_text(run);

    show_text(out,
              "fuzzed %s: %zu inputs in %.1f s (%.0f a second), %zu of them new to our own "
              "parser; seed %llu\n",
              syntaxes, pace->inputs, pace->seconds,
              pace->seconds > 0 ? (double)pace->inputs / pace->seconds : 0, pace->watched,
              (unsigned long long)run->o.seed);
    if (pace->failed)
        show_text(out,
                  "%zu fail, in %zu way%s: %zu of them are judged again, in all cuttings%s\n\n",
                  pace->failed, pace->kinds, pace->kinds == 1 ? "" : "s", run->found.count,
                  run->o.only ? "" : " and by all laws");
    else
        show_text(out, "none fails\n");
    free(syntaxes);
}

/* -- the report of what was found ---------------------------------------------------------------
 */

typedef struct judging {
    fuzz_run *run;
    tally *sum;
    size_t at; /* the case whose results come */
} judging;

static void on_judged(void *context, const result *r)
{
    judging *j = context;

    while (adhoc_case(j->run->found.cases[j->at]) != r->test)
        j->at++;
    j->run->again[j->at] = j->run->again[j->at] || result_counts(r, false);
    tally_result(j->sum, r);
}

/* All checks on what was found, in the order of the kinds. */
static void judge_again(fuzz_run *run, tally *sum)
{
    judging j = { .run = run, .sum = sum };
    selection what = { .cases = xcalloc(run->found.count + 1, sizeof *what.cases),
                       .count = run->found.count,
                       .checks = run->o.checks,
                       .seed = run->o.seed };

    run->again = xcalloc(run->found.count + 1, sizeof *run->again);
    for (size_t i = 0; i < what.count; i++)
        what.cases[i] = adhoc_case(run->found.cases[i]);
    run_worker(&what, run->worker, on_judged, &j);
    free(what.cases);
}

/* How many failed when they came up, and passed afterwards. Each of them is named. */
static size_t tell_unsteady(const fuzz_run *run)
{
    size_t count = 0;

    for (size_t i = 0; i < run->found.count; i++) {
        const test_case *t = adhoc_case(run->found.cases[i]);
        char *text, *word;

        if (run->again[i])
            continue;
        text = text_escape(t->input);
        word = shell_word(text);
        fprintf(
            stderr,
            "fencepost fuzz: an input failed once, and passed when it was judged again: --syntax "
            "%s --text %s\n",
            fp_syntax_id(t->syntax), word);
        free(word);
        free(text);
        count++;
    }
    return count;
}

static run_info info_of(const fuzz_run *run, const char *started)
{
    return (run_info){ .worker = (const char *const *)run->o.worker,
                       .started = started,
                       .spec = run->spec,
                       .corpus = run->corpus,
                       .selected = run->found.count,
                       .made_up = true,
                       .syntaxes = run->ids,
                       .show = run->o.show,
                       .seed = run->o.seed,
                       .only = run->o.only };
}

/* Why not all was judged again; owned; NULL: it was. */
static char *why_stopped(const fuzz_run *run)
{
    char *stopped = session_stopped(run->worker);

    if (!stopped && interrupt_pending())
        stopped = xformat("interrupted by %s", interrupt_name(interrupt_pending()));
    return stopped;
}

static int report(fuzz_run *run)
{
    const wire_hello *hello = session_hello(run->worker);
    char *started = time_text();
    char *subject = xformat("%s %s (%s)", hello->name, hello->version, hello->language);
    char *policies = test_worker_policies(hello);
    json_t *about = about_worker(hello);
    run_info info = info_of(run, started);
    reporter master = { .info = &info, .out = run->file, .of = 1 };
    tally sum = { .format = run->o.format,
                  .reporter = { .info = &info, .of = 1 },
                  .master = run->file ? &master : NULL,
                  .findings = run->o.budget ? findings_new() : NULL };
    char *stopped;
    int code;

    info.subject = subject;
    info.policies = policies;
    info.parser = about;
    tally_begin(&sum);
    judge_again(run, &sum);
    stopped = why_stopped(run);
    if (sum.findings)
        causes_order(sum.causes, sum.findings);
    if (sum.findings && !session_lost(run->worker) && !interrupt_pending())
        findings_reduce_worker(sum.findings, run->worker, run->o.seed, run->o.budget);
    code = tally_end(&sum, session_restarts(run->worker), stopped);
    fflush(stdout);
    if (run->found.count && (stopped || tell_unsteady(run)))
        code = EXIT_UNEXPECTED;
    free(stopped);
    json_decref(about);
    free(policies);
    free(subject);
    free(started);
    return code;
}

/* -- the command --------------------------------------------------------------------------------
 */

/* What was found is judged by a worker of its own, which has all the patience for it. */
static bool restart(fuzz_run *run)
{
    session_close(run->worker);
    run->worker = test_worker_open("fuzz", &run->o);
    return run->worker != NULL;
}

/* A search by numbers of inputs is repeated by its seed. */
static void offer_cases(const fuzz_run *run, const char *dir)
{
    if (dir)
        fprintf(stderr,
                "fencepost fuzz: `fencepost add --from-failure %s/report.jsonl` makes cases "
                "of them\n",
                dir);
    else
        fprintf(stderr,
                "fencepost fuzz: the same search with a report: --seed %llu --inputs %zu "
                "--report DIR; `fencepost add --from-failure DIR/report.jsonl` then makes cases\n",
                (unsigned long long)run->o.seed, run->found.pace.inputs);
}

static int search_and_report(fuzz_run *run)
{
    problems p = { .by = "fuzz" };
    const char *dir = run->o.report;
    char *ended;
    int code;

    if (dir) {
        run->file = report_file_open(dir, &p);
        if (!run->file)
            return EXIT_ADAPTER;
    }
    ended = search(run);
    tell_search(run);
    if (ended)
        fprintf(stderr, "fencepost fuzz: the search ended early: %s\n", ended);
    code = ended ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
    if (run->found.count || dir || run->o.format != &REPORT_TTY)
        code = restart(run) ? report(run) : EXIT_ADAPTER;
    free(ended);
    if (run->file && !report_file_close(run->file, dir, &p))
        code = EXIT_ADAPTER;
    if (run->found.count && code == EXIT_UNEXPECTED)
        offer_cases(run, dir);
    return code;
}

static int start(fuzz_run *run)
{
    problems p = { .by = "fuzz" };
    char *data;
    int code = EXIT_USAGE;

    interrupt_hold();
    if (run->o.so && !adapter_try(run->o.so))
        return EXIT_ADAPTER;
    run->worker = test_worker_open("fuzz", &run->o);
    if (!run->worker)
        return EXIT_ADAPTER;
    if (!choose_syntaxes(run))
        return EXIT_USAGE;
    data = data_dir(&p);
    run->corpus = data ? corpus_load_of(data, run->syntaxes, &p) : NULL;
    run->spec = run->corpus ? spec_load(data, &p) : NULL;
    if (run->spec) {
        spec_grade(run->spec, run->corpus);
        code = readings_check("fuzz", run->spec, session_hello(run->worker))
                   ? search_and_report(run)
                   : EXIT_ADAPTER;
    }
    free(data);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    fuzz_run run = { .inputs = 0 };
    int code = read_options(self, argc, argv, &run);

    if (!code)
        code = run.o.template ? fuzz_by_template(&run.o, run.inputs) : start(&run);
    session_close(run.worker);
    fuzz_found_free(&run.found);
    free(run.again);
    free(run.ids);
    free((void *)run.syntaxes);
    spec_free(run.spec);
    corpus_free(run.corpus);
    test_options_free(&run.o);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost fuzz -- python3 adapter.py", "your parser for a minute" },
    { "fencepost fuzz --so parser.so --syntax hermes --time 10m", "a shared object" },
    { "fencepost fuzz --template template.json -- python3 executor.py",
      "an executor of response templates" },
    { "fencepost fuzz --inputs 20000 --seed 7 -- ./adapter", "the same inputs each time" },
    { NULL, NULL },
};

const command CMD_FUZZ = {
    .name = "fuzz",
    .summary = "try ever new inputs on a parser, and report those that it fails on",
    .usage =
        "[OPTIONS] -- WORKER ARGS...\n[OPTIONS] --so FILE\n[OPTIONS] --template FILE -- WORKER "
        "ARGS...",
    .options = OPTIONS,
    .run = run,
    .unexpected = "The parser fails on some inputs.",
    .examples = EXAMPLES,
    .colours = true,
};
