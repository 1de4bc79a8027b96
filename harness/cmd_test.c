/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_test.c: fencepost test: the suite, on our own parsers or on a worker. */
#include "adapter.h"
#include "adhoc.h"
#include "generated.h"
#include "interrupt.h"
#include "jobs.h"
#include "policy_probe.h"
#include "run.h"
#include "suite_preview.h"
#include "tally.h"
#include "test_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct test_run {
    const test_options *options;
    const corpus *corpus;
    const spec *spec;
    selection what;
    const char *data;
    known *known;           /* what --known says; NULL: nothing */
    suite_preview *preview; /* --against-suite; NULL: not asked */
    bool whole;             /* all that was selected has been judged */
} test_run;

/* -- selection --------------------------------------------------------------------------------- */

static bool selects(const test_options *o, const test_case *t)
{
    if (o->syntax && t->syntax != o->syntax)
        return false;
    for (size_t p = 0; p < o->pattern_count; p++) {
        if (glob_matches(o->patterns[p], t->id))
            return true;
        for (size_t i = 0; i < t->alias_count; i++)
            if (glob_matches(o->patterns[p], t->aliases[i]))
                return true;
    }
    return o->pattern_count == 0;
}

static bool cuts_fit(const test_options *o, const test_case *t)
{
    return !o->only_cut || o->cuts[o->cut_count - 1] <= t->input.len;
}

/* made: NULL, or the cases that take the place of all. */
static selection select_cases(const corpus *c, const test_options *o, adhoc *const *made,
                              size_t count)
{
    selection s = { .cuts = o->cuts,
                    .cut_count = o->cut_count,
                    .only_cut = o->only_cut,
                    .seed = o->seed,
                    .jobs = o->jobs };
    size_t met = 0;

    s.cases = xcalloc(corpus_count(c) + count + 1, sizeof *s.cases);
    for (size_t i = 0; i < count; i++)
        if (cuts_fit(o, adhoc_case(made[i])))
            s.cases[s.count++] = adhoc_case(made[i]);
    for (size_t i = 0; !made && i < corpus_count(c); i++) {
        if (!selects(o, corpus_case(c, i)) || !cuts_fit(o, corpus_case(c, i)))
            continue;
        if (!o->shards || met++ % o->shards == o->shard - 1)
            s.cases[s.count++] = corpus_case(c, i);
    }
    return s;
}

/* -- what all runs have ------------------------------------------------------------------------ */

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
static char *why_stopped(const session *worker)
{
    const int number = interrupt_pending();

    if (worker && session_lost(worker))
        return xstrdup(session_lost(worker));
    return number ? xformat("interrupted by %s", interrupt_name(number)) : NULL;
}

static run_info info_of(const test_run *run)
{
    const test_options *o = run->options;

    return (run_info){ .subject = "built-in parsers",
                       .policies = "",
                       .spec = run->spec,
                       .strict = o->strict,
                       .selected = run->what.count,
                       .shard = o->shard,
                       .shards = o->shards,
                       .show = o->show,
                       .seed = o->seed };
}

static tally tally_of(const test_run *run, const run_info *info)
{
    return (tally){ .format = run->options->format,
                    .reporter = { .info = info },
                    .strict = run->options->strict,
                    .known = run->known,
                    .findings = run->options->budget ? findings_new() : NULL };
}

/* -- our own parsers --------------------------------------------------------------------------- */

static void preview_builtin(void *context, const selection *what, on_result *say, void *sayer)
{
    (void)context;
    run_builtin(what, say, sayer);
}

static int test_builtin(test_run *run)
{
    const run_info info = info_of(run);
    tally t;
    char *stopped;
    int code;

    if (run->preview)
        return suite_preview_run(run->preview, &run->what, info.strict, preview_builtin, NULL);
    t = tally_of(run, &info);
    t.format->begin(&t.reporter);
    run_builtin(&run->what, tally_result, &t);
    stopped = why_stopped(NULL);
    run->whole = !stopped;
    if (t.findings && !stopped)
        findings_reduce_laws(t.findings, run->options->seed, run->options->budget);
    code = tally_end(&t, 0, stopped);
    free(stopped);
    return code;
}

/* -- workers ----------------------------------------------------------------------------------- */

static session_config config_of(const test_options *o)
{
    session_config config = SESSION_CONFIG_DEFAULT;

    config.argv = o->worker;
    config.restarts = (unsigned)o->restarts;
    config.deadline_ms = (int)(o->deadline * 1000);
    config.memory_limit = o->memory << 20;
    return config;
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

static void preview_worker(void *context, const selection *what, on_result *say, void *sayer)
{
    run_worker(what, context, say, sayer);
}

/* What is asked once all cases have been judged: policies, and smallest forms. Why the run came to
 * no end is known before, for reducing may lose the worker as well; owned. */
static char *round_off(const test_run *run, tally *t, session *worker)
{
    char *stopped = why_stopped(worker);

    if (!stopped && !run->options->only_cut) {
        policies_check(&run->what, worker, tally_result, t);
        stopped = why_stopped(worker);
    }
    if (t->findings && !stopped)
        findings_reduce_worker(t->findings, worker, run->options->budget);
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
    } else {
        run_worker(&run->what, worker, tally_result, t);
        *restarts = session_restarts(worker);
    }
    return stopped ? stopped : round_off(run, t, worker);
}

static int test_worker(test_run *run)
{
    const session_config config = config_of(run->options);
    int code;
    size_t restarts;
    session *worker = open_worker(&config, &run->what, &code);

    if (!worker)
        return code;
    if (run->preview) {
        code = suite_preview_run(run->preview, &run->what, run->options->strict, preview_worker,
                                 worker);
        session_close(worker);
        return code;
    }

    const wire_hello *hello = session_hello(worker);
    char *subject = xformat("%s %s (%s)", hello->name, hello->version, hello->language);
    char *policies = policies_text(&hello->policy);
    char *stopped;
    problems p = { 0 };
    run_info info = info_of(run);
    tally t = tally_of(run, &info);

    info.subject = subject;
    info.policies = policies;
    info.worker = (const char *const *)run->options->worker;
    t.diagnosis = diagnosis_new(run->data, &p);
    t.format->begin(&t.reporter);
    stopped = judge_all(run, &t, worker, &config, &restarts);
    run->whole = !stopped;
    if (stopped)
        fprintf(stderr, "fencepost test: stopped: %s\n", stopped);
    code = tally_end(&t, restarts, stopped);
    diagnosis_free(t.diagnosis);
    session_close(worker);
    free(stopped);
    free(subject);
    free(policies);
    return code;
}

/* -- the command ------------------------------------------------------------------------------- */

/* The one case that --input or --text gives; NULL with the problem said. */
static adhoc **made_cases(const test_options *o, size_t *count, problems *p)
{
    policy_set policy = { .policies = o->given.policies };
    adhoc **one;

    memcpy(policy.given, o->given.policy_given, sizeof policy.given);
    if (o->generate)
        return generated_cases(o->syntax, o->generate, o->seed, &policy, count, p);
    one = xcalloc(1, sizeof(adhoc *));
    one[0] = adhoc_new(o->syntax, o->input, o->tools, &policy, p);
    *count = one[0] != NULL;
    if (*count)
        return one;
    free(one);
    return NULL;
}

/* What the file of known failures comes to, once all is judged: code, or what it becomes. */
static int settle_known(const test_run *run, int code)
{
    problems p = { 0 };

    if (!run->known || code > EXIT_UNEXPECTED || !run->whole)
        return code;
    if (!run->options->update_known)
        return known_stale(run->known, run->corpus, &run->what, &p) ? EXIT_UNEXPECTED : code;
    return known_update(run->known, run->corpus, &run->what, &p) ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static int run_selection(const command *self, test_run *run)
{
    const test_options *o = run->options;
    int code;

    interrupt_hold();
    if (!run->what.count)
        return command_usage_error(self, "no case matches%s; `fencepost list cases` shows all",
                                   o->shards ? " of this shard" : "");
    if (o->so && !adapter_try(o->so))
        return EXIT_ADAPTER;
    code = o->worker ? test_worker(run) : test_builtin(run);
    return settle_known(run, code);
}

/* Everything that the options name is read before anything is run. */
static int test(const command *self, const test_options *o, const char *data, const corpus *c,
                const spec *s)
{
    problems p = { 0 };
    test_run run = { .options = o, .data = data, .corpus = c, .spec = s };
    const bool makes = o->has_input || o->generate;
    size_t count = 0;
    adhoc **made = makes ? made_cases(o, &count, &p) : NULL;
    int code = EXIT_USAGE;

    if (o->known)
        run.known = known_read(o->known, o->update_known, &p);
    if (o->against)
        run.preview = suite_preview_new(o->against, c, &p);
    if ((made || !makes) && (run.known || !o->known) && (run.preview || !o->against)) {
        run.what = select_cases(c, o, made, count);
        code = run_selection(self, &run);
        free(run.what.cases);
    }
    suite_preview_free(run.preview);
    known_free(run.known);
    for (size_t i = 0; made && i < count; i++)
        adhoc_free(made[i]);
    free(made);
    return code;
}

static int run(const command *self, int argc, char **argv)
{
    problems p = { 0 };
    test_options o;
    int code = test_options_read(self, argc, argv, &o);
    char *data = code ? NULL : data_dir(&p);
    corpus *c = data ? corpus_load(data, &p) : NULL;
    spec *s = c ? spec_load(data, &p) : NULL;

    if (s)
        code = test(self, &o, data, c, s);
    else if (!code)
        code = EXIT_USAGE;
    spec_free(s);
    corpus_free(c);
    free(data);
    test_options_free(&o);
    return code;
}

const command CMD_TEST = {
    .name = "test",
    .summary = "run the suite on the built-in parsers, or on a worker",
    .usage = "[OPTIONS] [-- WORKER ARGS...]",
    .options = TEST_OPTIONS,
    .run = run,
};
