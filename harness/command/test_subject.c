/* SPDX-License-Identifier: Apache-2.0 */
/* test_subject.c: a run of `fencepost test --subject`, for any subject. */
#include "command/test_subject.h"

#include "base/interrupt.h"
#include "base/nearest.h"
#include "report/report.h"
#include "report/report_file.h"
#include "worker/about_parser.h"

#include <stdlib.h>

bool test_subject_chooses(const test_options *o, const char *id)
{
    for (size_t i = 0; i < o->pattern_count; i++)
        if (glob_matches(o->patterns[i], id))
            return true;
    return !o->pattern_count;
}

int test_subject_none(const command *self, const subject_run *r, const char *const *ids,
                      size_t count)
{
    char *question = nearest_question(r->o->patterns[0], "", ids, count);

    command_usage_error(self, "no case of %s matches --case %s%s", r->subject->name,
                        r->o->patterns[0], question);
    free(question);
    return EXIT_USAGE;
}

/* Why the run has ended before its end; owned; NULL: it has not. */
static char *why_stopped(const subject_run *r, const session *worker)
{
    const int number = interrupt_pending();
    char *stopped = worker ? session_stopped(worker) : NULL;

    if (interrupt_is_time()) {
        free(stopped);
        return xformat("--time %s is over", r->o->time);
    }
    if (number && !stopped)
        stopped = xformat("interrupted by %s", interrupt_name(number));
    return stopped;
}

static int run_and_report(const subject_run *r, session *worker, FILE *file)
{
    const char *const subjects[] = { r->subject->name, NULL };
    const wire_hello *hello = worker ? session_hello(worker) : NULL;
    char *name = hello ? xformat("%s %s (%s)", hello->name, hello->version, hello->language)
                       : xstrdup(r->subject->own);
    char *policies = hello ? r->subject->policies(hello) : xstrdup("");
    char *started = time_text(), *stopped;
    const run_info info = { .subject = name,
                            .worker = (const char *const *)r->o->worker,
                            .policies = policies,
                            .started = started,
                            .spec = r->spec,
                            .strict = r->o->strict,
                            .seed = r->o->seed,
                            .selected = r->selected,
                            .made_up = r->made_up,
                            .syntaxes = subjects,
                            .show = r->o->show,
                            .generate = r->o->generate,
                            .template = r->o->template,
                            .given = r->o->typed };
    reporter master = { .info = &info, .out = file, .of = 1 };
    const bool reduces = worker && r->subject->reduce && r->o->template && r->o->budget;
    tally sum = { .format = r->o->format,
                  .reporter = { .info = &info, .of = 1 },
                  .master = file ? &master : NULL,
                  .strict = r->o->strict,
                  .findings = reduces ? findings_new() : NULL };
    int code;

    tally_begin(&sum);
    r->subject->judge(r->run, worker, &sum);
    stopped = why_stopped(r, worker);
    if (reduces)
        causes_order(sum.causes, sum.findings);
    if (reduces && !stopped)
        r->subject->reduce(sum.findings, worker, r->o->budget);
    code = tally_end(&sum, worker ? session_restarts(worker) : 0, stopped);
    free(stopped);
    free(started);
    free(policies);
    free(name);
    return code;
}

int test_subject_open(const subject_run *r, session **worker)
{
    const char *by = r->by ? r->by : "test";
    const test_subject *s = r->subject;
    session_config config = test_options_session(r->o);
    char error[SESSION_ERROR_SIZE];

    config.partial_json = true;
    *worker = session_open(&config, error, sizeof error);
    if (!*worker) {
        fprintf(stderr, "fencepost %s: the worker cannot be used: %s\n", by, error);
        return EXIT_ADAPTER;
    }
    if (s->is_one(session_hello(*worker)))
        return EXIT_AS_EXPECTED;
    fprintf(stderr,
            "fencepost %s: nothing to test: the hello of %s does not have the subject %s: %s "
            "answers with \"subjects\": [\"%s\"] (%s)\n",
            by, session_hello(*worker)->name, s->name, s->called, s->name, s->clause);
    return EXIT_USAGE;
}

/* With the report in a file where one is asked for. */
static int run_reported(const subject_run *r, session *worker)
{
    problems p = { .by = "test" };
    FILE *file = NULL;
    int code;

    if (r->o->report) {
        file = report_file_open(r->o->report, &p);
        if (!file)
            return EXIT_ADAPTER;
    }
    code = run_and_report(r, worker, file);
    if (file && !report_file_close(file, r->o->report, &p))
        code = EXIT_ADAPTER;
    return code;
}

int test_subject_run(const subject_run *r)
{
    session *worker = NULL;
    int code = EXIT_AS_EXPECTED;

    interrupt_hold();
    if (r->o->worker)
        code = test_subject_open(r, &worker);
    if (code == EXIT_AS_EXPECTED)
        code = run_reported(r, worker);
    session_close(worker);
    return code;
}
