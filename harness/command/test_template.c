/* SPDX-License-Identifier: Apache-2.0 */
/* test_template.c: `fencepost test --subject response-template`, and `--template`: the cases and
 * laws of executors of response templates, on our own or on a worker.
 */
#include "command/test_template.h"

#include "command/test_subject.h"
#include "run/run_template.h"
#include "template/template_answer.h"
#include "template/template_made.h"

#include <stdlib.h>

/* Messages that are made of a template's delimiters, unless --generate has another number. */
enum { MADE = 300 };

/* One run of the command. */
typedef struct template_test {
    const template_cases *cases;
    bool *chosen;
    size_t selected;
} template_test;

/* o NULL: all. */
static void choose(template_test *t, const test_options *o)
{
    t->chosen = xcalloc(template_cases_count(t->cases) + 1, sizeof *t->chosen);
    for (size_t i = 0; i < template_cases_count(t->cases); i++) {
        t->chosen[i] = !o || test_subject_chooses(o, template_case_at(t->cases, i)->test.id);
        t->selected += t->chosen[i];
    }
}

static void judge(void *run, session *worker, tally *sum)
{
    const template_test *t = run;
    const template_run all = {
        .cases = t->cases, .chosen = t->chosen, .say = tally_result, .context = sum
    };

    if (worker)
        run_template_worker(&all, worker);
    else
        run_template_builtin(&all);
}

static bool is_executor(const wire_hello *hello)
{
    return hello->templates;
}

static char *policies_of(const wire_hello *hello)
{
    return template_policies_text(&hello->executes);
}

const test_subject TEMPLATE_TEST = {
    .name = TEMPLATE_SUBJECT,
    .own = "built-in executor of response templates",
    .called = "an executor",
    .clause = "PROTOCOL-8.1",
    .is_one = is_executor,
    .policies = policies_of,
    .judge = judge,
    .reduce = findings_reduce_template,
};

/* What is expected is made by our own executor, under the policies of a worker. */
static bool has_executor(const template_test *t)
{
    const template_policies usual = { .numbers_double = false };
    template_answer a = template_own_answer(template_case_at(t->cases, 0), &usual, NULL);
    const bool has = a.kind != TEMPLATE_NO_ANSWER;

    template_answer_free(&a);
    return has;
}

static int none_matches(const command *self, const subject_run *r)
{
    const template_test *t = r->run;
    const size_t count = template_cases_count(t->cases);
    const char **ids = xcalloc(count + 1, sizeof *ids);

    for (size_t i = 0; i < count; i++)
        ids[i] = template_case_at(t->cases, i)->test.id;
    test_subject_none(self, r, ids, count);
    free((void *)ids);
    return EXIT_USAGE;
}

static int test_cases(const command *self, subject_run *r)
{
    template_test *t = r->run;

    if (!r->o->template && (r->o->generate || r->o->has_input))
        return command_usage_error(self,
                                   "--subject %s takes no --generate, --text or --input without "
                                   "--template FILE",
                                   TEMPLATE_SUBJECT);
    if (!has_executor(t)) {
        fprintf(stderr, "fencepost test: this program was built without PCRE2, which the executor "
                        "of response templates needs\n");
        return EXIT_USAGE;
    }
    choose(t, r->o);
    r->selected = t->selected;
    return t->selected ? test_subject_run(r) : none_matches(self, r);
}

/* Those of the corpus; with --template the text that was given, or what is made. */
static template_cases *get_cases(const test_options *o, const char *data, const spec *s,
                                 template_file *file, problems *p)
{
    if (!o->template)
        return template_cases_load(data, s, p);
    if (!template_file_read(o->template, file, p))
        return NULL;
    return o->has_input ? template_cases_given(file, o->given.prefix, o->input)
                        : template_cases_made(file, o->generate ? o->generate : MADE, o->seed);
}

int test_template_made(const char *by, const test_options *o, const spec *s,
                       const template_cases *cases)
{
    template_test t = { .cases = cases };
    subject_run r = {
        .subject = &TEMPLATE_TEST, .o = o, .spec = s, .run = &t, .by = by, .made_up = true
    };
    int code;

    choose(&t, NULL);
    r.selected = t.selected;
    code = test_subject_run(&r);
    free(t.chosen);
    return code;
}

int test_template(const command *self, const test_options *o)
{
    problems p = { .by = "test" };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    template_file file = { 0 };
    template_cases *cases = s ? get_cases(o, data, s, &file, &p) : NULL;
    template_test t = { .cases = cases };
    subject_run r = { .subject = &TEMPLATE_TEST, .o = o, .spec = s, .run = &t };
    const int code = cases ? test_cases(self, &r) : EXIT_USAGE;

    template_cases_free(cases);
    template_file_free(&file);
    free(t.chosen);
    spec_free(s);
    free(data);
    return code;
}
