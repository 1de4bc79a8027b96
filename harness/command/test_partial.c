/* SPDX-License-Identifier: Apache-2.0 */
/* test_partial.c: `fencepost test --subject partial-json`: the cases and laws of readers of partial
 * JSON, on our own reader or on a worker.
 */
#include "command/test_partial.h"

#include "base/interrupt.h"
#include "base/nearest.h"
#include "report/report.h"
#include "report/report_file.h"
#include "report/tally.h"
#include "run/run_partial.h"
#include "worker/about_parser.h"

#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct partial_test {
    const test_options *o;
    const spec *spec;
    partial_cases *cases, *made; /* NULL: none of them */
    bool *chosen, *made_chosen, grown_chosen[PARTIAL_GROWN];
    size_t selected;
    session *worker; /* NULL: our own reader */
    FILE *file;      /* --report; NULL: not asked */
    char *started;
} partial_test;

int test_partial_check(const command *self, const test_options *o)
{
    const struct {
        bool given;
        const char *name;
    } refused[] = {
        { o->thorough, "thorough" },       { o->quick, "quick" },
        { o->only != NULL, "only" },       { o->only_cut, "cut" },
        { o->jobs > 0, "jobs" },           { o->shards > 0, "shard" },
        { o->tools != NULL, "catalogue" }, { o->given.prefix.len > 0, "prompt" },
        { o->known != NULL, "known" },     { o->against != NULL, "against-suite" },
        { o->so != NULL, "so" },
    };

    if (o->format == report_find("html"))
        return command_usage_error(self,
                                   "--subject %s takes no --format html: its page is about "
                                   "parsers",
                                   o->subject);
    if (o->syntax_count)
        return command_usage_error(self, "--subject and --syntax are about different things: give "
                                         "one of them");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i].given)
            return command_usage_error(self, "--subject %s takes no --%s", o->subject,
                                       refused[i].name);
    if (o->has_input && (o->pattern_count || o->generate))
        return command_usage_error(self, "--input and --text take the place of cases: leave --case "
                                         "and --generate out");
    return 0;
}

/* -- cases ------------------------------------------------------------------------------------- */

static bool matches(const test_options *o, const char *id)
{
    for (size_t i = 0; i < o->pattern_count; i++)
        if (glob_matches(o->patterns[i], id))
            return true;
    return !o->pattern_count;
}

static bool *choose(const test_options *o, const partial_cases *cases, size_t *count)
{
    bool *chosen = xcalloc(partial_cases_count(cases) + 1, sizeof *chosen);

    for (size_t i = 0; i < partial_cases_count(cases); i++) {
        chosen[i] = matches(o, partial_case_at(cases, i)->id);
        *count += chosen[i];
    }
    return chosen;
}

static int none_matches(const command *self, const partial_test *t)
{
    const size_t count = t->cases ? partial_cases_count(t->cases) : 0;
    const char **ids = xcalloc(count + 1, sizeof *ids);
    char *question;

    for (size_t i = 0; i < count; i++)
        ids[i] = partial_case_at(t->cases, i)->id;
    question = nearest_question(t->o->patterns[0], "", ids, count);
    command_usage_error(self, "no case of %s matches --case %s%s", t->o->subject, t->o->patterns[0],
                        question);
    free(question);
    free((void *)ids);
    return EXIT_USAGE;
}

/* Reads or makes what the options ask for. */
static bool get_cases(partial_test *t, const char *data, problems *p)
{
    const test_options *o = t->o;

    if (o->has_input)
        t->cases = partial_cases_given(o->input, PARTIAL_SUBJECT "/given");
    else if (!o->generate)
        t->cases = partial_cases_load(data, p);
    if (!o->has_input)
        t->made = partial_cases_made(o->generate ? o->generate : PARTIAL_MADE, o->seed);
    if (p->count)
        return false;
    if (t->cases)
        t->chosen = choose(o, t->cases, &t->selected);
    if (t->made)
        t->made_chosen = choose(o, t->made, &t->selected);
    for (size_t i = 0; o->worker && !o->has_input && !o->generate && i < PARTIAL_GROWN; i++) {
        t->grown_chosen[i] = matches(o, partial_grown(i)->id);
        t->selected += t->grown_chosen[i];
    }
    return true;
}

/* -- the run ----------------------------------------------------------------------------------- */

static void judge_all(const partial_test *t, tally *tally_of_run)
{
    const struct {
        const partial_cases *cases;
        const bool *chosen;
    } all[] = { { t->cases, t->chosen }, { t->made, t->made_chosen } };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const partial_run run = { all[i].cases, all[i].chosen, tally_result, tally_of_run };

        if (!all[i].cases)
            continue;
        if (t->worker)
            run_partial_worker(&run, t->worker);
        else
            run_partial_builtin(&run);
    }
    if (t->worker && !interrupt_stops())
        run_partial_linear(t->worker, t->grown_chosen, tally_result, tally_of_run);
}

/* Why the run has ended before its end; owned; NULL: it has not. */
static char *why_stopped(const partial_test *t)
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

static int run_and_report(const partial_test *t)
{
    static const char *const SUBJECTS[] = { PARTIAL_SUBJECT, NULL };
    const wire_hello *hello = t->worker ? session_hello(t->worker) : NULL;
    char *subject = hello ? xformat("%s %s (%s)", hello->name, hello->version, hello->language)
                          : xstrdup("built-in reader of partial JSON");
    char *policies = hello ? partial_policies_text(&hello->reads) : xstrdup("");
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
                            .generate = t->o->generate,
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
static int open_worker(partial_test *t)
{
    session_config config = test_options_session(t->o);
    char error[SESSION_ERROR_SIZE];

    config.partial_json = true;
    t->worker = session_open(&config, error, sizeof error);
    if (!t->worker) {
        fprintf(stderr, "fencepost test: the worker cannot be used: %s\n", error);
        return EXIT_ADAPTER;
    }
    if (session_hello(t->worker)->partial_json)
        return EXIT_AS_EXPECTED;
    fprintf(stderr,
            "fencepost test: nothing to test: the hello of %s does not have the subject %s: a "
            "reader of partial JSON answers with \"subjects\": [\"%s\"] (PROTOCOL-7.1)\n",
            session_hello(t->worker)->name, PARTIAL_SUBJECT, PARTIAL_SUBJECT);
    return EXIT_USAGE;
}

/* With the report in a file where one is asked for. */
static int run_reported(partial_test *t, problems *p)
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

int test_partial(const command *self, const test_options *o)
{
    problems p = { .by = "test" };
    partial_test t = { .o = o, .started = time_text() };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    int code = EXIT_USAGE;

    t.spec = s;
    if (s && get_cases(&t, data, &p))
        code = t.selected ? run_reported(&t, &p) : none_matches(self, &t);
    session_close(t.worker);
    partial_cases_free(t.cases);
    partial_cases_free(t.made);
    free(t.chosen);
    free(t.made_chosen);
    spec_free(s);
    free(data);
    free(t.started);
    return code;
}
