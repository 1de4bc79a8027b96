/* SPDX-License-Identifier: Apache-2.0 */
/* test_template.c: `fencepost test --subject response-template`: the cases and laws of executors of
 * response templates, on our own or on a worker.
 */
#include "command/test_template.h"

#include "base/interrupt.h"
#include "report/report.h"
#include "report/report_file.h"
#include "report/tally.h"
#include "run/run_template.h"
#include "template/template_answer.h"
#include "worker/about_parser.h"

#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct template_test {
    const test_options *o;
    const spec *spec;
    template_cases *cases;
    bool *chosen;
    size_t selected;
    session *worker; /* NULL: our own executor */
    FILE *file;      /* --report; NULL: not asked */
    char *started;
} template_test;

static bool matches(const test_options *o, const char *id)
{
    for (size_t i = 0; i < o->pattern_count; i++)
        if (glob_matches(o->patterns[i], id))
            return true;
    return !o->pattern_count;
}

static void choose(template_test *t)
{
    t->chosen = xcalloc(template_cases_count(t->cases) + 1, sizeof *t->chosen);
    for (size_t i = 0; i < template_cases_count(t->cases); i++) {
        t->chosen[i] = matches(t->o, template_case_at(t->cases, i)->test.id);
        t->selected += t->chosen[i];
    }
}

static void judge_all(const template_test *t, tally *sum)
{
    const template_run run = { t->cases, t->chosen, tally_result, sum };

    if (t->worker)
        run_template_worker(&run, t->worker);
    else
        run_template_builtin(&run);
}

/* Why the run has ended before its end; owned; NULL: it has not. */
static char *why_stopped(const template_test *t)
{
    const int number = interrupt_pending();
    char *stopped = t->worker ? session_stopped(t->worker) : NULL;

    if (interrupt_is_time()) {
        free(stopped);
        return xformat("--time %s is over", t->o->time);
    }
    if (number && !stopped)
        stopped = xformat("interrupted by %s", interrupt_name(number));
    return stopped;
}

static int run_and_report(const template_test *t)
{
    static const char *const SUBJECTS[] = { TEMPLATE_SUBJECT, NULL };
    const wire_hello *hello = t->worker ? session_hello(t->worker) : NULL;
    char *subject = hello ? xformat("%s %s (%s)", hello->name, hello->version, hello->language)
                          : xstrdup("built-in executor of response templates");
    char *policies = hello ? template_policies_text(&hello->executes) : xstrdup("");
    char *stopped;
    const run_info info = { .subject = subject,
                            .worker = (const char *const *)t->o->worker,
                            .policies = policies,
                            .started = t->started,
                            .spec = t->spec,
                            .strict = t->o->strict,
                            .seed = t->o->seed,
                            .selected = t->selected,
                            .syntaxes = SUBJECTS,
                            .show = t->o->show,
                            .given = t->o->typed };
    reporter master = { .info = &info, .out = t->file, .of = 1 };
    tally sum = { .format = t->o->format,
                  .reporter = { .info = &info, .of = 1 },
                  .master = t->file ? &master : NULL,
                  .strict = t->o->strict };
    int code;

    tally_begin(&sum);
    judge_all(t, &sum);
    stopped = why_stopped(t);
    code = tally_end(&sum, t->worker ? session_restarts(t->worker) : 0, stopped);
    free(stopped);
    free(policies);
    free(subject);
    return code;
}

/* Starts the worker; a status that is not EXIT_AS_EXPECTED has been explained. */
static int open_worker(template_test *t)
{
    session_config config = test_options_session(t->o);
    char error[SESSION_ERROR_SIZE];

    config.partial_json = true;
    t->worker = session_open(&config, error, sizeof error);
    if (!t->worker) {
        fprintf(stderr, "fencepost test: the worker cannot be used: %s\n", error);
        return EXIT_ADAPTER;
    }
    if (session_hello(t->worker)->templates)
        return EXIT_AS_EXPECTED;
    fprintf(stderr,
            "fencepost test: nothing to test: the hello of %s does not have the subject %s: an "
            "executor answers with \"subjects\": [\"%s\"] (PROTOCOL-8.1)\n",
            session_hello(t->worker)->name, TEMPLATE_SUBJECT, TEMPLATE_SUBJECT);
    return EXIT_USAGE;
}

/* With the report in a file where one is asked for. */
static int run_reported(template_test *t, problems *p)
{
    int code = EXIT_AS_EXPECTED;

    interrupt_hold();
    if (t->o->worker)
        code = open_worker(t);
    if (code)
        return code;
    if (t->o->report) {
        t->file = report_file_open(t->o->report, p);
        if (!t->file)
            return EXIT_ADAPTER;
    }
    code = run_and_report(t);
    if (t->file && !report_file_close(t->file, t->o->report, p))
        code = EXIT_ADAPTER;
    return code;
}

/* What is expected is made by our own executor, under the policies of a worker. */
static bool has_executor(const template_test *t)
{
    const template_policies usual = { .numbers_double = false };
    template_answer a = template_own_answer(template_case_at(t->cases, 0), &usual, NULL);
    const bool has = a.kind != TEMPLATE_NO_ANSWER;

    template_answer_free(&a);
    return has;
}

static int test_cases(template_test *t, const command *self, problems *p)
{
    if (t->o->generate || t->o->has_input)
        return command_usage_error(self, "--subject %s takes no --generate, --text or --input",
                                   TEMPLATE_SUBJECT);
    if (!has_executor(t)) {
        fprintf(stderr, "fencepost test: this program was built without PCRE2, which the executor "
                        "of response templates needs\n");
        return EXIT_USAGE;
    }
    choose(t);
    if (!t->selected)
        return command_usage_error(self, "no case of %s matches --case %s", TEMPLATE_SUBJECT,
                                   t->o->patterns[0]);
    return run_reported(t, p);
}

int test_template(const command *self, const test_options *o)
{
    problems p = { .by = "test" };
    template_test t = { .o = o, .started = time_text() };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    int code = EXIT_USAGE;

    t.spec = s;
    t.cases = s ? template_cases_load(data, s, &p) : NULL;
    if (t.cases)
        code = test_cases(&t, self, &p);
    session_close(t.worker);
    template_cases_free(t.cases);
    free(t.chosen);
    spec_free(s);
    free(data);
    free(t.started);
    return code;
}
