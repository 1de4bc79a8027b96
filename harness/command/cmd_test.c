/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_test.c: fencepost test: runs the suite on our own parsers or on a worker. */
#include "base/interrupt.h"
#include "base/replace.h"
#include "command/test_partial.h"
#include "command/test_template.h"
#include "command/test_selection.h"
#include "command/test_worker.h"
#include "generate/generated.h"
#include "report/report.h"
#include "report/report_file.h"
#include "report/tally.h"
#include "run/jobs.h"
#include "run/policy_probe.h"
#include "run/readings_check.h"
#include "run/run.h"
#include "run/suite_preview.h"
#include "run/wanted.h"
#include "serve/adapter.h"
#include "worker/about_parser.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct test_run {
    const test_options *options;
    const corpus *corpus;
    const spec *spec;
    selection all;  /* what the options select */
    selection what; /* and of that this shard */
    const char *data;
    known *known;           /* what --known says; NULL: nothing */
    suite_preview *preview; /* --against-suite; NULL: not asked */
    FILE *file;             /* --report; NULL: not asked */
    const char *started;
    session *worker; /* owned; NULL: not started yet, or there is none */
} test_run;

/* -- what all runs have ------------------------------------------------------------------------ */

/* Why a run has ended before its end; owned, NULL: it has not. */
static char *why_stopped(const test_run *run, const tally *t, const session *worker)
{
    const int number = interrupt_pending();
    char *stopped;

    if (interrupt_is_time())
        return xformat("--time %s is over; %zu of %zu cases not tried", run->options->time,
                       run->what.count - t->summary.cases, run->what.count);
    stopped = worker ? session_stopped(worker) : NULL;
    if (number && !stopped)
        stopped = xformat("interrupted by %s", interrupt_name(number));
    return stopped;
}

static run_info info_of(const test_run *run)
{
    const test_options *o = run->options;

    return (run_info){ .subject = "built-in parsers",
                       .policies = "",
                       .started = run->started,
                       .spec = run->spec,
                       .corpus = run->corpus,
                       .strict = o->strict,
                       .selected = run->what.count,
                       .shard = o->shard,
                       .shards = o->shards,
                       .show = o->show,
                       .seed = o->seed,
                       .only = o->only,
                       .quick = o->quick,
                       .generate = o->generate,
                       .given = o->typed };
}

/* master: where the report beside the other is kept while it is written. */
static tally tally_of(const test_run *run, const run_info *info, reporter *master)
{
    *master = (reporter){ .info = info, .out = run->file, .of = 1 };
    return (tally){ .format = run->options->format,
                    .reporter = { .info = info, .of = 1 },
                    .master = run->file ? master : NULL,
                    .strict = run->options->strict,
                    .known = run->known,
                    .findings = run->options->budget ? findings_new() : NULL };
}

/* -- known failures ---------------------------------------------------------------------------- */

/* Which formats tell people what became of the file. */
static bool tells(const report_format *format)
{
    return format == report_find("tty") || format == report_find("tap") ||
           format == report_find("markdown");
}

/* Writes the file again (--update-known); returns the sentence that reports it, owned. */
static char *update_known(const test_run *run, const char *stopped, run_summary *summary)
{
    const char *path = run->options->known;
    known_change change;
    problems p = { .by = "test" };

    if (stopped)
        return xformat("%s was not written: the run did not come to its end", path);
    if (!known_update(run->known, run->corpus, &run->what, &change, &p))
        return xformat("%s could not be written", path);
    summary->kept = true;
    return xformat("%s was written: %zu entries, %zu of them new; %zu are gone", path,
                   change.entries, change.added, change.gone);
}

/* Ends the report, and before that settles what the file of known failures comes to, now that all
 * is judged. Returns the exit status. */
static int end_run(const test_run *run, tally *t, size_t restarts, const char *stopped)
{
    const bool updates = run->known && run->options->update_known;
    char *written = updates ? update_known(run, stopped, &t->summary) : NULL;
    const bool kept = t->summary.kept;
    char *stale = NULL; /* what is wrong with the file, for the end, where it is seen */
    size_t size = 0;
    problems p = { .out = xmemstream(&stale, &size), .by = "test" };
    int code;

    t->summary.written = written;
    if (run->known && !updates && !stopped)
        t->summary.stale =
            known_stale(run->known, run->corpus, &run->what, &t->summary.stale_passed, &p);
    if (written && !tells(t->format))
        fprintf(stderr, "fencepost test: %s\n", written);
    xmemstream_close(p.out, &stale);
    code = tally_end(t, restarts, stopped);
    fflush(stdout);
    fputs(stale, stderr);
    free(stale);
    free(written);
    if (kept)
        return EXIT_AS_EXPECTED;
    return updates && !stopped ? EXIT_ADAPTER : code;
}

/* -- our own parsers --------------------------------------------------------------------------- */

static void preview_builtin(void *context, const selection *what, on_result *say, void *sayer)
{
    (void)context;
    run_builtin(what, say, sayer);
}

static int test_builtin(test_run *run)
{
    run_info info = info_of(run);
    json_t *about;
    reporter master;
    tally t;
    const char **syntaxes;
    char *stopped;
    int code;

    if (run->preview)
        return suite_preview_run(run->preview, &run->what, info.strict, preview_builtin, NULL);
    info.parser = about = about_builtin();
    info.syntaxes = syntaxes = test_selection_syntaxes(&run->what);
    t = tally_of(run, &info, &master);
    tally_begin(&t);
    run_builtin(&run->what, tally_result, &t);
    stopped = why_stopped(run, &t, NULL);
    if (t.findings)
        causes_order(t.causes, t.findings);
    if (t.findings && !stopped)
        findings_reduce_laws(t.findings, run->options->seed, run->options->budget);
    code = end_run(run, &t, 0, stopped);
    free(syntaxes);
    json_decref(about);
    free(stopped);
    return code;
}

/* -- workers ----------------------------------------------------------------------------------- */

/* A worker that parses none of the selected cases' syntaxes would be green for nothing. */
static bool parses_any(const wire_hello *hello, const selection *what)
{
    for (size_t i = 0; i < what->count; i++)
        if (wire_hello_parses(hello, what->cases[i]->syntax))
            return true;
    return false;
}

/* Says which syntaxes the one has and which the others. */
static void say_parses_none(const wire_hello *hello, const selection *what)
{
    const fp_syntax *last = NULL;

    fprintf(stderr, "fencepost test: nothing to test: the hello of %s has the syntaxes",
            hello->name);
    for (size_t i = 0; i < hello->syntax_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", hello->syntaxes[i]->id);
    fprintf(stderr, ", and the selected cases are of");
    for (size_t i = 0; i < what->count; i++) {
        if (what->cases[i]->syntax != last) /* those of one stand together */
            fprintf(stderr, "%s %s", last ? "," : "", what->cases[i]->syntax->id);
        last = what->cases[i]->syntax;
    }
    fprintf(stderr, ": correct \"syntaxes\" in the worker, or select other cases\n");
}

/* Starts the worker if it does not run yet, and makes sure that it is worth testing; else *code. */
static bool has_worker(test_run *run, int *code)
{
    if (!run->worker)
        run->worker = test_worker_open("test", run->options);
    *code = run->worker ? EXIT_USAGE : EXIT_ADAPTER;
    if (run->worker && parses_any(session_hello(run->worker), &run->all))
        return true;
    if (run->worker)
        say_parses_none(session_hello(run->worker), &run->all);
    return false;
}

static void preview_worker(void *context, const selection *what, on_result *say, void *sayer)
{
    run_worker(what, context, say, sayer);
}

/* What is asked once all cases have been judged: policies, of which one input tells nothing, and
 * smallest forms. Policies are judged by all cases that were selected, and once: so the first shard
 * does it, for all. Why the run came to no end is known before, for reducing may lose the worker as
 * well; owned. */
static char *round_off(const test_run *run, tally *t, session *worker)
{
    const test_options *o = run->options;
    char *stopped;

    if (!session_lost(worker) && !o->only_cut && !o->has_input && o->shard <= 1 &&
        wants_policies(&run->all))
        policies_check(&run->all, worker, tally_result, t);
    stopped = why_stopped(run, t, worker);
    if (t->findings)
        causes_order(t->causes, t->findings);
    if (t->findings && !session_lost(worker) && !interrupt_pending()) {
        findings_reduce_worker(t->findings, worker, run->options->seed, run->options->budget);
        if (interrupt_is_time())
            fprintf(stderr,
                    "fencepost test: --time %s was over before all smallest forms were found\n",
                    run->options->time);
    }
    return stopped;
}

/* One case after the other; or each by one of several workers, which this one then follows. */
static char *judge_all(const test_run *run, tally *t, session *worker, const session_config *config,
                       size_t *restarts)
{
    char *stopped = NULL;

    *restarts = 0;
    if (run->what.jobs > 1) {
        jobs_end end = run_jobs(&run->what, config, t->reporter.info, run->corpus, tally_result, t);

        *restarts = end.restarts;
        stopped = end.stopped;
        if (stopped && interrupt_is_time()) { /* each of them says so of its share */
            free(stopped);
            stopped = why_stopped(run, t, worker);
        }
    } else {
        run_worker(&run->what, worker, tally_result, t);
        *restarts = session_restarts(worker);
    }
    if (!stopped)
        return round_off(run, t, worker);
    if (t->findings)
        causes_order(t->causes, t->findings);
    return stopped;
}

/* Returns whether there is a reader of the report: one who has gone stops the run, and needs no
 * message. */
static bool is_read(void)
{
    return stream_arrived(stdout) || errno != EPIPE;
}

static int nothing_left(void)
{
    fputs("fencepost test: this shard has no case: there are more shards than cases\n", stderr);
    return EXIT_USAGE;
}

static int test_worker(test_run *run)
{
    const session_config config = test_options_session(run->options);
    int code;
    size_t restarts;

    if (!has_worker(run, &code))
        return code;
    if (!readings_check("test", run->spec, session_hello(run->worker)))
        return EXIT_ADAPTER;

    session *const worker = run->worker;

    test_selection_parsed(run->options, session_hello(worker), &run->all);
    run->what = test_selection_share(run->options, &run->all);
    if (!run->what.count)
        return nothing_left();
    if (run->preview)
        return suite_preview_run(run->preview, &run->what, run->options->strict, preview_worker,
                                 worker);

    const wire_hello *hello = session_hello(worker);
    const char **syntaxes = test_selection_syntaxes(&run->what);
    char *subject = xformat("%s %s (%s)", hello->name, hello->version, hello->language);
    char *policies = test_worker_policies(hello);
    char *stopped;
    json_t *about = about_worker(hello);
    problems p = { .by = "test" };
    run_info info = info_of(run);
    reporter master;
    tally t = tally_of(run, &info, &master);

    info.subject = subject;
    info.syntaxes = syntaxes;
    info.parser = about;
    info.policies = policies;
    info.worker = (const char *const *)run->options->worker;
    t.diagnosis = diagnosis_new(run->data, &p);
    tally_begin(&t);
    stopped = judge_all(run, &t, worker, &config, &restarts);
    if (stopped && is_read())
        fprintf(stderr, "fencepost test: stopped: %s\n", stopped);
    code = end_run(run, &t, restarts, stopped);
    diagnosis_free(t.diagnosis);
    json_decref(about);
    free(stopped);
    free(syntaxes);
    free(subject);
    free(policies);
    return code;
}

/* -- the command ------------------------------------------------------------------------------- */

/* The one case that --input or --text gives; NULL after reporting the problem. */
static adhoc **made_cases(const test_options *o, size_t *count, problems *p)
{
    policy_set policy = { .policies = o->given.policies };
    adhoc **one;

    memcpy(policy.given, o->given.policy_given, sizeof policy.given);
    if (o->generate)
        return generated_cases(test_options_syntaxes(o), o->generate, o->seed, &policy, count, p);
    one = xcalloc(1, sizeof(adhoc *));
    one[0] = adhoc_new(*o->syntaxes, o->given.prefix, o->input, o->tools, &policy, p);
    *count = one[0] != NULL;
    if (*count)
        return one;
    free(one);
    return NULL;
}

static int run_selection(const command *self, test_run *run)
{
    const test_options *o = run->options;

    interrupt_hold();
    if (!run->all.count)
        return test_selection_none(self, o, run->corpus);
    if (!o->worker) {
        run->what = test_selection_share(o, &run->all);
        if (!run->what.count)
            return nothing_left();
    }
    if (o->so && !adapter_try(o->so))
        return EXIT_ADAPTER;
    return o->worker ? test_worker(run) : test_builtin(run);
}

/* The run, with its report in a file where one is asked for. */
static int run_reported(const command *self, test_run *run)
{
    const char *dir = run->options->report;
    problems p = { .by = "test" };
    char *started = time_text();
    int code = EXIT_ADAPTER;

    run->started = started;
    if (dir)
        run->file = report_file_open(dir, &p);
    if (run->file || !dir)
        code = run_selection(self, run);
    if (run->file && !report_file_close(run->file, dir, &p))
        code = EXIT_ADAPTER;
    free(started);
    return code;
}

/* Everything that the options name is read before anything is run. */
static int test(const command *self, test_run *run)
{
    const test_options *o = run->options;
    problems p = { .by = "test" };
    const bool makes = test_makes_cases(o);
    size_t count = 0;
    adhoc **made = makes ? made_cases(o, &count, &p) : NULL;
    int code = EXIT_USAGE;

    if (o->known)
        run->known = known_read(o->known, o->update_known, &p);
    if (o->against)
        run->preview = suite_preview_new(o->against, run->corpus, run->spec, &p);
    if ((made || !makes) && (run->known || !o->known) && (run->preview || !o->against)) {
        run->all = test_selection_of(run->corpus, o, made, count);
        code = run_reported(self, run);
        free(run->what.cases);
        free(run->all.cases);
    }
    suite_preview_free(run->preview);
    known_free(run->known);
    for (size_t i = 0; made && i < count; i++)
        adhoc_free(made[i]);
    free(made);
    return code;
}

/* Reads the cases and runs what the options select of them. */
static int read_and_test(const command *self, const test_options *o)
{
    problems p = { .by = "test" };
    test_run run = { .options = o };
    const fp_syntax **only;
    corpus *c;
    spec *s;
    char *data;
    int code = EXIT_USAGE;

    if (test_selection_is_workers(o)) {
        interrupt_hold();
        run.worker = test_worker_open("test", o);
        if (!run.worker)
            return EXIT_ADAPTER;
    }
    data = data_dir(&p);
    only =
        data ? test_selection_read(o, data, run.worker ? session_hello(run.worker) : NULL) : NULL;
    run.corpus = c = data ? corpus_load_of(data, only, &p) : NULL;
    run.spec = s = c ? spec_load(data, &p) : NULL;
    run.data = data;
    if (s) {
        spec_grade(s, c);
        code = test(self, &run);
    }
    session_close(run.worker);
    spec_free(s);
    corpus_free(c);
    free(data);
    free((void *)only);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    test_options o;
    int code = test_options_read(self, argc, argv, &o);

    if (!code && o.seconds)
        interrupt_after(o.seconds);
    if (!code)
        code = !o.subject                                 ? read_and_test(self, &o)
               : strcmp(o.subject, TEMPLATE_SUBJECT) == 0 ? test_template(self, &o)
                                                          : test_partial(self, &o);
    test_options_free(&o);
    return code;
}

static const command_example EXAMPLES[] = {
    { "fencepost test -- python3 adapter.py", "the suite on your parser" },
    { "fencepost test --syntax hermes --case 'hermes/name/*' -- ./adapter", "some of its cases" },
    { "fencepost test --syntax hermes --text '<tool_call>' --cut 3 -- ./adapter",
      "one input, cut after three bytes" },
    { "fencepost test --subject partial-json -- node reader.mjs",
      "a reader of partial JSON, in place of a parser" },
    { "fencepost test --subject response-template -- python3 executor.py",
      "an executor of response templates" },
    { "fencepost test --template template.json -- python3 executor.py",
      "the same, on messages made of a template of your own" },
    { "fencepost test --report run -- ./adapter",
      "with a report, for `fencepost report` and `fencepost gate`" },
    { NULL, NULL },
};

const command CMD_TEST = {
    .name = "test",
    .summary = "run the suite on the built-in parsers, or on a worker",
    .usage = "[OPTIONS] [-- WORKER ARGS...]",
    .options = TEST_OPTIONS,
    .run = run,
    .unexpected = "There are unexpected results, or known failures that pass.",
    .examples = EXAMPLES,
    .colours = true,
};
