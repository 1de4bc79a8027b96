/* SPDX-License-Identifier: Apache-2.0 */
/* diff_templates.c: texts of one response template, and how executors differ on them. */
#include "diff/diff_templates.h"

#include "base/interrupt.h"
#include "base/rng.h"
#include "base/visible.h"
#include "template/template_edit.h"

#include <fencepost/jsontext.h>

#include <stdlib.h>
#include <string.h>

/* Bytes of a text that was changed, at most; tests for one smallest form, at most. */
enum { TEXT_MOST = 1024, REDUCE_MOST = 400 };

typedef struct comparing {
    executors *executors;
    const template_question *question;
    template_differences *found;
    const template_difference *reduced; /* whose smallest form is looked for */
} comparing;

/* -- how they differ --------------------------------------------------------------------------- */

static fp_str text_of(const fp_json *json)
{
    return (fp_str){ json->ptr ? json->ptr : "", json->len };
}

/* The first member of a message that the other has not, or otherwise; empty: there is none. */
static fp_str member_without(fp_str message, fp_str other)
{
    fp_str key, value, name, same;

    for (size_t at = 0; fp_jsontext_member(message, &at, &key, &value);) {
        bool found = false;

        for (size_t in = 0; !found && fp_jsontext_member(other, &in, &name, &same);)
            found = fp_jsontext_equal(key, name) && fp_jsontext_equal(value, same);
        if (!found)
            return key;
    }
    return (fp_str){ "", 0 };
}

/* In what two answers differ; owned. */
static char *what_differs(const execution *a, const execution *b)
{
    fp_str member;

    if (a->failure || b->failure)
        return xformat("no answer: %.*s", 40, a->failure ? a->failure : b->failure);
    if (a->answer.kind != b->answer.kind)
        return xstrdup(a->answer.kind == TEMPLATE_MESSAGE || b->answer.kind == TEMPLATE_MESSAGE
                           ? "an error, or a message"
                           : "an error, or a refusal of the template");
    member = member_without(text_of(&a->answer.message), text_of(&b->answer.message));
    if (!member.len)
        member = member_without(text_of(&b->answer.message), text_of(&a->answer.message));
    return member.len ? xformat("the field %.*s", (int)member.len, member.ptr)
                      : xstrdup("the events alone");
}

/* "1 3 | 2", of executors that are in these groups; owned. */
static char *groups_text(const size_t *group, size_t count, size_t groups)
{
    char *text = xstrdup("");

    for (size_t g = 0; g < groups; g++) {
        const char *before = g ? " | " : "";

        for (size_t i = 0; i < count; i++) {
            char *longer;

            if (group[i] != g)
                continue;
            longer = xformat("%s%s%zu", text, before, i + 1);
            free(text);
            text = longer;
            before = " ";
        }
    }
    return text;
}

/* "1 3 | 2: the field \"content\""; owned; NULL: all answer the same. */
static char *how_they_differ(const executors *x, const executions *e)
{
    const size_t count = executors_count(x);
    size_t group[PANEL_MAX], groups = 0, other = 0;
    char *what, *text, *how;

    for (size_t i = 0; i < count; i++) {
        size_t first = 0;

        while (first < i && !executors_agree(x, e, first, i))
            first++;
        group[i] = first < i ? group[first] : groups++;
        other = group[i] && !other ? i : other;
    }
    if (groups < 2)
        return NULL;
    what = what_differs(&e->of[0], &e->of[other]);
    text = groups_text(group, count, groups);
    how = xformat("%s: %s", text, what);
    free(text);
    free(what);
    return how;
}

static bool is_limited(const executors *x, const executions *e)
{
    for (size_t i = 0; i < executors_count(x); i++)
        if (e->of[i].answer.limited)
            return true;
    return false;
}

/* -- one text ---------------------------------------------------------------------------------- */

static void ask(const comparing *c, fp_str prefix, fp_str text, executions *e)
{
    template_cases *cases = template_cases_none();

    template_cases_add(cases, c->question->file->template,
                       &(template_text){ TEMPLATE_SUBJECT "/diff", "a text of diff", "TEMPLATE-3.1",
                                         prefix, text });
    executors_ask(c->executors, template_case_at(cases, 0), e);
    template_cases_free(cases);
}

static template_difference *difference_of(template_differences *d, char *how)
{
    void *all = d->all;

    for (size_t i = 0; i < d->count; i++)
        if (strcmp(d->all[i].how, how) == 0) {
            free(how);
            return &d->all[i];
        }
    xgrow(&all, &d->cap, d->count, sizeof *d->all);
    d->all = all;
    d->all[d->count] = (template_difference){ .how = how };
    return &d->all[d->count++];
}

static void compare(comparing *c, fp_str prefix, fp_str text)
{
    template_differences *d = c->found;
    const candidate form = { .input = text, .prefix = prefix };
    executions e = { .of[0].failure = NULL };
    template_difference *one;
    char *how;

    ask(c, prefix, text, &e);
    d->texts++;
    if (is_limited(c->executors, &e)) {
        d->limited++;
    } else if ((how = how_they_differ(c->executors, &e))) {
        d->separated++;
        one = difference_of(d, how);
        if (!one->count++ || text.len + prefix.len < one->form.input.len + one->form.prefix.len) {
            candidate_free(&one->form);
            one->form = candidate_copy(&form);
        }
    }
    executions_free(&e);
}

/* Those that are made, and each once more with changes. */
static void compare_made(comparing *c)
{
    const template_question *q = c->question;
    template_cases *made = template_cases_made(q->file, (q->generate + 1) / 2, q->seed);
    const size_t count = template_cases_count(made);
    rng numbers = { q->seed };

    for (size_t i = 0; i < q->generate && !interrupt_stops() && !c->found->stopped; i++) {
        const test_case *t = &template_case_at(made, i / 2)->test;
        fp_json changed = { 0 };

        if (i % 2) {
            template_edit(t->input, template_case_at(made, rng_below(&numbers, count))->test.input,
                          &numbers, t->input.len + TEXT_MOST, &changed);
            compare(c, t->prefix, (fp_str){ changed.ptr ? changed.ptr : "", changed.len });
        } else {
            compare(c, t->prefix, t->input);
        }
        fp_json_free(&changed);
        c->found->stopped = executors_stopped(c->executors);
    }
    template_cases_free(made);
}

/* -- smallest forms ---------------------------------------------------------------------------- */

/* A reduce_test. */
static reduce_answer differs_alike(void *context, const candidate *form)
{
    const comparing *c = context;
    executions e = { .of[0].failure = NULL };
    char *how, *stopped = executors_stopped(c->executors);
    reduce_answer result = REDUCE_PASSES;

    if (stopped || interrupt_stops()) {
        free(stopped);
        return REDUCE_STOP;
    }
    ask(c, form->prefix, form->input, &e);
    how = is_limited(c->executors, &e) ? NULL : how_they_differ(c->executors, &e);
    if (how && strcmp(how, c->reduced->how) == 0)
        result = REDUCE_FAILS;
    free(how);
    executions_free(&e);
    return result;
}

static size_t reduce_form(comparing *c, template_difference *one, size_t budget)
{
    const reduce_config config = { .budget = budget < REDUCE_MOST ? budget : REDUCE_MOST };
    reduction out;

    c->reduced = one;
    if (!reduce(&one->form, &config, differs_alike, c, &out))
        return out.tries;
    candidate_free(&one->form);
    one->form = out.smallest;
    one->minimal = out.minimal;
    return out.tries;
}

static int by_count(const void *a, const void *b)
{
    const template_difference *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->how, y->how);
}

static void reduce_all(comparing *c)
{
    template_differences *d = c->found;
    size_t budget = c->question->budget;

    if (d->count)
        qsort(d->all, d->count, sizeof *d->all, by_count);
    for (size_t i = 0; i < d->count; i++) {
        template_difference *one = &d->all[i];

        if (budget)
            budget -= reduce_form(c, one, budget);
        ask(c, one->form.prefix, one->form.input, &one->said);
    }
}

template_differences *diff_templates(executors *x, const template_question *question)
{
    template_differences *d = xcalloc(1, sizeof *d);
    comparing c = { .executors = x, .question = question, .found = d };

    if (question->text)
        compare(&c, question->prefix, *question->text);
    else
        compare_made(&c);
    if (!d->stopped)
        d->stopped = executors_stopped(x);
    reduce_all(&c);
    return d;
}

void template_differences_free(template_differences *d)
{
    for (size_t i = 0; i < d->count; i++) {
        free(d->all[i].how);
        candidate_free(&d->all[i].form);
        executions_free(&d->all[i].said);
    }
    free(d->all);
    free(d->stopped);
    free(d);
}
