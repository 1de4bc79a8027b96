/* SPDX-License-Identifier: Apache-2.0 */
/* test_partial.c: `fencepost test --subject partial-json`: the cases and laws of readers of partial
 * JSON, on our own reader or on a worker.
 */
#include "command/test_partial.h"

#include "base/interrupt.h"
#include "command/test_subject.h"
#include "report/report.h"
#include "run/run_partial.h"

#include <stdlib.h>
#include <string.h>

/* One run of the command. */
typedef struct partial_test {
    const test_options *o;
    partial_cases *cases, *made; /* NULL: none of them */
    bool *chosen, *made_chosen, grown_chosen[PARTIAL_GROWN];
    size_t selected;
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
        { o->tools != NULL, "catalogue" }, { o->given.prefix.len > 0 && !o->template, "prompt" },
        { o->known != NULL, "known" },     { o->against != NULL, "against-suite" },
        { o->so != NULL, "so" },
    };

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

static bool *choose(const test_options *o, const partial_cases *cases, size_t *count)
{
    bool *chosen = xcalloc(partial_cases_count(cases) + 1, sizeof *chosen);

    for (size_t i = 0; i < partial_cases_count(cases); i++) {
        chosen[i] = test_subject_chooses(o, partial_case_at(cases, i)->id);
        *count += chosen[i];
    }
    return chosen;
}

static int none_matches(const command *self, const subject_run *r)
{
    const partial_test *t = r->run;
    const size_t count = t->cases ? partial_cases_count(t->cases) : 0;
    const char **ids = xcalloc(count + 1, sizeof *ids);

    for (size_t i = 0; i < count; i++)
        ids[i] = partial_case_at(t->cases, i)->id;
    test_subject_none(self, r, ids, count);
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
        t->grown_chosen[i] = test_subject_chooses(o, partial_grown(i)->id);
        t->selected += t->grown_chosen[i];
    }
    return true;
}

/* -- the run ----------------------------------------------------------------------------------- */

static void judge(void *run, session *worker, tally *sum)
{
    const partial_test *t = run;
    const struct {
        const partial_cases *cases;
        const bool *chosen;
    } all[] = { { t->cases, t->chosen }, { t->made, t->made_chosen } };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const partial_run part = { all[i].cases, all[i].chosen, tally_result, sum };

        if (!all[i].cases)
            continue;
        if (worker)
            run_partial_worker(&part, worker);
        else
            run_partial_builtin(&part);
    }
    if (worker && !interrupt_stops())
        run_partial_linear(worker, t->grown_chosen, tally_result, sum);
}

static bool is_reader(const wire_hello *hello)
{
    return hello->partial_json;
}

static char *policies_of(const wire_hello *hello)
{
    return partial_policies_text(&hello->reads);
}

static const test_subject SUBJECT = {
    .name = PARTIAL_SUBJECT,
    .own = "built-in reader of partial JSON",
    .called = "a reader of partial JSON",
    .clause = "PROTOCOL-7.1",
    .is_one = is_reader,
    .policies = policies_of,
    .judge = judge,
};

int test_partial(const command *self, const test_options *o)
{
    problems p = { .by = "test" };
    partial_test t = { .o = o };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    int code = EXIT_USAGE;

    if (s && get_cases(&t, data, &p)) {
        const subject_run r = {
            .subject = &SUBJECT, .o = o, .spec = s, .selected = t.selected, .run = &t
        };

        code = t.selected ? test_subject_run(&r) : none_matches(self, &r);
    }
    partial_cases_free(t.cases);
    partial_cases_free(t.made);
    free(t.chosen);
    free(t.made_chosen);
    spec_free(s);
    free(data);
    return code;
}
